import {SealedCaptureError, type ErrorCode} from '../errors.js';

/** For what took longer than anybody waits. */
export const outOfTime = (code: ErrorCode, message: string): SealedCaptureError =>
  new SealedCaptureError(code, message, {
    cause: new DOMException('The time is over.', 'TimeoutError'),
  });

/** True for what {@link outOfTime} made, whatever its code. */
export const isOutOfTime = (thrown: unknown): boolean =>
  thrown instanceof SealedCaptureError &&
  thrown.cause instanceof DOMException &&
  thrown.cause.name === 'TimeoutError';
