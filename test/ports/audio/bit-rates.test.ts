import assert from 'node:assert/strict';
import {it} from 'node:test';
import {hasMp3Rate, nearestBitRate, samplesPerFrame} from '../../../src/ports/audio/bit-rates.js';
import {decode, encode, encoders, tone, withoutFfmpeg} from './mp3-tools.js';

const rates = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];

it('knows the sample rates of MPEG 1, 2 and 2.5, and no other', () => {
  assert.deepEqual(rates.filter(hasMp3Rate), rates);
  assert.deepEqual([88_200, 96_000, 44_101, 0, NaN].filter(hasMp3Rate), []);
});

it(
  'finds bit rates at which neither encoder changes the sample rate',
  {skip: withoutFfmpeg},
  async () => {
    for (const sampleRate of rates) {
      for (const channels of [1, 2] as const) {
        for (const wished of [0, 56, 500]) {
          const bitRate = nearestBitRate(sampleRate, channels, wished);
          for (const [name, make] of Object.entries(encoders)) {
            const length = 10 * samplesPerFrame(sampleRate) + 1;
            const sound = Array.from({length: channels}, () => tone(440, length, sampleRate));
            const {file} = await encode(make, sound, {sampleRate, bitRate});
            const context = `${name}: ${sampleRate} Hz, ${channels} channels, ${bitRate} kbit/s`;
            assert.equal(decode(file, channels)[0]!.length, length, context);
          }
        }
      }
    }
  },
);

it('takes the nearest', () => {
  assert.equal(nearestBitRate(48_000, 1, 128), 128);
  assert.equal(nearestBitRate(48_000, 1, 150), 160);
  assert.equal(nearestBitRate(16_000, 1, 128), 128);
  assert.equal(nearestBitRate(8_000, 1, 128), 64);
});
