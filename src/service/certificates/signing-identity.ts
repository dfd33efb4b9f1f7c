import {createPrivateKey, X509Certificate, type KeyObject} from 'node:crypto';
import {SettingsError} from '../settings/settings-error.js';

/** A private key with the certificates that vouch for it. */
export interface SigningIdentity {
  /** DER, leaf first, without the root. */
  certificateChain: Uint8Array[];
  privateKey: KeyObject;
}

/** All that an environment seals with; can be posted to a worker thread. */
export interface SealingIdentity {
  signer: SigningIdentity;
  /** Own time-stamp authority; without it seals carry no time stamp. */
  timeStamp?: SigningIdentity;
  /** DER of the OCSPResponse that says that the signer's certificate is not revoked: seals carry it. */
  ocspAnswer?: Uint8Array;
}

/**
 * @param source named in errors
 * @throws {SettingsError} where the key does not belong to the certificate or is of another kind
 */
export function readIdentity(certificates: string, key: string, source: string): SigningIdentity {
  const chain = readCertificates(certificates, source);
  let privateKey: KeyObject;
  try {
    privateKey = createPrivateKey(key);
  } catch (error) {
    throw new SettingsError(`${source}: the key is not a private key in PEM form.`, {cause: error});
  }
  if (privateKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
    throw new SettingsError(`${source}: the key must be an ECDSA key on the curve P-256.`);
  }
  if (!chain[0]?.checkPrivateKey(privateKey)) {
    throw new SettingsError(`${source}: the key does not belong to the first certificate.`);
  }
  // Readers have the root; a chain that carries it as well is refused by some.
  const withoutRoot = chain.filter((one, index) => index === 0 || !isSelfSigned(one));
  return {certificateChain: withoutRoot.map((one) => new Uint8Array(one.raw)), privateKey};
}

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
