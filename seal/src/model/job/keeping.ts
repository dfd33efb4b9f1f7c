import {failureAs} from '../errors.js';

/** Why a capture could not be stored, in a form that can be sent between threads. */
export interface StorageFailure {
  code: 'storage_full' | 'storage_unavailable' | 'worker_unavailable' | 'internal_error';
  message: string;
}

/**
 * Where a capture is stored. stored: it survives a reload; with `failure` the page stored it itself, and it is
 * sealed once the worker can be run. memory: it can be sealed, but a reload loses it. nowhere: only the page has
 * it.
 */
export type Keeping =
  | {name: 'stored'; failure?: StorageFailure}
  | {name: 'memory'; failure: StorageFailure}
  | {name: 'nowhere'; failure: StorageFailure};

/** The result of storing when the worker is gone. */
export function nowhere(thrown: unknown): Keeping {
  const {code, message} = failureAs('worker_unavailable', thrown);
  const isBug = code === 'internal_error';
  return {name: 'nowhere', failure: {code: isBug ? code : 'worker_unavailable', message}};
}
