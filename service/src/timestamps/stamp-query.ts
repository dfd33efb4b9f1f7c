import {
  contentOf,
  der,
  digests,
  oidOf,
  oids,
  readDer,
  tags,
  type DerElement,
  type ImprintDigest,
} from '@sealed-capture/seal/encoding/der.js';
import {equalBytes} from '@sealed-capture/seal/encoding/bytes.js';

const BOOLEAN = 0x01;
const NULL = 0x05;
/** Longest nonce in bytes, more than any client sends; the answer repeats it. */
const LONGEST_NONCE = 32;

const imprintLengths: Readonly<Record<ImprintDigest, number>> = {
  sha256: 32,
  sha384: 48,
  sha512: 64,
};

/** Reasons for a refusal: bits of PKIFailureInfo (RFC 3161, section 2.4.2). */
export const failures = {
  badAlg: 0,
  badRequest: 2,
  badDataFormat: 5,
  unacceptedPolicy: 15,
  unacceptedExtension: 16,
} as const;
export type Failure = keyof typeof failures;

/** A request for a time stamp (TimeStampReq). */
export interface StampQuery {
  name: 'query';
  digest: ImprintDigest;
  imprint: Uint8Array;
  /** Content of the INTEGER. */
  nonce?: Uint8Array;
  wantsCertificates: boolean;
}

export interface RefusedQuery {
  name: 'refused';
  failure: Failure;
  reason: string;
}

const refused = (failure: Failure, reason: string): RefusedQuery => ({
  name: 'refused',
  failure,
  reason,
});

/** A TimeStampReq in DER for a SHA-256, which asks for the authority's certificates. */
export const writeStampQuery = (imprint: Uint8Array, nonce: Uint8Array): Uint8Array =>
  der(
    tags.sequence,
    der(tags.integer, Uint8Array.of(1)),
    der(
      tags.sequence,
      der(tags.sequence, der(tags.objectIdentifier, Buffer.from(oids.sha256, 'hex')), der(NULL)),
      der(tags.octetString, imprint),
    ),
    der(tags.integer, nonce),
    der(BOOLEAN, Uint8Array.of(0xff)),
  );

/**
 * Parses a TimeStampReq (RFC 3161, section 2.4.1) in strict DER: shortest lengths, no trailing bytes.
 * @param policy the only supported policy, as the hexadecimal of its object identifier
 */
export function readStampQuery(bytes: Uint8Array, policy: string): StampQuery | RefusedQuery {
  try {
    return read(bytes, policy);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return refused('badDataFormat', 'This is not a TimeStampReq in DER.');
  }
}

function read(bytes: Uint8Array, policy: string): StampQuery | RefusedQuery {
  const [version, imprint, ...rest] = membersOf(only(strict(bytes)));
  if (!equalBytes(contentOf(version, tags.integer), Uint8Array.of(1))) {
    return refused('badRequest', 'Only version 1 of the request is known.');
  }
  const [algorithm, hashed, ...others] = membersOf(imprint);
  const [oid, parameters, ...more] = membersOf(algorithm);
  if (others.length > 0 || more.length > 0 || (parameters && parameters.tag !== NULL)) {
    throw new RangeError('The imprint has another form.');
  }
  const digest = digests[oidOf(oid)];
  if (!digest) return refused('badAlg', 'Only SHA-256, SHA-384 and SHA-512 are stamped.');
  const hash = contentOf(hashed, tags.octetString);
  if (hash.length !== imprintLengths[digest]) {
    return refused('badDataFormat', `The imprint has not the length of ${digest}.`);
  }
  const asked = take(rest, tags.objectIdentifier);
  const nonce = take(rest, tags.integer)?.content;
  const wants = take(rest, BOOLEAN)?.content;
  const extensions = take(rest, tags.zero);
  if (rest.length > 0 || (nonce && !isInteger(nonce)) || (wants && wants.length !== 1)) {
    throw new RangeError('The request has another form.');
  }
  if (extensions) return refused('unacceptedExtension', 'No extension is known.');
  if (asked && oidOf(asked) !== policy) {
    return refused('unacceptedPolicy', 'Time is not stamped under this policy.');
  }
  const wantsCertificates = wants !== undefined && wants[0] !== 0;
  return {name: 'query', digest, imprint: hash, nonce, wantsCertificates};
}

/** Elements whose lengths are the shortest, as DER requires (X.690, section 10.1). */
function strict(bytes: Uint8Array): DerElement[] {
  const elements = readDer(bytes);
  for (const {tag, content, whole} of elements) {
    if (!equalBytes(der(tag, content), whole)) throw new RangeError('This is BER, not DER.');
  }
  return elements;
}

function only([first, ...others]: DerElement[]): DerElement {
  if (!first || others.length > 0) throw new RangeError('This is not one element.');
  return first;
}

const membersOf = (element: DerElement | undefined): DerElement[] =>
  strict(contentOf(element, tags.sequence));

/** Removes and returns the first element if it has this tag: elements come in a fixed order. */
const take = (elements: DerElement[], tag: number): DerElement | undefined =>
  elements[0]?.tag === tag ? elements.shift() : undefined;

/** True for an INTEGER in its shortest form (X.690, section 8.3.2) that is not too long to be repeated. */
function isInteger(bytes: Uint8Array): boolean {
  const [first = 0, second] = bytes;
  if (bytes.length === 0 || bytes.length > LONGEST_NONCE) return false;
  if (second === undefined) return true;
  return second < 0x80 ? first !== 0 : first !== 0xff;
}
