import 'reflect-metadata';
import {createHash, X509Certificate} from 'node:crypto';
import * as x509 from '@peculiar/x509';
import {StampWrong} from '../../seal/node/checked-stamp.js';
import {certificateBlocks} from '../certificates/signing-identity.js';

const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const ANY_USAGE = '2.5.29.37.0';
const BASIC_CONSTRAINTS = '2.5.29.19';
const KEY_USAGE = '2.5.29.15';
const EXTENDED_KEY_USAGE = '2.5.29.37';
const POLICIES = '2.5.29.32';
const understood = new Set([BASIC_CONSTRAINTS, KEY_USAGE, EXTENDED_KEY_USAGE, POLICIES]);

const LONGEST_PATH = 6;
/** Signatures of certificates that are verified for one token: one is made to take long otherwise. */
const MOST_STEPS = 32;
const SMALLEST_RSA_KEY = 2048;
/** Authorities that are remembered: each address has one, and a new one now and then. */
const MOST_KNOWN = 64;

/** A certificate as both libraries have it: one verifies signatures, the other reads extensions. */
interface Certificate {
  node: X509Certificate;
  read: x509.X509Certificate;
  isAnchor: boolean;
}

/** When all certificates of a path are valid, epoch milliseconds. */
interface Validity {
  from: number;
  to: number;
}

/** Says whether the certificate that signed a time stamp leads to a trusted root of time-stamp authorities. */
export class AuthorityTrust {
  readonly #anchors: readonly Certificate[];
  readonly #known = new Map<string, Validity>();

  /** PEM. */
  readonly anchors: string;

  constructor(anchors: string) {
    this.anchors = anchors;
    this.#anchors = certificateBlocks(anchors).map((block) => certificateOf(block, true));
  }

  /**
   * Checks the signer of a time stamp: for time stamping alone, valid at that time as all of its path (RFC 5280,
   * section 6, under any policy; what else is critical, such as name constraints, is refused).
   * @param signer DER
   * @param carried DER of certificates that the path may use
   * @param time epoch milliseconds
   * @throws {StampWrong}
   */
  check(signer: Uint8Array, carried: readonly Uint8Array[], time: number): void {
    const id = createHash('sha256').update(signer).digest('base64');
    const known = this.#known.get(id);
    if (known && contains(known, time)) return;
    const found = this.#find(signer, carried, time);
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(id, found);
  }

  #find(der: Uint8Array, carried: readonly Uint8Array[], time: number): Validity {
    const signer = certificateOf(der, this.#isAnchor(der));
    checkUsage(signer);
    const others = [...this.#anchors];
    for (const one of carried) {
      // One that cannot be read may still be none that is needed.
      if (!this.#isAnchor(one)) others.push(...readable(one));
    }
    let steps = 0;
    const up = (child: Certificate, depth: number): Validity | undefined => {
      const own = validityOf(child);
      if (!contains(own, time) || !isStrong(child)) return undefined;
      if (child.isAnchor) return own;
      if (depth === LONGEST_PATH) return undefined;
      for (const issuer of others) {
        if (!child.node.checkIssued(issuer.node) || !mayIssue(issuer, depth)) continue;
        if (++steps > MOST_STEPS) return undefined;
        if (!child.node.verify(issuer.node.publicKey)) continue;
        const rest = up(issuer, depth + 1);
        if (rest) return {from: Math.max(own.from, rest.from), to: Math.min(own.to, rest.to)};
      }
      return undefined;
    };
    if (!contains(validityOf(signer), time)) {
      throw new StampWrong(
        "The authority's certificate was not valid at the time that it stamped.",
      );
    }
    const path = up(signer, 0);
    if (!path) throw new StampWrong("The authority's certificate leads to no trusted root.");
    return path;
  }

  #isAnchor(der: Uint8Array): boolean {
    return this.#anchors.some(({node}) => node.raw.equals(der));
  }
}

const certificateOf = (raw: string | Uint8Array, isAnchor: boolean): Certificate => {
  const node = new X509Certificate(raw);
  return {node, read: new x509.X509Certificate(Uint8Array.from(node.raw)), isAnchor};
};

function readable(der: Uint8Array): Certificate[] {
  try {
    return [certificateOf(der, false)];
  } catch {
    return [];
  }
}

const contains = ({from, to}: Validity, time: number): boolean => from <= time && time <= to;

const validityOf = ({read}: Certificate): Validity => ({
  from: read.notBefore.getTime(),
  to: read.notAfter.getTime(),
});

/** RFC 3161, section 2.3: time stamping and nothing else, said critically. */
function checkUsage({read}: Certificate): void {
  const usage = read.getExtension(x509.ExtendedKeyUsageExtension);
  const [only, ...others] = usage?.usages ?? [];
  if (only !== TIME_STAMPING || others.length > 0 || !usage?.critical) {
    throw new StampWrong("The authority's certificate is not for time stamps alone.");
  }
  const keyUsage = read.getExtension(x509.KeyUsagesExtension)?.usages;
  const signs = x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation;
  const isAuthority = read.getExtension(x509.BasicConstraintsExtension)?.ca;
  if (isAuthority || (keyUsage !== undefined && (keyUsage & signs) === 0)) {
    throw new StampWrong("The authority's certificate may not sign time stamps.");
  }
}

/** @param below certificates of authorities between this one and the signer */
function mayIssue({read, isAnchor}: Certificate, below: number): boolean {
  const constraints = read.getExtension(x509.BasicConstraintsExtension);
  const keyUsage = read.getExtension(x509.KeyUsagesExtension)?.usages;
  const usages = read.getExtension(x509.ExtendedKeyUsageExtension)?.usages;
  const isNarrowed = usages?.every((one) => one !== TIME_STAMPING && one !== ANY_USAGE);
  return (
    constraints?.ca === true &&
    (constraints.pathLength ?? Infinity) >= below &&
    (keyUsage === undefined || (keyUsage & x509.KeyUsageFlags.keyCertSign) !== 0) &&
    (isAnchor || !isNarrowed)
  );
}

/** A key of today's sizes, and no critical extension that nobody here understands. */
function isStrong({node, read}: Certificate): boolean {
  const {modulusLength} = node.publicKey.asymmetricKeyDetails ?? {};
  return (
    (modulusLength === undefined || modulusLength >= SMALLEST_RSA_KEY) &&
    read.extensions.every(({critical, type}) => !critical || understood.has(type))
  );
}
