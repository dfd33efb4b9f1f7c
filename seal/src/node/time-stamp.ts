import {X509Certificate, type KeyObject} from 'node:crypto';
import {equalBytes} from '../encoding/bytes.js';
import {readStamp, type StampContents} from '../stamps/stamp-contents.js';
import {StampWrong} from '../stamps/stamp-errors.js';
import {isAbout, readToken} from '../stamps/stamp-token.js';
import {isSignedBy} from './der-signature.js';

/** A certificate that may stamp, its key parsed. */
export interface Stamper {
  der: Uint8Array;
  key: KeyObject;
}

/** From the DER of a certificate. Throws for anything else. */
export const stamperOf = (der: Uint8Array): Stamper => ({
  der,
  key: new X509Certificate(der).publicKey,
});

/**
 * True when the TimeStampToken covers this SHA-256, and is signed by a certificate that it carries; if `stampers`
 * is given, by one of them. Node only.
 */
export function timestampHolds(
  der: Uint8Array,
  messageImprint: Uint8Array,
  stampers?: readonly Stamper[],
): boolean {
  try {
    const token = readToken(der);
    if (!token || !isAbout(token, {sha256: messageImprint})) return false;
    const carried = (stamper: Stamper) =>
      token.certificates.some((certificate) => equalBytes(certificate, stamper.der));
    const candidates = stampers?.filter(carried) ?? token.certificates.map(stamperOf);
    return candidates.some(({key}) => isSignedBy(token.signature, key));
  } catch {
    return false;
  }
}

/**
 * Parses a TimeStampToken for this SHA-256, and verifies everything, including its signature, except that the
 * signer is trusted. Node only. Throws {@link StampWrong}.
 */
export function checkStamp(der: Uint8Array, messageImprint: Uint8Array): StampContents {
  const {contents, token} = readStamp(der, {sha256: messageImprint});
  let stamper: Stamper;
  try {
    stamper = stamperOf(contents.signer);
  } catch (cause) {
    throw new StampWrong('The time stamp is damaged.', {cause});
  }
  if (!isSignedBy(token.signature, stamper.key)) throw new StampWrong('The signature is wrong.');
  return contents;
}
