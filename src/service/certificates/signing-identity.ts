import {createPrivateKey, X509Certificate, type KeyObject} from 'node:crypto';
import {SettingsError} from '../settings/settings-error.js';

/** Has a chain of certificates. */
export interface Certified {
  /** DER, leaf first, without the root. */
  readonly certificateChain: readonly Uint8Array[];
}

/** A private key with the certificates that vouch for it. */
export interface SigningIdentity extends Certified {
  privateKey: KeyObject;
}

/** Curves of keys, by the names that Node has for them. */
const curveNames: Readonly<Record<string, string>> = {prime256v1: 'P-256', secp384r1: 'P-384'};

export interface IdentityWish {
  /** PEM, leaf first. */
  certificates: string;
  /** PEM, perhaps encrypted. */
  key: string;
  /** Of an encrypted key. */
  passphrase?: string;
  /** The key has to be on one of these, by Node's names; by default on P-256. */
  curves?: readonly string[];
  /** Named in errors. */
  source: string;
}

const serialNumbers = new WeakMap<Certified, string>();

/** Serial number of the first certificate, hexadecimal, lower case: what the audit log and webhooks name it by. */
export function serialNumberOf(identity: Certified): string {
  let serial = serialNumbers.get(identity);
  if (serial === undefined) {
    const [certificate = new Uint8Array()] = identity.certificateChain;
    serial = new X509Certificate(certificate).serialNumber.toLowerCase();
    serialNumbers.set(identity, serial);
  }
  return serial;
}

/** @throws {SettingsError} where the key does not belong to the certificate, is of another kind, or cannot be decrypted */
export function readIdentity(wish: IdentityWish): SigningIdentity {
  const {certificates, source, curves = ['prime256v1']} = wish;
  const chain = readCertificates(certificates, source);
  const privateKey = readKey(wish);
  if (!curves.includes(privateKey.asymmetricKeyDetails?.namedCurve ?? '')) {
    const names = curves.map((curve) => curveNames[curve]).join(' or ');
    throw new SettingsError(`${source}: the key must be an ECDSA key on the curve ${names}.`);
  }
  if (!chain[0]?.checkPrivateKey(privateKey)) {
    throw new SettingsError(`${source}: the key does not belong to the first certificate.`);
  }
  return {certificateChain: withoutRoot(chain), privateKey};
}

/** PEM of a key that needs a passphrase: PKCS #8, or as OpenSSL wrote it before. */
const ENCRYPTED = /-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m;

function readKey({key, passphrase, source}: IdentityWish): KeyObject {
  const isEncrypted = ENCRYPTED.test(key);
  if (isEncrypted && passphrase === undefined) {
    throw new SettingsError(
      `${source}: the key is encrypted. SEALED_CAPTURE_KEY_PASSPHRASE says where the passphrase of signer.key is; timestamp.key must not be encrypted.`,
    );
  }
  try {
    return createPrivateKey({key, ...(isEncrypted && {passphrase})});
  } catch (error) {
    // OpenSSL's own words are left out: they are about its internals.
    throw new SettingsError(
      isEncrypted
        ? `${source}: the passphrase does not decrypt the key, or the key is damaged.`
        : `${source}: the key is not a private key in PEM form.`,
      {cause: error},
    );
  }
}

/** Readers have the root; a chain that carries it as well is refused by some. DER. */
export const withoutRoot = (chain: readonly X509Certificate[]): Uint8Array[] =>
  chain
    .filter((one, index) => index === 0 || !isSelfSigned(one))
    .map((one) => new Uint8Array(one.raw));

/** The certificates of a PEM text. @throws {SettingsError} where there is none or one is damaged */
export function readCertificates(pem: string, source: string): X509Certificate[] {
  try {
    const certificates = certificateBlocks(pem).map((block) => new X509Certificate(block));
    if (certificates.length > 0) return certificates;
  } catch (error) {
    throw new SettingsError(`${source} holds a damaged certificate.`, {cause: error});
  }
  throw new SettingsError(`${source} holds no certificate in PEM form.`);
}

/** The certificates of a PEM text, each as PEM; what else it holds is left out. */
export const certificateBlocks = (pem: string): string[] =>
  pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];

const isSelfSigned = (certificate: X509Certificate): boolean =>
  certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey);
