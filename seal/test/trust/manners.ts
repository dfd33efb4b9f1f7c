import {
  constants,
  createPublicKey,
  generateKeyPairSync,
  sign,
  type KeyObject,
  type KeyPairKeyObjectResult,
} from 'node:crypto';
import {der, oids, readDer, sequenceOf, tags, type ImprintDigest} from '../../src/encoding/der.js';

const {integer, sequence, zero} = tags;
export const SHA_1 = '2b0e03021a';

/** How a time stamp or an OCSP answer is signed. */
export interface Manner {
  /** DER of the AlgorithmIdentifier that it names. */
  identifier: Uint8Array;
  /** Of the content, and for ECDSA and RSA of what is signed. */
  digest: ImprintDigest;
  sign: (bytes: Uint8Array, key: KeyObject) => Uint8Array;
}

/** A manner of signing, and a key for it. */
export type Case = readonly [name: string, keys: KeyPairKeyObjectResult, manner: Manner];

/** An object identifier, from its content in hexadecimal. */
export const oid = (hex: string): Uint8Array =>
  der(tags.objectIdentifier, Uint8Array.from(Buffer.from(hex, 'hex')));

export const number = (value: number): Uint8Array => der(integer, Uint8Array.of(value));

interface PssFields {
  hash?: ImprintDigest | 'sha1';
  /** The hash of the mask; default: the same. */
  mask?: ImprintDigest | 'sha1' | 'absent';
  /** Object identifier of the mask's function. */
  maskBy?: string;
  salt?: number;
  trailer?: number;
}

/** AlgorithmIdentifier of RSA-PSS; fields without a value are left out, so that their default counts. */
export function pssIdentifier({
  hash,
  mask = hash,
  maskBy = oids.mgf1,
  salt,
  trailer,
}: PssFields): Uint8Array {
  const identifier = (name: ImprintDigest | 'sha1') =>
    der(sequence, oid(name === 'sha1' ? SHA_1 : oids[name]), der(tags.null));
  const field = (tag: number, value: Uint8Array | false | undefined) =>
    value ? [der(tag, value)] : [];
  const parameters = der(
    sequence,
    ...field(zero, hash && identifier(hash)),
    ...field(tags.one, mask && mask !== 'absent' && der(sequence, oid(maskBy), identifier(mask))),
    ...field(tags.two, salt !== undefined && number(salt)),
    ...field(tags.three, trailer !== undefined && number(trailer)),
  );
  return der(sequence, oid(oids.rsassaPss), parameters);
}

/** RSA-PSS with these parameters; `named`: those that it states instead. */
export const pss = (digest: ImprintDigest, salt: number, named: PssFields = {}): Manner => ({
  identifier: pssIdentifier({hash: digest, salt, ...named}),
  digest,
  sign: (bytes, key) =>
    sign(digest, bytes, {key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: salt}),
});

/** One of the algorithms without parameters. */
export const plain = (name: keyof typeof oids, digest: ImprintDigest = 'sha256'): Manner => ({
  identifier: der(sequence, oid(oids[name])),
  digest,
  sign: (bytes, key) => sign(key.asymmetricKeyType === 'ed25519' ? null : digest, bytes, key),
});

/** Manners in which each authority may sign, with a key for each. */
export function everyManner(): Case[] {
  const rsa = generateKeyPairSync('rsa', {modulusLength: 2048});
  const forPss = generateKeyPairSync('rsa-pss', {modulusLength: 2048});
  const sizes = [
    ['sha256', 32],
    ['sha384', 48],
    ['sha512', 64],
  ] as const;
  return [
    ...sizes.flatMap(([digest, salt]) => [
      [`RSA-PSS with ${digest} and a key for RSA`, rsa, pss(digest, salt)] as const,
      [`RSA-PSS with ${digest} and a key for RSA-PSS`, forPss, pss(digest, salt)] as const,
    ]),
    [
      'RSA-PSS with a restricted key',
      restrictedKeys({hash: 'sha384', salt: 48}),
      pss('sha384', 48),
    ],
    ['Ed25519', generateKeyPairSync('ed25519'), plain('ed25519', 'sha512')],
  ];
}

/** Keys that may sign with such parameters of RSA-PSS only, and as much salt at least (RFC 4055, section 3.3). */
export function restrictedKeys(fields: PssFields): KeyPairKeyObjectResult {
  const {publicKey, privateKey} = generateKeyPairSync('rsa', {modulusLength: 2048});
  const spki = Uint8Array.from(publicKey.export({type: 'spki', format: 'der'}));
  const [, bits] = sequenceOf(readDer(spki)[0]);
  const restricted = der(sequence, pssIdentifier(fields), bits!.whole);
  const key = Buffer.from(restricted);
  // OpenSSL would refuse to sign otherwise, so that the private key stays as it is.
  return {publicKey: createPublicKey({key, format: 'der', type: 'spki'}), privateKey};
}
