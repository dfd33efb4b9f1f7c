import {SealedCaptureError, type ErrorCode} from '../errors.js';

/** An error for work that exceeded its time limit. */
export const outOfTime = (code: ErrorCode, message: string): SealedCaptureError =>
  new SealedCaptureError(code, message, {
    cause: new DOMException('The time is over.', 'TimeoutError'),
  });

/** True for errors that {@link outOfTime} made, whatever their code. */
export const isOutOfTime = (thrown: unknown): boolean =>
  thrown instanceof SealedCaptureError &&
  thrown.cause instanceof DOMException &&
  thrown.cause.name === 'TimeoutError';
