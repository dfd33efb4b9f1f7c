import {html, type ReactiveControllerHost} from 'lit';
import type {Mode} from '../../model/media-type.js';
import type {ProtectErrorDetail} from '../../model/protection-config.js';
import type {Localize} from '../strings/localize.js';

type Host = ReactiveControllerHost & {readonly mode: Mode};

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

  failed({code, captureId}: ProtectErrorDetail) {
    // A wrong option is for the page's developer; what is captured is kept all the same.
    if (code === 'configuration_invalid') return;
    // Of a storage or a worker that failed, the capture may be in the page alone.
    const isStored = !/^(storage|worker)/.test(code);
    const {mode} = this.#host;
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
