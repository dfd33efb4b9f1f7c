import type {InspectionResult} from '../../model/inspection-result.js';

/** What came of judging a file: a verdict, or an engine that trapped, so that its worker has to be ended. */
export type Judgement = {name: 'judged'; result: InspectionResult} | {name: 'crashed'};

/** What the page asks of the worker that verifies, by name and in this order: what goes in, what comes out. */
export interface VerificationCalls {
  /** Has the engine ready: fetches it from its address and gives it compiled, for workers to come to be given. */
  prepare: [string | WebAssembly.Module, WebAssembly.Module];
  /** Takes the file's bytes. */
  open: [Blob, void];
  /** Judges it; PEM of whom to trust. Blocks the worker. */
  judge: [string, Judgement];
}
