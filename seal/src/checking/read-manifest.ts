import {decode, Tagged} from 'cborg';
import {
  MalformedManifest,
  readBoxes,
  readSuperbox,
  readSuperboxOf,
  type ReadBox,
} from '../encoding/jumbf-reader.js';

export interface ReadAssertion {
  /** "cbor" or "json". */
  contentType: string;
  content: Uint8Array;
  /** The bytes that the claim's link hashes. */
  hashed: Uint8Array;
}

/** A parsed manifest; nothing is verified yet. */
export interface ReadManifest {
  label: string;
  assertions: Map<string, ReadAssertion>;
  /** CBOR of the claim. */
  claim: Uint8Array;
  /** CBOR of the COSE_Sign1. */
  signature: Uint8Array;
}

export type CborMap = ReadonlyMap<unknown, unknown>;

const tags = Tagged.preserve(0, 18);

/** Strict CBOR: shortest forms, no indefinite lengths, no repeated keys. Maps become Map, so that no key is special. */
export function readCbor(bytes: Uint8Array): unknown {
  try {
    const strict = {strict: true, allowIndefinite: false, rejectDuplicateMapKeys: true};
    return decode(bytes, {...strict, useMaps: true, tags});
  } catch (cause) {
    throw new MalformedManifest('A CBOR box is damaged.', {cause});
  }
}

export function readCborMap(bytes: Uint8Array): CborMap {
  const value = readCbor(bytes);
  if (!(value instanceof Map)) throw new MalformedManifest('A CBOR map is missing.');
  return value;
}

function only(boxes: readonly ReadBox[], type: string): Uint8Array {
  const [first, ...others] = boxes;
  if (first?.type !== type || others.length > 0) {
    throw new MalformedManifest(`There is not exactly one ${type} box where one should be.`);
  }
  return first.content;
}

function readAssertion(box: ReadBox): [string, ReadAssertion] {
  const {label, contentType, children} = readSuperbox(box);
  return [label, {contentType, content: only(children, contentType), hashed: box.content}];
}

/**
 * Parses the manifest of a store, in the form that this package writes. Throws {@link MalformedManifest}, also if there are
 * several; with `hasHistory`, the last of several is parsed, and those below it are left unread.
 */
export function readManifest(store: Uint8Array, hasHistory = false): ReadManifest {
  const [outer, ...behind] = readBoxes(store);
  const {children} = readSuperboxOf(outer, 'c2pa', 'c2pa');
  if (behind.length > 0 || (hasHistory ? children.length < 2 : children.length !== 1)) {
    throw new MalformedManifest('There is not exactly one manifest.');
  }
  const manifest = readSuperboxOf(children.at(-1), 'c2ma');
  const [assertionStore, claim, signature, ...others] = manifest.children;
  if (others.length > 0) throw new MalformedManifest('The manifest holds an unknown box.');
  const assertions = readSuperboxOf(assertionStore, 'c2as', 'c2pa.assertions').children;
  const byLabel = new Map(assertions.map(readAssertion));
  if (byLabel.size !== assertions.length) throw new MalformedManifest('A label stands twice.');
  return {
    label: manifest.label,
    assertions: byLabel,
    claim: only(readSuperboxOf(claim, 'c2cl', 'c2pa.claim.v2').children, 'cbor'),
    signature: only(readSuperboxOf(signature, 'c2cs', 'c2pa.signature').children, 'cbor'),
  };
}
