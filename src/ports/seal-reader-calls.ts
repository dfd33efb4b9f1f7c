import type {FileFacts} from '../model/seal-contents.js';
import type {EvidenceText} from './seal-reader.js';

/** What the page asks of the worker that takes files apart: what goes in, what comes out. */
export interface SealReaderCalls {
  facts: [Blob, FileFacts];
  evidence: [{file: Blob; texts: readonly EvidenceText[]}, Blob];
}
