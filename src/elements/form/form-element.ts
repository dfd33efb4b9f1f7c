import {html, nothing} from 'lit';
import type {Mode} from '@sealed-capture/seal/model/media-type.js';
import type {CaptureDetail} from '@sealed-capture/seal/model/protection-config.js';
import {FormStateChangeEvent} from '../events.js';
import {exclamationIcon} from '../icons.js';
import {formOptions} from '../options/table.js';
import {QueueElement} from '../options/queue-element.js';
import type {Localize} from '../strings/localize.js';
import {FormFiles, type FileSource, type SubmitAs} from './form-files.js';
import {formState, type FormState} from './form-state.js';

const pageEvents = ['pagehide', 'pageshow'] as const;

/** A form control, with the properties and methods of the browser's own controls. */
export abstract class FormElement extends QueueElement implements FileSource {
  static readonly formAssociated = true;

  static {
    this.takeOptions(formOptions);
  }

  /** Name of the element's files in the form's data. Without one, the form gets none. */
  declare name: string;

  /** The form cannot be sent without a capture. */
  declare required: boolean;

  /** Disables capturing, and excludes the element from the form. The camera is off; a recording ends, and is stored. */
  declare disabled: boolean;

  /** Which file of each capture the form gets: the `sealed` one, which it waits for, or the `raw` one, at once. */
  declare submitAs: SubmitAs;

  /** What the element captures. */
  abstract readonly mode: Mode;

  protected abstract readonly say: Localize;

  /** True while a recording is being made. */
  protected abstract readonly isRecording: boolean;

  protected readonly files = new FormFiles(this, (captureId, kind) => this.fileOf(captureId, kind));
  /** Has no methods if the browser does not support form-associated custom elements. */
  readonly #internals: Partial<ElementInternals> = this.attachInternals?.() ?? {};
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

  constructor() {
    super();
    const onPage = ({type}: Event) => {
      this.#isLeft = type === 'pagehide';
      this.formChanged();
    };
    this.addController({
      hostConnected: () => {
        this.#isLeft = false;
        for (const type of pageEvents) addEventListener(type, onPage);
      },
      hostDisconnected() {
        for (const type of pageEvents) removeEventListener(type, onPage);
      },
      hostUpdate: () => {
        this.formChanged();
      },
      hostUpdated: () => {
        // The button may have changed.
        this.#validate();
        this.#tell();
      },
    });
    this.addEventListener('invalid', () => {
      // A page that only checks the form's validity should not move the focus.
      setTimeout(() => {
        this.#isReported ||= this.matches(':focus-within');
        this.requestUpdate();
      });
    });
    this.addEventListener('click', (event) => {
      // A click on its label; clicks inside the element have another origin.
      if (event.composedPath()[0] === this) this.focus();
    });
  }

