import {hasAscii} from '../encoding/bytes.js';
import {readBoxes, type ReadBox} from '../encoding/jumbf-reader.js';
import {readCbor} from '../checking/read-manifest.js';

const LABEL_START = 17;

/** The content of the one superbox with that label. Anyone's: with salt in its description, among unknown boxes. */
function contentOf(boxes: readonly ReadBox[], label: string): ReadBox[] {
  const found = boxes.flatMap(({type, content}) => {
    if (type !== 'jumb') return [];
    const [description, ...children] = readBoxes(content);
    const isNamed = description && hasAscii(description.content, LABEL_START, `${label}\0`);
    return isNamed ? [children] : [];
  });
  const [only, ...others] = found;
  if (!only || others.length > 0) throw new RangeError(`There is not exactly one ${label}.`);
  return only;
}

/** CBOR as what JSON would have been read as. `fromEntries` defines: no key reaches a prototype. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([key, member]) => [String(key), plain(member)]));
}

/**
 * An assertion as it stands in the manifest store, since what the engine tells of it may be off in the last digit of
 * a number. Whether it holds is the engine's to say. Undefined where it cannot be told from others, or read.
 */
export function exactAssertion(store: Uint8Array, manifest: string, label: string): unknown {
  try {
    const assertions = ['c2pa', manifest, 'c2pa.assertions'].reduce(contentOf, readBoxes(store));
    const [box, ...others] = contentOf(assertions, label);
    if (!box || others.length > 0) return undefined;
    const {type, content} = box;
    if (type === 'cbor') return plain(readCbor(content));
    if (type !== 'json') return undefined;
    return JSON.parse(new TextDecoder('utf-8', {fatal: true}).decode(content));
  } catch {
    return undefined;
  }
}
