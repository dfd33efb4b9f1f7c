import {failureAs} from '../../model/errors.js';
import type {Keeping} from '../worker-channel/media-worker-calls.js';

/** The result of storing when the worker is gone. */
export function nowhere(thrown: unknown): Keeping {
  const {code, message} = failureAs('worker_unavailable', thrown);
  const isBug = code === 'internal_error';
  return {name: 'nowhere', failure: {code: isBug ? code : 'worker_unavailable', message}};
}
