import {sha1} from '@noble/hashes/legacy.js';
import {sha256, sha384, sha512} from '@noble/hashes/sha2.js';
import {equalBytes} from '../encoding/bytes.js';
import {contentOf, der, readDer, sequenceOf, tags} from '../encoding/der.js';
import {type CertificateId} from '../encoding/ocsp.js';

/** Hash algorithms in certificate identifiers. Most requests use SHA-1, which here only identifies a certificate. */
const hashes: Readonly<Partial<Record<string, (bytes: Uint8Array) => Uint8Array>>> = {
  '2b0e03021a': sha1,
  '608648016503040201': sha256,
  '608648016503040202': sha384,
  '608648016503040203': sha512,
};
const SHA_1 = Uint8Array.of(0x2b, 0x0e, 0x03, 0x02, 0x1a);

/** Parts of a certificate in their original encoding (RFC 5280, section 4.1). */
export interface CertificateParts {
  /** Content of the INTEGER. */
  serialNumber: Uint8Array;
  /** DER of the name. */
  issuer: Uint8Array;
  subject: Uint8Array;
  /** The bits of the public key, without its algorithm. */
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

export const keyHash = ({key}: CertificateParts): Uint8Array => sha1(key);

/** True if the identifier names a certificate of this issuer. */
export function isIssuedBy(id: CertificateId, issuer: CertificateParts): boolean {
  const hashOf = hashes[id.digest];
  return (
    hashOf !== undefined &&
    equalBytes(id.issuerNameHash, hashOf(issuer.subject)) &&
    equalBytes(id.issuerKeyHash, hashOf(issuer.key))
  );
}

/** A certificate identifier in DER, with SHA-1, because many responders know no other (RFC 5019, section 2.1.1). */
export function certificateId(leaf: CertificateParts, issuer: CertificateParts): Uint8Array {
  const hashOf = (bytes: Uint8Array) => der(tags.octetString, sha1(bytes));
  const algorithm = der(tags.objectIdentifier, SHA_1);
  return der(
    tags.sequence,
    der(tags.sequence, algorithm, der(tags.null)),
    hashOf(issuer.subject),
    hashOf(issuer.key),
    der(tags.integer, leaf.serialNumber),
  );
}
