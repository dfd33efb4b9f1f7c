import {type InspectionResult, type LabelState} from '../model/inspection/inspection-result.js';
import {type SealableMediaType} from '../model/media-type.js';
import {type Engine} from '../engine/engine.js';
import {readSeal, readSealAndCrJson} from '../engine/read-seal.js';
import {ManifestStore} from '../own-reader/manifests.js';
import {claimSignature} from '../own-reader/signature/signature.js';
import {sha256} from '../node/sha256.js';
import {stampInfo} from '../evidence/stamp-info.js';
import {TIME_STAMPS} from '../updates/later-stamp.js';
import {type ManifestOptions} from './manifest.js';
import {readsOtherwise, SealDoesNotHold} from './new-seal.js';
import {type Signer} from './signer.js';
import {takesUpdates, updateSeal} from './update-seal.js';

/** No time stamp is added. The message, for people, says why. */
export class StampRefused extends Error {
  override readonly name = 'StampRefused';
}

/** A seal that can be stamped. */
export interface Stampable {
  /** Label of the manifest about the content. */
  label: string;
  /** SHA-256 of its signature's bytes, which a later time stamp covers. */
  imprint: Uint8Array;
  /** The verdict on the file, which must be the same with the time stamp. */
  labelState: LabelState;
}

/** A time stamp for a seal that {@link stampableSeal} has accepted. */
export interface AddedStamp extends Pick<Stampable, 'label' | 'labelState'> {
  /** DER of the TimeStampToken. */
  token: Uint8Array;
}

/** @throws {StampRefused} */
function assertStampable({labelState, reason, signature, checks}: InspectionResult, now: Date) {
  const {timestamp, validTo} = signature ?? {};
  const isExpired = checks.some(
    ({code, passed, inIngredient}) =>
      !inIngredient && !passed && code === 'signingCredential.expired',
  );
  if (labelState === 'none') throw new StampRefused(`There is nothing to stamp. ${reason}`);
  if (labelState === 'unchecked') {
    throw new StampRefused(`The seal could not be checked: ${reason}`);
  }
  if (labelState === 'invalid' && !isExpired) {
    throw new StampRefused(`The file carries a seal that does not hold: ${reason}`);
  }
  if (timestamp !== undefined) {
    throw new StampRefused(
      `The seal has an independent time stamp already, of ${timestamp}. A later one would add nothing.`,
    );
  }
  if (isExpired || (validTo !== undefined && Date.parse(validTo) <= now.getTime())) {
    throw new StampRefused(
      `The certificate of the seal ended${validTo === undefined ? '' : ` on ${validTo}`}: a time stamp of now cannot show that the seal was made before.`,
    );
  }
}

const noUpdates = (mediaType: SealableMediaType): string =>
  `A time stamp cannot be added to the seal of ${mediaType === 'image/webp' ? 'a WebP image' : 'an MP3 recording'}: the file states its size in bytes that the seal covers, so its seal cannot grow, and a new seal over it would no longer show that the stamped one belongs to the file.`;

/**
 * What a time stamp is to be made for, if the file's seal is intact and has none. The signer need not be trusted,
 * because a time stamp says nothing about that. Blocks its thread. Node only. Throws {@link StampRefused},
 * EngineCrashed.
 */
export async function stampableSeal(
  engine: Engine,
  media: Uint8Array,
  mediaType: SealableMediaType,
  now: Date,
): Promise<Stampable> {
  const {result, content} = await readSealAndCrJson(engine, media, mediaType);
  assertStampable(result, now);
  if (!takesUpdates[mediaType]) throw new StampRefused(noUpdates(mediaType));
  const manifest = content && new ManifestStore(content.store).find(content.label);
  const signature = manifest && claimSignature(manifest);
  if (!signature) throw new StampRefused('The signature of the seal cannot be read.');
  const {labelState} = result;
  return {label: manifest.label, imprint: sha256(signature.value), labelState};
}

/**
 * Adds a time stamp to a seal that {@link stampableSeal} has accepted, by an update manifest (C2PA 2.4,
 * "Time-stamps"). Blocks its thread. Node only. Throws SealedCaptureError `media_unsupported`, SealDoesNotHold if
 * the result is not as expected, EngineCrashed, or what the signer throws.
 */
export async function addStamp(
  engine: Engine,
  media: Uint8Array,
  mediaType: SealableMediaType,
  {label, labelState, token}: AddedStamp,
  signer: Signer,
  options: ManifestOptions,
): Promise<Uint8Array> {
  const {findings} = await readSealAndCrJson(engine, media, mediaType);
  if (!findings) throw new SealDoesNotHold('The seal cannot be read.');
  const assertions = [{label: TIME_STAMPS, data: {[label]: token}}];
  const stamped = await updateSeal(media, mediaType, findings, {assertions}, signer, options);
  assertStamped(token, labelState, await readSeal(engine, stamped, mediaType));
  return stamped;
}

/** @throws {SealDoesNotHold} */
function assertStamped(token: Uint8Array, before: LabelState, after: InspectionResult): void {
  // The signer of an update is not in the closed interim list.
  const state = before === 'interim' ? 'untrusted' : before;
  if (after.labelState !== state) {
    throw readsOtherwise(after.reason);
  }
  const {time} = stampInfo(token) ?? {};
  if (time === undefined || Date.parse(after.signature?.timestamp ?? '') !== time * 1000) {
    throw new SealDoesNotHold('The time stamp is not believed.');
  }
}
