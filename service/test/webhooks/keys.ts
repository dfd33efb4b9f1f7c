import {generateKeyPairSync} from 'node:crypto';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';

export const SECRET = 'a secret of the test that is long enough';

/** Writes files with keys that can sign webhooks, and the key with which a receiver verifies. */
export async function writeKeys(folder: string) {
  const write = async (name: string, content: string) => {
    const path = join(folder, name);
    await writeFile(path, content, {mode: 0o600});
    return path;
  };
  const ed25519 = generateKeyPairSync('ed25519');
  const p256 = generateKeyPairSync('ec', {namedCurve: 'prime256v1'});
  const pem = {type: 'pkcs8', format: 'pem'} as const;
  return {
    secret: {path: await write('hmac.key', `${SECRET}\n`), key: SECRET},
    ed25519: {
      path: await write('ed25519.key', ed25519.privateKey.export(pem).toString()),
      key: ed25519.publicKey,
    },
    p256: {
      path: await write('p256.key', p256.privateKey.export(pem).toString()),
      key: p256.publicKey,
    },
  };
}
