import {type InspectionResult} from '../../model/inspection/inspection-result.js';
import {listAt} from '../../model/json/loose-json.js';
import {type SealableMediaType} from '../../model/media-type.js';
import {type SealedSection} from '../../model/seal/seal-format.js';
import {unsupported} from '../../containers/container.js';
import {type Engine} from '../../engine/engine.js';
import {readSeal, readSealAndCrJson} from '../../engine/read-seal.js';
import {type ManifestOptions} from '../manifest.js';
import {locationsInFile} from '../location-in-file.js';
import {
  assertionsHolding,
  redactionReasons,
  RedactionRefused,
  type RedactionRequest,
} from './redaction-plan.js';
import {readsOtherwise, SealDoesNotHold} from '../new-seal.js';
import {type Signer} from '../signer.js';
import {takesUpdates, updateSeal} from '../update-seal.js';

/** A person's own words become a note; of C2PA 2.4's reasons, this is the most common. */
function reasonOf(text: string | undefined): {reason: string; note?: string} {
  const reason = redactionReasons.find((one) => one === text);
  if (reason) return {reason};
  return {reason: 'c2pa.PII.present', ...(text !== undefined && {note: text})};
}

/** @throws {RedactionRefused} if there is no seal, or it is not intact */
function assertHolds({labelState, reason}: InspectionResult): void {
  switch (labelState) {
    case 'valid':
    case 'interim':
    case 'untrusted':
      return;
    case 'none':
      throw new RedactionRefused(`There is nothing to redact. ${reason}`);
    case 'invalid':
      throw new RedactionRefused(`The file carries a seal that does not hold: ${reason}`);
    case 'unchecked':
      throw new RedactionRefused(`The seal could not be checked: ${reason}`);
  }
}

/** Sections of an inspection that must not exist any more. */
const GONE: Record<SealedSection, readonly (keyof InspectionResult)[]> = {
  place: ['gps'],
  device: ['device', 'network'],
  gathered: [],
  capture: ['camera', 'orientation', 'magnetometer'],
};

/** @throws {SealDoesNotHold} */
function assertRedacted(
  sections: readonly SealedSection[],
  urls: readonly string[],
  before: InspectionResult,
  after: InspectionResult,
): void {
  // The signer of an update is not in the closed interim list.
  const state = before.labelState === 'interim' ? 'untrusted' : before.labelState;
  if (![before.labelState, state].includes(after.labelState)) {
    throw readsOtherwise(after.reason);
  }
  const told = after.redactions?.flatMap(({labels}) => labels) ?? [];
  const isTold = urls.every((url) => told.includes(url.slice(url.lastIndexOf('/') + 1)));
  const isLeft = sections.some((name) => GONE[name].some((field) => after[field] !== undefined));
  if (!isTold || isLeft) throw new SealDoesNotHold('Not all that was asked for was redacted.');
}

/**
 * Removes parts of the capture metadata from a file's seal, including all assertions that repeat them, by an update
 * manifest that says so; the rest of the seal stays as it was signed. Blocks its thread. Node only. Throws {@link
 * RedactionRefused}, SealedCaptureError `media_unsupported`, SealDoesNotHold if the result is not as expected,
 * EngineCrashed, or what the signer throws.
 */
export async function redactSeal(
  engine: Engine,
  media: Uint8Array,
  mediaType: SealableMediaType,
  {sections, reason, placeInFile}: RedactionRequest,
  signer: Signer,
  options: ManifestOptions,
): Promise<Uint8Array> {
  const {result: before, findings, crJson} = await readSealAndCrJson(engine, media, mediaType);
  assertHolds(before);
  if (!findings || crJson === undefined) throw unsupported('The seal of this file cannot be read.');
  const urls = assertionsHolding(sections, listAt(JSON.parse(crJson), 'manifests'));
  const why = reasonOf(reason);
  const redactions = urls.map((url) => ({url, ...why}));
  const redact = async (isUpdate?: boolean) => {
    const by = [{redactions}, signer, options, isUpdate] as const;
    const file = await updateSeal(media, mediaType, findings, ...by);
    return {file, after: await readSeal(engine, file, mediaType)};
  };
  let redacted = await redact();
  // In a JPEG with a tiny APP11 segment of another kind, the engine cannot tell how far the seal of an update has grown.
  if (redacted.after.labelState === 'invalid' && takesUpdates[mediaType]) {
    redacted = await redact(false);
  }
  const {file, after} = redacted;
  assertRedacted(sections, urls, before, after);
  const left = sections.includes('place') && placeInFile !== 'keep' ? locationsInFile(file) : [];
  if (left.length > 0) throw new RedactionRefused(placeLeft(left.join(' and ')));
  return file;
}

const placeLeft = (where: string): string =>
  `The file itself holds a place in its ${where}, which the seal covers: it cannot be taken out without breaking the seal, so whoever gets the file would still find it. Nothing was redacted. To redact the seal's own statements all the same, ask for it with placeInFile=keep (--keep-place-in-file).`;
