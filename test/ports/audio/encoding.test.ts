import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {Encoding, type MakeMp3Encoder} from '../../../src/ports/audio/mp3/encoding.js';
import {infoFrameFor} from '../../../src/ports/audio/mp3/info-frame.js';
import {makeLameJs} from '../../../src/ports/audio/mp3/lame-js.js';
import {readFrame} from '@sealed-capture/seal/containers/mpeg-frame.js';
import {variants} from '../../variants.js';
import {
  decode,
  decodeAll,
  difference,
  encode,
  encoders,
  exiftoolDurations,
  tone,
  type Playable,
  withoutExiftool,
  withoutFfmpeg,
} from './mp3-tools.js';

/** The largest factor by which LAME reduces the level, so that decoders do not clip. */
const LEAST_LEVEL = 0.94;
/** Samples at either end where an abrupt start or end of a tone is blurred. */
const EDGE = 1_200;

/** Rising zero crossings per second, between the first and the last. */
function frequencyOf(samples: Float32Array, sampleRate: number): number {
  const crossings: number[] = [];
  for (let at = EDGE; at < samples.length - EDGE; at++) {
    const [before, after] = [samples[at - 1]!, samples[at]!];
    if (before < 0 && after >= 0) crossings.push(at - after / (after - before));
  }
  return ((crossings.length - 1) * sampleRate) / (crossings.at(-1)! - crossings[0]!);
}

/** The largest difference between neighboring samples. A gap or a repetition makes a larger one than any tone. */
function largestStep(samples: Float32Array): number {
  let largest = 0;
  for (let at = EDGE; at < samples.length - EDGE; at++) {
    largest = Math.max(largest, Math.abs(samples[at]! - samples[at - 1]!));
  }
  return largest;
}

const level = (samples: Float32Array): number =>
  difference(samples, new Float32Array(samples.length), EDGE) * Math.SQRT2;

const mono = {sampleRate: 48_000, channels: 1} as const;
const rates = [
  // Of MPEG-1, MPEG-2 and MPEG-2.5, which differ in their frames.
  [48_000, 128],
  [22_050, 64],
  [8_000, 24],
  [44_100, 128],
  [32_000, 96],
  [24_000, 64],
  [16_000, 48],
  [12_000, 32],
  [11_025, 32],
] as const;

for (const [name, make] of Object.entries(encoders)) {
  describe(`a recording made with ${name}`, {skip: withoutFfmpeg}, () => {
    it('has as many samples when played as were recorded', async () => {
      const lengths = [1, 2, 575, 576, 577, 1_151, 1_152, 1_153, 4_096, 48_001, 240_000];
      const made: (Playable & {length: number})[] = [];
      for (const length of lengths) {
        for (const channels of [1, 2]) {
          const sound = Array.from({length: channels}, () => tone(440, length, 48_000));
          const {file, recording} = await encode(make, sound);
          assert.equal(recording.duration, length / 48_000);
          made.push({file, channels, length});
        }
      }
      const played = decodeAll(made).map((channels) => channels.map(({length}) => length));
      assert.deepEqual(
        played,
        made.map(({channels, length}) => Array.from({length: channels}, () => length)),
      );
    });

    it('keeps a tone at its position, without a jump, at every sample rate', async () => {
      const frequencies = [440, 1_000];
      const made: (Playable & {sampleRate: number; sound: Float32Array[]})[] = [];
      for (const [sampleRate, bitRate] of variants(rates, 3)) {
        for (const channels of [1, 2]) {
          const sound = frequencies
            .slice(0, channels)
            .map((frequency) => tone(frequency, 3 * sampleRate + 17, sampleRate));
          const format = {sampleRate, bitRate: bitRate * channels};
          const {file} = await encode(make, sound, format);
          made.push({file, channels, sampleRate, sound});
        }
      }
      for (const [index, played] of decodeAll(made).entries()) {
        const {channels, sampleRate, sound} = made[index]!;
        for (const [channel, samples] of played.entries()) {
          const context = `${sampleRate} Hz, channel ${channel + 1} of ${channels}`;
          const frequency = frequencies[channel]!;
          assert.equal(samples.length, sound[channel]!.length, context);
          const heard = frequencyOf(samples, sampleRate);
          assert.ok(Math.abs(heard - frequency) < 0.01, `${context}: ${heard}`);
          const gain = level(samples) / 0.5;
          assert.ok(gain > LEAST_LEVEL && gain < 1.01, `${context}: level ${gain}`);
          const expected = sound[channel]!.map((sample) => sample * gain);
          assert.ok(difference(samples, expected, EDGE) < 0.006, context);
          const step = Math.PI * (frequency / sampleRate);
          assert.ok(largestStep(samples) < step * 1.15, `${context}: ${largestStep(samples)}`);
        }
      }
    });

    it('plays to the last stored frame if it was interrupted', async () => {
      const sound = tone(440, 48_000 * 5, 48_000);
      const {parts} = await encode(make, [sound]);
      const kept = parts.slice(0, 2);
      const bytes = kept.map((part) => new Uint8Array(part.bytes));
      const {samples} = kept.at(-1)!;
      const file = Buffer.concat([infoFrameFor(bytes, samples), ...bytes]);
      const [played] = decode(file, 1);
      assert.equal(played!.length, samples);
      assert.ok(samples > 48_000 * 3.9 && samples < 48_000 * 4, String(samples));
      assert.ok(Math.abs(frequencyOf(played!, 48_000) - 440) < 0.01);
    });
  });
}

