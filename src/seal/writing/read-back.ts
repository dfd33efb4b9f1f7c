import {type InspectionResult} from '../../model/inspection/inspection-result.js';
import {type Engine} from '../engine/engine.js';
import {readSeal} from '../engine/read-seal.js';
import {readsOtherwise} from './new-seal.js';

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
  const {labelState, reason} = await readSeal(engine, media, mediaType);
  if (!INTACT.includes(labelState)) throw readsOtherwise(reason);
}

const INTACT: readonly InspectionResult['labelState'][] = ['valid', 'interim', 'untrusted'];
