import {hash as hashOf, randomBytes, sign} from 'node:crypto';
import {
  der,
  oids,
  readDer,
  sequenceOf,
  tags,
  type ImprintDigest,
} from '@sealed-capture/seal/encoding/der.js';
import type {SigningIdentity} from './signing-identity.js';

const {integer, octetString, sequence, set, zero} = tags;

/** Options of a time-stamp request. */
export interface StampOptions {
  /** Hash algorithm of the imprint; default SHA-256. */
  digest?: ImprintDigest;
  /** The request's nonce, as the content of a DER INTEGER. */
  nonce?: Uint8Array;
  /** Omits the certificates from the token, for a client that has them. */
  withoutCertificates?: boolean;
}

/** Makes a DER TimeStampToken (CMS ContentInfo) for an imprint. */
export type TimeStampAuthority = (imprint: Uint8Array, options?: StampOptions) => Uint8Array;

/** The policy of the service's own authorities, as hexadecimal: anyPolicy (RFC 5280, section 4.2.1.4). */
export const OWN_POLICY = oids.anyPolicy;

/**
 * Makes RFC 3161 time-stamp tokens in this process. The constant parts are encoded once; each token takes a few
 * joins, two hashes and a signature.
 */
export function timeStampAuthority(
  {certificateChain, privateKey}: SigningIdentity,
  now: () => number,
): TimeStampAuthority {
  const leaf = certificateChain[0]!;
  const version1 = der(integer, Uint8Array.of(1));
  const sha256 = der(sequence, oid('sha256'));
  const imprintAlgorithms = {
    sha256,
    sha384: der(sequence, oid('sha384')),
    sha512: der(sequence, oid('sha512')),
  };
  const policy = oid('anyPolicy');
  const digestAlgorithms = der(set, sha256);
  const certificates = der(zero, ...certificateChain);
  const signatureAlgorithm = der(sequence, oid('ecdsaWithSha256'));
  const signer = issuerAndSerialNumber(leaf);
  const contentType = attribute(oid('contentType'), oid('tstInfo'));
  // ESSCertIDv2 (RFC 5035): SHA-256 is the default and therefore omitted.
  const certificateId = attribute(
    oid('signingCertificateV2'),
    der(sequence, der(sequence, der(sequence, der(octetString, hash(leaf))))),
  );
  const signingTime = oid('signingTime');
  const messageDigest = oid('messageDigest');
  const signedDataOid = oid('signedData');
  const tstInfoOid = oid('tstInfo');
  const signedDataVersion = der(integer, Uint8Array.of(3));

  return (imprint, {digest = 'sha256', nonce, withoutCertificates} = {}) => {
    const time = new Date(now());
    const info = der(
      sequence,
      version1,
      policy,
      der(sequence, imprintAlgorithms[digest], der(octetString, imprint)),
      der(integer, serialNumber()),
      der(tags.generalizedTime, ascii(`${digits(time)}Z`)),
      ...(nonce ? [der(integer, nonce)] : []),
    );
    const attributes = derSet([
      contentType,
      attribute(signingTime, der(tags.utcTime, ascii(`${digits(time).slice(2)}Z`))),
      attribute(messageDigest, der(octetString, hash(info))),
      certificateId,
    ]);
    const signature = sign('sha256', der(set, attributes), privateKey);
    const signerInfo = der(
      sequence,
      version1,
      signer,
      sha256,
      der(zero, attributes),
      signatureAlgorithm,
      der(octetString, signature),
    );
    const content = der(sequence, tstInfoOid, der(zero, der(octetString, info)));
    const signedData = der(
      sequence,
      signedDataVersion,
      digestAlgorithms,
      content,
      ...(withoutCertificates ? [] : [certificates]),
      der(set, signerInfo),
    );
    return der(sequence, signedDataOid, der(zero, signedData));
  };
}

const oid = (name: keyof typeof oids): Uint8Array =>
  der(tags.objectIdentifier, Buffer.from(oids[name], 'hex'));

const attribute = (type: Uint8Array, value: Uint8Array): Uint8Array =>
  der(sequence, type, der(set, value));

/** Sorts the members of a SET OF in DER's order (X.690, section 11.6). */
const derSet = (members: Uint8Array[]): Uint8Array =>
  Buffer.concat(members.sort((a, b) => Buffer.compare(a, b)));

const hash = (bytes: Uint8Array): Uint8Array => hashOf('sha256', bytes, 'buffer');

const ascii = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/** YYYYMMDDhhmmss in UTC. */
const digits = (time: Date): string => time.toISOString().slice(0, 19).replace(/\D/g, '');

/** Unique with near certainty: 127 random bits, positive. */
function serialNumber(): Uint8Array {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0]! & 0x3f) | 0x40;
  return bytes;
}

/** Issuer and serial number, as the certificate encodes them. */
function issuerAndSerialNumber(certificate: Uint8Array): Uint8Array {
  const [body] = sequenceOf(readDer(certificate)[0]);
  // The fields of a certificate: version [0], serialNumber, signature, issuer, … (RFC 5280, section 4.1).
  const [, serial, , issuer] = sequenceOf(body);
  if (!serial || !issuer) throw new TypeError('This is not a certificate.');
  return der(sequence, issuer.whole, serial.whole);
}
