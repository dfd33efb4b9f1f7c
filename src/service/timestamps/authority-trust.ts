import 'reflect-metadata';
import {createHash} from 'node:crypto';
import * as x509 from '@peculiar/x509';
import {authorityPath, type Anchors} from '../../seal/stamps/authority-path.js';
import {contains, validityOf, type Validity} from '../../seal/stamps/authority-rules.js';
import type {StampContents} from '../../seal/stamps/stamp-contents.js';
import {StampWrong} from '../../seal/stamps/stamp-errors.js';
import {anchorsIn} from '../../seal/trust/anchors.js';

/** Verified signers that are remembered: each address has one, which changes now and then. */
const MOST_KNOWN = 64;

/** Decides whether the certificate that signed a time stamp leads to a trusted root of time-stamp authorities. */
export class AuthorityTrust {
  readonly #anchors: Anchors;
  readonly #known = new Map<string, Validity>();

  /** PEM. */
  readonly anchors: string;

  constructor(anchors: string) {
    this.anchors = anchors;
    const all = anchorsIn(anchors);
    // Several anchors may have one name, because a root may have been renewed for the same key.
    this.#anchors = {named: (subject) => all.filter((one) => one.subject === subject)};
  }

  /**
   * Checks the signer of a time stamp: its certificate must be for time stamping only and name its issuer's key, and its
   * whole path must be valid at that time.
   * @throws {StampWrong}
   */
  async check(stamp: StampContents): Promise<void> {
    const {signer, time} = stamp;
    const id = createHash('sha256').update(signer).digest('base64');
    const known = this.#known.get(id);
    if (known && contains(known, time)) return;
    const found = await authorityPath(stamp, this.#anchors, globalThis.crypto.subtle);
    if (!found) throw new StampWrong(whyUntrusted(signer, time));
    if (!namesIssuerKey(signer)) throw new StampWrong(WITHOUT_ISSUER_KEY);
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(id, found);
  }
}

/** Readers built on c2pa-rs call a whole seal invalid for a time stamp by a certificate without this extension. */
const namesIssuerKey = (signer: Uint8Array): boolean =>
  new x509.X509Certificate(Uint8Array.from(signer)).getExtension(
    x509.AuthorityKeyIdentifierExtension,
  ) !== null;

const WITHOUT_ISSUER_KEY =
  "The authority's certificate does not name the key of its issuer (authority key identifier), for which C2PA readers call a seal with its time stamp invalid.";

function whyUntrusted(signer: Uint8Array, time: number): string {
  const validity = validityOf(new x509.X509Certificate(Uint8Array.from(signer)));
  return contains(validity, time)
    ? "The authority's certificate leads to no trusted root."
    : "The authority's certificate was not valid at the time that it stamped.";
}