describe('an encoding', () => {
  it('produces parts of two seconds that form the file together with the Info frame', async () => {
    const {file, parts, recording} = await encode(makeLameJs, [tone(440, 48_000 * 7, 48_000)]);
    assert.equal(recording.parts, 4);
    assert.deepEqual(
      parts.map(({index}) => index),
      [1, 2, 3, 4],
    );
    const whole = [recording.infoFrame, ...parts.map(({bytes}) => bytes)];
    assert.deepEqual(Buffer.concat(whole.map((bytes) => new Uint8Array(bytes))), Buffer.from(file));
    assert.equal(recording.blob.type, 'audio/mpeg');
    assert.deepEqual(
      parts.map(({samples}) => Math.round(samples / 48_000)),
      [2, 4, 6, 7],
    );
    assert.equal(parts.at(-1)!.samples, 48_000 * 7);
    for (const {bytes} of parts) assert.equal(new Uint8Array(bytes)[0], 0xff);
  });

  it('joins the parts of a long recording, all of them in order', async () => {
    const bytesOfFrame = 960;
    let frame = 0;
    // Frames of 320 kbit/s, each with its number, as fast as they are requested.
    const numbered = () => {
      const bytes = new Uint8Array(bytesOfFrame);
      bytes.set([0xff, 0xfb, 0xe4, 0xc4]);
      new DataView(bytes.buffer).setUint32(4, frame++);
      return bytes;
    };
    const encoding = new Encoding({encode: numbered, finish: numbered}, mono, () => undefined);
    for (let count = 0; count < 3_000; count++) encoding.encode([new Float32Array(1152)]);
    const {blob, infoFrame} = encoding.finish();
    const bytes = (await blob.arrayBuffer()).slice(infoFrame.byteLength);
    assert.equal(bytes.byteLength, 3_001 * bytesOfFrame);
    const view = new DataView(bytes);
    for (let index = 0; index <= 3_000; index++) {
      assert.equal(view.getUint32(index * bytesOfFrame + 4), index);
    }
  });

  it('makes the same file however the sound was divided into pieces', async () => {
    const sound = tone(440, 48_000, 48_000);
    const {file} = await encode(makeLameJs, [sound]);
    const cut = await encode(makeLameJs, [sound], {batchLength: 997});
    assert.deepEqual(cut.file, file);
  });

  it('makes the Info frame of a whole recording from its parts only', async () => {
    const {parts, recording} = await encode(makeLameJs, [tone(440, 123_457, 48_000)]);
    const bytes = parts.map((part) => new Uint8Array(part.bytes));
    const made = infoFrameFor(bytes, parts.at(-1)!.samples);
    assert.deepEqual(made, new Uint8Array(recording.infoFrame));
  });

  it('reports the loudest sample of each twentieth of a second, of either channel', async () => {
    const length = 11_025;
    const left = new Float32Array(length);
    const right = new Float32Array(length);
    left[0] = 0.25;
    right[551] = -0.75; // Still in the first: a twentieth is 551.25 samples.
    left[552] = 3;
    right[11_024] = 0.5;
    const {peaks} = await encode(makeLameJs, [left, right], {sampleRate: 11_025, bitRate: 32});
    assert.equal(peaks.length, 20);
    assert.deepEqual([peaks[0], peaks[1], peaks[2], peaks[19]], [0.25, 1, 0, 0.5]);
  });

  it('rejects an empty recording', async () => {
    const mp3 = await makeLameJs({...mono, bitRate: 128});
    const encoding = new Encoding(mp3, mono, () => assert.fail('A part of nothing.'));
    assert.throws(
      () => encoding.finish(),
      (thrown) => thrown instanceof SealedCaptureError && thrown.code === 'recording_empty',
    );
  });

  it('rejects an encoder that changes the sample rate or the channels of the sound', async () => {
    const sound = [tone(440, 48_000, 48_000), tone(440, 48_000, 48_000)];
    const isRefusal = (thrown: unknown): boolean =>
      thrown instanceof SealedCaptureError && thrown.code === 'encoding_failed';
    // At this bit rate, LAME changes the sample rate to 44,100 Hz.
    await assert.rejects(encode(makeLameJs, sound, {bitRate: 112}), isRefusal);
    // This includes a recording whose first frame is also its last.
    const short = sound.map((samples) => samples.subarray(0, 100));
    await assert.rejects(encode(makeLameJs, short, {bitRate: 112}), isRefusal);
    const toMono: MakeMp3Encoder = async (format) => {
      const lame = await makeLameJs({...format, channels: 1});
      return {encode: ([left]) => lame.encode([left!]), finish: () => lame.finish()};
    };
    await assert.rejects(encode(toMono, sound), isRefusal);
    await assert.doesNotReject(encode(toMono, sound.slice(1)));
  });

  it('begins with a frame of the whole recording’s bit rate, if that has enough space', async () => {
    const bitRates = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
    const first = async (sampleRate: number, channels: number, bitRate: number) => {
      const sound = Array.from({length: channels}, () => tone(440, sampleRate, sampleRate));
      const {recording, file} = await encode(makeLameJs, sound, {sampleRate, bitRate});
      assert.equal(readFrame(file, 0)?.length, recording.infoFrame.byteLength);
      return file[2]! >> 4;
    };
    for (const bitRate of variants([64, 128, 80, 96, 112, 192, 320], 2)) {
      assert.equal(await first(48_000, 1, bitRate), 1 + bitRates.indexOf(bitRate), `${bitRate}`);
      if (bitRate < 128) continue;
      assert.equal(await first(44_100, 2, bitRate), 1 + bitRates.indexOf(bitRate), `${bitRate}`);
    }
    // A frame of 8 kbit/s has 72 bytes; one of 24 kbit/s has 216 and is the first with enough space.
    assert.equal(await first(8_000, 1, 8), 3);
  });
});

describe('exiftool', {skip: withoutExiftool}, () => {
  it('computes the true duration from the first frame’s bit rate', async () => {
    for (const [bitRate, channels, sampleRate] of variants(
      [
        [128, 2, 44_100],
        [48, 1, 16_000],
        [64, 1, 48_000],
        [128, 1, 48_000],
        [320, 2, 48_000],
      ] as const,
      2,
    )) {
      const sound = Array.from({length: channels}, () => tone(440, 12 * sampleRate, sampleRate));
      const {file, parts, recording} = await encode(makeLameJs, sound, {sampleRate, bitRate});
      const bytes = parts.map((part) => new Uint8Array(part.bytes));
      const recovered = Buffer.concat([infoFrameFor(bytes, parts.at(-1)!.samples), ...bytes]);
      const durations = exiftoolDurations([file, recovered]);
      assert.equal(durations.length, 2);
      for (const seconds of durations) {
        const context = `${bitRate} kbit/s, ${channels} channels: ${seconds}`;
        assert.ok(Math.abs(seconds - recording.duration) < 0.15, context);
      }
    }
  });
});
