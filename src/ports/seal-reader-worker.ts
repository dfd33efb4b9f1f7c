import {factsOf} from '../seal/own-reader/files/file-facts.js';
import {evidenceOf} from '../seal/evidence/evidence-of.js';
import type {SealReaderCalls} from './inspection/seal-reader-calls.js';
import {fileBytes} from '../worker/inspection/file-bytes.js';
import {serve} from './worker-channel/serve.js';

/** The worker that parses files. Wiring only. */
const {subtle} = crypto as Partial<Crypto>;

serve<SealReaderCalls>(globalThis, {
  async facts(file, signal) {
    const bytes = await fileBytes(file);
    signal.throwIfAborted();
    return factsOf(bytes, subtle);
  },
  async evidence({file, texts}, signal) {
    const bytes = await fileBytes(file);
    signal.throwIfAborted();
    const fileName = file instanceof File ? file.name : '';
    const zip = await evidenceOf({file: bytes, fileName, texts, made: new Date()}, subtle);
    return new Blob([zip], {type: 'application/zip'});
  },
});
