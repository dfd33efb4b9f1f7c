import 'reflect-metadata';
import * as asn1 from '@peculiar/asn1-x509';
import {AsnConvert} from '@peculiar/asn1-schema';
import * as x509 from '@peculiar/x509';
import {equalBytes} from '../encoding/bytes.js';
import {signatureOf, type DerSignature} from '../encoding/signature-algorithm.js';
import {publicKeyOf, type PublicKey} from '../own-reader/signature/public-key.js';
import {certificateFields, type Validity} from './certificate-fields.js';
import {keyUsages, sealingUsages} from './key-usages.js';
import {namesIn, nameConstraintsIn, type NameConstraints} from './name-constraints.js';

/** What a certificate is used for, by extended key usages. */
export interface Use {
  /** Of which the last certificate of a path must have one. */
  usages: readonly string[];
  /** True if it must have one alone, which is critical. */
  isOnly: boolean;
  /**
   * True if an authority below the anchor that is restricted must allow it. RFC 5280, section 4.2.1.12, asks nothing of
   * authorities, and those of signers are restricted to usages of their own.
   */
  isNested: boolean;
  /** True if it may be an anchor itself: some operators trust the authority's own certificate instead of a root. */
  mayBeAnchor: boolean;
}

export const uses = {
  signer: {usages: sealingUsages, isOnly: false, isNested: false, mayBeAnchor: false},
  // RFC 3161, section 2.3.
  timeStamp: {usages: [keyUsages.timeStamping], isOnly: true, isNested: true, mayBeAnchor: true},
  // RFC 6960, section 4.2.2.2.
  ocsp: {usages: [keyUsages.ocspSigning], isOnly: false, isNested: false, mayBeAnchor: false},
} as const satisfies Record<string, Use>;

/** Why a certificate is not trusted, the most telling reason that was met. */
export type Fault =
  /** It is no certificate in DER, larger than any, or has an extension twice. */
  | 'damaged'
  /** It, or one that it leads to, is not valid at the time in question. */
  | 'outside validity'
  /** Its key is too small, or an algorithm is not allowed (C2PA 2.4, "Digital Signatures"). */
  | 'weak'
  /** It has a critical extension that is not known here. */
  | 'unknown extension'
  /** It is for another use. */
  | 'wrong use'
  /** A certificate above it may not issue it. */
  | 'no authority'
  /** Its name, or one below, is outside of what an authority may issue. */
  | 'name constraints'
  /** No certificate of the lists has issued it, or one above it. */
  | 'unknown issuer'
  /** It leads to the lists, but this platform lacks the algorithm of a signature. */
  | 'unsupported'
  /** The file has so many certificates that not all were looked at. */
  | 'too much';

/** A certificate with what path validation asks of it (RFC 5280, section 6.1). */
export interface PathCertificate {
  der: Uint8Array;
  /** DER of the names, for comparison. */
  issuer: string;
  subject: string;
  validity: Validity;
  key: PublicKey;
  isAuthority: boolean;
  /** Most authorities between it and the last certificate; Infinity if it does not say. */
  pathLength: number;
  keyUsage?: number;
  /** Extended key usages; undefined if it does not restrict them. */
  usages?: readonly string[];
  isUsageCritical: boolean;
  names: ReturnType<typeof namesIn>;
  nameConstraints?: NameConstraints;
  /** By its issuer. An anchor may have one by an algorithm that is not allowed, because it does not count. */
  signature?: DerSignature;
}

/** Bytes of the largest certificate that is read. Real ones have less than four thousand. */
const LARGEST = 32 * 1024;
const SMALLEST_RSA_KEY = 2048;
const LARGEST_RSA_KEY = 8192;
const V3 = 2;
const UNDERSTOOD: ReadonlySet<string> = new Set([
  asn1.id_ce_basicConstraints,
  asn1.id_ce_keyUsage,
  asn1.id_ce_extKeyUsage,
  asn1.id_ce_nameConstraints,
  asn1.id_ce_subjectAltName,
  // Any policy is accepted, so a policy restricts nothing (RFC 5280, section 6.1.1, user-initial-policy-set).
  asn1.id_ce_certificatePolicies,
]);

/**
 * Parses a certificate.
 *
 * @param isAnchor true for one of a list, of which the name, the key and its constraints count, and not who signed it
 * @returns why it can be in no path, otherwise
 */
