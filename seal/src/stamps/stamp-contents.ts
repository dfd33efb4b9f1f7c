import {stampInfo} from '../evidence/stamp-info.js';
import {concat, equalBytes} from '../encoding/bytes.js';
import {
  contentOf,
  digests,
  numberOf,
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

/** The content of a time-stamp token, and its signer. */
export interface StampContents {
  /** Epoch milliseconds, to the second. */
  time: number;
  /** Possible error of the time in milliseconds; 0 if the token does not state it. */
  accuracy: number;
  /** Content of the INTEGER, if the token has a nonce. */
  nonce?: Uint8Array;
  /** DER of the signer's certificate. */
  signer: Uint8Array;
  /** DER of all certificates that the token carries. */
  certificates: readonly Uint8Array[];
}

/**
 * Parses a TimeStampToken and checks it by RFC 3161, section 2.4.2, except for its signature: it covers `stamped`,
 * and names (ESSCertID or ESSCertIDv2) and carries the certificate that signed it. Throws {@link StampWrong}, or
 * its subclass StampUnsupported for an unknown algorithm.
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

/** The chain of a time stamp's signer: its certificate first, then the others that the token carries. */
export const stampChain = ({signer, certificates}: StampContents): Uint8Array[] => [
  signer,
  ...certificates.filter((one) => one !== signer),
];

/** Compares issuer and serial number, or the key's identifier (RFC 5652, section 5.3). */
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

/**
 * Checks the signed attribute with the certificate's hash, without which the certificate could be replaced by
 * another (RFC 2634, section 5).
 */
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

/** The hash algorithm of ESSCertIDv2, which is SHA-256 unless stated (RFC 5035, section 4). */
const namedDigest = (algorithm: DerElement | undefined): ImprintDigest | undefined =>
  algorithm ? digests[oidOf(sequenceOf(algorithm)[0])] : 'sha256';

/** Accuracy and nonce, which follow the time in a TSTInfo. */
function extrasOf({tstInfo}: StampToken): Pick<StampContents, 'accuracy' | 'nonce'> {
  const [, , , , , ...rest] = sequenceOf(readDer(tstInfo)[0]);
  const accuracy = rest[0]?.tag === tags.sequence ? sequenceOf(rest[0]) : [];
  const [seconds, milliseconds, microseconds] = [tags.integer, ZERO_PRIMITIVE, ONE_PRIMITIVE].map(
    (tag) => accuracy.filter((one) => one.tag === tag).map(numberOf)[0] ?? 0,
  );
  return {
    accuracy: seconds! * 1000 + milliseconds! + microseconds! / 1000,
    nonce: rest.find(({tag}) => tag === tags.integer)?.content,
  };
}
