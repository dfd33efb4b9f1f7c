import assert from 'node:assert/strict';
import {it} from 'node:test';
import {hasMp3Rate, nearestBitRate} from '../../../src/ports/audio/mp3/bit-rates.js';
import type {MakeMp3Encoder} from '../../../src/ports/audio/mp3/encoding.js';
import {makeLameJs} from '../../../src/ports/audio/mp3/lame-js.js';
import type {SoundFormat} from '../../../src/ports/audio/mp3/messages.js';
import {encoders, tone} from './mp3-tools.js';

const rates = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];

it('accepts the sample rates of MPEG 1, 2 and 2.5, and no other', () => {
  assert.deepEqual(rates.filter(hasMp3Rate), rates);
  assert.deepEqual([88_200, 96_000, 44_101, 0, NaN].filter(hasMp3Rate), []);
});

/** The bit rates of MPEG 1, 2 and 2.5 for layer III that both encoders accept. */
const bitRatesOf = (sampleRate: number): number[] => {
  if (sampleRate >= 32_000) return [32, 40, 48, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
  const low = [8, 16, 24, 32, 40, 48, 64];
  return sampleRate < 16_000 ? low : [...low, 80, 96, 112, 128, 160];
};

/** The header of the encoder's first frame (ISO/IEC 11172-3, 2.4.2.3). */
async function firstFrame(make: MakeMp3Encoder, format: SoundFormat) {
  const encoder = await make(format);
  const sound = Array.from({length: format.channels}, () => tone(440, 4_096, format.sampleRate));
  const [, kind = 0, rates = 0, mode = 0] = [...encoder.encode(sound).slice(), ...encoder.finish()];
  const halvings = {3: 0, 2: 1, 0: 2}[(kind >> 3) & 3] ?? NaN;
  const sampleRate = [44_100, 48_000, 32_000][(rates >> 2) & 3]! / 2 ** halvings;
  return {sampleRate, channels: mode >> 6 === 3 ? 1 : 2};
}

for (const [name, make] of Object.entries(encoders)) {
  it(`makes ${name} keep the sample rate and the channels at every bit rate`, async () => {
    for (const sampleRate of rates) {
      for (const channels of [1, 2] as const) {
        const taken = new Set<number>();
        for (const wished of [0, ...bitRatesOf(sampleRate), 500]) {
          const bitRate = nearestBitRate(sampleRate, channels, wished);
          if (taken.has(bitRate)) continue;
          taken.add(bitRate);
          const encoded = await firstFrame(make, {sampleRate, channels, bitRate});
          assert.deepEqual(encoded, {sampleRate, channels}, `${bitRate} kbit/s`);
        }
      }
    }
  });
}

it('omits no bit rate at which both encoders keep the sample rate', async () => {
  for (const sampleRate of rates) {
    for (const channels of [1, 2] as const) {
      for (const bitRate of bitRatesOf(sampleRate)) {
        if (nearestBitRate(sampleRate, channels, bitRate) === bitRate) continue;
        const encoded = await firstFrame(makeLameJs, {sampleRate, channels, bitRate});
        const context = `${sampleRate} Hz, ${channels} channels, ${bitRate} kbit/s`;
        assert.notEqual(encoded.sampleRate, sampleRate, context);
      }
    }
  }
});

it('chooses the nearest', () => {
  assert.equal(nearestBitRate(48_000, 1, 128), 128);
  assert.equal(nearestBitRate(48_000, 1, 150), 160);
  assert.equal(nearestBitRate(16_000, 1, 128), 128);
  assert.equal(nearestBitRate(8_000, 1, 128), 64);
});
