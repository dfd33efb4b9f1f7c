import {contentOf, der, readDer, sequenceOf, tags} from '@sealed-capture/seal/encoding/der.js';
import {
  ocspOids,
  readCertificateId,
  readExtensions,
  type CertificateId,
} from '@sealed-capture/seal/encoding/ocsp.js';

/** Most certificates in one request. */
const MOST_CERTIFICATES = 8;
/** Longest nonce in bytes (RFC 9654, section 2.1). */
const LONGEST_NONCE = 128;

export interface OcspRequest {
  /** Each identifier in DER, and decoded. */
  ids: {der: Uint8Array; id: CertificateId}[];
  /** The extension's value, which the answer repeats. */
  nonce?: Uint8Array;
}

/** Parses an OCSPRequest (RFC 6960, section 4.1.1). Throws RangeError if it is malformed or asks for too much. */
export function readOcspRequest(bytes: Uint8Array): OcspRequest {
  const [whole, ...more] = readDer(bytes);
  const [body] = sequenceOf(whole);
  const fields = sequenceOf(body);
  const list = fields.find(({tag}) => tag === tags.sequence);
  const requests = sequenceOf(list);
  if (more.length > 0 || requests.length === 0 || requests.length > MOST_CERTIFICATES) {
    throw new RangeError('This is no request that is answered.');
  }
  const extensions = readExtensions(
    fields.find(({tag}) => tag === tags.two),
    [ocspOids.nonce],
  );
  const nonce = extensions.get(ocspOids.nonce);
  if (nonce) {
    const {length} = contentOf(readDer(nonce)[0], tags.octetString);
    if (length < 1 || length > LONGEST_NONCE) throw new RangeError('The nonce is too long.');
  }
  const ids = requests.map((request) => {
    const [id] = sequenceOf(request);
    return {der: id!.whole, id: readCertificateId(id)};
  });
  return {ids, ...(nonce && {nonce})};
}

/** An OCSPRequest for one certificate. */
export const ocspRequest = (id: Uint8Array): Uint8Array =>
  der(tags.sequence, der(tags.sequence, der(tags.sequence, der(tags.sequence, id))));
