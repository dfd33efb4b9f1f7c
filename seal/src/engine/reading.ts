import {type WasmReader} from '@contentauth/c2pa-wasm';
import {listAt, objectAt, textAt, valueAt} from '../model/json/loose-json.js';
import type {Loose} from '../model/json/record.js';
import {type Redaction} from '../model/inspection/inspection-result.js';
import {equalBytes} from '../encoding/bytes.js';
import {judgeChain} from '../trust/judge.js';
import {Hashes} from '../own-reader/hashes.js';
import {ManifestLinks} from '../own-reader/manifest-links.js';
import {ManifestStore, type StoredManifest} from '../own-reader/manifests.js';
import {parentOf} from '../own-reader/updates.js';
import {vouchedManifests} from '../own-reader/vouched.js';
import {openMedia, ownStore, type Media} from '../ranged/ranged-media.js';
import {historyOf, mayHideFailures} from '../updates/history.js';
import {laterStamp, type LaterStamp} from '../updates/later-stamp.js';
import {redactionsIn, sentenceOn} from '../updates/redactions.js';
import {SIGNER_TRUSTED, STAMP_TRUSTED} from '../status-codes.js';
import {sealInCrJson, withUpdated, type UpdatedSeal} from '../updates/updated-seal.js';
import {engineMessage} from './refusals/engine-errors.js';
import {NOBODY, settingsWith, type EngineTrust} from './engine-settings.js';
import {isActiveDenied, withoutDenied} from './judged/results.js';
import {judgeStore, type JudgedManifest, type JudgedStore, type TrustNow} from './judged/store.js';
import {exactAssertions} from './exact-assertion.js';
import {findingsOf, type Findings} from './findings.js';
import {ownLabels} from './sealed-metadata.js';

/** What the engine read: its verdict, and the manifest about the content, with its assertions. */
export interface Reading {
  state: unknown;
  findings: Findings;
  /** Label of that manifest. */
  label: string;
  manifest: Loose;
  assertions: Loose;
  /** The manifest whose signer is not trusted, if there is one. */
  doubted: Loose;
  redactions: Redaction[];
  /** A sentence about what later manifests have redacted in this one. */
  since: string;
  /** Labels of later manifests above it that left the content unchanged, newest first. */
  updates: string[];
  /** The time stamps that these contain for the manifest about the content. */
  later?: LaterStamp;
  /** Label of the newest manifest, and the engine's own `validation_results`. */
  active: {label: string; results: Loose};
  /** As the engine writes it; undefined if it lists no manifest. */
  crJson?: string;
  /** The manifest store that was judged; undefined if the engine does not return it. */
  store?: Uint8Array;
  /** The manifest about the content as this package's own reader has it; undefined if it cannot be parsed. */
  parsed?: StoredManifest;
  /** The trust in its manifests. */
  judged?: JudgedStore;
}

const NONE: ReadonlySet<string> = new Set();

/** Has the engine read a file with this trust, and corrects what it finds by what was judged. Throws what the engine throws. */
async function readWith(
  engine: EngineTrust,
  media: Media,
  mediaType: string,
  asked: TrustNow,
  judgedOf: (store: Uint8Array) => Promise<JudgedStore>,
): Promise<Reading> {
  const reader = await openMedia(media, mediaType, settingsWith(engine));
  let read: EngineReading;
  try {
    const activeLabel = reader.activeLabel() ?? '';
    // This JSON shortens arrays of numbers; crJson does not, but lacks the state. Both are read as text, because
    // the engine cannot return objects with integers that are too large for JavaScript.
    const crJson = reader.crJson();
    read = {
      activeLabel,
      told: JSON.parse(reader.json()) as unknown,
      crJson,
      contents: JSON.parse(crJson) as unknown,
      store: storeIn(reader, activeLabel),
    };
  } finally {
    reader.free();
  }
  const judged = read.store && (await judgedOf(read.store));
  if (judged && trustsTime(engine) && isActiveDenied(resultsIn(read.told), STAMP_TRUSTED, judged)) {
    const timeless = {...engine, areStampsTrusted: false, timeStamps: ''};
    return readWith(timeless, media, mediaType, asked, judgedOf);
  }
  return readingOf(judged ? withJudged(read, judged) : read, asked, judged);
}

/** What the engine says of a file. */
interface EngineReading {
  activeLabel: string;
  /** With `validation_state` and `validation_results`. */
  told: unknown;
  crJson: string;
  /** The same, parsed. */
  contents: unknown;
  store?: Uint8Array;
}

const trustsTime = ({areStampsTrusted, timeStamps}: EngineTrust): boolean =>
  areStampsTrusted || timeStamps !== '';

/** What the engine says, without trust that was judged otherwise. */
function withJudged(read: EngineReading, judged: JudgedStore): EngineReading {
  const told = objectAt({told: withoutDenied(read.told, judged)}, 'told');
  const contents = withoutDenied(read.contents, judged);
  const state = valueAt(told, 'validation_state');
  const isDenied = isActiveDenied(resultsIn(read.told), SIGNER_TRUSTED, judged);
  return {
    ...read,
    told: {...told, validation_state: isDenied && state === 'Trusted' ? 'Valid' : state},
    contents,
    crJson: contents === read.contents ? read.crJson : JSON.stringify(contents),
  };
}

