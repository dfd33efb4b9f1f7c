import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {KnownFile} from '../../../../src/core/inspection/signals/known-file.js';
import {
  differenceHash,
  distance,
  greyOf,
} from '../../../../src/core/inspection/signals/picture-hash.js';
import {
  pixelCandidates,
  sameFiles,
  samePictures,
} from '../../../../src/core/inspection/signals/same-picture.js';
import {known} from './known.js';

/** Grey values of a scene; `seed` makes others. */
const scene = (seed = 1): Uint8Array =>
  Uint8Array.from({length: 72}, (_, at) => (Math.imul(at + 7, 40_503 * seed) >>> 3) % 200);

/** The same scene, with some parts changed by this much. */
const changed = (grey: Uint8Array, by: number, parts = 72): Uint8Array =>
  grey.map((value, at) => (at < parts ? value + by : value));

const seen = (grey: Uint8Array, others: Partial<KnownFile['picture']> = {}, sha256?: string) =>
  known('a.jpg', undefined, {picture: {width: 40, height: 30, grey, ...others}, sha256});

const said = (files: readonly KnownFile[]) =>
  samePictures(files).map((signal) => signal.kind === 'same' && signal.by);

describe('a hash of pictures', () => {
  it('is made of the means of nine by eight parts, with transparency as black', () => {
    const rgba = new Uint8ClampedArray(18 * 16 * 4).fill(255);
    rgba.subarray(0, 4).fill(0);
    const grey = greyOf(rgba, 18, 16);
    assert.equal(grey.length, 72);
    assert.deepEqual([grey[0], grey[1], grey[71]], [191, 255, 255]);
  });

  it('takes pictures that are smaller than its parts', () => {
    assert.equal(greyOf(new Uint8ClampedArray(4).fill(255), 1, 1)[0], 255);
  });

  it('has a bit for each part that is darker than the next', () => {
    const rising = Uint8Array.from({length: 72}, (_, at) => at % 9);
    const falling = rising.map((value) => 9 - value);
    assert.equal(distance(differenceHash(rising), differenceHash(falling)), 64);
    assert.equal(distance(differenceHash(rising), differenceHash(rising)), 0);
    const once = rising.with(0, 5);
    assert.equal(distance(differenceHash(rising), differenceHash(once)), 1);
  });
});

describe('the same picture twice', () => {
  it('is the same file with equal bytes', () => {
    const files = ['a', 'b', 'a', undefined, undefined].map((sha256) =>
      known('', undefined, {sha256}),
    );
    const signals = sameFiles(files);
    assert.deepEqual(
      signals.map((signal) => signal.files),
      [[files[0]?.id, files[2]?.id]],
    );
  });

  it('is the same picture with equal pixels and size', () => {
    const pixels = 'abc';
    assert.deepEqual(said([seen(scene(), {pixels}), seen(scene(), {pixels})]), ['pixels']);
    const turned = {pixels, width: 30, height: 40};
    assert.deepEqual(said([seen(scene(), {pixels}), seen(scene(), turned)]), ['similar']);
  });

  it('is similar with a hash and grey values that are near', () => {
    assert.deepEqual(said([seen(scene()), seen(changed(scene(), 10))]), ['similar']);
    assert.deepEqual(said([seen(scene()), seen(changed(scene(), 40))]), [], 'too bright');
    assert.deepEqual(said([seen(scene()), seen(scene(3))]), [], 'another');
  });

  it('is never claimed of pictures with nothing in them', () => {
    const white = () => seen(new Uint8Array(72).fill(250));
    assert.deepEqual(said([white(), white()]), []);
  });

  it('counts the same file, and the same pixels, once', () => {
    const same = () => seen(scene(), {}, 'sha');
    assert.deepEqual(said([same(), same()]), []);
    const [a, b, c] = [
      seen(scene(), {pixels: 'p'}),
      seen(scene(), {pixels: 'p'}),
      seen(changed(scene(), 5), {pixels: 'q'}),
    ];
    const signals = samePictures([a, b, c]).map(({files}) => files);
    assert.deepEqual(signals, [
      [a.id, b.id],
      [a.id, c.id],
    ]);
  });

  it('asks for pixels of near copies of one size alone', () => {
    const [a, b, small, other] = [
      seen(scene()),
      seen(changed(scene(), 2)),
      seen(scene(), {width: 20, height: 15}),
      seen(scene(3)),
    ];
    assert.deepEqual(pixelCandidates([a, b, small, other]), [a, b]);
    assert.deepEqual(pixelCandidates([seen(scene(), {}, 's'), seen(scene(), {}, 's')]), []);
  });

  it('is found among 500 pictures in less than 50 ms', () => {
    const files = Array.from({length: 500}, (_, at) => seen(scene(2 * at + 1)));
    samePictures(files);
    const began = performance.now();
    samePictures(files);
    const took = performance.now() - began;
    assert.ok(took < 50, `${took.toFixed(0)} ms`);
  });
});
