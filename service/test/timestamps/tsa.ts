import 'reflect-metadata';
import {createPrivateKey, randomBytes} from 'node:crypto';
import {once} from 'node:events';
import {createServer, type RequestListener, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import * as x509 from '@peculiar/x509';
import {timeStampAuthority, OWN_POLICY} from '../../src/certificates/timestamp-authority.js';
import type {SigningIdentity} from '../../src/certificates/signing-identity.js';
import {readStampQuery, type StampQuery} from '../../src/timestamps/stamp-query.js';
import {grantedReply} from '../../src/timestamps/stamp-reply.js';

const ALGORITHM = {name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256'};
const DAY_MS = 86_400_000;
export const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
export const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4';

export interface Certified {
  keys: CryptoKeyPair;
  certificate: x509.X509Certificate;
}

export interface CertificateWish {
  issuer?: Certified;
  isAuthority?: boolean;
  pathLength?: number;
  usages?: string[];
  isUsageCritical?: boolean;
  keyUsage?: number;
  /** False for a certificate that does not name its issuer's key. */
  hasIssuerKey?: boolean;
  /** Days from now. */
  from?: number;
  to?: number;
  more?: x509.Extension[];
}

let made = 0;

export async function certify(wish: CertificateWish = {}): Promise<Certified> {
  const {issuer, isAuthority = false, pathLength, usages, isUsageCritical = true} = wish;
  const {hasIssuerKey = true} = wish;
  const {keyCertSign, digitalSignature} = x509.KeyUsageFlags;
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const subject = `CN=Test ${isAuthority ? 'CA' : 'Clock'} ${++made}`;
  const certificate = await x509.X509CertificateGenerator.create(
    {
      serialNumber: `41${randomBytes(7).toString('hex')}`,
      subject,
      issuer: issuer?.certificate.subject ?? subject,
      notBefore: new Date(Date.now() + (wish.from ?? -1) * DAY_MS),
      notAfter: new Date(Date.now() + (wish.to ?? 30) * DAY_MS),
      signingKey: (issuer?.keys ?? keys).privateKey,
      publicKey: keys.publicKey,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new x509.BasicConstraintsExtension(isAuthority, pathLength, true),
        new x509.KeyUsagesExtension(
          wish.keyUsage ?? (isAuthority ? keyCertSign : digitalSignature),
          true,
        ),
        ...(hasIssuerKey
          ? [await x509.AuthorityKeyIdentifierExtension.create((issuer?.keys ?? keys).publicKey)]
          : []),
        ...(usages ? [new x509.ExtendedKeyUsageExtension(usages, isUsageCritical)] : []),
        ...(wish.more ?? []),
      ],
    },
    crypto,
  );
  return {keys, certificate};
}

export const makeRoot = (wish: CertificateWish = {}): Promise<Certified> =>
  certify({isAuthority: true, ...wish});

export const pemOf = ({certificate}: Certified): string => `${certificate.toString('pem')}\n`;

export const derOf = ({certificate}: Certified): Uint8Array => new Uint8Array(certificate.rawData);

/** An authority's key with its chain, the signer first. */
export async function identityOf(...chain: [Certified, ...Certified[]]): Promise<SigningIdentity> {
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', chain[0].keys.privateKey);
  return {
    certificateChain: chain.map(derOf),
    privateKey: createPrivateKey({key: Buffer.from(pkcs8), format: 'der', type: 'pkcs8'}),
  };
}

/** A key and certificate for time stamps, issued by the root. */
export const clockUnder = async (
  issuer: Certified,
  wish: CertificateWish = {},
): Promise<SigningIdentity> =>
  identityOf(await certify({issuer, usages: [TIME_STAMPING], ...wish}));

export interface TestServer {
  address: URL;
  /** Number of received requests. */
  count: number;
  close(): Promise<void>;
}

/** A real HTTP server on its own port. */
export async function serve(listener: RequestListener): Promise<TestServer> {
  const server = createServer((request, response) => {
    found.count++;
    listener(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address() as AddressInfo;
  const found: TestServer = {
    address: new URL(`http://127.0.0.1:${port}/tsa`),
    count: 0,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return found;
}

/** How an authority answers a query incorrectly. */
export type Answering = (query: StampQuery, response: ServerResponse) => Uint8Array | undefined;

/** A time-stamp authority over HTTP. If the answer is undefined, the function has used the response itself. */
export const serveTsa = (answer: Answering): Promise<TestServer> =>
  serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const query = readStampQuery(Buffer.concat(chunks), OWN_POLICY);
      if (query.name === 'refused') return void response.writeHead(400).end();
      const reply = answer(query, response);
      if (reply)
        response.writeHead(200, {'content-type': 'application/timestamp-reply'}).end(reply);
    });
  });

/** Answers correctly, except for what is changed. */
export const honest =
  (identity: SigningIdentity, change: {now?: () => number} = {}): Answering =>
  ({imprint, nonce}) =>
    grantedReply(timeStampAuthority(identity, change.now ?? Date.now)(imprint, {nonce}));
