import {CompactEncrypt} from 'jose/jwe/compact/encrypt';
import {ENCRYPTION_INFO} from '@sealed-capture/seal/model/seal/message-signature.js';
import {bytesOf, keyIdFor, type Keys, type Signable} from './message-signer.js';
import {secureCrypto} from './secure-crypto.js';

const utf8 = new TextEncoder();

/** Encrypts the request's body as JWE (RFC 7516), with a key that is derived from the secret. */
export async function encryptedBody(
  {headers, body}: Signable,
  {apiKey, apiSecret}: Keys,
): Promise<string> {
  const kid = await keyIdFor(apiKey);
  return new CompactEncrypt(await bytesOf(body))
    .setProtectedHeader({alg: 'dir', enc: 'A256GCM', kid, cty: headers['Content-Type']})
    .encrypt(await encryptionKey(apiSecret));
}

async function encryptionKey(apiSecret: string): Promise<CryptoKey> {
  const subtle = secureCrypto();
  const secret = await subtle.importKey('raw', utf8.encode(apiSecret), 'HKDF', false, [
    'deriveKey',
  ]);
  const hkdf = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: utf8.encode(ENCRYPTION_INFO),
  };
  const aes = {name: 'AES-GCM', length: 256};
  return subtle.deriveKey(hkdf, secret, aes, false, ['encrypt']);
}
