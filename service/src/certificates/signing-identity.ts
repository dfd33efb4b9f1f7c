import {createPrivateKey, X509Certificate, type KeyObject} from 'node:crypto';
import {SettingsError} from '../settings/settings-error.js';

/** Has a certificate chain. */
export interface Certified {
  /** DER, leaf first, without the root. */
  readonly certificateChain: readonly Uint8Array[];
}

/** A private key with its certificate chain. */
export interface SigningIdentity extends Certified {
  privateKey: KeyObject;
}

/** Curve names by Node's names for them. */
const curveNames: Readonly<Record<string, string>> = {prime256v1: 'P-256', secp384r1: 'P-384'};

export interface IdentityWish {
  /** PEM, leaf first. */
  certificates: string;
  /** PEM, possibly encrypted. */
  key: string;
  /** Passphrase of an encrypted key. */
  passphrase?: string;
  /** Accepted curves of the key, by Node's names; default P-256. */
  curves?: readonly string[];
  /** Named in errors. */
  source: string;
}

const serialNumbers = new WeakMap<Certified, string>();

/** Serial number of the first certificate, hexadecimal, lower case, as the audit log and webhooks name it. */
export function serialNumberOf(identity: Certified): string {
  let serial = serialNumbers.get(identity);
  if (serial === undefined) {
    const [certificate = new Uint8Array()] = identity.certificateChain;
    serial = new X509Certificate(certificate).serialNumber.toLowerCase();
    serialNumbers.set(identity, serial);
  }
  return serial;
}

/**
 * Reads a key with its certificates.
 * @throws {SettingsError} if the key does not belong to the certificate, is of another kind, or cannot be decrypted
 */
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

/** Matches PEM of an encrypted key: PKCS #8, or OpenSSL's earlier format. */
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
    // OpenSSL's own message is omitted: it describes its internals.
    throw new SettingsError(
      isEncrypted
        ? `${source}: the passphrase does not decrypt the key, or the key is damaged.`
        : `${source}: the key is not a private key in PEM form.`,
      {cause: error},
    );
  }
}

/** The chain without its root, DER. Readers have the root, and some reject a chain that contains it. */
export const withoutRoot = (chain: readonly X509Certificate[]): Uint8Array[] =>
  chain
    .filter((one, index) => index === 0 || !isSelfSigned(one))
    .map((one) => new Uint8Array(one.raw));

/**
 * The certificates of a PEM text.
 * @throws {SettingsError} if there is none or one is damaged
 */
export function readCertificates(pem: string, source: string): X509Certificate[] {
  const blocks = certificateBlocks(pem);
  // One that is cut off is no whole block.
  const isWhole = blocks.length === pem.split('-----BEGIN CERTIFICATE-----').length - 1;
  try {
    const certificates = blocks.map((block) => new X509Certificate(block));
    if (certificates.length > 0 && isWhole) return certificates;
  } catch (error) {
    throw new SettingsError(`${source} holds a damaged certificate.`, {cause: error});
  }
  if (!isWhole) throw new SettingsError(`${source} holds a damaged certificate.`);
  throw new SettingsError(`${source} holds no certificate in PEM form.`);
}

/** The certificates of a PEM text, each as PEM, without any other content. */
export const certificateBlocks = (pem: string): string[] =>
  pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];

const isSelfSigned = (certificate: X509Certificate): boolean =>
  certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey);
