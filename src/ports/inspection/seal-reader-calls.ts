import type {FileFacts} from '../../model/inspection/seal-contents.js';

/** A text of the page that is added to an evidence package. */
export interface EvidenceText {
  /** Path in the package, e.g. "result.json". */
  name: string;
  text: string;
}

/** Calls of the page to the worker that parses files: argument and result of each. */
export interface SealReaderCalls {
  facts: [Blob, FileFacts];
  evidence: [{file: Blob; texts: readonly EvidenceText[]}, Blob];
}
