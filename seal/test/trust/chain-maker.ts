import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import {randomInt} from 'node:crypto';

x509.cryptoProvider.set(crypto);

const DAY = 86_400_000;
const USAGES = {
  signer: '1.3.6.1.5.5.7.3.4',
  timeStamp: '1.3.6.1.5.5.7.3.8',
  ocsp: '1.3.6.1.5.5.7.3.9',
  tls: '1.3.6.1.5.5.7.3.1',
};
const P256 = {name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256'};

/** A certificate with its keys. */
export interface Made {
  der: Uint8Array;
  pem: string;
  keys: CryptoKeyPair;
  name: string;
}

export interface Wish {
  name: string;
  /** Default: itself. */
  by?: Made;
  /** The key of another one; default: a new one. */
  keys?: CryptoKeyPair;
  /** What it is issued for, instead of the public one of its keys. */
  publicKey?: x509.PublicKey;
  algorithm?: EcKeyGenParams | RsaHashedKeyGenParams | {name: 'Ed25519'};
  hash?: string;
  /** Bytes of the salt of RSA-PSS; default 32. */
  salt?: number;
  /** Of an authority; absent: no authority. */
  pathLength?: number;
  /** False: an authority without the flag. */
  isMarked?: boolean;
  usage?: keyof typeof USAGES;
  /** Null: it does not say. */
  keyUsage?: number | null;
  /** Days from now. */
  from?: number;
  to?: number;
  extensions?: x509.Extension[];
}

/** Makes a certificate that no rule is applied to. */
export async function make(wish: Wish): Promise<Made> {
  const algorithm = wish.algorithm ?? P256;
  const made = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const keys = wish.keys ?? (made as CryptoKeyPair);
  const isAuthority = wish.pathLength !== undefined;
  const issuer = wish.by?.keys ?? keys;
  const {keyCertSign, digitalSignature} = x509.KeyUsageFlags;
  const hash = wish.hash ?? 'SHA-256';
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: `4${randomInt(2 ** 47)
      .toString(16)
      .padStart(15, '0')}`,
    subject: wish.name,
    issuer: wish.by?.name ?? wish.name,
    notBefore: new Date(Date.now() + (wish.from ?? -30) * DAY),
    notAfter: new Date(Date.now() + (wish.to ?? 300) * DAY),
    signingKey: issuer.privateKey,
    publicKey: wish.publicKey ?? keys.publicKey,
    signingAlgorithm: {
      ...issuer.privateKey.algorithm,
      hash,
      saltLength: wish.salt ?? 32,
    } as EcdsaParams,
    extensions: [
      ...(wish.isMarked === false
        ? []
        : [new x509.BasicConstraintsExtension(isAuthority, wish.pathLength, true)]),
      ...(wish.keyUsage === null
        ? []
        : [
            new x509.KeyUsagesExtension(
              wish.keyUsage ?? (isAuthority ? keyCertSign : digitalSignature),
              true,
            ),
          ]),
      ...(wish.usage
        ? [new x509.ExtendedKeyUsageExtension([USAGES[wish.usage]], wish.usage === 'timeStamp')]
        : []),
      ...(wish.extensions ?? []),
    ],
  });
  return {
    der: new Uint8Array(certificate.rawData),
    pem: `${certificate.toString('pem')}\n`,
    keys,
    name: wish.name,
  };
}

/** A signer's certificate. */
export const leafBy = (by: Made, wish: Partial<Wish> = {}): Promise<Made> =>
  make({name: 'CN=Leaf,O=Maker', by, usage: 'signer', ...wish});

/** An authority that issues certificates of signers alone. */
export const authorityBy = (by: Made, wish: Partial<Wish> = {}): Promise<Made> =>
  make({name: 'CN=Issuing,O=Maker', by, pathLength: 0, ...wish});
