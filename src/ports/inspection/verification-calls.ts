import type {InspectionResult} from '../../model/inspection/inspection-result.js';

/**
 * What came of judging a file: a verdict, with an engine that has little memory left where it `isSpent`, or an engine that
 * trapped. Then its worker has to be ended.
 */
export type Judgement =
  {name: 'judged'; result: InspectionResult; isSpent: boolean} | {name: 'crashed'};

/** What the page asks of the worker that verifies, by name and in this order: what goes in, what comes out. */
export interface VerificationCalls {
  /** Has the engine ready: fetches it from its address and gives it compiled, for workers to come to be given. */
  prepare: [string | WebAssembly.Module, WebAssembly.Module];
  /** Takes the file's bytes. */
  open: [Blob, void];
  /** Judges it, by a text that says whom to trust: PEM, or JSON of `trust.json`. Blocks the worker. */
  judge: [string, Judgement];
}
