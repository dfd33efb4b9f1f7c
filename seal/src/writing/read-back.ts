import {type InspectionResult} from '../model/inspection/inspection-result.js';
import {type Engine} from '../engine/engine.js';
import {readSeal} from '../engine/read-seal.js';
import {trustNow} from '../engine/judged/store.js';
import {readTrusting} from '../engine/reading.js';
import {AnchorSet, type Trust} from '../trust/anchors.js';
import {engineMessage} from '../engine/refusals/engine-errors.js';
import {verdictOf} from '../engine/verdict.js';
import {readsOtherwise} from './new-seal.js';

const NO_ONE: Trust = {signers: new AnchorSet([]), timeStamps: new AnchorSet([])};

/**
 * Reads a newly sealed file as any reader will. Whether its signer is trusted is not decided here: that depends on
 * the chain alone, which is checked when it is set up. Blocks its thread: about 15 ms for a photo of 1 MB. Throws
 * SealDoesNotHold with the reason unless the seal is intact, EngineCrashed.
 */
export async function readBack(
  engine: Engine,
  media: Uint8Array,
  mediaType: string,
): Promise<void> {
  if (await isIntactForStrangers(media, mediaType)) return;
  // A reader that does not know a time-stamp authority may call the seal invalid for its certificates.
  const {labelState, reason} = await readSeal(engine, media, mediaType);
  if (!INTACT.includes(labelState)) throw readsOtherwise(reason);
}

const INTACT: readonly InspectionResult['labelState'][] = ['valid', 'interim', 'untrusted'];

/** True if the seal is intact for a reader that trusts nobody, whatever is recorded of its sources. */
async function isIntactForStrangers(media: Uint8Array, mediaType: string): Promise<boolean> {
  try {
    const {state, findings} = await readTrusting(trustNow(NO_ONE, Date.now()), media, mediaType);
    return verdictOf(state, findings).labelState === 'untrusted';
  } catch (thrown) {
    engineMessage(thrown);
    return false;
  }
}
