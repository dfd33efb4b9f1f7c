import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import type {StampContents} from '../../seal/stamps/stamp-contents.js';
import {StampWrong} from '../../seal/stamps/stamp-errors.js';
import {anchorsIn, AnchorSet} from '../../seal/trust/anchors.js';
import {judgeChain} from '../../seal/trust/judge.js';

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
  async check({signer, certificates, time}: StampContents): Promise<void> {
    const {subtle} = globalThis.crypto;
    const chain = [signer, ...certificates];
    const judged = await judgeChain(chain, 'timeStamp', time, this.#trust, subtle);
    if (judged.name === 'untrusted') throw new StampWrong(reasons[judged.fault] ?? NO_ROOT);
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
const reasons: Readonly<Record<string, string>> = {
  damaged: "The authority's certificate is damaged.",
  'wrong use':
    "The authority's certificate may not sign time stamps: they must be what it is for, alone.",
  'outside validity':
    "The authority's certificate, or one above it, was not valid at the time that it stamped.",
};
