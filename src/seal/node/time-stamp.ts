import {createHash, verify, X509Certificate, type KeyObject} from 'node:crypto';
import {equalBytes} from '../encoding/bytes.js';
import {contentOf, oidOf, readDer, tags, type DerElement} from '../encoding/der.js';

/** Object identifiers by their DER content. */
const SIGNED_DATA = '2a864886f70d010702';
const TST_INFO = '2a864886f70d0109100104';
const CONTENT_TYPE = '2a864886f70d010903';
const MESSAGE_DIGEST = '2a864886f70d010904';
const RSA_ENCRYPTION = '2a864886f70d010101';
const digests: Partial<Record<string, string>> = {
  '608648016503040201': 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
};
const signatureDigests: Partial<Record<string, string>> = {
  '2a8648ce3d040302': 'sha256',
  '2a8648ce3d040303': 'sha384',
  '2a8648ce3d040304': 'sha512',
  '2a864886f70d01010b': 'sha256',
  '2a864886f70d01010c': 'sha384',
  '2a864886f70d01010d': 'sha512',
};

const sequence = (element: DerElement | undefined) => readDer(contentOf(element, tags.sequence));
const algorithmOf = (element: DerElement | undefined) => oidOf(sequence(element)[0]);

/** An RFC 3161 TimeStampToken taken apart (RFC 5652, section 5). */
interface Token {
  tstInfo: Uint8Array;
  certificates: Uint8Array[];
  digest: string;
  signedAttributes: DerElement;
  signatureDigest: string;
  signature: Uint8Array;
}

function readToken(der: Uint8Array): Token | undefined {
  const [type, wrapped] = sequence(readDer(der)[0]);
  if (oidOf(type) !== SIGNED_DATA) return undefined;
  const [, , encapsulated, ...rest] = sequence(readDer(contentOf(wrapped, tags.zero))[0]);
  const [contentType, content] = sequence(encapsulated);
  if (oidOf(contentType) !== TST_INFO) return undefined;
  const certificates = rest.find(({tag}) => tag === tags.zero);
  const signerInfos = readDer(contentOf(rest.at(-1), tags.set));
  const [, , digestAlgorithm, signedAttributes, signatureAlgorithm, signature] = sequence(
    signerInfos[0],
  );
  const digest = digests[algorithmOf(digestAlgorithm)];
  const named = algorithmOf(signatureAlgorithm);
  const signatureDigest = named === RSA_ENCRYPTION ? digest : signatureDigests[named];
  if (!digest || !signatureDigest || signedAttributes?.tag !== tags.zero) return undefined;
  return {
    tstInfo: contentOf(readDer(contentOf(content, tags.zero))[0], tags.octetString),
    certificates: certificates ? readDer(certificates.content).map(({whole}) => whole) : [],
    digest,
    signedAttributes,
    signatureDigest,
    signature: contentOf(signature, tags.octetString),
  };
}

function attributeOf(token: Token, type: string): DerElement | undefined {
  const attributes = readDer(token.signedAttributes.content).map(sequence);
  const [, values] = attributes.find(([oid]) => oidOf(oid) === type) ?? [];
  return readDer(contentOf(values, tags.set))[0];
}

/** The token's content is what was signed, and is about this imprint. */
function isAbout(token: Token, messageImprint: Uint8Array): boolean {
  const [, , imprint] = sequence(readDer(token.tstInfo)[0]);
  const [algorithm, hashed] = sequence(imprint);
  const digest = createHash(token.digest).update(token.tstInfo).digest();
  return (
    digests[algorithmOf(algorithm)] === 'sha256' &&
    equalBytes(contentOf(hashed, tags.octetString), messageImprint) &&
    oidOf(attributeOf(token, CONTENT_TYPE)) === TST_INFO &&
    equalBytes(contentOf(attributeOf(token, MESSAGE_DIGEST), tags.octetString), digest)
  );
}

function isSignedBy(token: Token, key: KeyObject): boolean {
  // What is signed is the attributes as a SET, not with the implicit tag that they carry (RFC 5652, section 5.4).
  const signed = Uint8Array.from(token.signedAttributes.whole);
  signed[0] = tags.set;
  return verify(token.signatureDigest, signed, key, token.signature);
}

/** A certificate that may stamp, its key parsed. */
export interface Stamper {
  der: Uint8Array;
  key: KeyObject;
}

/** From the DER of a certificate. Throws for anything else. */
export const stamperOf = (der: Uint8Array): Stamper => ({
  der,
  key: new X509Certificate(der).publicKey,
});

/**
 * True when the TimeStampToken is about this SHA-256, and signed by a certificate that it carries: one of
 * `stampers` where they are given. Node only.
 */
export function timestampHolds(
  der: Uint8Array,
  messageImprint: Uint8Array,
  stampers?: readonly Stamper[],
): boolean {
  try {
    const token = readToken(der);
    if (!token || !isAbout(token, messageImprint)) return false;
    const carried = (stamper: Stamper) =>
      token.certificates.some((certificate) => equalBytes(certificate, stamper.der));
    const candidates = stampers?.filter(carried) ?? token.certificates.map(stamperOf);
    return candidates.some(({key}) => isSignedBy(token, key));
  } catch {
    return false;
  }
}
