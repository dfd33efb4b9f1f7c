import {createPublicKey, createPrivateKey, X509Certificate, type KeyObject} from 'node:crypto';
import {Agent, request} from 'node:https';
import {join} from 'node:path';
import {createSecureContext} from 'node:tls';
import Type, {type Static, type TSchema} from 'typebox';
import {Value} from 'typebox/value';
import type {SealAlgorithm} from '@sealed-capture/seal/encoding/cose-structures.js';
import {isMissing, readPrivateFile, readText} from '../files/private-files.js';
import {SettingsError} from '../settings/settings-error.js';
import type {RemoteSetting} from '../settings/signer-setting.js';
import {HolderFailed, type KeyHolder} from './key-holder.js';

/** Answers of docs/signing/remote-signer.mjs, each in Base64. */
const Key = Type.Object({publicKey: Type.String({maxLength: 1_000})});
const Signature = Type.Object({signature: Type.String({maxLength: 200})});

const LARGEST_ANSWER = 4 * 1024;
/** Simultaneous connections; further signatures wait for one. */
const CONNECTIONS = 16;

interface TlsFiles {
  cert: string;
  key: string;
  ca: string;
}

/**
 * Reads the TLS files.
 * @throws {SettingsError} if a file is missing or damaged, or other users can read the key
 */
async function readTls(folder: string): Promise<TlsFiles> {
  const path = (name: string) => join(folder, `signer-${name}`);
  try {
    const files = {
      cert: await readText(path('client.pem')),
      key: await readPrivateFile(path('client.key')),
      ca: await readText(path('ca.pem')),
    };
    if (!new X509Certificate(files.cert).checkPrivateKey(createPrivateKey(files.key))) {
      throw new SettingsError(
        `${path('client.key')} does not belong to ${path('client.pem')}, with which this service shows the remote signer who it is.`,
      );
    }
    createSecureContext(files);
    return files;
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(
      isMissing(error)
        ? `For the remote signer, ${folder} must hold signer-client.pem and signer-client.key, with which this service shows who it is, and signer-ca.pem, the authority of the signer's own certificate.`
        : `${folder}: signer-client.pem, signer-client.key or signer-ca.pem is damaged, or no PEM.`,
      {cause: error},
    );
  }
}

/**
 * Signs with a service of the operator, over HTTPS with certificates on both sides. That service gets the bytes to
 * be signed, which contain hashes and certificates, and nothing of the media or the metadata.
 *
 * @param folder holds signer-client.pem, signer-client.key and signer-ca.pem
 * @throws {SettingsError} if these cannot be used
 */
export async function openRemote(
  {address}: RemoteSetting,
  folder: string,
  algorithm: SealAlgorithm,
): Promise<KeyHolder> {
  const tls = await readTls(folder);
  const agent = new Agent({
    ...tls,
    keepAlive: true,
    maxSockets: CONNECTIONS,
    minVersion: 'TLSv1.2',
  });
  const at = (path: string) => new URL(path, address.endsWith('/') ? address : `${address}/`);
  return {
    name: 'the remote signer',
    async publicKey(signal): Promise<KeyObject> {
      const {publicKey} = await exchange(agent, at('key'), undefined, Key, signal);
      try {
        const key = Buffer.from(publicKey, 'base64');
        return createPublicKey({key, format: 'der', type: 'spki'});
      } catch (cause) {
        throw new HolderFailed('Its answer is no public key.', {cause});
      }
    },
    async sign(data, signal) {
      const asked = {algorithm, data: Buffer.from(data).toString('base64')};
      const {signature} = await exchange(agent, at('sign'), asked, Signature, signal);
      return Buffer.from(signature, 'base64');
    },
    close: () => agent.destroy(),
  };
}

/**
 * Posts JSON, or sends GET without a body. Redirects are not followed.
 * @throws {HolderFailed} or the signal's reason
 */
async function exchange<Answer extends TSchema>(
  agent: Agent,
  address: URL,
  body: object | undefined,
  schema: Answer,
  signal: AbortSignal,
): Promise<Static<Answer>> {
  const text = await new Promise<string>((resolve, reject) => {
    const options = {
      agent,
      signal,
      method: body ? 'POST' : 'GET',
      headers: {accept: 'application/json', ...(body && {'content-type': 'application/json'})},
    };
    const sent = request(address, options, (answer) => {
      const chunks: Buffer[] = [];
      let length = 0;
      answer.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > LARGEST_ANSWER) answer.destroy(new HolderFailed('Its answer is too large.'));
        else chunks.push(chunk);
      });
      answer.on('error', reject);
      answer.on('end', () => {
        const {statusCode} = answer;
        if (statusCode === 200) resolve(Buffer.concat(chunks).toString('utf8'));
        else reject(new HolderFailed(`It answered with status ${statusCode}.`));
      });
    });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    if (error instanceof HolderFailed) throw error;
    throw new HolderFailed(`It could not be reached${codeIn(error)}.`, {cause: error});
  });
  try {
    const answer: unknown = JSON.parse(text);
    if (Value.Check(schema, answer)) return answer;
  } catch {
    // The content of the answer is not repeated.
  }
  throw new HolderFailed('Its answer is not of the agreed form.');
}

/** The error's code in brackets, such as " (ECONNREFUSED)". */
function codeIn(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^[A-Z\d_]{1,64}$/.test(code) ? ` (${code})` : '';
}
