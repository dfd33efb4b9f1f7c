import {createHash, randomBytes, sign, X509Certificate} from 'node:crypto';
import * as asn1js from 'asn1js';
import type {SigningIdentity} from './signing-identity.js';

const SIGNED_DATA = '1.2.840.113549.1.7.2';
const TST_INFO = '1.2.840.113549.1.9.16.1.4';
const CONTENT_TYPE = '1.2.840.113549.1.9.3';
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4';
const SIGNING_TIME = '1.2.840.113549.1.9.5';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';
const SHA_256 = '2.16.840.1.101.3.4.2.1';
const ECDSA_WITH_SHA_256 = '1.2.840.10045.4.3.2';
/** "Any policy": this authority states none of its own. */
const POLICY = '2.5.29.32.0';

const INTEGER = 0x02;
const OCTET_STRING = 0x04;
const UTC_TIME = 0x17;
const GENERALIZED_TIME = 0x18;
const SEQUENCE = 0x30;
const SET = 0x31;
const CONTEXT_0 = 0xa0;

/**
 * Makes RFC 3161 time-stamp tokens in process. All that stays the same from token to token is encoded
 * once; per token there are a few joins, two hashes and a signature.
 *
 * @returns a function from a SHA-256 imprint to a DER TimeStampToken (CMS ContentInfo)
 */
export function timeStampAuthority(
  {certificateChain, privateKey}: SigningIdentity,
  now: () => number,
): (imprint: Uint8Array) => Uint8Array {
  const leaf = certificateChain[0]!;
  const version1 = der(INTEGER, Uint8Array.of(1));
  const sha256 = der(SEQUENCE, oid(SHA_256));
  const policy = oid(POLICY);
  const digestAlgorithms = der(SET, sha256);
  const certificates = der(CONTEXT_0, ...certificateChain);
  const signatureAlgorithm = der(SEQUENCE, oid(ECDSA_WITH_SHA_256));
  const signer = issuerAndSerialNumber(leaf);
  const contentType = attribute(oid(CONTENT_TYPE), oid(TST_INFO));
  // ESSCertIDv2 (RFC 5035): SHA-256 is the default and so left out.
  const certificateId = attribute(
    oid(SIGNING_CERTIFICATE_V2),
    der(SEQUENCE, der(SEQUENCE, der(SEQUENCE, der(OCTET_STRING, hash(leaf))))),
  );
  const signingTime = oid(SIGNING_TIME);
  const messageDigest = oid(MESSAGE_DIGEST);
  const signedDataOid = oid(SIGNED_DATA);
  const tstInfoOid = oid(TST_INFO);
  const signedDataVersion = der(INTEGER, Uint8Array.of(3));

  return (imprint) => {
    const time = new Date(now());
    const info = der(
      SEQUENCE,
      version1,
      policy,
      der(SEQUENCE, sha256, der(OCTET_STRING, imprint)),
      der(INTEGER, serialNumber()),
      der(GENERALIZED_TIME, ascii(`${digits(time)}Z`)),
    );
    const attributes = derSet([
      contentType,
      attribute(signingTime, der(UTC_TIME, ascii(`${digits(time).slice(2)}Z`))),
      attribute(messageDigest, der(OCTET_STRING, hash(info))),
      certificateId,
    ]);
    const signature = sign('sha256', der(SET, attributes), privateKey);
    const signerInfo = der(
      SEQUENCE,
      version1,
      signer,
      sha256,
      der(CONTEXT_0, attributes),
      signatureAlgorithm,
      der(OCTET_STRING, signature),
    );
    const content = der(SEQUENCE, tstInfoOid, der(CONTEXT_0, der(OCTET_STRING, info)));
    const signedData = der(
      SEQUENCE,
      signedDataVersion,
      digestAlgorithms,
      content,
      certificates,
      der(SET, signerInfo),
    );
    return der(SEQUENCE, signedDataOid, der(CONTEXT_0, signedData));
  };
}

/** One DER value: tag, shortest length, content. */
function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const head = [tag];
  if (length < 0x80) head.push(length);
  else if (length < 0x100) head.push(0x81, length);
  else if (length < 0x10000) head.push(0x82, length >> 8, length & 0xff);
  else throw new RangeError('A time stamp holds nothing of this length.');
  return Buffer.concat([Uint8Array.from(head), ...parts]);
}

const oid = (value: string): Uint8Array =>
  new Uint8Array(new asn1js.ObjectIdentifier({value}).toBER());

const attribute = (type: Uint8Array, value: Uint8Array): Uint8Array =>
  der(SEQUENCE, type, der(SET, value));

/** The members of a SET OF in DER's order (X.690, 11.6). */
const derSet = (members: Uint8Array[]): Uint8Array =>
  Buffer.concat(members.sort((a, b) => Buffer.compare(a, b)));

const hash = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

const ascii = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/** YYYYMMDDhhmmss in UTC. */
const digits = (time: Date): string => time.toISOString().slice(0, 19).replace(/\D/g, '');

/** Unique by chance: 127 random bits, positive. */
function serialNumber(): Uint8Array {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0]! & 0x3f) | 0x40;
  return bytes;
}

/** The certificate's own encoding of its issuer and serial number. */
function issuerAndSerialNumber(certificate: Uint8Array): Uint8Array {
  const {result} = asn1js.fromBER(certificate);
  const body = (result as asn1js.Sequence).valueBlock.value[0] as asn1js.Sequence;
  // version [0], serialNumber, signature, issuer, … (RFC 5280, 4.1)
  const [, serial, , issuer] = body.valueBlock.value;
  if (!serial || !issuer) {
    throw new TypeError(`Not a certificate: ${new X509Certificate(certificate).subject}`);
  }
  return der(SEQUENCE, new Uint8Array(issuer.toBER()), new Uint8Array(serial.toBER()));
}
