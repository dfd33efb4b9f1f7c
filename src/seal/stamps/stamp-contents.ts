import {stampInfo} from '../evidence/stamp-info.js';
import {concat, equalBytes} from '../encoding/bytes.js';
import {
  contentOf,
  digests,
  oidOf,
  oids,
  readDer,
  sequenceOf,
  tags,
  type DerElement,
  type ImprintDigest,
} from '../encoding/der.js';
import {
  attributeOf,
  digestOf,
  isAbout,
  readToken,
  type Stamped,
  type StampToken,
} from './stamp-token.js';
import {StampMismatch, StampUnsupported, StampWrong} from './stamp-errors.js';

const SIGNING_CERTIFICATE = '2a864886f70d010910020c';
const SUBJECT_KEY_IDENTIFIER = '551d0e';
/** Of the context-specific tags: [0] and [1], primitive, and [3], constructed. */
const ZERO_PRIMITIVE = 0x80;
const ONE_PRIMITIVE = 0x81;
const EXTENSIONS = 0xa3;

/** What a time-stamp token says, and who says it. */
export interface StampContents {
  /** Epoch milliseconds, to the second. */
  time: number;
  /** How far the time may be wrong, in milliseconds; 0 where the token does not say it. */
  accuracy: number;
  /** Content of the INTEGER, where the token repeats one. */
  nonce?: Uint8Array;
  /** DER of the certificate that signed. */
  signer: Uint8Array;
  /** DER of all certificates that the token carries. */
  certificates: readonly Uint8Array[];
}

/**
 * Reads a TimeStampToken and checks it as RFC 3161, section 2.4.2 asks, but for its signature: it is about this, names
 * the certificate that signed it (ESSCertID or ESSCertIDv2) and carries it. Throws {@link StampWrong}, as
 * StampUnsupported where that cannot be said for want of an algorithm.
 */
export function readStamp(
  der: Uint8Array,
  stamped: Stamped,
): {contents: StampContents; token: StampToken} {
  try {
    const token = readToken(der);
    if (!token) throw new StampWrong('The time stamp has another form.');
    return {contents: contentsOf(token, der, stamped), token};
  } catch (error) {
    if (error instanceof StampWrong) throw error;
    throw new StampWrong('The time stamp is damaged.', {cause: error});
  }
}

function contentsOf(token: StampToken, der: Uint8Array, stamped: Stamped): StampContents {
  if (!isAbout(token, stamped)) throw new StampMismatch('The time stamp is about something else.');
  const signer = token.certificates.find((one) => isNamed(token.signer, one));
  if (!signer) throw new StampWrong('The time stamp lacks the certificate that signed it.');
  if (!hasSigned(token, signer)) {
    throw new StampWrong('The time stamp names another certificate than it was signed by.');
  }
  const info = stampInfo(der);
  if (!info) throw new StampWrong('The time stamp has no time.');
  return {time: info.time * 1000, ...extrasOf(token), signer, certificates: token.certificates};
}

/** Issuer and serial number, or the key's identifier (RFC 5652, section 5.3). */
function isNamed(identifier: DerElement, certificate: Uint8Array): boolean {
  const [body] = sequenceOf(readDer(certificate)[0]);
  const [version, serial, , issuer, ...rest] = sequenceOf(body);
  if (version?.tag !== tags.zero || !serial || !issuer) return false;
  if (identifier.tag === tags.sequence) {
    return equalBytes(identifier.content, concat([issuer.whole, serial.whole]));
  }
  const extensions = rest.find(({tag}) => tag === EXTENSIONS);
  if (identifier.tag !== ZERO_PRIMITIVE || !extensions) return false;
  const found = sequenceOf(readDer(extensions.content)[0])
    .map(sequenceOf)
    .find(([oid]) => oidOf(oid) === SUBJECT_KEY_IDENTIFIER);
  const value = contentOf(found?.at(-1), tags.octetString);
  return equalBytes(contentOf(readDer(value)[0], tags.octetString), identifier.content);
}

/** The signed attribute with the hash of the certificate; without it, one could be exchanged for another (RFC 2634, 5). */
function hasSigned(token: StampToken, certificate: Uint8Array): boolean {
  const second = attributeOf(token, oids.signingCertificateV2);
  const first = attributeOf(token, SIGNING_CERTIFICATE);
  const attribute = second ?? first;
  if (!attribute) return false;
  const [id] = sequenceOf(sequenceOf(attribute)[0]);
  const members = sequenceOf(id);
  const named = members[0]?.tag === tags.sequence ? members[0] : undefined;
  const hash = contentOf(members[named ? 1 : 0], tags.octetString);
  const digest = second ? namedDigest(named) : 'sha1';
  if (!digest) throw new StampUnsupported();
  return equalBytes(digestOf(digest, certificate), hash);
}

/** ESSCertIDv2 names its digest unless it is SHA-256 (RFC 5035, section 4). */
const namedDigest = (algorithm: DerElement | undefined): ImprintDigest | undefined =>
  algorithm ? digests[oidOf(sequenceOf(algorithm)[0])] : 'sha256';

/** What follows the time in a TSTInfo. */
function extrasOf({tstInfo}: StampToken): Pick<StampContents, 'accuracy' | 'nonce'> {
  const [, , , , , ...rest] = sequenceOf(readDer(tstInfo)[0]);
  const accuracy = rest[0]?.tag === tags.sequence ? sequenceOf(rest[0]) : [];
  const [seconds, milliseconds, microseconds] = [tags.integer, ZERO_PRIMITIVE, ONE_PRIMITIVE].map(
    (tag) => numberOf(accuracy.find((one) => one.tag === tag)),
  );
  return {
    accuracy: seconds! * 1000 + milliseconds! + microseconds! / 1000,
    nonce: rest.find(({tag}) => tag === tags.integer)?.content,
  };
}

const numberOf = (element: DerElement | undefined): number =>
  element?.content.reduce((sum, byte) => sum * 256 + byte, 0) ?? 0;
