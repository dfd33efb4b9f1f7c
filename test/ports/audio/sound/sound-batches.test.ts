import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Sound, RelayOptions} from '../../../../src/ports/audio/mp3/messages.js';
import {SoundBatches} from '../../../../src/ports/audio/sound/sound-batches.js';

const PIECE = 128;

function gather(options: Partial<RelayOptions> = {}) {
  const sent: Sound[] = [];
  const batches = new SoundBatches({channels: 1, batchLength: 300, ...options}, (batch) =>
    sent.push(batch),
  );
  let frame = 1_000;
  /** Adds the next piece; the value of each sample is its number. */
  const take = (channels = 1): void => {
    const piece = Array.from({length: channels}, (_, channel) =>
      Float32Array.from({length: PIECE}, (_sample, at) => (frame + at) * (channel === 1 ? -1 : 1)),
    );
    batches.take(piece, PIECE, frame);
    frame += PIECE;
  };
  const skip = (): void => void (frame += PIECE);
  const all = (channel = 0): number[] => sent.flatMap((batch) => [...batch[channel]!]);
  return {batches, sent, take, skip, all};
}

const count = (from: number, length: number, sign = 1): number[] =>
  Array.from({length}, (_, at) => (from + at) * sign);

describe('batches of sound', () => {
  it('contain every sample once, in order, in the requested length', () => {
    const {batches, sent, take, all} = gather();
    for (let piece = 0; piece < 10; piece++) take();
    assert.deepEqual(
      sent.map((batch) => batch[0]!.length),
      [300, 300, 300, 300],
    );
    batches.flush();
    batches.flush();
    assert.equal(sent.length, 5);
    assert.deepEqual(all(), count(1_000, 10 * PIECE));
  });

  it('end at the limit at the exact sample', () => {
    for (const limit of [1, 127, 128, 129, 300, 301, 1_000]) {
      const {batches, take, all} = gather({limit});
      for (let piece = 0; piece < 10; piece++) {
        assert.equal(batches.isFull, piece * PIECE >= limit);
        take();
      }
      batches.flush();
      assert.deepEqual(all(), count(1_000, limit));
    }
  });

  it('keep two channels separate, and duplicate one if two are requested', () => {
    const {batches, take, all} = gather({channels: 2});
    take(2);
    take(1);
    batches.flush();
    assert.deepEqual(all(0), count(1_000, 2 * PIECE));
    assert.deepEqual(all(1), [...count(1_000, PIECE, -1), ...count(1_000 + PIECE, PIECE)]);
  });

  it('contain silence if the source provided none or the browser dropped a piece', () => {
    const {batches, take, skip, all} = gather();
    take();
    take(0);
    skip();
    take();
    batches.flush();
    const silence = count(0, 2 * PIECE, 0);
    assert.deepEqual(all(), [
      ...count(1_000, PIECE),
      ...silence,
      ...count(1_000 + 3 * PIECE, PIECE),
    ]);
  });

  it('send at once what was recorded before a pause, and nothing of the pause', () => {
    const {batches, sent, take, skip, all} = gather();
    take();
    batches.pause();
    assert.equal(sent.length, 1);
    skip();
    skip();
    take();
    batches.flush();
    assert.deepEqual(all(), [...count(1_000, PIECE), ...count(1_000 + 3 * PIECE, PIECE)]);
  });

  it('use new buffers, because the encoder owns those that were sent', () => {
    const {sent, take} = gather({batchLength: PIECE});
    take();
    take();
    assert.notEqual(sent[0]![0]!.buffer, sent[1]![0]!.buffer);
  });
});
