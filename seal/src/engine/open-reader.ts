import {WasmReader} from '@contentauth/c2pa-wasm';
import {Unfit} from './refusals/engine-errors.js';
import {exceedsFile} from './refusals/id3-lengths.js';

/**
 * Has the engine read a file in memory; `openMedia` reads those by ranges. Throws what the engine throws, and {@link
 * Unfit} for a file that is not given to it, because a length in it would decide how much memory the engine takes.
 */
export async function openReader(
  mediaType: string,
  media: Uint8Array,
  settings: string,
): Promise<WasmReader> {
  if (exceedsFile(media)) throw new Unfit();
  return WasmReader.fromBytes(mediaType, media, settings);
}
