import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import {equalBytes} from '../encoding/bytes.js';
import {contentOf, readDer, sequenceOf, tags} from '../encoding/der.js';
import {publicKeyOf} from '../own-reader/signature/public-key.js';
import {type AnchorSet} from '../trust/anchors.js';
import {certificateFields} from '../trust/certificate-fields.js';
import {SIGNER_USAGES} from '../trust/signer-usages.js';
import {
  checkUsage,
  contains,
  isForSigning,
  isStrong,
  LONGEST_PATH,
  mayIssue,
  MOST_STEPS,
  validityOf,
  type Validity,
} from './authority-rules.js';
import {type StampContents} from './stamp-contents.js';
import {StampUnsupported, StampWrong} from './stamp-errors.js';
import {signedAttributesOf, type StampToken} from './stamp-token.js';

/** Most certificates of a token that are read; no real path has more. */
const MOST_CARRIED = 16;

const hashNames = {sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512'} as const;

interface Link {
  certificate: x509.X509Certificate;
  /** DER of the names, for comparison. */
  issuer: string;
  subject: string;
  isAnchor: boolean;
}

function linkOf(der: Uint8Array, isAnchor: boolean): Link | undefined {
  try {
    const fields = certificateFields(der);
    const certificate = new x509.X509Certificate(Uint8Array.from(der));
    return fields && {certificate, issuer: fields.issuer, subject: fields.subject, isAnchor};
  } catch {
    return undefined;
  }
}

async function hasIssued(issuer: Link, {certificate}: Link, subtle: SubtleCrypto) {
  const how = {publicKey: issuer.certificate.publicKey, signatureOnly: true};
  // The library uses nothing else of Crypto.
  return certificate.verify(how, {subtle} as Crypto).catch(() => false);
}

/** Trusted certificates, by the DER of their names. */
export type Anchors = Pick<AnchorSet, 'named'>;

/**
 * Follows the certificate that signed a time stamp to an anchor of time-stamp authorities. Returns the period in
 * which the whole path is valid, which includes the stamped time; undefined if there is no such path. The service
 * applies the same rules to stamps that it requests. Throws StampSignerUnfit if the certificate is not for time
 * stamps.
 */
export async function authorityPath(
  {signer, certificates, time}: StampContents,
  anchors: Anchors,
  subtle: SubtleCrypto,
): Promise<Validity | undefined> {
  const first = linkOf(signer, false);
  if (!first) throw new StampWrong("The authority's certificate is damaged.");
  checkUsage(first.certificate);
  return pathToAnchor(first, {certificates, time, anchors, subtle});
}

/**
 * True if the certificate that signed a seal leads to an anchor of signers, and the whole path was valid then.
 *
 * @param chain the signer's certificate, then the authorities that the seal carries
 * @param time epoch milliseconds
 */
export async function isSignerTrustedAt(
  [signer, ...certificates]: readonly Uint8Array[],
  time: number,
  anchors: AnchorSet,
  subtle: SubtleCrypto,
): Promise<boolean> {
  const first = signer && linkOf(signer, false);
  if (!first || !isForSigning(first.certificate)) return false;
  const path = await pathToAnchor(first, {
    certificates,
    time,
    anchors,
    subtle,
    wanted: SIGNER_USAGES,
  });
  return path !== undefined;
}

interface PathRules {
  /** Certificates in the file. */
  certificates: readonly Uint8Array[];
  time: number;
  anchors: Anchors;
  subtle: SubtleCrypto;
  /** Key usages that authorities must allow. */
  wanted?: readonly string[];
}

/**
 * Builds a path by RFC 5280, section 6, under any policy. Other critical extensions, such as name constraints, are
 * refused.
 */
async function pathToAnchor(
  first: Link,
  {certificates, time, anchors, subtle, wanted}: PathRules,
): Promise<Validity | undefined> {
  const carried = certificates
    .slice(0, MOST_CARRIED)
    .map((der) => linkOf(der, false))
    .filter((one) => one !== undefined);
  let steps = 0;
  const up = async (child: Link, depth: number): Promise<Validity | undefined> => {
    const {certificate, issuer: name} = child;
    const own = validityOf(certificate);
    if (!contains(own, time) || !isStrong(certificate)) return undefined;
    if (child.isAnchor || isAnchorItself(child, anchors)) return own;
    if (depth === LONGEST_PATH) return undefined;
    const roots = anchors.named(name).map(({der}) => linkOf(der, true));
    const issuers = carried.filter(({subject}) => subject === name);
    for (const issuer of [...roots, ...issuers]) {
      if (!issuer || !mayIssue(issuer.certificate, issuer.isAnchor, depth, wanted)) continue;
      if (++steps > MOST_STEPS) return undefined;
      if (!(await hasIssued(issuer, child, subtle))) continue;
      const rest = await up(issuer, depth + 1);
      if (rest) return {from: Math.max(own.from, rest.from), to: Math.min(own.to, rest.to)};
    }
    return undefined;
  };
  return up(first, 0);
}

/** Some operators trust the authority's own certificate instead of a root. */
function isAnchorItself({certificate, subject}: Link, anchors: Anchors): boolean {
  const der = new Uint8Array(certificate.rawData);
  return anchors.named(subject).some((anchor) => equalBytes(anchor.der, der));
}

/** True if the certificate has signed the token. Throws {@link StampUnsupported}. */
export async function isStampSigned(
  token: StampToken,
  signer: Uint8Array,
  subtle: SubtleCrypto,
): Promise<boolean> {
  try {
    const key = publicKeyOf(new x509.X509Certificate(Uint8Array.from(signer)).publicKey);
    const hash = hashNames[token.signatureDigest];
    const signed = signedAttributesOf(token);
    switch (key.kind) {
      case 'ECDSA': {
        const algorithm = {name: 'ECDSA', namedCurve: key.curve, hash};
        const imported = await subtle.importKey('spki', key.spki, algorithm, false, ['verify']);
        const bits = Number(key.curve.slice('P-'.length));
        const value = plainSignature(token.signature, Math.ceil(bits / 8));
        return await subtle.verify(algorithm, imported, value, signed);
      }
      case 'RSA': {
        const algorithm = {name: 'RSASSA-PKCS1-v1_5', hash};
        const imported = await subtle.importKey('spki', key.spki, algorithm, false, ['verify']);
        return await subtle.verify(algorithm, imported, Uint8Array.from(token.signature), signed);
      }
      case 'RSA-PSS':
      case 'Ed25519':
      case 'unknown':
        throw new StampUnsupported();
    }
  } catch (cause) {
    if (cause instanceof StampUnsupported) throw cause;
    // Some platforms lack some curves.
    if (cause instanceof DOMException && cause.name === 'NotSupportedError') {
      throw new StampUnsupported({cause});
    }
    return false;
  }
}

/** Converts an ECDSA signature from DER to the form of WebCrypto (IEEE P1363): two numbers of `size` bytes. */
function plainSignature(der: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const plain = new Uint8Array(2 * size);
  const numbers = sequenceOf(readDer(der)[0]);
  if (numbers.length !== 2) throw new RangeError('This is no signature.');
  for (const [index, number] of numbers.entries()) {
    const bytes = contentOf(number, tags.integer);
    const digits = bytes.subarray(bytes.findIndex((byte) => byte !== 0));
    plain.set(digits, (index + 1) * size - digits.length);
  }
  return plain;
}
