import type {Authorization} from '../../model/authorization.js';
import type {SealedCaptureError} from '../../model/errors.js';

/**
 * Does what needs authorization. Where the service answers 401, once more with what is given then, unless that is the
 * same: a token may have been revoked, or have run out by the service's clock.
 */
export async function authorized<T>(
  authorize: (refused?: Authorization) => Promise<Authorization>,
  work: (authorization: Authorization) => Promise<T>,
): Promise<T> {
  const first = await authorize();
  try {
    return await work(first);
  } catch (thrown) {
    if ((thrown as Partial<SealedCaptureError> | undefined)?.status !== 401) throw thrown;
    const next = await authorize(first);
    if (JSON.stringify(next) === JSON.stringify(first)) throw thrown;
    return work(next);
  }
}
