import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {gzipSync} from 'node:zlib';
import {describe, it} from 'node:test';
import {gzipSize, type GzipSize} from './gzip-size.js';

const root = resolve(import.meta.dirname, '../..');

/**
 * What an entry may not grow beyond, in kilobytes (1,000 bytes): minified, gzipped, with everything that it imports,
 * workers apart. Each has half a per cent to spare, so that a few bytes fail no run.
 *
 * Loaded right after the elements, and requested again where it cannot be loaded, are the queue that keeps, seals and
 * delivers captures, what reads the sensors, and what asks for a verdict: no camera or microphone is live before the
 * queue is there, so that a phone without a network has all of it or takes nothing. Loaded when the page is idle are the
 * list of what will be sealed and the form for license plates, the waveform, and what shows an inspection's result.
 * Loaded after a refusal, and with the lists, is the browser's own permission button (1 kB).
 * Loaded where no worker can be run is what stores in its place (8 kB, with the sets of captures). What is split has more in all: each part is
 * compressed alone.
 */
const budgets: Record<string, GzipSize> = {
  // In all with the list of recordings, the waveforms of those that were not made just now, and the fields for a bookmark's name
  // and for a caption after the stop, 9 kB, and the dialog before it is shared, 5 kB.
  'capture-audio': {atOnce: 44.1, inAll: 128.6},
  // In all with the list of photos, the viewer, the question whether to use a photo and the dialog before it is shared, 20 kB, loaded once there is a photo, the
  // list of shots with the earlier picture and the place of a shot, 5 kB, photos that are chosen, 3 kB, and the whole screen.
  'capture-image': {atOnce: 34.3, inAll: 170.6},
  'delivery-http': {atOnce: 5.4, inAll: 5.4},
  // With tus-js-client.
  'delivery-tus': {atOnce: 21.9, inAll: 21.9},
  // In all with the viewer of pictures and the comparison of two files, 9 kB, and with the report of a case, 14 kB, loaded when a
  // person asks for it; with what judges and shows sets, 13 kB, loaded with the first file of a set.
  'seal-inspector': {atOnce: 23.7, inAll: 127.9},
  // In all with the storage of captures, and 0.5 kB that check what is read from it of sets.
  'protection-provider': {atOnce: 15.5, inAll: 65},
  // All elements: what a page gets that imports anything from the package itself.
  index: {atOnce: 70.5, inAll: 316},
};

describe('size budgets, minified and gzipped, Lit included', () => {
  for (const [entry, budget] of Object.entries(budgets)) {
    it(`keeps ${entry} within ${budget.atOnce} kB, ${budget.inAll} with what it loads later`, async () => {
      const {atOnce, inAll} = await gzipSize(resolve(root, `dist/web/${entry}.js`));
      const kilobytes = `${entry} has ${(atOnce / 1000).toFixed(1)} kB, ${(inAll / 1000).toFixed(1)} in all`;
      assert.ok(atOnce / 1000 <= budget.atOnce && inAll / 1000 <= budget.inAll, kilobytes);
      assert.ok(atOnce / 1000 > budget.atOnce / 2, 'the entry holds what it imports');
    });
  }

  it('keeps the script-tag bundle within 111.5 kB, without its parts, workers and encoders', () => {
    const bytes = gzipSync(readFileSync(resolve(root, 'dist/web/sealed-capture.js')), {level: 9});
    assert.ok(bytes.length / 1000 <= 111.5, `${(bytes.length / 1000).toFixed(1)} kB`);
  });
});
