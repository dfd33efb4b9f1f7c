import {html, type ReactiveControllerHost} from 'lit';
import type {LicensePlateDetail, ProtectErrorDetail} from '../../model/protection-config.js';
import type {Localize} from '../strings/localize.js';

/** Says to screen readers what has happened to the photos. */
export class Announcements {
  readonly #host: ReactiveControllerHost;
  readonly #say: Localize;
  #text = '';

  constructor(host: ReactiveControllerHost, say: Localize) {
    this.#host = host;
    this.#say = say;
  }

  /** `isRead`: a detector looks for its plate. */
  taken(isRead: boolean, autoProtect: boolean) {
    const taken = autoProtect ? 'captureTaken' : 'captureTakenHeld';
    this.#announce(this.#say.term(isRead ? 'captureTakenPlate' : taken));
  }

  plateRead({licensePlateInfo}: LicensePlateDetail) {
    this.#announce(this.#say.term('capturePlateRead', licensePlateInfo?.detectedPlateNumber));
  }

  plateNoted() {
    this.#announce(this.#say.term('capturePlateNoted'));
  }

  sealed() {
    this.#announce(this.#say.term('captureSealedNow'));
  }

  failed({code, captureId}: ProtectErrorDetail) {
    // A wrong option is for the page's developer; the photo is taken all the same.
    if (code === 'configuration_invalid') return;
    this.#announce(this.#say.term(captureId ? 'captureFailedNow' : 'captureNotTaken'));
  }

  render() {
    return html`<div class="visually-hidden" role="status">${this.#text}</div>`;
  }

  #announce(text: string) {
    this.#text = text;
    this.#host.requestUpdate();
  }
}
