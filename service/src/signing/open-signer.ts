import {type X509Certificate} from 'node:crypto';
import {join} from 'node:path';
import type {SealAlgorithm} from '@sealed-capture/seal/encoding/cose-structures.js';
import {sealAlgorithmOf} from '@sealed-capture/seal/node/seal-algorithm.js';
import type {CertificateLog} from '../certificates/revocation.js';
import {readCertificates, withoutRoot} from '../certificates/signing-identity.js';
import type {Settings} from '../settings/settings.js';
import type {SignerSetting} from '../settings/signer-setting.js';
import {SettingsError} from '../settings/settings-error.js';
import type {ClaimSigner} from './claim-signer.js';
import {ExternalSigner} from './external-signer.js';
import {openFileSigner} from './file-signer.js';
import type {KeyHolder} from './key-holder.js';
import {openKms} from './kms-holder.js';
import {openPkcs11} from './pkcs11-holder.js';
import {openRemote} from './remote-holder.js';
import {readSecret} from './secret.js';

/**
 * Opens the signer of the live environment, by its settings.
 *
 * @param certificates PEM of signer.pem in `folder`, leaf first
 * @throws {SettingsError} if the key cannot be used with these certificates
 */
export async function openSigner(
  {
    signer,
    keyPassphrase,
    signerTimeout,
    dataFolder,
  }: Pick<Settings, 'signer' | 'keyPassphrase' | 'signerTimeout' | 'dataFolder'>,
  folder: string,
  certificates: string,
  log: CertificateLog,
): Promise<ClaimSigner> {
  if (signer.name === 'file') {
    const passphrase = keyPassphrase && (await readSecret(keyPassphrase));
    return openFileSigner(folder, certificates, passphrase);
  }
  const source = join(folder, 'signer.pem');
  const chain = readCertificates(certificates, source);
  const algorithm = algorithmOf(chain[0]!, source);
  const holder = await openHolder(signer, {folder, dataFolder}, algorithm);
  const certificateChain = withoutRoot(chain);
  return ExternalSigner.open({
    certificateChain,
    algorithm,
    holder,
    source,
    timeout: signerTimeout,
    log,
  });
}

function openHolder(
  setting: Exclude<SignerSetting, {name: 'file'}>,
  {folder, dataFolder}: {folder: string; dataFolder: string},
  algorithm: SealAlgorithm,
): Promise<KeyHolder> {
  switch (setting.name) {
    case 'pkcs11':
      return openPkcs11(setting, algorithm, dataFolder);
    case 'aws-kms':
      return openKms(setting, algorithm);
    case 'remote':
      return openRemote(setting, folder, algorithm);
  }
}

function algorithmOf({publicKey}: X509Certificate, source: string): SealAlgorithm {
  const algorithm = sealAlgorithmOf(publicKey);
  if (algorithm) return algorithm;
  throw new SettingsError(
    `${source}: the first certificate must have an ECDSA key on the curve P-256 or P-384.`,
  );
}
