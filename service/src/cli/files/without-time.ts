import {NoTimeStampAuthority, TimeStampUnavailable} from '../../timestamps/independent-time.js';
import {reasonOf} from '../../timestamps/time-stamp-client.js';

/** Why there was no time stamp, and what an operator can do; undefined if something else failed. */
export function whyWithoutTime(error: unknown): string | undefined {
  if (!(error instanceof TimeStampUnavailable)) return undefined;
  if (error instanceof NoTimeStampAuthority) {
    return 'No time-stamp authority is set up: name one with SEALED_CAPTURE_TIMESTAMP.';
  }
  return error.cause === undefined
    ? 'Each time-stamp authority is being left alone for a while after failures. SEALED_CAPTURE_TIMESTAMP names them.'
    : `No time-stamp authority gave a stamp that is taken here: ${reasonOf(error.cause)} Try again later, or check SEALED_CAPTURE_TIMESTAMP and SEALED_CAPTURE_TSA_TRUST_ANCHORS.`;
}
