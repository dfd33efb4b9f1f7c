import {createHash} from 'node:crypto';
import {equalBytes} from '../../seal/encoding/bytes.js';
import {contentOf, der, readDer, sequenceOf, tags} from '../../seal/encoding/der.js';
import type {CertificateId} from '../../seal/encoding/ocsp.js';

/** Digests that certificates are named with. SHA-1 is what most ask with: it names, and protects nothing. */
const digests: Readonly<Partial<Record<string, string>>> = {
  '2b0e03021a': 'sha1',
  '608648016503040201': 'sha256',
  '608648016503040202': 'sha384',
  '608648016503040203': 'sha512',
};
const SHA_1 = '2b0e03021a';

/** Parts of a certificate as it encodes them itself (RFC 5280, section 4.1). */
export interface CertificateParts {
  /** Content of the INTEGER. */
  serialNumber: Uint8Array;
  /** DER of the name. */
  issuer: Uint8Array;
  subject: Uint8Array;
  /** The bits of the public key, without their algorithm. */
  key: Uint8Array;
}

export function certificateParts(certificate: Uint8Array): CertificateParts {
  const [body] = sequenceOf(readDer(certificate)[0]);
  const fields = sequenceOf(body).filter(({tag}, index) => index > 0 || tag !== tags.zero);
  const [serial, , issuer, , subject, keyInfo] = fields;
  const [, bits] = sequenceOf(keyInfo);
  if (!issuer || !subject) throw new RangeError('This is not a certificate.');
  return {
    serialNumber: contentOf(serial, tags.integer),
    issuer: issuer.whole,
    subject: subject.whole,
    key: contentOf(bits, tags.bitString).subarray(1),
  };
}

export const keyHash = ({key}: CertificateParts): Uint8Array =>
  createHash('sha1').update(key).digest();

/** True where the identifier is of a certificate of this issuer. */
export function isIssuedBy(id: CertificateId, issuer: CertificateParts): boolean {
  const digest = digests[id.digest];
  if (digest === undefined) return false;
  const hashOf = (bytes: Uint8Array) => createHash(digest).update(bytes).digest();
  return (
    equalBytes(id.issuerNameHash, hashOf(issuer.subject)) &&
    equalBytes(id.issuerKeyHash, hashOf(issuer.key))
  );
}

/** As DER, made with SHA-1: responders for many certificates know no other (RFC 5019, section 2.1.1). */
export function certificateId(leaf: CertificateParts, issuer: CertificateParts): Uint8Array {
  const hashOf = (bytes: Uint8Array) =>
    der(tags.octetString, createHash('sha1').update(bytes).digest());
  const algorithm = der(tags.objectIdentifier, Buffer.from(SHA_1, 'hex'));
  return der(
    tags.sequence,
    der(tags.sequence, algorithm, der(tags.null)),
    hashOf(issuer.subject),
    hashOf(issuer.key),
    der(tags.integer, leaf.serialNumber),
  );
}
