import {copyFileSync, mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {readFile} from 'node:fs/promises';
import {request} from 'node:https';
import {authorityExtensions, certify} from '../certificates/openssl-authority.js';

const leaf = (use: string, name?: string): string[] => [
  'basicConstraints=critical,CA:false',
  `extendedKeyUsage=${use}`,
  ...(name ? [`subjectAltName=${name}`] : []),
];

/**
 * Creates a folder for SEALED_CAPTURE_ADMIN_TLS, with the clients `anna` and `workload` of its authority, and
 * `stranger` of another one.
 */
export function makeAdminCertificates(folder: string): string {
  for (const authority of ['root', 'other']) {
    certify(folder, {name: authority, extensions: authorityExtensions(0)});
  }
  const name = 'IP:127.0.0.1,DNS:localhost';
  certify(folder, {name: 'server', issuer: 'root', extensions: leaf('serverAuth', name)});
  certify(folder, {name: 'anna', issuer: 'root', extensions: leaf('clientAuth')});
  // A workload certificate has no subject.
  certify(folder, {
    name: 'workload',
    issuer: 'root',
    subject: '/',
    extensions: leaf('clientAuth', 'URI:spiffe://example/backup'),
  });
  certify(folder, {name: 'stranger', issuer: 'other', extensions: leaf('clientAuth')});
  const tls = join(folder, 'admin');
  mkdirSync(tls);
  copyFileSync(join(folder, 'server.pem'), join(tls, 'server.pem'));
  copyFileSync(join(folder, 'server.key'), join(tls, 'server.key'));
  copyFileSync(join(folder, 'root.pem'), join(tls, 'clients.pem'));
  return tls;
}

export interface AdminAnswer {
  status: number;
  text: string;
}

/** Sends a request with the certificate of this client, or without one. Rejects if the port does not accept it. */
export async function askAs(
  folder: string,
  client: string | undefined,
  url: string,
  {method = 'GET', body}: {method?: string; body?: unknown} = {},
): Promise<AdminAnswer> {
  const read = (name: string) => readFile(join(folder, name));
  const own = client && {
    cert: await read(`${client}.pem`),
    key: await read(`${client}.key`),
  };
  const ca = await read('root.pem');
  return new Promise((resolve, reject) => {
    const options = {method, ca, ...own, agent: false} as const;
    const sent = request(url, options, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => resolve({status: answer.statusCode ?? 0, text}));
      answer.on('error', reject);
    });
    sent.on('error', reject);
    if (body === undefined) sent.end();
    else sent.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  });
}
