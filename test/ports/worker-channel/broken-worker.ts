import type {MediaWorkerCalls} from '../../../src/ports/worker-channel/media-worker-calls.js';
import {serve} from '../../../src/ports/worker-channel/serve.js';

/** Throws an error, as a bug in a worker would, with data in its message. */
function bugOfTheWorker(): never {
  throw new TypeError('at 51.500729 for "secret" is not a function');
}

serve<Partial<MediaWorkerCalls>>(globalThis, {
  list: () => Promise.resolve().then(bugOfTheWorker),
});
