import type {FileFacts} from '../../model/inspection/seal-contents.js';

/** A text of the page's own that goes into an evidence package beside the file. */
export interface EvidenceText {
  /** Path in the package, e.g. "result.json". */
  name: string;
  text: string;
}

/** What the page asks of the worker that takes files apart: what goes in, what comes out. */
export interface SealReaderCalls {
  facts: [Blob, FileFacts];
  evidence: [{file: Blob; texts: readonly EvidenceText[]}, Blob];
}
