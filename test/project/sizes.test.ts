import assert from 'node:assert/strict';
import {resolve} from 'node:path';
import {describe, it} from 'node:test';
import {gzipSize, type GzipSize} from './gzip-size.js';

const root = resolve(import.meta.dirname, '../..');

/**
 * What an entry may not grow beyond, in kilobytes (1,000 bytes): minified, gzipped, with everything that it imports,
 * workers apart. The aims at once are 34 for capture-image and 25 for seal-inspector; the queue has a sixth of what
 * capture-image is. Each has half a per cent to spare, so that a few bytes fail no run.
 *
 * What takes, stores, seals or delivers a capture is loaded at once: a phone without a network must not lack a part.
 * Loaded right after that is what reads the sensors; no camera is live before it is there. Loaded when the page is idle are
 * the list of what will be sealed and the form for licence plates, the waveform, and what shows an inspection's result.
 * Loaded where no worker can be run is what stores in its place (6 kB); where the camera or microphone is refused, what
 * knows the browsers and apps that do so (2 kB).
 */
const budgets: Record<string, GzipSize> = {
  'capture-audio': {atOnce: 52.8, inAll: 79.6},
  'capture-image': {atOnce: 44.9, inAll: 70.3},
  'delivery-http': {atOnce: 3.3, inAll: 3.3},
  // With tus-js-client.
  'delivery-tus': {atOnce: 19.2, inAll: 19.2},
  'seal-inspector': {atOnce: 26.6, inAll: 58.4},
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
});
