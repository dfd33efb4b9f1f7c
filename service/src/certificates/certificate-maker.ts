import 'reflect-metadata';
import {randomBytes} from 'node:crypto';
import * as x509 from '@peculiar/x509';
import {der, tags} from '@sealed-capture/seal/encoding/der.js';
import {keyUsages} from '@sealed-capture/seal/trust/key-usages.js';

const DAY_MS = 86_400_000;
/** Certificates are valid from one day before they were made, for devices whose clocks are slow. */
const CLOCK_LEEWAY_MS = DAY_MS;

/** Curves of keys, with the hash algorithms that they sign with. */
const curves = {'P-256': 'SHA-256', 'P-384': 'SHA-384'} as const;
export type Curve = keyof typeof curves;

export interface KeyedCertificate {
  certificate: x509.X509Certificate;
  keys: CryptoKeyPair;
}

/** Addresses that a certificate names. They use plain HTTP, because verifying HTTPS may require them. */
export interface AuthorityAddresses {
  /** The OCSP responder for the certificate. */
  ocsp: string;
  /** The issuer's certificate. */
  issuer: string;
}

/** Purposes of certificates. Their extensions follow the profiles of the C2PA Conformance Program 0.2. */
export type Purpose = 'root' | 'seal issuer' | 'time stamp issuer' | 'seal' | 'time stamp' | 'ocsp';

export interface CertificateWish {
  purpose: Purpose;
  subject: string;
  days: number;
  now: number;
  /** Without an issuer the certificate is self-signed. */
  issuer?: KeyedCertificate;
  addresses?: AuthorityAddresses;
  /** Of the new key. Default: P-384 for certificates that issue others, which the profiles require; else P-256. */
  curve?: Curve;
}

export async function makeCertificate({
  purpose,
  subject,
  days,
  now,
  issuer,
  addresses,
  curve = profiles[purpose].curve,
}: CertificateWish): Promise<KeyedCertificate> {
  const {extensions} = profiles[purpose];
  const algorithm = {name: 'ECDSA', namedCurve: curve};
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
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
      signingAlgorithm: {name: 'ECDSA', hash: curves[curveOf(issuerKeys.privateKey)]},
      extensions: [
        ...extensions,
        ...(addresses ? [accessTo(addresses)] : []),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false, crypto),
        await x509.AuthorityKeyIdentifierExtension.create(issuerKeys.publicKey, false, crypto),
      ],
    },
    crypto,
  );
  return {certificate, keys};
}

const curveOf = ({algorithm}: CryptoKey): Curve =>
  'namedCurve' in algorithm && algorithm.namedCurve === 'P-384' ? 'P-384' : 'P-256';

const authority = (pathLength: number): x509.Extension[] => [
  new x509.BasicConstraintsExtension(true, pathLength, true),
  new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
];

const {digitalSignature, nonRepudiation} = x509.KeyUsageFlags;

const endEntity = (usage: x509.KeyUsageFlags): x509.Extension[] => [
  new x509.BasicConstraintsExtension(false, undefined, true),
  new x509.KeyUsagesExtension(usage, true),
];

const usages = (list: readonly string[], critical = false): x509.Extension =>
  new x509.ExtendedKeyUsageExtension([...list], critical);

/** c2pa-certificate-policy */
const policy = new x509.CertificatePolicyExtension(['1.3.6.1.4.1.62558.1.1']);

/** c2pa-al: c2pa-assuranceLevel-1 */
const assuranceLevel = new x509.Extension(
  '1.3.6.1.4.1.62558.3',
  false,
  der(tags.objectIdentifier, Buffer.from('2b0601040183e85e030a', 'hex')).buffer,
);

/** c2pa-cpl-record */
const productRecord = (id: string): x509.Extension =>
  new x509.Extension('1.3.6.1.4.1.62558.4', false, der(tags.utf8String, Buffer.from(id)).buffer);

/** The record id of no product: the sandbox is not in the list. */
const NO_RECORD = '00000000-0000-0000-0000-000000000000';

/**
 * id-pkix-ocsp-nocheck: clients need not check whether the responder's own certificate was revoked (RFC 6960,
 * section 4.2.2.2.1).
 */
const noCheck = new x509.Extension('1.3.6.1.5.5.7.48.1.5', false, der(tags.null).buffer);

const {claimSigning, emailProtection, timeStamping, ocspSigning} = keyUsages;
const sealing = [claimSigning, emailProtection];

/** Extensions of every certificate that seals, whoever issues it, with the product's record id if there is one. */
export function sealExtensions(recordId?: string): x509.Extension[] {
  return [
    ...endEntity(digitalSignature | nonRepudiation),
    usages(sealing),
    policy,
    assuranceLevel,
    ...(recordId === undefined ? [] : [productRecord(recordId)]),
  ];
}

const profiles: Record<Purpose, {curve: Curve; extensions: readonly x509.Extension[]}> = {
  root: {curve: 'P-384', extensions: authority(1)},
  'seal issuer': {curve: 'P-384', extensions: [...authority(0), usages(sealing), policy]},
  'time stamp issuer': {
    curve: 'P-384',
    extensions: [...authority(0), usages([timeStamping]), policy],
  },
  seal: {
    curve: 'P-256',
    extensions: sealExtensions(NO_RECORD),
  },
  'time stamp': {
    curve: 'P-256',
    extensions: [
      ...endEntity(digitalSignature | nonRepudiation),
      usages([timeStamping], true),
      policy,
    ],
  },
  ocsp: {
    curve: 'P-256',
    extensions: [...endEntity(digitalSignature), usages([ocspSigning]), noCheck],
  },
};

const accessTo = ({ocsp, issuer}: AuthorityAddresses): x509.Extension =>
  new x509.AuthorityInfoAccessExtension({
    ocsp: [new x509.GeneralName('url', ocsp)],
    caIssuers: [new x509.GeneralName('url', issuer)],
  });

/** Sixteen random bytes, positive and without a leading zero byte (RFC 5280, section 4.1.2.2). */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = (bytes[0]! & 0x3f) | 0x40;
  return bytes.toString('hex');
}

/** The private key as PKCS #8 PEM. */
export async function keyPem({privateKey}: Pick<CryptoKeyPair, 'privateKey'>): Promise<string> {
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', privateKey);
  return x509.PemConverter.encode(pkcs8, 'PRIVATE KEY') + '\n';
}
