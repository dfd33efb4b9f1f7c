import {html, nothing, type LitElement, type ReactiveController} from 'lit';
import type {Mode} from '@sealed-capture/seal/model/media-type.js';
import {FormStateChangeEvent} from '../events.js';
import {exclamationIcon} from '../icons.js';
import type {Localize} from '../strings/localize.js';
import {FormFiles, type FileSource, type SubmitAs} from './form-files.js';
import {formState, type Explain, type FormState} from './form-state.js';

/** The element, with its public properties. */
type Host = LitElement & FileSource & {readonly mode: Mode; readonly required: boolean};

/** What the element supplies beside its public properties. */
interface Captures {
  say: () => Localize;
  /** True while a recording is being made. */
  isRecording: () => boolean;
  explain: Explain;
  /** Reads a file; undefined if the browser does not store it. Never rejects. */
  fileOf: (captureId: string, kind: SubmitAs) => Promise<Blob | undefined>;
}

/**
 * Makes an element a form control: gives the browser its files and its validity, and dispatches `formstatechange` when
 * they have changed.
 */
export class FormControl implements ReactiveController {
  readonly files: FormFiles;
  /** Has no methods if the browser does not support form-associated custom elements. */
  readonly internals: Partial<ElementInternals>;
  readonly #host: Host;
  readonly #captures: Captures;
  #state: FormState = {name: 'ready', message: ''};
  /** The page's own reason not to send the form. */
  #reason = '';
  /** True after the page was left, possibly to return. */
  #isLeft = false;
  /** The browser has moved the person here, because the form could not be sent. */
  #isReported = false;
  /** What the browser was last given: files, the validation message, and the button that it points at. */
  #given = '';
  #message = '';
  #anchor?: HTMLElement;
  /** The last state that was reported to the page. */
  #told?: string;

  constructor(host: Host, captures: Captures) {
    this.#host = host;
    this.#captures = captures;
    this.internals = host.attachInternals?.() ?? {};
    this.files = new FormFiles(host, captures.fileOf);
    host.addController(this);
    host.addEventListener('invalid', () => {
      // A page that only checks the form's validity should not move the focus.
      setTimeout(() => {
        this.#isReported ||= host.matches(':focus-within');
        host.requestUpdate();
      });
    });
    host.addEventListener('click', (event) => {
      // A click on its label; clicks inside the element have another origin.
      if (event.composedPath()[0] === host) host.focus();
    });
  }

  hostConnected() {
    this.#isLeft = false;
    addEventListener('pagehide', this.#onPage);
    addEventListener('pageshow', this.#onPage);
  }

  hostDisconnected() {
    removeEventListener('pagehide', this.#onPage);
    removeEventListener('pageshow', this.#onPage);
  }

  hostUpdate() {
    this.changed();
  }

  hostUpdated() {
    // The button may have changed.
    this.#validate();
    const {mode} = this.#host;
    const {length: files} = this.files.ready;
    const {message: validationMessage} = this.#state;
    const now = `${files} ${validationMessage}`;
    const before = this.#told;
    this.#told = now;
    if (before === undefined || before === now) return;
    const detail = {mode, files, valid: !validationMessage, validationMessage};
    this.#host.dispatchEvent(new FormStateChangeEvent(detail));
  }

  readonly #onPage = ({type}: Event) => {
    this.#isLeft = type === 'pagehide';
    this.changed();
  };

  /** Resolves once a page that was left is back; undefined if the page is there. */
  whenBack(): Promise<unknown> | undefined {
    if (!this.#isLeft) return undefined;
    return new Promise((resolve) => addEventListener('pageshow', resolve, {once: true}));
  }

  /** True if the element or a surrounding fieldset is disabled. */
  get isDisabled(): boolean {
    return this.#host.matches(':disabled');
  }

  /** The text of the element's labels. */
  get labelText(): string {
    return [...(this.internals.labels ?? [])].map(({textContent}) => textContent?.trim()).join(' ');
  }

  /** The button that captures, or its replacement. */
  get focusable(): HTMLElement | undefined {
    return this.#host.renderRoot?.querySelector<HTMLElement>('[data-focus]') ?? undefined;
  }

  /** Sets the page's own reason not to send the form; an empty text removes it. */
  setReason(message: string) {
    this.#reason = message;
    this.changed();
  }

  /** Earlier captures no longer count for the form, but are sealed and delivered. */
  reset() {
    this.#isReported = false;
    this.files.remove();
    this.changed();
  }

  /** Gives the browser files and validity at once, because the page may send the form next. */
  changed() {
    const {name, submitAs} = this.#host;
    const {files, isDisabled} = this;
    this.#host.requestUpdate();
    files.refresh();
    const {ids} = files;
    // Chromium's history loses the whole state of an element with files, so a page that is left gives it names
    // only.
    const ready = this.#isLeft ? [] : files.ready;
    const given = [name, submitAs, ids, ready.map((file) => file.name)].join(' ');
    if (given !== this.#given) {
      this.#given = given;
      const data = new FormData();
      for (const file of ready) data.append(name, file);
      // The state in the browser's history consists of capture ids.
      const state = (name && ids.join(' ')) || null;
      this.internals.setFormValue?.(name && ready.length ? data : null, state);
    }
    const isRecording = this.#captures.isRecording();
    const now = {isDisabled, isRecording, reason: this.#reason};
    this.#state = formState(this.#host, now, files, this.#captures.say(), this.#captures.explain);
    this.#validate();
  }

  /** The reason in the element, after the browser has shown its own message. */
  renderNotice() {
    const state = this.#state;
    if (!this.#isReported || state.name === 'ready') return nothing;
    return html`<div class="notice" part="notice" data-state="failed">
      ${exclamationIcon()}<span>${state.message}</span>
      ${
        state.name === 'unsealed' && state.isStuck
          ? html`<button class="leave-out" @click=${this.#leaveOut}>
              ${this.#captures.say().term('captureLeaveOut')}
            </button>`
          : nothing
      }
    </div>`;
  }

  #validate() {
    const {name, message} = this.#state;
    const anchor = this.focusable;
    if (message === this.#message && anchor === this.#anchor) return;
    this.#message = message;
    this.#anchor = anchor;
    if (!message) this.#isReported = false;
    const flags = message ? {[name === 'missing' ? 'valueMissing' : 'customError']: true} : {};
    this.internals.setValidity?.(flags, message, anchor);
  }

  readonly #leaveOut = () => {
    this.files.remove(this.files.missing);
    this.changed();
  };
}
