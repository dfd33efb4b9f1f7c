import type {SealedAttitude} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import type * as browser from '../../../core/wiring/elements/earlier-picture.js';
import {decodePicture, screenRoom} from '../album/decode.js';
import type {Shot} from '../shots/shot.js';

/** State of the picture of an earlier visit. */
export type GhostState =
  | {name: 'none'}
  | {name: 'loading'}
  /** `attitude`: how the camera was held then, where the seal says so. */
  | {name: 'shown'; picture: HTMLCanvasElement; attitude?: SealedAttitude}
  | {name: 'failed'};

/** How a picture and its seal are read. */
export type GhostReader = Pick<typeof browser, 'fetchPicture' | 'attitudeIn'>;

/** Loaded when the first picture is shown. */
export const ghostReader = (): Promise<GhostReader> =>
  import('../../../core/wiring/elements/earlier-picture.js');

/** Loads the picture of an earlier visit; one at a time. */
export class Ghost {
  readonly #reader: () => Promise<GhostReader>;
  readonly #onChange: () => void;
  #source: Shot['ghost'];
  #state: GhostState = {name: 'none'};
  #loading?: AbortController;

  constructor(reader: () => Promise<GhostReader>, onChange: () => void) {
    this.#reader = reader;
    this.#onChange = onChange;
  }

  get state(): GhostState {
    return this.#state;
  }

  /** Shows this picture, and releases the one before; the same one stays. */
  show(source: Shot['ghost']) {
    if (source === this.#source) return;
    this.release();
    this.#source = source;
    if (source !== undefined) this.load();
  }

  /** Loads the picture again after a failure. */
  readonly load = () => {
    if (this.#source === undefined || this.#state.name === 'loading') return;
    const loading = (this.#loading = new AbortController());
    this.#state = {name: 'loading'};
    void this.#load(this.#source, loading.signal).catch(() => {
      this.#become({name: 'failed'}, loading.signal);
    });
  };

  /** Stops what is loading, and frees the picture. */
  release() {
    this.#loading?.abort();
    this.#loading = this.#source = undefined;
    // Safari frees the memory of a canvas late otherwise.
    if (this.#state.name === 'shown') this.#state.picture.width = 0;
    this.#state = {name: 'none'};
  }

  async #load(source: string | Blob, signal: AbortSignal) {
    const reader = typeof source === 'string' ? await this.#reader() : undefined;
    const file = typeof source === 'string' ? await reader?.fetchPicture(source, signal) : source;
    signal.throwIfAborted();
    if (!file) return;
    const picture = await decodePicture(file, screenRoom(), signal);
    this.#become({name: 'shown', picture}, signal);
    // The picture is of use without the hint.
    const attitude = await this.#attitudeIn(file, signal).catch(() => undefined);
    if (attitude) this.#become({name: 'shown', picture, attitude}, signal);
  }

  async #attitudeIn(file: Blob, signal: AbortSignal) {
    const reader = await this.#reader();
    signal.throwIfAborted();
    return await reader.attitudeIn(file, signal);
  }

  #become(state: GhostState, signal: AbortSignal) {
    if (signal.aborted) {
      // What arrives late is freed.
      if (state.name === 'shown') state.picture.width = 0;
      return;
    }
    this.#state = state;
    this.#onChange();
  }
}
