import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';

/** Reports to the page's developer a bug of this package, an exception in the page's own code, or a hint. */
export function report(problem: unknown): void {
  if (problem instanceof SealedCaptureError && problem.code === 'internal_error') {
    reportBug(problem.cause);
  } else if (problem instanceof Error) reportError(problem);
  else console.warn(problem);
}

/** Reports a bug of this package; the code for it is loaded on demand. A bug in a worker is reported there. */
export const reportBug = (bug: unknown): void =>
  void (bug && import('./report-bug.js').then((loaded) => loaded.reportBug(bug), console.error));
