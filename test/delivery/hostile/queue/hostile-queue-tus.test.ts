import {describe, it} from 'node:test';
import {runSequences, SEQUENCES} from './run-sequences.js';
import {tusWays} from './ways.js';

describe('a queue that sends files to a hostile tus server', () => {
  for (const [name, way] of Object.entries(tusWays)) {
    it(`loses no file in ${SEQUENCES} random sequences ${name}, and sends a bounded number of bytes`, () =>
      runSequences(way));
  }
});
