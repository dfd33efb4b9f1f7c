import {html, nothing, type LitElement} from 'lit';
import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import type {CaptureDetail} from '@sealed-capture/seal/model/protection-config.js';
import {markOf} from '../../capture/seal-mark.js';
import type {Localize} from '../../strings/localize.js';
import {drawThumbnail} from './thumbnail.js';

/** The newest photo of this visit with its state, drawn. */
export interface Drawn {
  picture: HTMLCanvasElement;
  summary: CaptureSummary;
}

/** The thumbnail of the newest photo of this visit. */
export class LastPhoto {
  readonly #host: LitElement;
  readonly #open: (captureId: string) => Promise<void>;
  readonly #say: Localize;
  /** The photo whose thumbnail is wanted: an earlier one may be drawn later. */
  #newest?: string;
  #drawn?: {captureId: string; picture: HTMLCanvasElement};

  /** `open` shows a photo in the viewer. */
  constructor(host: LitElement, say: Localize, open: (captureId: string) => Promise<void>) {
    this.#host = host;
    this.#say = say;
    this.#open = open;
  }

  /** The newest photo with its state; undefined if it is not drawn yet, or was discarded. */
  among(captures: readonly CaptureSummary[]): Drawn | undefined {
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

  /** Renders the thumbnail with its seal state; opens the photo. */
  render(last: Drawn | undefined, imports?: {noteOn(summary: CaptureSummary): string}) {
    if (!last) return nothing;
    const {picture, summary} = last;
    const {state, icon, label, title} = markOf(summary, this.#say);
    const note = imports?.noteOn(summary);
    return html`<button
      part="thumbnail"
      class="thumbnail"
      data-state=${state}
      aria-haspopup="dialog"
      aria-label=${label + (note ?? '')}
      title=${note ? label + note : title}
      @click=${() => {
        void this.#open(summary.captureId);
      }}
    >
      ${picture}<span class="mark">${icon}</span>
    </button>`;
  }
}