export function readPathCertificate(der: Uint8Array, isAnchor = false): PathCertificate | Fault {
  if (der.length > LARGEST) return 'damaged';
  try {
    const fields = certificateFields(der);
    const certificate = new x509.X509Certificate(Uint8Array.from(der));
    const asn = AsnConvert.parse(certificate.rawData, asn1.Certificate);
    if (!fields || !isWellFormed(asn, certificate)) return 'damaged';
    const key = publicKeyOf(certificate.publicKey);
    const signature = signatureOf(der);
    if (!isStrong(key) || !(isAnchor || signature)) return 'weak';
    const {extensions} = certificate;
    if (extensions.some(({critical, type}) => critical && !UNDERSTOOD.has(type))) {
      return 'unknown extension';
    }
    const constraints = certificate.getExtension(x509.BasicConstraintsExtension);
    const usage = certificate.getExtension(x509.ExtendedKeyUsageExtension);
    return {
      der,
      issuer: fields.issuer,
      subject: fields.subject,
      validity: fields.validity,
      key,
      isAuthority: constraints?.ca === true,
      pathLength: constraints?.pathLength ?? Infinity,
      keyUsage: certificate.getExtension(x509.KeyUsagesExtension)?.usages,
      usages: usage?.usages.map(String),
      isUsageCritical: usage?.critical === true,
      names: namesIn(certificate, asn.tbsCertificate.subject),
      nameConstraints: nameConstraintsIn(certificate),
      signature,
    };
  } catch {
    return 'damaged';
  }
}

/** RFC 5280, sections 4.1.1.2, 4.1.2.1 and 4.2. */
function isWellFormed(
  {tbsCertificate, signatureAlgorithm}: asn1.Certificate,
  {extensions}: x509.X509Certificate,
): boolean {
  const isSame = equalBytes(
    new Uint8Array(AsnConvert.serialize(tbsCertificate.signature)),
    new Uint8Array(AsnConvert.serialize(signatureAlgorithm)),
  );
  const types = new Set(extensions.map(({type}) => type));
  return (
    isSame &&
    types.size === extensions.length &&
    (extensions.length === 0 || (tbsCertificate.version as number) === V3)
  );
}

function isStrong(key: PublicKey): boolean {
  if (key.kind !== 'RSA' && key.kind !== 'RSA-PSS') return key.kind !== 'unknown';
  // The certificate's own key has no exponent here if it is for PSS alone.
  const {publicExponent} = new x509.PublicKey(key.spki).algorithm as RsaKeyAlgorithm;
  // Other exponents make a signature a thousand times as slow.
  const isUsual = publicExponent.findIndex((byte) => byte !== 0) >= publicExponent.length - 4;
  return key.bits >= SMALLEST_RSA_KEY && key.bits <= LARGEST_RSA_KEY && isUsual;
}

/** DER of a name without parts, which an authority cannot have (RFC 5280, section 4.1.2.6). */
const EMPTY_NAME = '0\0';
const {digitalSignature, nonRepudiation, keyCertSign} = x509.KeyUsageFlags;

/** True if the certificate may be the last one of a path for this use. */
export function isFor(
  {usages: wanted, isOnly}: Use,
  {isAuthority, keyUsage, usages = [], isUsageCritical}: PathCertificate,
): boolean {
  const signs =
    keyUsage === undefined ||
    ((keyUsage & (digitalSignature | nonRepudiation)) !== 0 && (keyUsage & keyCertSign) === 0);
  const isWanted = (usage: string) => wanted.includes(usage);
  if (isAuthority || !signs || !usages.some(isWanted) || usages.includes(keyUsages.any))
    return false;
  return !isOnly || (isUsageCritical && usages.length === 1);
}

/**
 * True if the certificate may issue the next one of a path (RFC 5280, section 6.1.4).
 *
 * @param below number of authorities between it and the last certificate, apart from those that issued themselves
 * @param isAnchor the usages of an anchor are what the list that contains it says
 */
export function mayIssue(
  {isAuthority, subject, pathLength, keyUsage, usages}: PathCertificate,
  {usages: wanted, isNested}: Use,
  below: number,
  isAnchor: boolean,
): boolean {
  const isNarrowed = usages?.every((usage) => usage !== keyUsages.any && !wanted.includes(usage));
  return (
    isAuthority &&
    subject !== EMPTY_NAME &&
    pathLength >= below &&
    (keyUsage === undefined || (keyUsage & keyCertSign) !== 0) &&
    (isAnchor || !isNested || !isNarrowed)
  );
}
