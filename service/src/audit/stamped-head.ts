import {createHash} from 'node:crypto';
import Type, {type Static} from 'typebox';
import {Value} from 'typebox/value';
import {checkStamp} from '@sealed-capture/seal/node/time-stamp.js';
import {StampWrong} from '@sealed-capture/seal/stamps/stamp-errors.js';
import type {AuthorityTrust} from '../timestamps/authority-trust.js';
import {readHead, type Mark} from './audit-head.js';

/**
 * A head with the time stamp of an independent authority (RFC 3161). It shows anyone who trusts the authority that the
 * log was so at that time. A signature with a key of the service would not: its operator could sign another log.
 */
const StampedHead = Type.Object({
  /** The head of the log, of which the UTF-8 bytes are stamped. */
  head: Type.String(),
  /** DER of a TimeStampToken, Base64. */
  timeStamp: Type.String({maxLength: 64 * 1024}),
});
export type StampedHead = Static<typeof StampedHead>;

/** SHA-256 of the head, which the time stamp covers. */
export const imprintOf = (head: string): Uint8Array => createHash('sha256').update(head).digest();

export interface CheckedHead {
  marks: Mark[];
  /** Epoch milliseconds, to the second. */
  time: number;
}

/**
 * Verifies a stamped head.
 * @param value any JSON
 * @returns the reason, if it does not hold
 */
export async function checkStampedHead(
  value: unknown,
  trust: AuthorityTrust,
): Promise<CheckedHead | {reason: string}> {
  const marks = Value.Check(StampedHead, value) ? readHead(value.head) : undefined;
  if (!Value.Check(StampedHead, value) || !marks || marks.length === 0) {
    return {reason: 'It is no head with a time stamp.'};
  }
  try {
    const token = Buffer.from(value.timeStamp, 'base64');
    const stamp = checkStamp(token, imprintOf(value.head));
    await trust.check(stamp);
    return {marks, time: stamp.time};
  } catch (error) {
    if (error instanceof StampWrong) return {reason: error.message};
    throw error;
  }
}
