import {X509Certificate} from 'node:crypto';
import {readStamp, type StampContents} from '../stamps/stamp-contents.js';
import {StampWrong} from '../stamps/stamp-errors.js';
import {isSignedBy} from './stamp-signature.js';

/**
 * Parses a TimeStampToken for this SHA-256, and verifies everything, including its signature, except that the
 * signer is trusted. Node only. Throws {@link StampWrong}.
 */
export function checkStamp(der: Uint8Array, messageImprint: Uint8Array): StampContents {
  const {contents, token} = readStamp(der, {sha256: messageImprint});
  if (!isSigned(token, contents.signer)) throw new StampWrong('The signature is wrong.');
  return contents;
}

function isSigned(token: Parameters<typeof isSignedBy>[0], signer: Uint8Array): boolean {
  try {
    return isSignedBy(token, new X509Certificate(signer).publicKey);
  } catch (cause) {
    throw new StampWrong('The time stamp is damaged.', {cause});
  }
}
