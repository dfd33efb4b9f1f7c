import {utf8} from '@sealed-capture/seal/encoding/bytes.js';
import {contentOf, der, readDer, sequenceOf, tags} from '@sealed-capture/seal/encoding/der.js';
import {StampWrong} from '@sealed-capture/seal/stamps/stamp-errors.js';
import {failures, type RefusedQuery} from './stamp-query.js';

const BIT_STRING = 0x03;
const UTF8_STRING = 0x0c;
const GRANTED = 0;
const GRANTED_WITH_MODS = 1;
const REJECTION = 2;

const {integer, sequence} = tags;

/** A TimeStampResp with the token (RFC 3161, section 2.4.2). */
export const grantedReply = (token: Uint8Array): Uint8Array =>
  der(sequence, der(sequence, der(integer, Uint8Array.of(GRANTED))), token);

/** A TimeStampResp that says why there is no token. */
export const refusedReply = ({failure, reason}: RefusedQuery): Uint8Array =>
  der(
    sequence,
    der(
      sequence,
      der(integer, Uint8Array.of(REJECTION)),
      der(sequence, der(UTF8_STRING, utf8(reason))),
      der(BIT_STRING, namedBit(failures[failure])),
    ),
  );

/**
 * A named bit list with one bit: the number of unused bits in the last byte, then the bytes (X.690, section
 * 11.2.2).
 */
function namedBit(bit: number): Uint8Array {
  const bytes = new Uint8Array(2 + (bit >> 3));
  bytes[0] = 7 - (bit & 7);
  bytes[bytes.length - 1] = 0x80 >> (bit & 7);
  return bytes;
}

/**
 * The token of a TimeStampResp. Its content is not checked here.
 * @throws {StampWrong} if there is none
 */
export function tokenOf(reply: Uint8Array): Uint8Array {
  const [status, token] = partsOf(reply);
  if (status === GRANTED || status === GRANTED_WITH_MODS) {
    if (token) return token;
    throw new StampWrong('The answer says that time was stamped, but holds no time stamp.');
  }
  throw new StampWrong(`The authority refused to stamp (PKIStatus ${status}).`);
}

function partsOf(reply: Uint8Array): [status: number, token: Uint8Array | undefined] {
  try {
    const [outer, ...behind] = readDer(reply);
    const [info, token, ...others] = sequenceOf(outer);
    const [status = NaN, ...more] = contentOf(sequenceOf(info)[0], tags.integer);
    if (behind.length + others.length + more.length === 0) return [status, token?.whole];
  } catch {
    // Handled below.
  }
  throw new StampWrong('The answer is no time-stamp reply.');
}
