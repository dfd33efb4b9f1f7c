import {html, nothing, type ReactiveController, type ReactiveControllerHost} from 'lit';
import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import {
  problemOf,
  type PictureQuality,
  type QualityProblem,
} from '@sealed-capture/seal/model/picture-quality.js';
import {exclamationIcon} from '../../icons.js';
import {photoQuality} from '../../../lang/compiled/en/photo-quality.js';
import {Localize} from '../../strings/localize.js';

/** Milliseconds that the notice is shown; longer while it has the pointer or the focus. */
const SHOWN_MS = 10_000;

/** What can be done about a photo with a problem. */
export interface QualityActions {
  /** Deletes the photo, which can be undone. */
  retake: (captureId: string) => void;
  /** Announces a text to screen readers. */
  announce: (text: string) => void;
  shownMs?: number;
}

type Host = ReactiveControllerHost &
  HTMLElement & {readonly protections: readonly CaptureSummary[]};

/**
 * Shows that the last photo looks blurred, too dark or overexposed. The notice disappears by itself, and the photo
 * is kept.
 */
export class QualityNotice implements ReactiveController {
  readonly #host: Host;
  readonly #actions: QualityActions;
  readonly #say: Localize;
  #shown?: {captureId: string; problem: QualityProblem};
  #timer?: ReturnType<typeof setTimeout>;

  constructor(host: Host, actions: QualityActions) {
    this.#host = host;
    this.#actions = actions;
    this.#say = new Localize(host, photoQuality);
    host.addController(this);
  }

  hostDisconnected() {
    this.#hide();
  }

  /** To be called with the measured quality. A newer photo without a problem leaves the notice of the one before. */
  measured(captureId: string, quality: PictureQuality) {
    const problem = problemOf(quality);
    if (!problem || !this.#host.isConnected) return;
    this.#shown = {captureId, problem};
    this.#wait();
    this.#actions.announce(this.#say.term('qualitySaid', problem));
    this.#host.requestUpdate();
  }

  /** Renders the notice, unless the photo was deleted. */
  render() {
    const shown = this.#shown;
    const isThere = ({captureId}: CaptureSummary) => captureId === shown?.captureId;
    if (!shown || !this.#host.protections.some(isThere)) return nothing;
    const {captureId, problem} = shown;
    return html`<div class="notice quality" part="notice" data-state="waiting">
      ${exclamationIcon()}<span>${this.#say.term('qualityQuestion', problem)}</span>
      <div class="answers">
        <button
          class="retake"
          @click=${() => {
            this.#hide();
            this.#actions.retake(captureId);
          }}
        >
          ${this.#say.term('qualityRetake')}
        </button>
        <button class="keep" @click=${this.#keep}>${this.#say.term('qualityKeep')}</button>
      </div>
    </div>`;
  }

  #wait() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#host.shadowRoot?.querySelector('.quality:is(:hover, :focus-within)')) this.#wait();
      else this.#hide();
    }, this.#actions.shownMs ?? SHOWN_MS);
  }

  readonly #keep = () => {
    this.#hide();
    // The pressed button disappears, and the focus would be lost.
    this.#host.shadowRoot?.querySelector<HTMLElement>('.shutter')?.focus();
  };

  #hide() {
    clearTimeout(this.#timer);
    this.#shown = undefined;
    this.#host.requestUpdate();
  }
}
