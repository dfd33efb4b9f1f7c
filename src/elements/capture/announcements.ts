import {html, type ReactiveController, type ReactiveControllerHost} from 'lit';
import type {CaptureProgress, CaptureSummary} from '../../core/queue/queue-client.js';
import type {Mode} from '@sealed-capture/seal/model/media-type.js';
import type {
  LicensePlateDetail,
  ProtectErrorDetail,
} from '@sealed-capture/seal/model/protection-config.js';
import {isUnreached} from '@sealed-capture/seal/model/errors.js';
import type {Localize} from '../strings/localize.js';
import type {Failures} from './failures/failures.js';
import {isMisconfigured, isUnanswered, unansweredText} from './seal-state.js';

type Host = ReactiveControllerHost & {
  readonly mode: Mode;
  readonly protections: readonly CaptureSummary[];
};

/** Announces the progress of captures to screen readers. */
export abstract class Announcements implements ReactiveController {
  readonly #host: Host;
  protected readonly say: Localize;
  #text = '';
  /** The text was not rendered yet. */
  #isNew = false;
  /** The text that was rendered last. */
  #said = '';
  /** The capture that was announced as being sealed. */
  #sealing?: string;
  /** The captures that were announced as waiting for the network, or the service. */
  #waiting: ReadonlySet<string> = new Set();
  /** Set from the announcement that files are not uploaded until one of something else, which is not late news. */
  #undelivered?: {text: string; willRetryAt?: string};

  constructor(host: Host, say: Localize) {
    this.#host = host;
    this.say = say;
    host.addController(this);
  }

  hostUpdate() {
    this.#correct();
  }

  /** Announces a license plate. Recordings have none. */
  plateRead?(detail: LicensePlateDetail): void;

  /** Announces a seal. `failures`, loaded later, announces several in one sentence. */
  sealed(captureId: string, failures?: Failures) {
    const text = this.say.term('captureSealedNow', this.#host.mode);
    if (failures) failures.news.sealed(captureId, text);
    else this.announceLate(text);
  }

  /**
   * Announces a delivery only after a failure was announced; otherwise "sealed" is the last word, and the thumbnail
   * shows the rest.
   */
  delivered(failures?: Failures) {
    const text = this.say.term('captureUploadedNow');
    if (this.#undelivered) this.announce(failures?.news.before(text) ?? text);
  }

  /** Announces a failure. `failures`, loaded later, knows why files are not uploaded, and how many captures failed together. */
  failed(detail: ProtectErrorDetail, failures?: Failures) {
    const {code, captureId} = detail;
    const {mode, protections} = this.#host;
    if (code === 'configuration_invalid') {
      // The capture may not be listed yet, so the count is at least 1.
      return this.announce(
        this.say.term('captureMisconfigured', this.#count(isMisconfigured) || 1, mode),
      );
    }
    if (captureId && isUnreached(code)) {
      if (!this.#waiting.has(captureId)) this.#announceWaiting();
      return;
    }
    if (code === 'delivery_failed') {
      const text =
        failures?.notUploaded(protections, this.say) ||
        this.say.term('captureNotUploaded', 1, mode);
      const before = this.#undelivered;
      // The same was announced while the file was sent again by itself, which has ended now.
      if (!before?.willRetryAt || before.text !== text) {
        this.announce(failures?.news.before(text) ?? text);
      }
      this.#undelivered = {text, willRetryAt: detail.willRetryAt};
      return;
    }
    const known = protections.find((capture) => capture.captureId === captureId);
    // Without a worker, a capture that the page could not store either has failed.
    const isUnstored = code === 'worker_unavailable' && known?.progress.name === 'failed';
    const isStored = !isUnstored && !code.startsWith('storage');
    const text = captureId ? this.say.term('captureFailedNow', mode, isStored) : this.notMade;
    if (captureId && isStored && failures) failures.news.failed(captureId, text);
    else this.announceLate(text);
  }

  /** Renders the text. A repeated text is announced again, because an invisible, unspoken space distinguishes it. */
  render() {
    if (this.#isNew) {
      this.#said = this.#text && this.#said === this.#text ? `${this.#text}\u00a0` : this.#text;
      this.#isNew = false;
    }
    return html`<div class="visually-hidden" role="status">${this.#said}</div>`;
  }

  /** The text for a capture that was not made. */
  protected abstract get notMade(): string;

  announce(text: string) {
    this.announceLate(text);
    this.#sealing = undefined;
    this.#undelivered = undefined;
  }

  /** Announces what has become of earlier captures. What was announced last is still corrected, or followed up. */
  announceLate(text: string) {
    this.#text = text;
    this.#isNew = true;
    this.#host.requestUpdate();
  }

  /**
   * Announces that a capture was made and is being sealed. `made` is the first half only, for a capture that waits
   * for the network, or the service.
   */
  announceSealing(captureId: string, text: string, made: string) {
    this.announce(text);
    this.#sealing = captureId;
    this.#correct(made);
  }

  /**
   * Replaces the announcement that a capture is being sealed by one that it waits for the network, or the service, with
   * the part that was not announced yet.
   */
  #correct(made = '') {
    const capture = this.#host.protections.find(({captureId}) => captureId === this.#sealing);
    if (capture && isUnanswered(capture.progress)) this.#announceWaiting(made);
  }

  /** Announces all captures that wait for the network, or the service. */
  #announceWaiting(made = '') {
    const {mode, protections} = this.#host;
    const waiting = protections.filter(({progress}) => isUnanswered(progress));
    const ids = (this.#waiting = new Set(waiting.map(({captureId}) => captureId)));
    if (this.#sealing !== undefined && ids.has(this.#sealing)) this.#sealing = undefined;
    // A capture may be sealed, or retried, before the page learns that it waited.
    if (ids.size > 0) {
      this.announceLate(`${made} ${unansweredText(waiting, mode, this.say)}`.trim());
    }
  }

  #count(stands: (progress: CaptureProgress) => boolean): number {
    return this.#host.protections.filter(({progress}) => stands(progress)).length;
  }
}
