import {hasAscii} from '../encoding/bytes.js';
import {readBoxes, type ReadBox} from '../encoding/jumbf-reader.js';
import {readCbor} from '../checking/read-manifest.js';

const LABEL_START = 17;

/**
 * The content of the only superbox with that label, in files of any program: with salt in its description, among
 * unknown boxes.
 */
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

/**
 * Converts a CBOR value to the value that the same data has in JSON. `fromEntries` defines properties, so that a key such as
 * `__proto__` does not change a prototype.
 */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (!(value instanceof Map)) return value;
  return Object.fromEntries([...value].map(([key, member]) => [String(key), plain(member)]));
}

/**
 * Assertions as they are in the manifest store, by label, because the engine may report numbers with a wrong last
 * digit. The engine decides whether they are valid. Ambiguous and unreadable ones are omitted.
 */
export function exactAssertions(
  store: Uint8Array,
  manifest: string,
  labels: readonly string[],
): Record<string, unknown> {
  try {
    const assertions = ['c2pa', manifest, 'c2pa.assertions'].reduce(contentOf, readBoxes(store));
    const read = labels.map((label) => [label, exactly(assertions, label)] as const);
    return Object.fromEntries(read.filter(([, value]) => value !== undefined));
  } catch {
    return {};
  }
}

function exactly(assertions: ReadBox[], label: string): unknown {
  try {
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
