import 'reflect-metadata';
import {createHash, X509Certificate} from 'node:crypto';
import * as x509 from '@peculiar/x509';
import {
  checkUsage,
  contains,
  isStrong,
  LONGEST_PATH,
  mayIssue,
  MOST_STEPS,
  validityOf,
  type Validity,
} from '../../seal/stamps/authority-rules.js';
import {StampWrong} from '../../seal/stamps/stamp-contents.js';
import {certificateBlocks} from '../certificates/signing-identity.js';

/** Authorities that are remembered: each address has one, and a new one now and then. */
const MOST_KNOWN = 64;

/** A certificate as both libraries have it: one verifies signatures, the other reads extensions. */
interface Certificate {
  node: X509Certificate;
  read: x509.X509Certificate;
  isAnchor: boolean;
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
    checkUsage(signer.read);
    const others = [...this.#anchors];
    for (const one of carried) {
      // One that cannot be read may still be none that is needed.
      if (!this.#isAnchor(one)) others.push(...readable(one));
    }
    let steps = 0;
    const up = (child: Certificate, depth: number): Validity | undefined => {
      const own = validityOf(child.read);
      if (!contains(own, time) || !isStrong(child.read)) return undefined;
      if (child.isAnchor) return own;
      if (depth === LONGEST_PATH) return undefined;
      for (const issuer of others) {
        if (!child.node.checkIssued(issuer.node) || !mayIssue(issuer.read, issuer.isAnchor, depth))
          continue;
        if (++steps > MOST_STEPS) return undefined;
        if (!child.node.verify(issuer.node.publicKey)) continue;
        const rest = up(issuer, depth + 1);
        if (rest) return {from: Math.max(own.from, rest.from), to: Math.min(own.to, rest.to)};
      }
      return undefined;
    };
    if (!contains(validityOf(signer.read), time)) {
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
