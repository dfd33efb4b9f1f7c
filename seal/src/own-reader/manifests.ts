import {list, text} from '../model/json/loose-json.js';
import {MalformedManifest} from '../encoding/jumbf-reader.js';
import {type CborMap} from '../checking/read-manifest.js';
import {childOf, firstSuperbox, superboxesOf, type Superbox} from './files/boxes.js';
import {parseJumbfUrl} from './jumbf-url.js';
import {bytesOf, looseCbor, looseJson, mapOf} from './loose-cbor.js';

/** A link with the hash of what it leads to (C2PA 2.2, section 8.3). */
export interface HashedLink {
  url: string;
  algorithm: string;
  hash: Uint8Array;
}

/** One manifest of a store, of claim version 1 or 2; nothing is verified yet. */
export interface StoredManifest {
  label: string;
  /** Version of the claim (C2PA 2.4, "Claims"). */
  claimVersion: 1 | 2;
  /** It stands above another, whose content it left unchanged (C2PA 2.4, "Update manifests"). */
  isUpdate: boolean;
  /** The hashed bytes of the whole manifest. */
  hashed: Uint8Array;
  claimBox: Superbox;
  /** CBOR. */
  claim: Uint8Array;
  claimMap: CborMap;
  signature: Superbox;
  /** CBOR of the COSE_Sign1. */
  signatureContent: Uint8Array;
  /** Assertions, credentials and data boxes by the end of their URLs, e.g. "c2pa.assertions/c2pa.actions". */
  boxes: ReadonlyMap<string, Superbox>;
  /** Hash algorithm of links that name none. */
  algorithm: string;
  /** The claim's links to its assertions, in order. */
  links: HashedLink[];
}

const UPDATE_MANIFEST = 'c2um';
const MANIFEST_TYPES = ['c2ma', UPDATE_MANIFEST];
const FURTHER_BOXES = ['c2pa.databoxes', 'c2pa.credentials'];

export function hashedLink(value: unknown, algorithm: string): HashedLink | undefined {
  const map = mapOf(value);
  const [url, hash] = [text(map.get('url')), bytesOf(map.get('hash'))];
  return url === undefined || !hash
    ? undefined
    : {url, hash, algorithm: text(map.get('alg')) ?? algorithm};
}

function only(boxes: readonly Superbox[], contentType: string): Superbox {
  const [first, ...others] = boxes.filter((box) => box.contentType === contentType);
  if (!first || others.length > 0) throw new MalformedManifest(`There is not one ${contentType}.`);
  return first;
}

function cborOf(box: Superbox): Uint8Array {
  const content = childOf(box, 'cbor');
  if (!content) throw new MalformedManifest('A box is empty.');
  return content;
}

function readManifest({label, contentType, hashed, children}: Superbox): StoredManifest {
  const parts = superboxesOf(children);
  const claimBox = only(parts, 'c2cl');
  const claim = cborOf(claimBox);
  const claimMap = mapOf(looseCbor(claim));
  const signature = only(parts, 'c2cs');
  const boxes = new Map<string, Superbox>();
  for (const holder of parts) {
    if (holder.contentType !== 'c2as' && !FURTHER_BOXES.includes(holder.label)) continue;
    for (const box of superboxesOf(holder.children)) {
      const path = `${holder.label}/${box.label}`;
      if (boxes.has(path)) throw new MalformedManifest('A label stands twice.');
      boxes.set(path, box);
    }
  }
  const algorithm = text(claimMap.get('alg')) ?? 'sha256';
  const links = ['assertions', 'created_assertions', 'gathered_assertions']
    .flatMap((name) => list(claimMap.get(name)))
    .map((link) => hashedLink(link, algorithm))
    .filter((link) => link !== undefined);
  const signatureContent = cborOf(signature);
  const isUpdate = contentType === UPDATE_MANIFEST;
  return {
    label,
    claimVersion: claimBox.label === 'c2pa.claim' ? 1 : 2,
    isUpdate,
    hashed,
    claimBox,
    claim,
    claimMap,
    signature,
    signatureContent,
    boxes,
    algorithm,
    links,
  };
}

/** The manifests of one store. */
export class ManifestStore {
  /** Manifests by label; undefined for a label that occurs more than once. */
  readonly #manifests = new Map<string, Superbox | undefined>();
  readonly #last: string;
  readonly #read = new Map<string, StoredManifest | undefined>();

  /** Throws {@link MalformedManifest}. */
  constructor(bytes: Uint8Array) {
    const store = firstSuperbox(bytes);
    if (store.contentType !== 'c2pa') throw new MalformedManifest('This is no manifest store.');
    const manifests = superboxesOf(store.children);
    for (const manifest of manifests) {
      const {label} = manifest;
      this.#manifests.set(label, this.#manifests.has(label) ? undefined : manifest);
    }
    this.#last = manifests.at(-1)?.label ?? '';
  }

  /** The last manifest (C2PA 2.2, section 11.1.4.2); undefined if it cannot be parsed. */
  get active(): StoredManifest | undefined {
    return this.find(this.#last);
  }

  /** In the order of the store. */
  get labels(): string[] {
    return [...this.#manifests.keys()];
  }

  /** The manifest with this label. Undefined if there is none, more than one, or it is damaged or compressed. */
  find(label: string): StoredManifest | undefined {
    if (!this.#read.has(label)) this.#read.set(label, this.#readOnly(label));
    return this.#read.get(label);
  }

  #readOnly(label: string): StoredManifest | undefined {
    const found = this.#manifests.get(label);
    if (!found || !MANIFEST_TYPES.includes(found.contentType)) return undefined;
    try {
      return readManifest(found);
    } catch {
      return undefined;
    }
  }
}

/** The target of a URL that stands in this manifest: a manifest, and one of its boxes. */
export function targetOf(
  url: string,
  from: StoredManifest,
): {manifest: string; path?: string} | undefined {
  const target = parseJumbfUrl(url);
  return target && {manifest: target.manifest ?? from.label, path: target.path};
}

const fields = new WeakMap<Superbox, CborMap | undefined>();

function readFields(box: Superbox): CborMap | undefined {
  try {
    const [cbor, json] = [childOf(box, 'cbor'), childOf(box, 'json')];
    const value = cbor ? looseCbor(cbor) : json && looseJson(json);
    return value instanceof Map ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * An assertion's fields, from CBOR or JSON; undefined for a damaged one or another content. Parsed once for each
 * box.
 */
export function fieldsOf(box: Superbox): CborMap | undefined {
  if (!fields.has(box)) fields.set(box, readFields(box));
  return fields.get(box);
}
