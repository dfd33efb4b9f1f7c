import {join} from 'node:path';
import {readIdentity} from '../certificates/signing-identity.js';
import {readPrivateFile} from '../files/private-files.js';
import {keySigner, type ClaimSigner} from './claim-signer.js';

/**
 * Signs with the key in a folder's signer.key, PKCS #8 PEM, possibly encrypted.
 *
 * @param certificates PEM, leaf first
 * @throws {SettingsError} if the key cannot be used, or other users can read it
 */
export async function openFileSigner(
  folder: string,
  certificates: string,
  passphrase?: string,
): Promise<ClaimSigner> {
  return keySigner(
    readIdentity({
      certificates,
      key: await readPrivateFile(join(folder, 'signer.key')),
      passphrase,
      curves: ['prime256v1', 'secp384r1'],
      source: join(folder, 'signer.pem'),
    }),
  );
}
