import {SealedCaptureError} from '../../model/errors.js';

/** Tells the page's developer: of a bug of this package, of an exception in the page's own code, or a hint. */
export function report(problem: unknown): void {
  if (problem instanceof SealedCaptureError && problem.code === 'internal_error') {
    reportBug(problem.cause);
  } else if (problem instanceof Error) reportError(problem);
  else console.warn(problem);
}

/** Reports a bug of this package by code that is loaded for it. One that crossed from a worker has been reported there. */
export const reportBug = (bug: unknown): void =>
  void (bug && import('./report-bug.js').then((loaded) => loaded.reportBug(bug), console.error));
