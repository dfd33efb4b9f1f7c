import {X509Certificate} from 'node:crypto';
import {readFileSync, writeFileSync} from 'node:fs';
import {createServer, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {
  authorityExtensions,
  butFor,
  certify,
  openssl,
  pem,
  unused,
} from '../certificates/openssl-authority.js';

/** What the responder changes in its answer. */
export type Manner =
  | 'good'
  | 'revoked'
  | 'unknown'
  /** Without a time of the next update. */
  | 'endless'
  /** The answer expires in a minute. */
  | 'ending'
  /** Signed by another authority with the same name. */
  | 'lying'
  /** Signed by a certificate that may not sign OCSP answers. */
  | 'unauthorised'
  | 'about another'
  | 'with a nonce'
  | 'try later'
  | 'garbage'
  | 'endless body'
  | 'redirecting'
  | 'status 500'
  | 'silent'
  | 'dead';

export interface OpensslResponder {
  folder: string;
  /** The responder's address in the leaf certificate. */
  address: string;
  manner: Manner;
  /** Number of requests so far. */
  asked: number;
  close: () => Promise<void>;
}

/** An openssl authority with an OCSP responder over HTTP: root, issuer, leaf and responder. */
export async function startResponder(folder: string): Promise<OpensslResponder> {
  const held: ServerResponse[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => void parts.push(part));
    request.on('end', () => {
      responder.asked++;
      answer(Buffer.concat(parts), response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}/ocsp`;
  const responder: OpensslResponder = {
    folder,
    address,
    manner: 'good',
    asked: 0,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  certify(folder, {name: 'root', extensions: authorityExtensions(1)});
  certify(folder, {name: 'issuer', issuer: 'root', extensions: authorityExtensions(0)});
  const access = `authorityInfoAccess=OCSP;URI:${address}`;
  const leaf = butFor('');
  certify(folder, {name: 'leaf', issuer: 'issuer', extensions: [...leaf, access]});
  const usage = butFor('extendedKeyUsage', 'OCSPSigning');
  certify(folder, {name: 'ocsp', issuer: 'issuer', extensions: usage});
  certify(folder, {name: 'other', issuer: 'root', extensions: authorityExtensions(0)});
  certify(folder, {name: 'lying', issuer: 'other', extensions: usage});
  writeFileSync(join(folder, 'chain.pem'), pem(folder, 'leaf', 'issuer'));

  function answer(request: Buffer, response: ServerResponse): void {
    // openssl blocks the process for longer than idle connections last.
    response.shouldKeepAlive = false;
    const send = (body: Buffer) =>
      response.writeHead(200, {'content-type': 'application/ocsp-response'}).end(body);
    switch (responder.manner) {
      case 'dead':
        response.destroy();
        return;
      case 'silent':
        held.push(response);
        return;
      case 'garbage':
        send(Buffer.from('3003020100', 'hex'));
        return;
      case 'try later':
        send(Buffer.from('30030a0103', 'hex'));
        return;
      case 'status 500':
        response.writeHead(500).end('no');
        return;
      case 'redirecting':
        // 303, because Node.js fails to send the request's body a second time after 307. The address counts both.
        responder.manner = 'status 500';
        response.writeHead(303, {location: address}).end();
        return;
      case 'endless body': {
        const more = () => {
          if (!response.destroyed) response.write(Buffer.alloc(16_384), () => setImmediate(more));
        };
        more();
        return;
      }
      default:
        send(signed(folder, request, responder.manner));
    }
  }
  return responder;
}

/** An answer made with `openssl ocsp`. */
export function signed(folder: string, request: Buffer, manner: Manner): Buffer {
  const name = unused();
  const file = (end: string) => join(folder, `${name}.${end}`);
  const {serialNumber} = new X509Certificate(readFileSync(join(folder, 'leaf.pem')));
  const entry = (state: string) => `${state}\t${serialNumber}\tunknown\t/CN=Example leaf\n`;
  const revoked = entry(`R\t300101000000Z\t${'250101000000Z'}`);
  const index =
    manner === 'revoked' ? revoked : manner === 'unknown' ? '' : entry('V\t300101000000Z\t');
  writeFileSync(file('index'), index);
  writeFileSync(file('request'), request);
  const about = ['-issuer', 'issuer.pem', '-cert'];
  if (manner === 'about another') {
    openssl(folder, 'ocsp', ...about, 'ocsp.pem', '-no_nonce', '-reqout', file('request'));
  }
  if (manner === 'with a nonce') {
    openssl(folder, 'ocsp', ...about, 'leaf.pem', '-reqout', file('request'));
  }
  const signer = manner === 'lying' ? 'lying' : manner === 'unauthorised' ? 'leaf' : 'ocsp';
  openssl(
    folder,
    ...['ocsp', '-index', file('index'), '-CA', 'issuer.pem', '-reqin', file('request')],
    ...['-rsigner', `${signer}.pem`, '-rkey', `${signer}.key`, '-respout', file('answer')],
    ...(manner === 'endless' ? [] : manner === 'ending' ? ['-nmin', '1'] : ['-ndays', '4']),
  );
  return readFileSync(file('answer'));
}