  /** Waits until a page that was left is back: Chromium crashes if a frame renders while it is being removed. */
  protected override scheduleUpdate() {
    if (!this.#isLeft) return super.scheduleUpdate();
    const back = new Promise((resolve) => addEventListener('pageshow', resolve, {once: true}));
    return back.then(() => super.scheduleUpdate());
  }

  /** The form that the element belongs to. */
  get form(): HTMLFormElement | null | undefined {
    return this.#internals.form;
  }
  /** Frameworks may set the attribute `form` as a property, which the browser's own controls ignore. */
  set form(id: string | null | undefined) {
    if (id) this.setAttribute('form', id);
    else this.removeAttribute('form');
  }

  /** The `<label>`s that name the element. */
  get labels(): NodeList | undefined {
    return this.#internals.labels;
  }

  /** Why the form cannot be sent, as for the browser's own controls. */
  get validity(): ValidityState | undefined {
    return this.#internals.validity;
  }

  /** Why the form cannot be sent, as a sentence for the person; empty if it can. */
  get validationMessage(): string | undefined {
    return this.#internals.validationMessage;
  }

  /** False if the element is disabled, so that its validity does not matter. */
  get willValidate(): boolean | undefined {
    return this.#internals.willValidate;
  }

  /** True if the form may be sent; otherwise dispatches `invalid`. */
  checkValidity(): boolean {
    return this.#internals.checkValidity?.() ?? true;
  }

  /** The same as `checkValidity`, and shows the person why. */
  reportValidity(): boolean {
    return this.#internals.reportValidity?.() ?? true;
  }

  /** Sets the page's own reason not to send the form; an empty text removes it. */
  setCustomValidity(message: string) {
    this.#reason = message;
    this.formChanged();
  }

  /** Moves the focus to the button that captures, or to its replacement. */
  override focus(options?: FocusOptions) {
    if (!this.isDisabled) this.#focusable?.focus(options);
  }

  /** Called by the browser, also for a surrounding fieldset. */
  formDisabledCallback() {
    this.formChanged();
  }

  /** Called by the browser. Earlier captures no longer count for the form, but are sealed and delivered. */
  formResetCallback() {
    this.#isReported = false;
    this.files.remove();
    this.cleared();
    this.formChanged();
  }

  /** Called by the browser after a reload or a return to the page: the earlier captures count again. */
  async formStateRestoreCallback(state: unknown) {
    for (const captureId of String(state).split(' ')) {
      const blob = await this.fileOf(captureId, 'raw');
      const summary = this.protections.find((capture) => capture.captureId === captureId);
      if (!blob || !summary) continue;
      this.files.add(captureId, blob);
      this.shown({...summary, blob});
      this.formChanged();
    }
  }

  /** The file; undefined if the browser does not store it. Never rejects. */
  protected abstract fileOf(captureId: string, kind: SubmitAs): Promise<Blob | undefined>;

  /** True if the element or a surrounding fieldset is disabled. */
  protected get isDisabled(): boolean {
    return this.matches(':disabled');
  }

  /** True if the form could get this capture, and does not. */
  protected mayInclude(captureId: string): boolean {
    return !!this.name && !!this.form && !this.files.ids.includes(captureId);
  }

  /** The text of its labels. */
  protected get labelText(): string {
    return [...(this.labels ?? [])].map(({textContent}) => textContent?.trim()).join(' ');
  }

  /** Called when a capture from before the reload counts again. */
  protected abstract shown(detail: CaptureDetail): void;

  /** Called when no capture counts any more. */
  protected abstract cleared(): void;

  /** Gives the browser files and validity at once, because the page may send the form next. */
  protected formChanged() {
    this.requestUpdate();
    const {files, name, submitAs} = this;
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
      this.#internals.setFormValue?.(name && ready.length ? data : null, state);
    }
    const {mode, required, isDisabled, isRecording, protections} = this;
    const reason = this.#reason;
    const control = {mode, name, required, isDisabled, isRecording, protections, reason};
    this.#state = formState(control, files, this.say);
    this.#validate();
  }

  /** The reason in the element, after the browser has shown its own message. */
  protected renderFormNotice() {
    const state = this.#state;
    if (!this.#isReported || state.name === 'ready') return nothing;
    return html`<div class="notice" part="notice" data-state="failed">
      ${exclamationIcon()}<span>${state.message}</span>
      ${
        state.name === 'unsealed' && state.isStuck
          ? html`<button part="leave-out" @click=${this.#leaveOut}>
              ${this.say.term('captureLeaveOut')}
            </button>`
          : nothing
      }
    </div>`;
  }

  get #focusable(): HTMLElement | undefined {
    return this.renderRoot?.querySelector<HTMLElement>('[data-focus]') ?? undefined;
  }

  #validate() {
    const {name, message} = this.#state;
    const anchor = this.#focusable;
    if (message === this.#message && anchor === this.#anchor) return;
    this.#message = message;
    this.#anchor = anchor;
    if (!message) this.#isReported = false;
    const isMissing = name === 'missing';
    const flags = message ? {valueMissing: isMissing, customError: !isMissing} : {};
    this.#internals.setValidity?.(flags, message, anchor);
  }

  #tell() {
    const {mode} = this;
    const files = this.files.ready.length;
    const {message: validationMessage} = this.#state;
    const now = `${files} ${validationMessage}`;
    const isNews = this.#told !== undefined && this.#told !== now;
    this.#told = now;
    if (!isNews) return;
    const valid = !validationMessage;
    this.dispatchEvent(new FormStateChangeEvent({mode, files, valid, validationMessage}));
  }

  readonly #leaveOut = () => {
    this.files.remove(this.files.missing);
    this.formChanged();
  };
}
