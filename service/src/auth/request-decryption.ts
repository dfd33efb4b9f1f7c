import {compactDecrypt, decodeProtectedHeader, type ProtectedHeaderParameters} from 'jose';
import {ProblemError} from '../http/problems.js';
import type {SignedRequest} from './request-signature.js';

const MEDIA_TYPE = 'application/json';

/**
 * Decrypts a body (RFC 7516, compact) with the secret of the key that the request is signed with.
 * @throws {ProblemError} 400 if it does not have the agreed form, or does not decrypt
 */
export async function decryptBody(body: string, {secret, keyid}: SignedRequest): Promise<string> {
  const header = headerOf(body);
  if (header.alg !== 'dir' || header.enc !== 'A256GCM') {
    throw refused('Encrypt with alg "dir" and enc "A256GCM".');
  }
  if (header.zip !== undefined) throw refused('Encrypted bodies must not be compressed.');
  if (header.kid !== keyid) throw refused('kid must be the keyid of the signature.');
  if (header.cty !== MEDIA_TYPE) throw refused(`cty must be "${MEDIA_TYPE}".`);
  try {
    const {plaintext} = await compactDecrypt(body, secret.encryptionKey(), {
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return new TextDecoder('utf-8', {fatal: true}).decode(plaintext);
  } catch (error) {
    throw refused('The body does not decrypt with the key that belongs to this secret.', error);
  }
}

function headerOf(body: string): ProtectedHeaderParameters {
  try {
    return decodeProtectedHeader(body);
  } catch (error) {
    throw refused('The body is not a JWE in compact serialization.', error);
  }
}

const refused = (detail: string, cause?: unknown) => new ProblemError(400, detail, {cause});
