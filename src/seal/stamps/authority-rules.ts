import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import {SIGNER_USAGES} from '../trust/signer-usages.js';
import {publicKeyOf} from '../own-reader/signature/public-key.js';
import {StampSignerUnfit} from './stamp-errors.js';

const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const ANY_USAGE = '2.5.29.37.0';
const BASIC_CONSTRAINTS = '2.5.29.19';
const KEY_USAGE = '2.5.29.15';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const POLICIES = '2.5.29.32';
const understood = new Set([BASIC_CONSTRAINTS, KEY_USAGE, EXTENDED_KEY_USAGE, POLICIES]);

/** Most certificates between a time stamp's signer and a root. */
export const LONGEST_PATH = 6;
/** Most signatures that are verified for one token, because hostile tokens try to make it slow. */
export const MOST_STEPS = 32;
const SMALLEST_RSA_KEY = 2048;

/** The period in which all certificates of a path are valid, in epoch milliseconds. */
export interface Validity {
  from: number;
  to: number;
}

export const contains = ({from, to}: Validity, time: number): boolean => from <= time && time <= to;

export const validityOf = (certificate: x509.X509Certificate): Validity => ({
  from: certificate.notBefore.getTime(),
  to: certificate.notAfter.getTime(),
});

/**
 * Checks that the key usage is time stamping only, and critical (RFC 3161, section 2.3).
 * @throws {StampSignerUnfit}
 */
export function checkUsage(certificate: x509.X509Certificate): void {
  const usage = certificate.getExtension(x509.ExtendedKeyUsageExtension);
  const [only, ...others] = usage?.usages ?? [];
  if (only !== TIME_STAMPING || others.length > 0 || !usage?.critical) {
    throw new StampSignerUnfit("The authority's certificate is not for time stamps alone.");
  }
  const keyUsage = certificate.getExtension(x509.KeyUsagesExtension)?.usages;
  const signs = x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation;
  const isAuthority = certificate.getExtension(x509.BasicConstraintsExtension)?.ca;
  if (isAuthority || (keyUsage !== undefined && (keyUsage & signs) === 0)) {
    throw new StampSignerUnfit("The authority's certificate may not sign time stamps.");
  }
}

/**
 * True if the certificate may issue the next one of a path.
 *
 * @param below number of authorities between this one and the signer
 * @param wanted usages of which the authority must allow one if it is restricted; default: time stamping
 */
export function mayIssue(
  certificate: x509.X509Certificate,
  isAnchor: boolean,
  below: number,
  wanted: readonly string[] = [TIME_STAMPING],
): boolean {
  const constraints = certificate.getExtension(x509.BasicConstraintsExtension);
  const keyUsage = certificate.getExtension(x509.KeyUsagesExtension)?.usages;
  const usages = certificate.getExtension(x509.ExtendedKeyUsageExtension)?.usages;
  const isNarrowed = usages?.every((one) => one !== ANY_USAGE && !wanted.includes(String(one)));
  return (
    constraints?.ca === true &&
    (constraints.pathLength ?? Infinity) >= below &&
    (keyUsage === undefined || (keyUsage & x509.KeyUsageFlags.keyCertSign) !== 0) &&
    (isAnchor || !isNarrowed)
  );
}

/** True for the certificate of a signer, which is no authority. */
export const isForSigning = (certificate: x509.X509Certificate): boolean =>
  certificate.getExtension(x509.BasicConstraintsExtension)?.ca !== true &&
  certificate
    .getExtension(x509.ExtendedKeyUsageExtension)
    ?.usages.some((one) => SIGNER_USAGES.includes(String(one))) === true;

/** True for a key of sufficient size without unknown critical extensions. */
export function isStrong({publicKey, extensions}: x509.X509Certificate): boolean {
  try {
    const key = publicKeyOf(publicKey);
    return (
      (!('bits' in key) || key.bits >= SMALLEST_RSA_KEY) &&
      extensions.every(({critical, type}) => !critical || understood.has(type))
    );
  } catch {
    return false;
  }
}
