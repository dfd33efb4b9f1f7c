import assert from 'node:assert/strict';
import {seedsNow} from '../../../variants.js';
import {sequence} from './sequence.js';
import type {Way} from './ways.js';

/** There are seven ways: 10,500 sequences in all by night. */
const seeds = seedsNow(100, 1_500);
export const SEQUENCES = seeds.length;
/** Most of a sequence's time is spent on answers that do not come. */
const AT_ONCE = 50;
/** Stories that a failure tells. */
const MOST_TOLD = 3;

/** Runs all sequences of a way. Fails with the seeds and stories of those in which something went wrong. */
export async function runSequences(way: Way, hasWorker = false): Promise<void> {
  const left = [...seeds];
  const failed: string[] = [];
  const runNext = async (): Promise<void> => {
    for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
      const {problems, events} = await sequence(seed, way, hasWorker);
      if (problems.length === 0) continue;
      failed.push(`Seed ${seed}: ${[...new Set(problems)].join('; ')}\n  ${events.join('\n  ')}`);
    }
  };
  await Promise.all(Array.from({length: AT_ONCE}, runNext));
  const story = failed.slice(0, MOST_TOLD).join('\n\n');
  assert.equal(failed.length, 0, `${failed.length} sequences failed.\n${story}`);
}
