import {createHash, verify, X509Certificate, type KeyObject} from 'node:crypto';
import {equalBytes} from '../encoding/bytes.js';
import {
  contentOf,
  digests,
  oidOf,
  oids,
  readDer,
  sequenceOf,
  tags,
  type DerElement,
} from '../encoding/der.js';

const signatureDigests: Partial<Record<string, string>> = {
  [oids.ecdsaWithSha256]: 'sha256',
  [oids.ecdsaWithSha384]: 'sha384',
  [oids.ecdsaWithSha512]: 'sha512',
  [oids.sha256WithRsa]: 'sha256',
  [oids.sha384WithRsa]: 'sha384',
  [oids.sha512WithRsa]: 'sha512',
};

const algorithmOf = (element: DerElement | undefined) => oidOf(sequenceOf(element)[0]);

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
  const [type, wrapped] = sequenceOf(readDer(der)[0]);
  if (oidOf(type) !== oids.signedData) return undefined;
  const [, , encapsulated, ...rest] = sequenceOf(readDer(contentOf(wrapped, tags.zero))[0]);
  const [contentType, content] = sequenceOf(encapsulated);
  if (oidOf(contentType) !== oids.tstInfo) return undefined;
  const certificates = rest.find(({tag}) => tag === tags.zero);
  const signerInfos = readDer(contentOf(rest.at(-1), tags.set));
  const [, , digestAlgorithm, signedAttributes, signatureAlgorithm, signature] = sequenceOf(
    signerInfos[0],
  );
  const digest = digests[algorithmOf(digestAlgorithm)];
  const named = algorithmOf(signatureAlgorithm);
  const signatureDigest = named === oids.rsaEncryption ? digest : signatureDigests[named];
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
  const attributes = readDer(token.signedAttributes.content).map(sequenceOf);
  const [, values] = attributes.find(([oid]) => oidOf(oid) === type) ?? [];
  return readDer(contentOf(values, tags.set))[0];
}

/** The token's content is what was signed, and is about this imprint. */
function isAbout(token: Token, messageImprint: Uint8Array): boolean {
  const [, , imprint] = sequenceOf(readDer(token.tstInfo)[0]);
  const [algorithm, hashed] = sequenceOf(imprint);
  const digest = createHash(token.digest).update(token.tstInfo).digest();
  return (
    digests[algorithmOf(algorithm)] === 'sha256' &&
    equalBytes(contentOf(hashed, tags.octetString), messageImprint) &&
    oidOf(attributeOf(token, oids.contentType)) === oids.tstInfo &&
    equalBytes(contentOf(attributeOf(token, oids.messageDigest), tags.octetString), digest)
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
