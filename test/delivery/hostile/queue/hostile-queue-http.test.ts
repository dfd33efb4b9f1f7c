import {describe, it} from 'node:test';
import {runSequences, SEQUENCES} from './run-sequences.js';
import {httpWays} from './ways.js';

describe('a queue that sends files to a hostile server', () => {
  for (const [name, way] of Object.entries(httpWays)) {
    it(`loses no file in ${SEQUENCES} random sequences by ${name}, and sends a bounded number of bytes`, () =>
      runSequences(way));
  }

  it(`loses no file in ${SEQUENCES} random sequences with a service worker that sends files of closed pages`, () =>
    runSequences(httpWays['deliver-to by fetch'], true));
});
