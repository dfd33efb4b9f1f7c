import {WasmReader} from '@contentauth/c2pa-wasm';
import {listAt, objectAt, textAt, valueAt, type Loose} from '../../model/loose-json.js';
import {type Redaction} from '../../model/inspection-result.js';
import {type Trust} from '../trust/anchors.js';
import {chooseAnchors, type Choice} from '../trust/choose-anchors.js';
import {chainsIn} from '../trust/file-chains.js';
import {storeOf} from '../own-reader/embedded-store.js';
import {Hashes} from '../own-reader/hashes.js';
import {IngredientTree} from '../own-reader/ingredient-tree.js';
import {ManifestStore} from '../own-reader/manifests.js';
import {redactionsIn, sentenceOn} from '../updates/redactions.js';
import {updatedSeal, withUpdated, type NamesParent} from '../updates/updated-seal.js';
import {engineMessage} from './engine-errors.js';
import {settingsWith, type Engine} from './engine.js';
import {exactAssertions} from './exact-assertion.js';
import {findingsOf, type Findings} from './findings.js';
import {withSignersOf} from '../trust/merged-findings.js';
import {ownLabels} from './sealed-metadata.js';

/** What the engine read: its verdict, and the manifest that speaks of the content, with its assertions. */
export interface Reading {
  state: unknown;
  findings: Findings;
  /** Of the manifest. */
  label: string;
  manifest: Loose;
  assertions: Loose;
  /** Whose signer is not trusted, where that is so. */
  doubted: Loose;
  redactions: Redaction[];
  /** Of the redactions, what stands over the manifest. */
  since: string;
  /** Labels of other manifests that stand over it and leave the content as it was, newest first. */
  updates: string[];
  /** As the engine writes it. */
  crJson: string;
  /** The manifest store that was judged; undefined where the engine does not give it. */
  store?: Uint8Array;
}

/** Reads a file with these anchors (PEM) for every use. Throws what the engine throws. */
export async function readWith(
  anchors: string,
  media: Uint8Array,
  mediaType: string,
): Promise<Reading> {
  const reader = await WasmReader.fromBytes(mediaType, media, settingsWith(anchors));
  try {
    // This JSON shortens arrays of numbers; crJson does not, but lacks the state. Neither as an object, which cannot be
    // had where any integer of the store is too large to be one here.
    const told: unknown = JSON.parse(reader.json());
    const activeLabel = reader.activeLabel() ?? '';
    const crJson = reader.crJson();
    const manifests = listAt(JSON.parse(crJson), 'manifests');
    const active = manifests.find((one) => textAt(one, 'label') === activeLabel);
    const store = storeIn(reader, activeLabel);
    const seal = await updatedSeal(objectAt({active}, 'active'), manifests, namesParentIn(store));
    const manifest = seal.content;
    const label = textAt(manifest, 'label') ?? '';
    const assertions = objectAt(manifest, 'assertions');
    const own = ownLabels(assertions);
    const exact = store && own.length > 0 ? exactAssertions(store, label, own) : {};
    const results = objectAt(told, 'validation_results');
    const state = valueAt(told, 'validation_state');
    return {
      ...withUpdated(state, findingsOf(results, manifests), seal, results),
      label,
      manifest,
      assertions: {...assertions, ...exact},
      redactions: redactionsIn(manifests),
      since: sentenceOn(seal.updates),
      updates: seal.updates.map((update) => textAt(update, 'label') ?? ''),
      crJson,
      store,
    };
  } finally {
    reader.free();
  }
}

function storeIn(reader: WasmReader, label: string): Uint8Array | undefined {
  try {
    return reader.resourceToBytes(`self#jumbf=/c2pa/${label}`);
  } catch (thrown) {
    engineMessage(thrown);
    return undefined;
  }
}

/** By this package's own reader, which compares the hashes itself. */
function namesParentIn(store: Uint8Array | undefined): NamesParent {
  return async (label, parent) => {
    try {
      const manifests = new ManifestStore(store ?? new Uint8Array());
      const manifest = manifests.find(label);
      const {subtle} = globalThis.crypto;
      const tree = new IngredientTree(manifests, new Hashes(subtle), subtle);
      return manifest !== undefined && (await tree.parentOf(manifest))?.label === parent;
    } catch {
      return false;
    }
  };
}

/** As this package's own reader finds it, which knows fewer containers than the engine. */
function ownStore(media: Uint8Array): Uint8Array | undefined {
  try {
    return storeOf(media)?.bytes;
  } catch {
    return undefined;
  }
}

/** Reads it once for each use where the anchors of one would be taken for those of the other. */
async function readBy(choice: Choice, media: Uint8Array, mediaType: string): Promise<Reading> {
  if (choice.name === 'at once') return readWith(choice.anchors, media, mediaType);
  const bySigners = await readWith(choice.signers, media, mediaType);
  return withSignersOf(await readWith(choice.timeStamps, media, mediaType), bySigners);
}

const isSame = (one: Choice, other: Choice): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const NOBODY: Choice = {name: 'at once', anchors: ''};

/** The anchors that are needed to judge a file, as far as its own bytes tell. */
function choiceFor(trust: Trust, media: Uint8Array): Choice {
  const store = ownStore(media);
  return store ? chooseAnchors(trust, chainsIn(store)) : NOBODY;
}

/**
 * The engine's settings to seal a file that carries a seal already, or to read one elsewhere. What vouches for signers
 * alone may vouch for time there.
 */
export function settingsFor({trust}: Engine, media: Uint8Array): string {
  const choice = choiceFor(trust, media);
  return settingsWith(choice.name === 'at once' ? choice.anchors : choice.signers);
}

/**
 * Reads a file with the anchors that its chains can end in. Once more where the engine has found another store than
 * this package's own reader, or one that it found alone.
 */
export async function readTrusting(
  trust: Trust,
  media: Uint8Array,
  mediaType: string,
): Promise<Reading> {
  const first = choiceFor(trust, media);
  const reading = await readBy(first, media, mediaType);
  if (!reading.store) return reading;
  const choice = chooseAnchors(trust, chainsIn(reading.store));
  return isSame(first, choice) ? reading : readBy(choice, media, mediaType);
}
