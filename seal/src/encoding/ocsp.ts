import {contentOf, oidOf, readDer, sequenceOf, tags, type DerElement} from './der.js';
import {signatureAlgorithmOf, type DerSignature} from './signature-algorithm.js';

/** Object identifiers of OCSP (RFC 6960), as the DER of their content in hexadecimal. */
export const ocspOids = {
  basicResponse: '2b0601050507300101',
  nonce: '2b0601050507300102',
} as const;

/** Names a certificate by its issuer and serial number (RFC 6960, section 4.1.1). */
export interface CertificateId {
  /** Object identifier of the digest that the hashes are made with, in hexadecimal. */
  digest: string;
  issuerNameHash: Uint8Array;
  issuerKeyHash: Uint8Array;
  /** Content of the INTEGER. */
  serialNumber: Uint8Array;
}

/** A responder's statement about one certificate. Times are epoch milliseconds. */
export interface OcspStatement {
  id: CertificateId;
  status: 'good' | 'revoked' | 'unknown';
  thisUpdate: number;
  nextUpdate?: number;
}

/** A parsed OCSP answer; nothing is verified yet. */
export interface OcspAnswer {
  responder: {name: Uint8Array} | {keyHash: Uint8Array};
  producedAt: number;
  statements: OcspStatement[];
  /** The extension's value, as it was requested. */
  nonce?: Uint8Array;
  /** Undefined if its algorithm is not known here. */
  signature?: DerSignature;
  /** DER. */
  certificates: Uint8Array[];
}

/** Context-specific, primitive: [0], [2]. */
const GOOD = 0x80;
const UNKNOWN = 0x82;

export function readCertificateId(element: DerElement | undefined): CertificateId {
  const [algorithm, name, key, serial] = sequenceOf(element);
  return {
    digest: oidOf(sequenceOf(algorithm)[0]),
    issuerNameHash: contentOf(name, tags.octetString),
    issuerKeyHash: contentOf(key, tags.octetString),
    serialNumber: contentOf(serial, tags.integer),
  };
}

/** Extensions by object identifier; a critical one must be among `known`. */
export function readExtensions(
  explicit: DerElement | undefined,
  known: readonly string[],
): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  if (!explicit) return found;
  for (const extension of sequenceOf(readDer(explicit.content)[0])) {
    const [type, ...rest] = sequenceOf(extension);
    const isCritical = rest.length === 2 && contentOf(rest[0], tags.boolean)[0] !== 0;
    if (isCritical && !known.includes(oidOf(type))) {
      throw new RangeError('An extension that is not known is critical.');
    }
    found.set(oidOf(type), contentOf(rest.at(-1), tags.octetString));
  }
  return found;
}

/**
 * Parses an OCSPResponse (RFC 6960, section 4.2.1). Throws RangeError if it is malformed, or only reports a
 * failure.
 */
export function readOcspAnswer(bytes: Uint8Array): OcspAnswer {
  const [whole, ...more] = readDer(bytes);
  const [status, wrapped] = sequenceOf(whole);
  const code = contentOf(status, tags.enumerated)[0];
  if (code !== 0) throw new RangeError(`The responder answers with status ${code}.`);
  if (!wrapped || more.length > 0) throw new RangeError('This is no answer of a responder.');
  const [type, response] = sequenceOf(readDer(contentOf(wrapped, tags.zero))[0]);
  if (oidOf(type) !== ocspOids.basicResponse) {
    throw new RangeError('The answer is of another type than the basic one.');
  }
  const [data, identifier, signature, certificates] = sequenceOf(
    readDer(contentOf(response, tags.octetString))[0],
  );
  const algorithm = signatureAlgorithmOf(identifier);
  const value = contentOf(signature, tags.bitString).subarray(1);
  const fields = sequenceOf(data).filter(({tag}, index) => index > 0 || tag !== tags.zero);
  const [responder, producedAt, statements, extensions] = fields;
  return {
    responder: readResponder(responder),
    producedAt: timeOf(producedAt),
    statements: sequenceOf(statements).map(readStatement),
    nonce: readExtensions(extensions, [ocspOids.nonce]).get(ocspOids.nonce),
    signature: algorithm && {algorithm, value, signed: data!.whole},
    certificates: certificates
      ? sequenceOf(readDer(contentOf(certificates, tags.zero))[0]).map((one) => one.whole)
      : [],
  };
}

function readResponder(element: DerElement | undefined): OcspAnswer['responder'] {
  const [inner] = readDer(element?.content ?? new Uint8Array(0));
  if (element?.tag === tags.one && inner) return {name: inner.whole};
  if (element?.tag === tags.two) return {keyHash: contentOf(inner, tags.octetString)};
  throw new RangeError('The answer does not name its responder.');
}

function readStatement(element: DerElement): OcspStatement {
  const [id, status, thisUpdate, ...rest] = sequenceOf(element);
  const next = rest.find(({tag}) => tag === tags.zero);
  readExtensions(
    rest.find(({tag}) => tag === tags.one),
    [],
  );
  return {
    id: readCertificateId(id),
    status: statusOf(status?.tag),
    thisUpdate: timeOf(thisUpdate),
    nextUpdate: next && timeOf(readDer(next.content)[0]),
  };
}

function statusOf(tag: number | undefined): OcspStatement['status'] {
  switch (tag) {
    case GOOD:
      return 'good';
    case tags.one:
      return 'revoked';
    case UNKNOWN:
      return 'unknown';
    default:
      throw new RangeError('The answer has a status that there is not.');
  }
}

/** Epoch milliseconds of a GeneralizedTime in UTC. */
function timeOf(element: DerElement | undefined): number {
  const text = String.fromCharCode(...contentOf(element, tags.generalizedTime));
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.\d+)?Z$/.exec(text) ?? [];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(time)) throw new RangeError('This is no time.');
  return time;
}