const resultsIn = (told: unknown): Loose =>
  objectAt(objectAt({told}, 'told'), 'validation_results');

async function readingOf(
  {activeLabel, told, crJson, contents, store}: EngineReading,
  asked: TrustNow,
  judged: JudgedStore | undefined,
): Promise<Reading> {
  const manifests = historyOf(activeLabel, listAt(contents, 'manifests'));
  const links = linksOf(store);
  const seal = await sealOf(activeLabel, manifests, links);
  const updates = seal.updates.map((update) => textAt(update, 'label') ?? '');
  const manifest = seal.content;
  const label = textAt(manifest, 'label') ?? '';
  const later = links && (await laterStamp(links, label, updates, asked));
  const isTrustedLater = await isTrustedAt(later, judged?.manifests.get(label), asked);
  const trustOf = (below: string): ReadonlySet<string> => {
    const codes = judged?.manifests.get(below)?.codes ?? NONE;
    return isTrustedLater && below === label ? new Set([...codes, SIGNER_TRUSTED]) : codes;
  };
  const assertions = objectAt(manifest, 'assertions');
  const own = ownLabels(assertions);
  const exact = store && own.length > 0 ? exactAssertions(store, label, own) : {};
  const results = resultsIn(told);
  const state = valueAt(told, 'validation_state');
  return {
    ...withUpdated(state, findingsOf(results, manifests), seal, results, manifests, trustOf),
    label,
    manifest,
    assertions: {...assertions, ...exact},
    redactions: redactionsIn(manifests),
    since: sentenceOn(seal.updates),
    updates,
    later,
    active: {label: activeLabel, results},
    crJson: seal.isUnlisted ? undefined : crJson,
    store,
    parsed: links?.store.find(label),
    judged,
  };
}

/** True if a signer is trusted at the time of a later time stamp: the certificate may have expired since. */
async function isTrustedAt(
  later: LaterStamp | undefined,
  signed: JudgedManifest | undefined,
  {trust, verifier}: TrustNow,
): Promise<boolean> {
  if (later?.name !== 'trusted' || !signed || !verifier) return false;
  if (signed.codes.has(SIGNER_TRUSTED)) return true;
  return (await judgeChain(signed.chain, 'signer', later.time, trust, verifier)).name === 'trusted';
}

function storeIn(reader: WasmReader, label: string): Uint8Array | undefined {
  try {
    return reader.resourceToBytes(`self#jumbf=/c2pa/${label}`);
  } catch (thrown) {
    engineMessage(thrown);
    return undefined;
  }
}

/** Compares the hashes with this package's own reader, because the engine does not compare all of them. */
async function sealOf(
  label: string,
  history: readonly unknown[],
  links: ManifestLinks | undefined,
): Promise<UpdatedSeal> {
  const found = history.find((one) => textAt(one, 'label') === label);
  // The engine lists no manifest at all if it cannot express one of them. Anybody can add such a manifest to a store.
  if (!found) return {content: {}, updates: [], isUnlisted: true};
  const active = objectAt({found}, 'found');
  const own = links?.store.find(label);
  const lone = {content: active, updates: []};
  // What the engine alone can read, such as a compressed manifest, nobody has judged.
  if (!links || !own) return {...lone, isUnlisted: true};
  const broken: UpdatedSeal = {...lone, isBroken: true};
  // Redactions are compared by signatures, which a page can verify only over https.
  const other: UpdatedSeal = links.verifies ? broken : {...lone, isUnread: true};
  if (mayHideFailures(history, await vouchedManifests(own, links))) return other;
  const seal = await sealInCrJson(active, history, async (manifest, parent) => {
    const from = links.store.find(manifest);
    return from !== undefined && (await parentOf(from, links))?.label === parent;
  });
  // Without WebCrypto, the signers below are not judged.
  const isUnjudged = seal.updates.length > 0 && !links.verifies;
  return seal.isBroken || isUnjudged ? other : seal;
}

function linksOf(store: Uint8Array | undefined): ManifestLinks | undefined {
  const {subtle} = globalThis.crypto;
  try {
    return store && new ManifestLinks(new ManifestStore(store), new Hashes(subtle), subtle);
  } catch {
    return undefined;
  }
}

/**
 * Judges the chains of a file, and has the engine read it. Reads it again if the engine found another store than this
 * package's own reader, or found one alone, and the chains in that are judged otherwise.
 */
export async function readTrusting(
  asked: TrustNow,
  media: Media,
  mediaType: string,
): Promise<Reading> {
  const own = ownStore(media);
  const first = own && (await judgeStore(own, asked));
  const judgedOf = (store: Uint8Array): Promise<JudgedStore> =>
    own && first && equalBytes(own, store) ? Promise.resolve(first) : judgeStore(store, asked);
  const told = first?.engine ?? NOBODY;
  const reading = await readWith(told, media, mediaType, asked, judgedOf);
  const {judged} = reading;
  return !judged || isSame(judged.engine, told)
    ? reading
    : readWith(judged.engine, media, mediaType, asked, judgedOf);
}

const isSame = (one: EngineTrust, other: EngineTrust): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
