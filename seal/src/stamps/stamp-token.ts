import {sha1} from '@noble/hashes/legacy.js';
import {sha256, sha384, sha512} from '@noble/hashes/sha2.js';
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
  type ImprintDigest,
} from '../encoding/der.js';
import {signatureAlgorithmOf, type DerSignature} from '../encoding/signature-algorithm.js';
import {StampUnsupported} from './stamp-errors.js';

const algorithmOf = (element: DerElement | undefined) => oidOf(sequenceOf(element)[0]);

/** A parsed RFC 3161 TimeStampToken (RFC 5652, section 5). */
export interface StampToken {
  tstInfo: Uint8Array;
  /** DER of each certificate; items that are not X.509 certificates are omitted. */
  certificates: Uint8Array[];
  /** The signer: IssuerAndSerialNumber, or the identifier of a key. */
  signer: DerElement;
  digest: ImprintDigest;
  signedAttributes: DerElement;
  signature: DerSignature;
}

/**
 * Parses a token; undefined for another structure. Throws RangeError for malformed DER, and {@link
 * StampUnsupported}.
 */
export function readToken(der: Uint8Array): StampToken | undefined {
  const [outer, ...behind] = readDer(der);
  const [type, wrapped] = sequenceOf(outer);
  if (behind.length > 0 || oidOf(type) !== oids.signedData) return undefined;
  const [, , encapsulated, ...rest] = sequenceOf(readDer(contentOf(wrapped, tags.zero))[0]);
  const [contentType, content] = sequenceOf(encapsulated);
  if (oidOf(contentType) !== oids.tstInfo) return undefined;
  const certificates = rest.find(({tag}) => tag === tags.zero);
  const [only, ...others] = readDer(contentOf(rest.at(-1), tags.set));
  if (others.length > 0) return undefined;
  const [, signer, digestAlgorithm, signedAttributes, signatureAlgorithm, signature] =
    sequenceOf(only);
  const digest = digests[algorithmOf(digestAlgorithm)];
  const algorithm = signatureAlgorithmOf(signatureAlgorithm, digest);
  if (!signer || signedAttributes?.tag !== tags.zero) return undefined;
  if (!digest || !algorithm) throw new StampUnsupported();
  // RFC 8419, section 3.1.
  if (algorithm.name === 'Ed25519' && digest !== 'sha512') throw new StampUnsupported();
  // The attributes are signed as a SET, without their implicit tag (RFC 5652, section 5.4).
  const signed = Uint8Array.from(signedAttributes.whole);
  signed[0] = tags.set;
  return {
    tstInfo: contentOf(readDer(contentOf(content, tags.zero))[0], tags.octetString),
    certificates: certificates
      ? readDer(certificates.content)
          .filter(({tag}) => tag === tags.sequence)
          .map(({whole}) => whole)
      : [],
    signer,
    digest,
    signedAttributes,
    signature: {algorithm, value: contentOf(signature, tags.octetString), signed},
  };
}

/** The single value of a signed attribute; undefined if it is absent or repeated. */
export function attributeOf(token: StampToken, type: string): DerElement | undefined {
  const attributes = readDer(token.signedAttributes.content).map(sequenceOf);
  const [found, ...more] = attributes.filter(([oid]) => oidOf(oid) === type);
  if (!found || more.length > 0) return undefined;
  const [value, ...others] = readDer(contentOf(found[1], tags.set));
  return others.length === 0 ? value : undefined;
}

const hashes = {sha1, sha256, sha384, sha512};

/** Hashes the data of a time stamp: a few hundred bytes, for which JavaScript is fast enough. */
export const digestOf = (name: keyof typeof hashes, bytes: Uint8Array): Uint8Array =>
  hashes[name](bytes);

/** What a time stamp covers: a given SHA-256, or bytes that are hashed with any algorithm. */
export type Stamped = {sha256: Uint8Array} | {bytes: Uint8Array};

/** True if the token's content is what was signed, and covers `stamped`. Throws {@link StampUnsupported}. */
export function isAbout(token: StampToken, stamped: Stamped): boolean {
  const [, , imprint] = sequenceOf(readDer(token.tstInfo)[0]);
  const [algorithm, hashed] = sequenceOf(imprint);
  const digest = digests[algorithmOf(algorithm)];
  if (!digest) throw new StampUnsupported();
  if ('sha256' in stamped && digest !== 'sha256') return false;
  const expected = 'sha256' in stamped ? stamped.sha256 : digestOf(digest, stamped.bytes);
  return (
    equalBytes(contentOf(hashed, tags.octetString), expected) &&
    oidOf(attributeOf(token, oids.contentType)) === oids.tstInfo &&
    equalBytes(
      contentOf(attributeOf(token, oids.messageDigest), tags.octetString),
      digestOf(token.digest, token.tstInfo),
    )
  );
}
