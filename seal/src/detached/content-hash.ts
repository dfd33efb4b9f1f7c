import {sha256, sha384, sha512} from '@noble/hashes/sha2.js';
import {text} from '../model/json/loose-json.js';
import {equalBytes} from '../encoding/bytes.js';
import {type Superbox} from '../own-reader/files/boxes.js';
import {bytesOf, mapOf} from '../own-reader/loose-cbor.js';
import {fieldsOf, ManifestStore, targetOf, type StoredManifest} from '../own-reader/manifests.js';
import {FileUnreadable} from '../ranged/watched-reads.js';

const HARD_BINDING = /^c2pa\.hash\./;
const hashes = {sha256, sha384, sha512} as const;
type Algorithm = keyof typeof hashes;

const isAlgorithm = (name: string): name is Algorithm => Object.hasOwn(hashes, name);

/** Bytes that are hashed at once. */
const STEP = 4 * 1024 * 1024;

/** A hash of the whole file, which is how a seal in a file of its own is bound to it. */
export interface WholeHash {
  algorithm: Algorithm;
  expected: Uint8Array;
}

/** Labels and boxes of the assertions that the claim names as a binding to the content. */
const bindingsOf = (manifest: StoredManifest): {label: string; box?: Superbox}[] =>
  manifest.links.flatMap(({url}) => {
    const target = targetOf(url, manifest);
    const label = target?.path?.split('/')[1] ?? '';
    if (target?.manifest !== manifest.label || !HARD_BINDING.test(label)) return [];
    return [{label, box: manifest.boxes.get(target.path ?? '')}];
  });

/**
 * The binding of a manifest, if it is one hash of the whole file. Undefined for all others: hashes of the boxes of a
 * video, several bindings, or one that leaves out a part of the file.
 */
export function wholeHashOf(store: Uint8Array, label: string): WholeHash | undefined {
  const manifest = new ManifestStore(store).find(label);
  if (!manifest || manifest.isUpdate) return undefined;
  const [only, ...others] = bindingsOf(manifest);
  if (only?.label !== 'c2pa.hash.data' || !only.box || others.length > 0) return undefined;
  const fields = fieldsOf(only.box);
  const exclusions: unknown = mapOf(fields).get('exclusions');
  const isWhole =
    exclusions === undefined || (Array.isArray(exclusions) && exclusions.length === 0);
  const algorithm = text(fields?.get('alg')) ?? manifest.algorithm;
  const expected = bytesOf(fields?.get('hash'));
  return isWhole && expected && isAlgorithm(algorithm) ? {algorithm, expected} : undefined;
}

/** True if the file has this hash. Rejects with {@link FileUnreadable}. */
export async function hashHolds(
  file: Blob | Uint8Array,
  {algorithm, expected}: WholeHash,
): Promise<boolean> {
  const hash = hashes[algorithm].create();
  if (file instanceof Uint8Array) hash.update(file);
  else {
    // A slice may be shorter than asked for.
    for (let at = 0; at < file.size;) {
      const part = await bytesIn(file.slice(at, at + STEP));
      hash.update(part);
      at += part.length;
    }
  }
  return equalBytes(hash.digest(), expected);
}

async function bytesIn(part: Blob): Promise<Uint8Array> {
  try {
    const bytes = new Uint8Array(await part.arrayBuffer());
    if (bytes.length === 0) throw new RangeError('The file has become shorter.');
    return bytes;
  } catch (cause) {
    throw new FileUnreadable('The file cannot be read.', {cause});
  }
}
