import assert from 'node:assert/strict';
import {resolve} from 'node:path';
import {describe, it} from 'node:test';
import {gzipSize, type GzipSize} from './gzip-size.js';

const root = resolve(import.meta.dirname, '../..');

/**
 * What an entry may not grow beyond, in kilobytes (1,000 bytes): minified, gzipped, with everything that it
 * imports, workers apart. The aim of 22 for capture-image was for the camera alone; it also has every sensor of the
 * browser, the adapters' checks, the blurred place, the list of what is sealed, and the form for licence plates. The
 * aim for capture-audio was 45; it has 52.6, of which wavesurfer's renderer is 7.7: that comes whole or not at all.
 *
 * Both had 2.5 less before the queue outlived what can go wrong: credentials that are missing, refused, late or
 * renewed (0.5), storage that is full, lost or in memory alone, and how full it is (0.5), the service worker (0.1),
 * and endpoints that rest, other pages, files that are handed over once, and waits that are spared where thousands
 * of captures are sealed (1.4). Of the elements that capture nothing is loaded later on: a phone without a network must
 * not lack a part, and the form for licence plates, loaded apart, would spare no more than 0.5, as what it shares with
 * the rest becomes a file of its own. The inspector loads what shows a result with the first file, while that is
 * checked, and the report when one is asked for.
 */
const budgets: Record<string, GzipSize> = {
  'elements/capture-audio': {atOnce: 52.8, inAll: 52.8},
  'elements/capture-image': {atOnce: 42.6, inAll: 42.6},
  'elements/seal-inspector': {atOnce: 28, inAll: 58},
};

describe('size budgets, minified and gzipped, Lit included', () => {
  for (const [entry, budget] of Object.entries(budgets)) {
    it(`keeps ${entry} within ${budget.atOnce} kB, ${budget.inAll} with what it loads later`, async () => {
      const {atOnce, inAll} = await gzipSize(resolve(root, `dist/${entry}.js`));
      const kilobytes = `${entry} has ${(atOnce / 1000).toFixed(1)} kB, ${(inAll / 1000).toFixed(1)} in all`;
      assert.ok(atOnce / 1000 <= budget.atOnce && inAll / 1000 <= budget.inAll, kilobytes);
      assert.ok(atOnce > 6000, 'the entry holds its element and Lit');
    });
  }
});
