import {type SealedCaptureError} from '../model/errors.js';
import type {Loose} from '../model/json/record.js';
import {type SealableMediaType} from '../model/media-type.js';
import {unsupported} from '../containers/container.js';
import {type ReadBox} from '../encoding/jumbf-reader.js';
import {box, contentTypes, superbox, type Box} from '../encoding/jumbf.js';
import {concat} from '../encoding/bytes.js';
import {sha256} from '../node/sha256.js';
import {boxesIn, firstSuperbox, superboxOf} from '../own-reader/files/boxes.js';
import {storeOf, type EmbeddedStore} from '../own-reader/files/embedded-store.js';
import {ManifestStore} from '../own-reader/manifests.js';
import {cborAssertion, INGREDIENT, type Assertion} from './assertions.js';

/** The seal of a file that is to get another manifest above it. */
export interface EarlierSeal {
  /** Where its store is in the file. */
  place: EmbeddedStore;
  /** Its manifests as boxes, oldest first, without what is redacted. */
  manifests: Uint8Array[];
  /** The ingredient assertion that names it as the parent. */
  ingredient: Assertion;
}

/** What the engine says of a file's seal. */
export interface SealFindings {
  /** Label of the active manifest. */
  label: string;
  /** The engine's `validation_results`. */
  results: Loose;
}

/**
 * Prepares the seal of a file for another manifest above it. The assertions with the URIs in `redacted` are taken
 * out; all other manifests and assertions stay as they are, byte by byte. Node only. Throws SealedCaptureError
 * `media_unsupported` if the seal cannot be read.
 */
export function earlierSeal(
  media: Uint8Array,
  mediaType: SealableMediaType,
  {label, results}: SealFindings,
  redacted: readonly string[] = [],
): EarlierSeal {
  const place = storeOf(media);
  const manifests = place && manifestsIn(place.bytes, new Set(redacted));
  const active = manifests && activeOf(manifests);
  if (!place || !manifests || active?.label !== label) throw unreadable();
  const {activeManifest, ingredientDeltas, specVersion} = results;
  const link = (url: string, hashed: Uint8Array) => ({url, alg: 'sha256', hash: sha256(hashed)});
  const uri = `self#jumbf=/c2pa/${label}`;
  const ingredient = cborAssertion(INGREDIENT, {
    relationship: 'parentOf',
    'dc:format': mediaType,
    validationResults: {
      activeManifest,
      ...(ingredientDeltas !== undefined && {ingredientDeltas}),
      ...(specVersion !== undefined && {specVersion}),
    },
    activeManifest: link(uri, active.hashed),
    claimSignature: link(`${uri}/c2pa.signature`, active.signature.hashed),
  });
  return {place, manifests, ingredient};
}

export const unreadable = (): SealedCaptureError =>
  unsupported('This file cannot take a further seal: what it carries cannot be read.');

/** The manifests of a store as boxes. Undefined if it cannot be parsed. */
function manifestsIn(store: Uint8Array, redacted: ReadonlySet<string>): Uint8Array[] | undefined {
  try {
    const {children} = firstSuperbox(store);
    return children.map((manifest) => concat(box(manifest.type, withoutAny(manifest, redacted))));
  } catch {
    return undefined;
  }
}

/** The content of a manifest's box without the redacted assertions. */
function withoutAny(manifest: ReadBox, redacted: ReadonlySet<string>): Uint8Array {
  if (manifest.type !== 'jumb' || redacted.size === 0) return manifest.content;
  const {label} = superboxOf(manifest);
  const isGone = (child: ReadBox) =>
    child.type === 'jumb' &&
    redacted.has(`self#jumbf=/c2pa/${label}/c2pa.assertions/${superboxOf(child).label}`);
  const parts = boxesIn(manifest.content).map((part) => {
    const isStore = part.type === 'jumb' && superboxOf(part).contentType === 'c2as';
    const children = isStore ? boxesIn(part.content) : [];
    if (!children.some(isGone)) return box(part.type, part.content);
    const kept = children.filter((child) => !isGone(child));
    return box(part.type, ...kept.flatMap((child) => box(child.type, child.content)));
  });
  return concat(parts.flat());
}

/** The last manifest, if the boxes can be read as a store. */
function activeOf(manifests: readonly Uint8Array[]) {
  try {
    const boxes = manifests.map((manifest): Box => [manifest]);
    const store = superbox(contentTypes.manifestStore, 'c2pa', boxes);
    return new ManifestStore(concat(store)).active;
  } catch {
    return undefined;
  }
}
