import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  hash,
  sign,
  type KeyObject,
} from 'node:crypto';
import {readPrivateFile, isMissing} from '../files/private-files.js';
import {SettingsError} from '../settings/settings-error.js';
import type {Settings} from '../settings/settings.js';

/** `alg` of RFC 9421, section 3.3. */
export type SigningAlgorithm = 'hmac-sha256' | 'ed25519' | 'ecdsa-p256-sha256';

/** The key that signs webhooks. */
export interface SigningKey {
  keyid: string;
  alg: SigningAlgorithm;
  sign: (base: string) => Uint8Array;
  /** SubjectPublicKeyInfo as PEM, for receivers; absent for a shared secret. */
  publicKey?: string;
}

/** Least number of characters of a secret. */
const SHORTEST_SECRET = 32;
const KEY_ID = /^[A-Za-z0-9._:@/+=-]{1,128}$/;

/**
 * Reads the key that the settings name.
 * @throws {SettingsError} also if they name none
 */
export async function webhookKey({
  webhooksKeyFile,
  webhooksKeyId,
}: Pick<Settings, 'webhooksKeyFile' | 'webhooksKeyId'>): Promise<SigningKey> {
  if (webhooksKeyFile === undefined) {
    throw new SettingsError(
      'SEALED_CAPTURE_WEBHOOKS needs SEALED_CAPTURE_WEBHOOKS_KEY: a file with the secret or private key that webhooks are signed with. Make a secret: (umask 077; openssl rand -base64 48 > webhooks.key)',
    );
  }
  return readSigningKey(webhooksKeyFile, webhooksKeyId);
}

/**
 * Reads the key file: a private key in PEM form (Ed25519, or ECDSA on P-256), or else a text that is a secret
 * shared with the receivers, whose leading and trailing whitespace is ignored.
 *
 * @param keyid default: derived from the key, so that another key has another
 * @throws {SettingsError} if it cannot be used, or other users can read it
 */
export async function readSigningKey(path: string, keyid?: string): Promise<SigningKey> {
  if (keyid !== undefined && !KEY_ID.test(keyid)) {
    throw new SettingsError(
      'SEALED_CAPTURE_WEBHOOKS_KEY_ID must have at most 128 letters, digits and . _ : @ / + = - alone.',
    );
  }
  const text = await readPrivateFile(path).catch((cause: unknown) => {
    if (!isMissing(cause)) throw cause;
    throw new SettingsError(
      `There is no file ${path}, which SEALED_CAPTURE_WEBHOOKS_KEY names. Make a secret: (umask 077; openssl rand -base64 48 > ${JSON.stringify(path)})`,
      {cause},
    );
  });
  return text.includes('-----BEGIN')
    ? privateKey(path, text, keyid)
    : sharedSecret(path, text.trim(), keyid);
}

function sharedSecret(path: string, secret: string, keyid = idOf(secret)): SigningKey {
  if (secret.length < SHORTEST_SECRET) {
    throw new SettingsError(
      `The secret in ${path} is too short: it needs ${SHORTEST_SECRET} characters or more, as openssl rand -base64 48 makes them.`,
    );
  }
  return {
    keyid,
    alg: 'hmac-sha256',
    sign: (base) => createHmac('sha256', secret).update(base).digest(),
  };
}

function privateKey(path: string, pem: string, keyid?: string): SigningKey {
  const key = parsed(path, pem);
  const publicKey = createPublicKey(key);
  const id = keyid ?? idOf(publicKey.export({type: 'spki', format: 'der'}));
  const spki = publicKey.export({type: 'spki', format: 'pem'}).toString();
  if (key.asymmetricKeyType === 'ed25519') {
    return {
      keyid: id,
      alg: 'ed25519',
      sign: (base) => sign(null, Buffer.from(base), key),
      publicKey: spki,
    };
  }
  if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') {
    return {
      keyid: id,
      alg: 'ecdsa-p256-sha256',
      sign: (base) => sign('sha256', Buffer.from(base), {key, dsaEncoding: 'ieee-p1363'}),
      publicKey: spki,
    };
  }
  throw new SettingsError(
    `The key in ${path} is of another kind than webhooks are signed with: Ed25519 or ECDSA on the curve P-256.`,
  );
}

function parsed(path: string, pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (cause) {
    throw new SettingsError(
      `${path} holds no private key in PEM form that can be read. One with a password cannot be.`,
      {cause},
    );
  }
}

/** Derived from the key. For a secret, it reveals no more than a signature does. */
const idOf = (key: string | Uint8Array): string =>
  `whk_${hash('sha256', key, 'base64url').slice(0, 22)}`;
