import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import {stampChain, type StampContents} from '@sealed-capture/seal/stamps/stamp-contents.js';
import {StampWrong} from '@sealed-capture/seal/stamps/stamp-errors.js';
import {anchorsIn, AnchorSet} from '@sealed-capture/seal/trust/anchors.js';
import {verifierFor} from '@sealed-capture/seal/trust/certificate-path.js';
import {type Fault} from '@sealed-capture/seal/trust/certificate-rules.js';
import {judgeChain} from '@sealed-capture/seal/trust/judge.js';

/** Decides whether the certificate that signed a time stamp leads to a trusted root of time-stamp authorities. */
export class AuthorityTrust {
  readonly #trust: {signers: AnchorSet; timeStamps: AnchorSet};

  /** PEM. */
  readonly anchors: string;

  constructor(anchors: string) {
    this.anchors = anchors;
    this.#trust = {signers: new AnchorSet([]), timeStamps: new AnchorSet(anchorsIn(anchors))};
  }

  /**
   * Checks the signer of a time stamp: its certificate must be for time stamping only and name its issuer's key, and its
   * whole path must be valid at that time.
   * @throws {StampWrong}
   */
  async check(stamp: StampContents): Promise<void> {
    const {signer, time} = stamp;
    const verifier = verifierFor(globalThis.crypto.subtle);
    const judged = await judgeChain(stampChain(stamp), 'timeStamp', time, this.#trust, verifier);
    if (judged.name === 'untrusted') throw new StampWrong(reasons[judged.fault]);
    if (!namesIssuerKey(signer)) throw new StampWrong(WITHOUT_ISSUER_KEY);
  }
}

/** Readers built on c2pa-rs call a whole seal invalid for a time stamp by a certificate without this extension. */
const namesIssuerKey = (signer: Uint8Array): boolean =>
  new x509.X509Certificate(Uint8Array.from(signer)).getExtension(
    x509.AuthorityKeyIdentifierExtension,
  ) !== null;

const WITHOUT_ISSUER_KEY =
  "The authority's certificate does not name the key of its issuer (authority key identifier), for which C2PA readers call a seal with its time stamp invalid.";
const NO_ROOT = "The authority's certificate leads to no trusted root.";
const FORBIDDEN =
  "A certificate above the authority's may not issue it (RFC 5280: CA flag, path length, key usage, name constraints), so it leads to no trusted root.";
const reasons: Readonly<Record<Fault, string>> = {
  damaged: "The authority's certificate is damaged.",
  'outside validity':
    "The authority's certificate, or one above it, was not valid at the time that it stamped.",
  weak: "The authority's certificate has a key or an algorithm that C2PA does not allow.",
  'unknown extension':
    "The authority's certificate has a critical extension that is not known here.",
  'wrong use':
    "The authority's certificate must be for time stamping only (extended key usage, critical).",
  'no authority': FORBIDDEN,
  'name constraints': FORBIDDEN,
  'unknown issuer': NO_ROOT,
  unsupported: 'A certificate of the authority is signed by an algorithm that Node.js lacks here.',
  'too much': NO_ROOT,
};
