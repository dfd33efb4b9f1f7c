import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';

/**
 * The result of judging a file. The worker must be ended after a verdict with `isSpent`, because its engine has little
 * memory left, and after an engine that trapped. `unreadable`: a part of the file could not be read.
 */
export type Judgement =
  | {name: 'judged'; result: InspectionResult; isSpent: boolean}
  | {name: 'unreadable'}
  | {name: 'crashed'};

/** Calls of the page to the worker that verifies, in this order. */
export interface VerificationCalls {
  /** Prepares the engine. Takes its address or the compiled module, and returns the module for later workers. */
  prepare(engine: string | WebAssembly.Module, signal: AbortSignal): Promise<WebAssembly.Module>;
  /** Reads the file's bytes; of a large file only its beginning and its manifest store. */
  open(file: Blob, signal: AbortSignal): Promise<void>;
  /** Reads the seal in a file of its own, for the opened file. */
  attach(detached: File, signal: AbortSignal): Promise<void>;
  /**
   * Judges the file with trust anchors: PEM, or JSON of `trust.json`. Blocks the worker. Reports the share of a large
   * file that was read.
   */
  judge(
    trustAnchors: string,
    onProgress: ((share: number) => void) | undefined,
    signal: AbortSignal,
  ): Promise<Judgement>;
}
