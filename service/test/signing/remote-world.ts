import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {cpSync, mkdirSync, readFileSync, renameSync} from 'node:fs';
import {createServer} from 'node:https';
import type {RequestListener} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join, resolve} from 'node:path';
import {createInterface} from 'node:readline';
import {authorityExtensions, certify} from '../certificates/openssl-authority.js';
import {liveWith, type Curve} from './live-signer.js';

const script = resolve(import.meta.dirname, '../../../docs/signing/remote-signer.mjs');

/** A live folder whose key was moved to a remote signer, and the certificates of both sides. */
export interface RemoteWorld {
  dataFolder: string;
  live: string;
  /** The signer's folder: signer.key, server.pem, ca.pem, and wrong.pem of another authority. */
  remote: string;
}

export async function remoteWorld(curve: Curve = 'P-256'): Promise<RemoteWorld> {
  const {dataFolder, live} = await liveWith(curve);
  const remote = join(dataFolder, 'remote');
  mkdirSync(remote);
  certify(remote, {name: 'ca', extensions: authorityExtensions(0)});
  certify(remote, {name: 'other', extensions: authorityExtensions(0)});
  const end = ['basicConstraints=critical,CA:false', 'keyUsage=critical,digitalSignature'];
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
  certify(remote, {name: 'server', issuer: 'ca', extensions: [...end, names]});
  certify(remote, {name: 'client', issuer: 'ca', extensions: end});
  certify(remote, {name: 'wrong', issuer: 'other', extensions: end});
  renameSync(join(live, 'signer.key'), join(remote, 'signer.key'));
  showsAs({live, remote}, 'client');
  cpSync(join(remote, 'ca.pem'), join(live, 'signer-ca.pem'));
  return {dataFolder, live, remote};
}

/** Sets the client certificate of the service for the signer. */
export function showsAs({live, remote}: Pick<RemoteWorld, 'live' | 'remote'>, name: string): void {
  for (const end of ['pem', 'key']) {
    cpSync(join(remote, `${name}.${end}`), join(live, `signer-client.${end}`));
  }
}

export interface ReferenceSigner {
  address: string;
  port: number;
  lines: string[];
  stop(): Promise<void>;
}

/** Starts the server of docs/signing as a separate process. */
export async function startReference(
  {remote}: RemoteWorld,
  port = 0,
  ...more: string[]
): Promise<ReferenceSigner> {
  const files = {key: 'signer.key', 'tls-cert': 'server.pem', 'tls-key': 'server.key'};
  const args = Object.entries({...files, clients: 'ca.pem'}).flatMap(([name, file]) => [
    `--${name}`,
    join(remote, file),
  ]);
  const child: ChildProcess = spawn(
    process.execPath,
    [script, ...args, '--port', `${port}`, ...more],
    {stdio: ['ignore', 'pipe', 'inherit']},
  );
  const lines: string[] = [];
  const reading = createInterface({input: child.stdout!}).on('line', (line) => lines.push(line));
  await once(reading, 'line');
  const [, address = ''] = /(https:\S+),/.exec(lines[0] ?? '') ?? [];
  return {
    address,
    port: Number(new URL(address).port),
    lines,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Starts a signer that the test implements, with the signer's certificate. It requires a client certificate, too. */
export async function serveSigner({remote}: RemoteWorld, listener: RequestListener) {
  const read = (name: string) => readFileSync(join(remote, name));
  const server = createServer(
    {
      cert: read('server.pem'),
      key: read('server.key'),
      ca: read('ca.pem'),
      requestCert: true,
      rejectUnauthorized: true,
    },
    listener,
  ).listen(0, 'localhost');
  await once(server, 'listening');
  return {
    address: `https://localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
