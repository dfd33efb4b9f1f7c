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
} from './der.js';

/** How a signature is made. Both WebCrypto and Node's `verify` take these names of hash algorithms. */
export type SignatureAlgorithm =
  | {name: 'ECDSA'; hash: string}
  | {name: 'RSASSA-PKCS1-v1_5'; hash: string}
  | PssAlgorithm
  | {name: 'Ed25519'};

interface PssAlgorithm {
  name: 'RSA-PSS';
  hash: string;
  saltLength: number;
}

/** A signature as certificates, CMS and OCSP have it: of ECDSA as DER. */
export interface DerSignature {
  algorithm: SignatureAlgorithm;
  value: Uint8Array;
  signed: Uint8Array;
}

const hashNames = {sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512'} as const;
const hashLengths = {sha256: 32, sha384: 48, sha512: 64} as const;

const algorithms: Readonly<Partial<Record<string, SignatureAlgorithm>>> = {
  [oids.ecdsaWithSha256]: {name: 'ECDSA', hash: hashNames.sha256},
  [oids.ecdsaWithSha384]: {name: 'ECDSA', hash: hashNames.sha384},
  [oids.ecdsaWithSha512]: {name: 'ECDSA', hash: hashNames.sha512},
  [oids.sha256WithRsa]: {name: 'RSASSA-PKCS1-v1_5', hash: hashNames.sha256},
  [oids.sha384WithRsa]: {name: 'RSASSA-PKCS1-v1_5', hash: hashNames.sha384},
  [oids.sha512WithRsa]: {name: 'RSASSA-PKCS1-v1_5', hash: hashNames.sha512},
  [oids.ed25519]: {name: 'Ed25519'},
};

/**
 * The algorithm of an AlgorithmIdentifier; undefined if it is not known here. Throws RangeError if it is malformed.
 *
 * @param digest of the signed content, for rsaEncryption, which names none (RFC 3370, section 3.2)
 */
export function signatureAlgorithmOf(
  identifier: DerElement | undefined,
  digest?: ImprintDigest,
): SignatureAlgorithm | undefined {
  const [type, parameters] = sequenceOf(identifier);
  const oid = oidOf(type);
  if (oid === oids.rsassaPss) {
    const known = parameters && pssOf(parameters);
    if (!digest) return known;
    // RFC 4056, section 3. The engine takes no time stamp with a salt of another length than its hash.
    const isTaken = known?.hash === hashNames[digest] && known.saltLength === hashLengths[digest];
    return isTaken ? known : undefined;
  }
  if (oid !== oids.rsaEncryption) return algorithms[oid];
  return digest && {name: 'RSASSA-PKCS1-v1_5', hash: hashNames[digest]};
}

/** The signature of a certificate (DER); undefined if its algorithm is not known. Throws RangeError for a malformed one. */
export function signatureOf(certificate: Uint8Array): DerSignature | undefined {
  const [signed, identifier, value] = sequenceOf(readDer(certificate)[0]);
  const algorithm = signatureAlgorithmOf(identifier);
  const bits = contentOf(value, tags.bitString);
  return algorithm && {algorithm, value: bits.subarray(1), signed: signed!.whole};
}

const TRAILER_BC = 1;
const DEFAULT_SALT = 20;
const NONE = new Uint8Array(0);

/**
 * RSASSA-PSS-params (RFC 4055, section 3.1). Their default is SHA-1, which is not known here. WebCrypto makes the mask
 * with the hash algorithm of the content only.
 */
export function pssOf(parameters: DerElement): PssAlgorithm | undefined {
  const [hashed, masked, salt, trailer] = [tags.zero, tags.one, tags.two, tags.three].map(
    (wanted) => readDer(sequenceOf(parameters).find(({tag}) => tag === wanted)?.content ?? NONE)[0],
  );
  const digest = hashOf(hashed);
  const [mask, maskHash] = masked ? sequenceOf(masked) : [];
  if (!digest || !mask || oidOf(mask) !== oids.mgf1 || hashOf(maskHash) !== digest)
    return undefined;
  if (trailer && numberOf(trailer) !== TRAILER_BC) return undefined;
  const saltLength = salt ? numberOf(salt) : DEFAULT_SALT;
  return {name: 'RSA-PSS', hash: hashNames[digest], saltLength};
}

const hashOf = (identifier: DerElement | undefined): ImprintDigest | undefined =>
  identifier && digests[oidOf(sequenceOf(identifier)[0])];
