import {SignerFailed} from '../../../seal/writing/engine/engine-signing.js';
import {NoTimeStampAuthority, TimeStampUnavailable} from '../../timestamps/independent-time.js';
import {reasonOf} from '../../timestamps/time-stamp-client.js';

/** Why there was no time stamp, and what an operator can do; undefined if something else failed. */
export function whyWithoutTime(error: unknown): string | undefined {
  const lacking = error instanceof SignerFailed ? error.cause : error;
  if (!(lacking instanceof TimeStampUnavailable)) return undefined;
  if (lacking instanceof NoTimeStampAuthority) {
    return 'No time-stamp authority is set up: name one with SEALED_CAPTURE_TIMESTAMP.';
  }
  return lacking.cause === undefined
    ? 'Each time-stamp authority is being left alone for a while after failures. SEALED_CAPTURE_TIMESTAMP names them.'
    : `No time-stamp authority gave a stamp that is taken here: ${reasonOf(lacking.cause)} Try again later, or check SEALED_CAPTURE_TIMESTAMP and SEALED_CAPTURE_TSA_TRUST_ANCHORS.`;
}
