import 'reflect-metadata';
import {X509Certificate} from '@peculiar/x509';
import {type Certificate} from '../../model/inspection/seal-contents.js';
import {signatureOf, type DerSignature} from '../../encoding/signature-algorithm.js';
import {derSignatureHolds} from '../../trust/der-signature.js';
import {sha256Of} from '../hashes.js';
import {textOf} from '../told-fields.js';
import {keyAlgorithmName, publicKeyOf, type PublicKey} from './public-key.js';

/** A certificate with the public key that verifies its holder's signatures. */
export interface ReadCertificate {
  told: Certificate;
  publicKey: PublicKey;
  /** Common name of the subject, or else its organisation. */
  name?: string;
  x509: X509Certificate;
  /** By its issuer; undefined if its algorithm is not known. */
  signature?: DerSignature;
}

type Name = X509Certificate['subjectName'];

/** Escapes what would end a value or not be printable (RFC 4514, section 2.4). */
const escaped = (value: string): string =>
  value.replace(/[\\"+,;<>]|^[ #]| $/g, '\\$&').replaceAll('\0', '\\00');

/** Formats a name by RFC 4514: the last part first. */
const distinguishedName = (name: Name): string =>
  name
    .toJSON()
    .map((parts) =>
      Object.entries(parts)
        .flatMap(([type, values]) => values.map((value) => `${type}=${escaped(value)}`))
        .join('+'),
    )
    .reverse()
    .join(',');

/** Parses a certificate; undefined if it is damaged. */
export async function readCertificate(
  der: Uint8Array,
  subtle: SubtleCrypto | undefined,
): Promise<ReadCertificate | undefined> {
  try {
    const bytes = Uint8Array.from(der);
    const certificate = new X509Certificate(bytes);
    const publicKey = publicKeyOf(certificate.publicKey);
    const {subjectName, issuerName} = certificate;
    const told: Certificate = {
      subject: distinguishedName(subjectName),
      issuer: distinguishedName(issuerName),
      serialNumber: certificate.serialNumber,
      validFrom: certificate.notBefore.toISOString(),
      validTo: certificate.notAfter.toISOString(),
      keyAlgorithm: keyAlgorithmName(publicKey),
      fingerprint: await sha256Of(bytes, subtle),
      pem: certificate.toString('pem'),
    };
    const [name] = [...subjectName.getField('CN'), ...subjectName.getField('O')];
    const signature = signatureOf(bytes);
    return {told, publicKey, name: textOf(name), x509: certificate, signature};
  } catch {
    return undefined;
  }
}

/** The leaf, and the following certificates as far as each has signed the one before. */
export async function issuedChain(
  chain: readonly ReadCertificate[],
  subtle: SubtleCrypto | undefined,
): Promise<ReadCertificate[]> {
  const held = chain.slice(0, 1);
  for (const next of chain.slice(1)) {
    const last = held.at(-1);
    const isNamed = last?.x509.issuer === next.x509.subject;
    if (!subtle || !last || !isNamed) break;
    const der = new Uint8Array(next.x509.rawData);
    if (!(await derSignatureHolds(last.signature, der, subtle).catch(() => false))) break;
    held.push(next);
  }
  return held;
}
