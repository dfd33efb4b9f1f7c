import type {Sealer} from '../certificates/sealer.js';
import {NoTimeStampAuthority} from '../timestamps/independent-time.js';

/** @throws {TimeStampUnavailable} if it is already known that no time stamp is available */
export function assertTimeAvailable({time, authority}: Sealer): void {
  if (time) time.assertAvailable();
  else if (!authority) throw new NoTimeStampAuthority();
}

/**
 * A TimeStampToken (DER) for a SHA-256: verified, by the external authorities, or else by the environment's own.
 * @throws {TimeStampUnavailable} or the signal's reason
 */
export async function tokenFor(
  imprint: Uint8Array,
  {time, authority}: Sealer,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  if (time) {
    time.assertAvailable();
    return time.stamp(imprint, signal);
  }
  if (authority) return authority(imprint);
  throw new NoTimeStampAuthority();
}
