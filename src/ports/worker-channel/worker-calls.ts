import type {Failure} from '../../model/job.js';

/** What a page can ask of one of its workers: by name, what goes in and what comes out. */
export type CallName<Calls> = keyof Calls & string;
export type Params<Calls, N extends keyof Calls> = Calls[N] extends [infer P, unknown] ? P : never;
export type Result<Calls, N extends keyof Calls> = Calls[N] extends [unknown, infer R] ? R : never;

/** The worker's side: one function for each call. */
export type Handlers<Calls> = {
  [N in CallName<Calls>]: (
    params: Params<Calls, N>,
    signal: AbortSignal,
    onProgress: (share: number) => void,
  ) => Promise<Result<Calls, N>>;
};

/** page → worker */
export type CallMessage =
  | {kind: 'call'; id: number; name: string; params: unknown}
  | {kind: 'cancel'; id: number}
  /** Answered by `alive` as soon as the worker is free. */
  | {kind: 'ping'};

/** An error of JavaScript, whose class and stack structured cloning does not keep. */
export interface Bug {
  name: string;
  message: string;
  stack?: string;
}

/** The error event at a worker that hangs, as `Heartbeat` found out. */
export type HangEvent = Event & {hang?: string};

/** worker → page; errors lose their class on the way, so the code travels. */
export type AnswerMessage =
  | {kind: 'result'; id: number; result: unknown}
  /** How much of a call is done, 0 to 1. */
  | {kind: 'progress'; id: number; share: number}
  | {kind: 'failure'; id: number; failure: Failure}
  /** The worker has started, or answers a ping. */
  | {kind: 'alive'}
  /** To be reported; the call that it fails is answered by `internal_error`. */
  | {kind: 'bug'; bug: Bug};
