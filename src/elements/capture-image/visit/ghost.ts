import type {SealedAttitude} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import {fetchFile} from '../../../core/wiring/elements/fetch-file.js';
import {decodePicture, screenRoom} from '../album/decode.js';
import type {Ghost as Given} from '../shots/shot.js';

/** State of the picture of an earlier visit. */
export type GhostState =
  | {name: 'none'}
  | {name: 'loading'}
  | {name: 'shown'; picture: HTMLCanvasElement}
  | {name: 'failed'};

/** Fetches a picture by its address. Rejects where there is none. */
export type FetchPicture = (url: string, signal: AbortSignal) => Promise<Blob>;

/** Bytes: more than any phone's photo. */
const LARGEST = 64 * 1024 * 1024;
/** Milliseconds without any byte. */
const SILENCE_MS = 15_000;

const fetchPicture: FetchPicture = async (url, signal) => {
  const onProgress = () => undefined;
  const options = {signal, largest: LARGEST, silence: SILENCE_MS, onProgress};
  // An answer without success has no body, which is then no picture.
  return (await fetchFile(url, options)).body;
};

/** The picture itself, or its address. */
const pictureOf = (given: Given | undefined) =>
  typeof given === 'object' && 'picture' in given ? given.picture : given;

/** Loads the picture of an earlier visit; one at a time. */
export class Ghost {
  readonly #fetch: FetchPicture;
  readonly #onChange: () => void;
  #source?: string | Blob;
  #state: GhostState = {name: 'none'};
  #loading?: AbortController;
  /** How the camera was held then, as far as the page says it. */
  attitude?: SealedAttitude;

  constructor(onChange: () => void, fetch = fetchPicture) {
    this.#fetch = fetch;
    this.#onChange = onChange;
  }

  get state(): GhostState {
    return this.#state;
  }

  /** Shows this picture, and frees the one before; the same one stays. */
  show(given: Given | undefined) {
    this.attitude = typeof given === 'object' && 'picture' in given ? given : undefined;
    const source = pictureOf(given);
    if (source === this.#source) return;
    this.release();
    this.#source = source;
    this.load();
  }

  /** Loads the picture, also again after a failure. */
  load() {
    const source = this.#source;
    if (source === undefined || this.#state.name === 'loading') return;
    const {signal} = (this.#loading = new AbortController());
    this.#state = {name: 'loading'};
    void this.#load(source, signal).catch(() => {
      this.#become({name: 'failed'}, signal);
    });
  }

  /** Stops what is loading, and frees the picture. */
  release() {
    this.#loading?.abort();
    this.#loading = this.#source = undefined;
    free(this.#state);
    this.#state = {name: 'none'};
  }

  async #load(source: string | Blob, signal: AbortSignal) {
    const file = typeof source === 'string' ? await this.#fetch(source, signal) : source;
    signal.throwIfAborted();
    const picture = await decodePicture(file, screenRoom(), signal);
    this.#become({name: 'shown', picture}, signal);
  }

  #become(state: GhostState, signal: AbortSignal) {
    if (signal.aborted) {
      free(state);
      return;
    }
    this.#state = state;
    this.#onChange();
  }
}

/** Safari frees the memory of a canvas late otherwise. */
function free(state: GhostState) {
  if (state.name === 'shown') state.picture.width = 0;
}
