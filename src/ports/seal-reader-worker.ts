import {factsOf} from '../seal/contents/file-facts.js';
import type {SealReaderCalls} from './seal-reader-calls.js';
import {fileBytes} from './worker/file-bytes.js';
import {serve} from './worker/serve.js';

/** The worker that takes files apart. Wiring only. */
const {subtle} = crypto as Partial<Crypto>;

serve<SealReaderCalls>(globalThis, {
  facts: async (file, signal) => {
    const bytes = await fileBytes(file);
    signal.throwIfAborted();
    return factsOf(bytes, subtle);
  },
  evidence: ({file}) => Promise.resolve(file),
});
