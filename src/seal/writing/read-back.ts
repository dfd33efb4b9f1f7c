import {readWith, type Reading} from '../engine/reading.js';
import {engineMessage} from '../engine/refusals/engine-errors.js';
import {resultOfRefusal} from '../engine/refusals/engine-refusal.js';
import {judge} from '../engine/verdict.js';
import {readsOtherwise} from './new-seal.js';

const NO_ANCHORS = '';

/**
 * Reads a newly sealed file as any reader will. Trust is not decided here: it depends on the signer alone, whose
 * chain is checked when it is set up. Blocks its thread: about 15 ms for a photo of 1 MB. Throws
 * SealDoesNotHold with the reason unless the seal is intact, EngineCrashed.
 */
export async function readBack(media: Uint8Array, mediaType: string): Promise<void> {
  let reading: Reading;
  try {
    reading = await readWith(NO_ANCHORS, media, mediaType);
  } catch (thrown) {
    throw readsOtherwise(resultOfRefusal(engineMessage(thrown), media).reason);
  }
  const {labelState, reason} = judge(reading.state, reading.findings);
  if (labelState !== 'untrusted') throw readsOtherwise(reason);
}
