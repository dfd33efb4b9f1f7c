import {html, nothing} from 'lit';
import {property} from 'lit/decorators.js';
import type {CaptureSummary} from '../../core/queue/queue-client.js';
import type {Mode} from '../../model/media-type.js';
import type {CaptureDetail} from '../../model/protection-config.js';
import {FormStateChangeEvent} from '../events.js';
import {exclamationIcon} from '../icons.js';
import {ConfiguredElement} from '../options/configured-element.js';
import {oneOf} from '../options/option-attributes.js';
import type {Localize} from '../strings/localize.js';
import {FormFiles, type FileSource, type FormValue} from './form-files.js';
import {formState, type FormState} from './form-state.js';

const pageEvents = ['pagehide', 'pageshow'] as const;

/** A control of a form, with the properties and methods of the browser's own. */
export abstract class FormElement extends ConfiguredElement implements FileSource {
  static readonly formAssociated = true;

  /** Name of the element's files in the form's data. Without one, the form gets none. */
  @property({reflect: true, useDefault: true}) name = '';

  /** The form cannot be sent without a capture. */
  @property({type: Boolean, reflect: true}) required = false;

  /** Nothing can be captured, and the form gets nothing. The camera is off; a recording ends, and is kept. */
  @property({type: Boolean})
  get disabled(): boolean {
    return this.hasAttribute('disabled');
  }
  set disabled(disabled: boolean) {
    this.toggleAttribute('disabled', Boolean(disabled));
  }

  /** What the form gets of each capture: the `sealed` file, which it waits for, or the `raw` one, at once. */
  @property({converter: oneOf<FormValue>('sealed', 'raw')}) value: FormValue = 'sealed';

  abstract override readonly mode: Mode;

  abstract get protections(): readonly CaptureSummary[];

  protected abstract readonly say: Localize;

  /** A recording is being made. */
  protected abstract readonly isRecording: boolean;

  protected readonly files = new FormFiles(this, (captureId, value) =>
    this.fileOf(captureId, value),
  );
  /** Without its methods where the browser has no forms for custom elements. */
  readonly #internals: Partial<ElementInternals> = this.attachInternals?.() ?? {};
  #state: FormState = {name: 'ready', message: ''};
  /** The page's own. */
  #reason = '';
  /** The page has been left, perhaps to come back. */
  #isLeft = false;
  /** The browser has brought the person here, as the form could not be sent. */
  #isReported = false;
  /** What the browser was given last: files, the words of the validity, and the button that it points at. */
  #given = '';
  #message = '';
  #anchor?: HTMLElement;
  /** What the page was told last. */
  #told?: string;

  constructor() {
    super();
    const onPage = ({type}: Event) => {
      this.#isLeft = type === 'pagehide';
      this.formChanged();
    };
    this.addController({
      hostConnected() {
        for (const type of pageEvents) addEventListener(type, onPage);
      },
      hostDisconnected() {
        for (const type of pageEvents) removeEventListener(type, onPage);
      },
      hostUpdate: () => {
        this.formChanged();
      },
      hostUpdated: () => {
        // The button may be another one now.
        this.#validate();
        this.#tell();
      },
    });
    this.addEventListener('invalid', () => {
      // A page that only asks whether the form is valid moves no focus.
      setTimeout(() => {
        this.#isReported ||= this.matches(':focus-within');
        this.requestUpdate();
      });
    });
    this.addEventListener('click', (event) => {
      // On its label; a click inside comes from there.
      if (event.composedPath()[0] === this) this.focus();
    });
  }

  /** The form that the element belongs to. */
  get form(): HTMLFormElement | null | undefined {
    return this.#internals.form;
  }
  /** Frameworks set what is a property, as which the browser's own controls have none to set. */
  set form(id: string | null | undefined) {
    if (id) this.setAttribute('form', id);
    else this.removeAttribute('form');
  }

  /** The `<label>`s that name the element. */
  get labels(): NodeList | undefined {
    return this.#internals.labels;
  }

  /** What keeps the form from being sent, as the browser's own controls tell it. */
  get validity(): ValidityState | undefined {
    return this.#internals.validity;
  }

  /** Why the form cannot be sent, in words for the person; empty where it can. */
  get validationMessage(): string | undefined {
    return this.#internals.validationMessage;
  }

  /** False where the form does not ask: the element is disabled. */
  get willValidate(): boolean | undefined {
    return this.#internals.willValidate;
  }

  /** Whether the form may be sent; fires `invalid` where not. */
  checkValidity(): boolean {
    return this.#internals.checkValidity?.() ?? true;
  }

  /** The same, and shows the person why. */
  reportValidity(): boolean {
    return this.#internals.reportValidity?.() ?? true;
  }

  /** A reason of the page's own not to send the form; empty: none. */
  setCustomValidity(message: string) {
    this.#reason = message;
    this.formChanged();
  }

  /** Moves the focus to the button that captures, or to what stands in its place. */
  override focus(options?: FocusOptions) {
    if (!this.isDisabled) this.#focusable?.focus(options);
  }

  /** Called by the browser, also for a fieldset around. */
  formDisabledCallback() {
    this.formChanged();
  }

  /** Called by the browser. What was captured before counts no more; it is sealed and delivered all the same. */
  formResetCallback() {
    this.#isReported = false;
    this.files.remove();
    this.cleared();
    this.formChanged();
  }

  /** Called by the browser after a reload, and where a person comes back: what counted before counts again. */
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

  /** Undefined where the browser does not keep it. Never rejects. */
  protected abstract fileOf(captureId: string, value: FormValue): Promise<Blob | undefined>;

  /** By its own attribute, or by a fieldset around. */
  protected get isDisabled(): boolean {
    return this.matches(':disabled');
  }

  /** The form would get this capture, and does not. */
  protected mayInclude(captureId: string): boolean {
    return !!this.name && !!this.form && !this.files.ids.includes(captureId);
  }

  /** What its labels say. */
  protected get labelText(): string {
    return [...(this.labels ?? [])].map(({textContent}) => textContent?.trim()).join(' ');
  }

  /** A capture of before the reload counts again. */
  protected abstract shown(detail: CaptureDetail): void;

  /** No capture counts any more. */
  protected abstract cleared(): void;

  /** Gives the browser files and validity at once, as the page may send the form next. */
  protected formChanged() {
    this.requestUpdate();
    const {files, name, value} = this;
    files.look();
    const {ids} = files;
    // Chromium's history loses all of an element that has files: it gets those of a page that is left as names alone.
    const ready = this.#isLeft ? [] : files.ready;
    const given = [name, value, ids, ready.map((file) => file.name)].join(' ');
    if (given !== this.#given) {
      this.#given = given;
      const data = new FormData();
      for (const file of ready) data.append(name, file);
      // What the browser keeps in its history names the captures.
      const state = (name && ids.join(' ')) || null;
      this.#internals.setFormValue?.(name && ready.length ? data : null, state);
    }
    const {mode, required, isDisabled, isRecording, protections} = this;
    const reason = this.#reason;
    const control = {mode, name, required, isDisabled, isRecording, protections, reason};
    this.#state = formState(control, files, this.say);
    this.#validate();
  }

  /** The words in the element, once the browser has shown its own. */
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
