import {createPublicKey, type KeyObject} from 'node:crypto';
import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import {once} from 'node:events';
import type {AddressInfo} from 'node:net';
import {execFileSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

export interface KmsCall {
  name: string;
  input: Record<string, string>;
  authorization: string;
}

/** Answers in place of the simulated KMS if it returns true. */
export type KmsFault = (call: KmsCall, response: ServerResponse) => boolean;

/** Implements the part of the JSON protocol of AWS KMS that a signer needs, with real signatures. */
export async function startKms(key: KeyObject, spec: string) {
  const calls: KmsCall[] = [];
  const state = {fault: undefined as KmsFault | undefined, usage: 'SIGN_VERIFY', spec, key};
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const name = String(request.headers['x-amz-target']).replace('TrentService.', '');
      const {authorization = ''} = request.headers;
      const call = {name, input: JSON.parse(body) as Record<string, string>, authorization};
      calls.push(call);
      if (!state.fault?.(call, response)) answer(call, response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  function answer({name, input}: KmsCall, response: ServerResponse): void {
    if (name === 'GetPublicKey') {
      const spki = createPublicKey(state.key).export({type: 'spki', format: 'der'});
      const PublicKey = spki.toString('base64');
      return send(response, 200, {PublicKey, KeySpec: state.spec, KeyUsage: state.usage});
    }
    const Signature = signDigest(state.key, Buffer.from(input['Message'] ?? '', 'base64'));
    send(response, 200, {Signature: Signature.toString('base64')});
  }
  return Object.assign(state, {
    calls,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
}

export function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {'content-type': 'application/x-amz-json-1.1'});
  response.end(JSON.stringify(body));
}

/** Answers like KMS with an error of this name. */
export const refuse = (response: ServerResponse, name: string, status = 400): true => {
  send(response, status, {__type: name, message: 'secret account 111122223333'});
  return true;
};

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** ECDSA over a digest, as DER. Node has no function for this. */
function signDigest(key: KeyObject, digest: Buffer): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'sealed-capture-kms-'));
  try {
    writeFileSync(join(folder, 'key.pem'), key.export({type: 'pkcs8', format: 'pem'}), {
      mode: 0o600,
    });
    writeFileSync(join(folder, 'digest'), digest);
    const args = ['pkeyutl', '-sign', '-inkey', 'key.pem', '-in', 'digest', '-out', 'signature'];
    execFileSync('openssl', args, {cwd: folder, stdio: 'ignore'});
    return readFileSync(join(folder, 'signature'));
  } finally {
    rmSync(folder, {recursive: true});
  }
}
