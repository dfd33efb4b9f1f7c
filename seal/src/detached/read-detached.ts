import {type Check, type InspectionResult} from '../model/inspection/inspection-result.js';
import {type Engine} from '../engine/engine.js';
import {type Findings} from '../engine/findings.js';
import {resultOfReading} from '../engine/read-seal.js';
import {trustNow} from '../engine/judged/store.js';
import {readTrusting, type Reading} from '../engine/reading.js';
import {isBreaking} from '../engine/verdict.js';
import {SIGNER_TRUSTED} from '../status-codes.js';
import {engineMessage} from '../engine/refusals/engine-errors.js';
import {isRanged, type Media} from '../ranged/ranged-media.js';
import {hashHolds, wholeHashOf} from './content-hash.js';

/** A manifest store in a file of its own, beside the file that it is about. */
export interface DetachedSeal {
  name: string;
  /** Undefined if it is larger than LARGEST_DETACHED. */
  bytes?: Uint8Array;
  /** True if its name is that of the file without its extension: another file may have had the same. */
  isByStem?: boolean;
}

const FORMAT = 'application/c2pa';
const MISMATCH = 'assertion.dataHash.mismatch';
const MATCH = 'assertion.dataHash.match';

const sentenceOn = (name: string): string => `The seal is in a file of its own, ${name}.`;

const noteOn = (name: string): Check => ({
  code: 'org.sealed-capture.seal.detached',
  passed: true,
  explanation: sentenceOn(name),
});

const unchecked = (
  name: string,
  why: string,
  reason = `${sentenceOn(name)} ${why}`,
): InspectionResult => ({
  labelValid: false,
  labelState: 'unchecked',
  reason,
  checks: [{code: 'general.error', passed: false, explanation: why}, noteOn(name)],
});

/**
 * The reading after the content was compared here. The engine reads the seal alone, and therefore finds that its hash
 * of the content does not match: only this one finding is replaced, and only if it is the only one that breaks the seal.
 */
function withContent(reading: Reading): Reading {
  const {findings} = reading;
  const failure = findings.failure.filter((code) => code !== MISMATCH);
  const confirmed: Findings = {
    ...findings,
    success: [MATCH, ...findings.success],
    failure,
  };
  const isIntact =
    ![...failure, ...findings.ingredients.failure].some(isBreaking) &&
    findings.success.includes('claimSignature.validated') &&
    findings.success.includes('claimSignature.insideValidity');
  const isTrusted =
    confirmed.success.includes(SIGNER_TRUSTED) &&
    failure.length + findings.ingredients.failure.length === 0;
  const state = isIntact ? (isTrusted ? 'Trusted' : 'Valid') : 'Invalid';
  return {...reading, findings: confirmed, state};
}

/**
 * Judges a file by a seal in a file of its own. The engine reads the seal: its signature, its signer, its assertions and
 * its history. The content is compared here, since the engine takes no seal beside a file: this is possible if the seal
 * is bound by one hash of the whole file. Any other seal is `unchecked`, and so is one that was found by the stem of its
 * name alone, and does not match: it may be that of another file.
 */
export async function readDetached(
  engine: Engine,
  media: Media,
  {name, bytes, isByStem = false}: DetachedSeal,
): Promise<InspectionResult> {
  if (!bytes) return unchecked(name, 'It is larger than 32 MiB, the most that is read.');
  let reading: Reading;
  try {
    reading = await readTrusting(trustNow(engine.trust, engine.now()), bytes, FORMAT);
  } catch (thrown) {
    engineMessage(thrown);
    return unchecked(name, 'It cannot be read.');
  }
  const {store, label, updates, findings, crJson} = reading;
  // Without WebCrypto, or a list of its manifests, the history of the seal is not compared. The engine's state would not
  // show this, because it is invalid already.
  const isCompared = crJson !== undefined && isSecure() && updates.length === 0;
  const binding = store && isCompared ? bindingOf(store, label) : undefined;
  if (!binding || !findings.failure.includes(MISMATCH) || findings.success.includes(MATCH)) {
    return unchecked(name, 'Seals that are bound to their file in this way are not compared here.');
  }
  const isMatching = await hashHolds(isRanged(media) ? media.blob : media, binding);
  if (!isMatching && isByStem) {
    const why = `The seal beside this file, ${name}, is of another file or the file was changed.`;
    return unchecked(name, why, why);
  }
  const result = resultOfReading(engine, isMatching ? withContent(reading) : reading);
  return {
    ...result,
    reason: `${result.reason} ${sentenceOn(name)}`,
    checks: withNote(result.checks, name),
  };
}

const isSecure = (): boolean =>
  (globalThis.crypto as Partial<Crypto> | undefined)?.subtle !== undefined;

function bindingOf(store: Uint8Array, label: string) {
  try {
    return wholeHashOf(store, label);
  } catch {
    return undefined;
  }
}

/** Failed checks stay first. */
function withNote(checks: readonly Check[], name: string): Check[] {
  const passed = checks.findIndex((check) => check.passed);
  const at = passed < 0 ? checks.length : passed;
  return [...checks.slice(0, at), noteOn(name), ...checks.slice(at)];
}
