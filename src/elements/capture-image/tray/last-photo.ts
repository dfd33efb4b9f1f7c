import type {ReactiveControllerHost} from 'lit';
import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import type {CaptureDetail} from '@sealed-capture/seal/model/protection-config.js';
import {drawThumbnail} from './thumbnail.js';

/** The thumbnail of the newest photo of this visit. */
export class LastPhoto {
  readonly #host: ReactiveControllerHost;
  /** The photo whose thumbnail is wanted: an earlier one may be drawn later. */
  #newest?: string;
  #drawn?: {captureId: string; picture: HTMLCanvasElement};

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /** The newest photo with its state; undefined if it is not drawn yet, or was discarded. */
  among(captures: readonly CaptureSummary[]) {
    const drawn = this.#drawn;
    const summary = captures.find(({captureId}) => captureId === drawn?.captureId);
    return drawn && summary && {picture: drawn.picture, summary};
  }

  /** Shows no photo until the next one. */
  clear() {
    this.#newest = this.#drawn = undefined;
    this.#host.requestUpdate();
  }

  async show({captureId, blob}: CaptureDetail) {
    this.#newest = captureId;
    try {
      const picture = await drawThumbnail(blob);
      if (this.#newest !== captureId) return;
      this.#drawn = {captureId, picture};
      this.#host.requestUpdate();
    } catch (error) {
      // The photo itself is safe; only its thumbnail is missing.
      console.warn('The photo has no thumbnail.', error);
    }
  }
}
