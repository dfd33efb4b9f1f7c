import type {Failure} from '@sealed-capture/seal/model/job/job.js';

/** What cannot be sent: the worker has its own. */
export interface Own {
  signal?: AbortSignal;
  /** Called with the share of a call's work that is done, from 0 to 1. */
  progress?: (share: number) => void;
}

/** One call. In the place of a signal or a callback, `args` has the name of what the worker is to use. */
export interface Call {
  kind: 'call';
  id: number;
  name: string;
  args: unknown[];
}

/** Messages from the page to the worker. */
export type CallMessage =
  | Call
  | {kind: 'cancel'; id: number}
  /** Answered with `alive` as soon as the worker is free. */
  | {kind: 'ping'};

/** An error of JavaScript as data, because structured cloning does not keep its class and stack. */
export interface Bug {
  name: string;
  message: string;
  stack?: string;
}

/** The error event for a worker that hangs, as detected by `Heartbeat`. */
export type HangEvent = Event & {hang?: string};

/** From the worker to the page. Errors lose their class on the way, so the code is sent. */
export type AnswerMessage =
  | {kind: 'result'; id: number; result: unknown}
  /** Share of a call's work that is done, from 0 to 1. */
  | {kind: 'progress'; id: number; share: number}
  | {kind: 'failure'; id: number; failure: Failure}
  /** The worker has started, or answers a ping. */
  | {kind: 'alive'}
  /** A bug to be reported; the call that it fails is answered with `internal_error`. */
  | {kind: 'bug'; bug: Bug};
