import {html, type ReactiveControllerHost} from 'lit';
import type {CaptureSummary} from '../../core/queue/queue-client.js';
import type {Mode} from '../../model/media-type.js';
import type {ProtectErrorDetail} from '../../model/protection-config.js';
import type {Localize} from '../strings/localize.js';

type Host = ReactiveControllerHost & {
  readonly mode: Mode;
  readonly protections: readonly CaptureSummary[];
};

/** Says to screen readers what has happened to the captures. */
export abstract class Announcements {
  readonly #host: Host;
  protected readonly say: Localize;
  #text = '';

  constructor(host: Host, say: Localize) {
    this.#host = host;
    this.say = say;
  }

  sealed() {
    this.announce(this.say.term('captureSealedNow', this.#host.mode));
  }

  /** Said of what was said to be not uploaded; else "sealed" is the last word, and the thumbnail says the rest. */
  delivered() {
    if (this.#text === this.#notUploaded) this.announce(this.say.term('captureUploadedNow'));
  }

  get #notUploaded() {
    return this.say.term('captureNotUploaded', 1, this.#host.mode);
  }

  failed({code, captureId}: ProtectErrorDetail) {
    // A wrong option is for the page's developer; what is captured is kept all the same.
    if (code === 'configuration_invalid') return;
    const {mode, protections} = this.#host;
    if (code === 'delivery_failed') {
      return this.announce(this.#notUploaded);
    }
    const known = protections.find((capture) => capture.captureId === captureId);
    // Without a worker, one that the page could not store itself has failed.
    const isUnstored = code === 'worker_unavailable' && known?.progress.name === 'failed';
    const isStored = !isUnstored && !code.startsWith('storage');
    this.announce(captureId ? this.say.term('captureFailedNow', mode, isStored) : this.notMade);
  }

  render() {
    return html`<div class="visually-hidden" role="status">${this.#text}</div>`;
  }

  /** There is no capture. */
  protected abstract get notMade(): string;

  protected announce(text: string) {
    this.#text = text;
    this.#host.requestUpdate();
  }
}
