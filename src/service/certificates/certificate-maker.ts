import 'reflect-metadata';
import {randomBytes} from 'node:crypto';
import * as x509 from '@peculiar/x509';

const ALGORITHM = {name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256'};
const DAY_MS = 86_400_000;
/** Certificates are valid from a little before they were made, for devices whose clocks run late. */
const CLOCK_LEEWAY_MS = DAY_MS;

const EMAIL_PROTECTION = '1.3.6.1.5.5.7.3.4';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';

export interface KeyedCertificate {
  certificate: x509.X509Certificate;
  keys: CryptoKeyPair;
}

/** What the certificate is for, with the extensions that C2PA 2.2 (14.5) asks for. */
type Purpose = 'root' | 'issuer' | 'seal' | 'time stamp';

/** A root that certifies one level of issuers; it signs itself. */
export const makeRoot = (subject: string, days: number, now: number): Promise<KeyedCertificate> =>
  make('root', subject, days, now);

/** A certificate of the given purpose, certified by `issuer`. */
export const makeCertificate = (
  purpose: Exclude<Purpose, 'root'>,
  subject: string,
  days: number,
  now: number,
  issuer: KeyedCertificate,
): Promise<KeyedCertificate> => make(purpose, subject, days, now, issuer);

async function make(
  purpose: Purpose,
  subject: string,
  days: number,
  now: number,
  issuer?: KeyedCertificate,
): Promise<KeyedCertificate> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const issuerKeys = issuer?.keys ?? keys;
  const certificate = await x509.X509CertificateGenerator.create(
    {
      serialNumber: serialNumber(),
      subject,
      issuer: issuer?.certificate.subject ?? subject,
      notBefore: new Date(now - CLOCK_LEEWAY_MS),
      notAfter: new Date(now + days * DAY_MS),
      signingKey: issuerKeys.privateKey,
      publicKey: keys.publicKey,
      signingAlgorithm: ALGORITHM,
      extensions: [
        ...extensions(purpose),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false, crypto),
        await x509.AuthorityKeyIdentifierExtension.create(issuerKeys.publicKey, false, crypto),
      ],
    },
    crypto,
  );
  return {certificate, keys};
}

function extensions(purpose: Purpose): x509.Extension[] {
  switch (purpose) {
    case 'root':
      return authority(1);
    case 'issuer':
      return authority(0);
    case 'seal':
      return endEntity(EMAIL_PROTECTION, false);
    case 'time stamp':
      return endEntity(TIME_STAMPING, true);
  }
}

const authority = (pathLength: number): x509.Extension[] => [
  new x509.BasicConstraintsExtension(true, pathLength, true),
  new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
];

const endEntity = (usage: string, critical: boolean): x509.Extension[] => [
  new x509.BasicConstraintsExtension(false, undefined, true),
  new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
  new x509.ExtendedKeyUsageExtension([usage], critical),
];

/** Sixteen random bytes, positive and without a leading zero byte (RFC 5280, 4.1.2.2). */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0]! & 0x3f) | 0x40;
  return bytes.toString('hex');
}

/** The private key as PKCS #8 PEM. */
export async function keyPem(keys: CryptoKeyPair): Promise<string> {
  const der = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  return x509.PemConverter.encode(der, 'PRIVATE KEY') + '\n';
}
