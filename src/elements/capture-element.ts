import {report} from '../core/wiring/elements/page-queue.js';
import type {CaptureScope, ProtectionClient} from '../core/queue/queue-client.js';
import {
  SealedCaptureError,
  toSealedCaptureError,
  type ErrorCode,
} from '@sealed-capture/seal/model/errors.js';
import type {Mode} from '@sealed-capture/seal/model/media-type.js';
import type {
  CaptureDetail,
  PermissionStatus,
  ProtectErrorDetail,
} from '@sealed-capture/seal/model/protection-config.js';
import type {Announcements} from './capture/announcements.js';
import type {Failures} from './capture/failures/failures.js';
import {KeptFocus} from './capture/keyboard.js';
import type {WayOut} from './capture/way-out/way-out.js';
import {cameraOfPage} from './camera-of-page.js';
import {LatePart} from './late-part.js';
import type {Options, Providers} from './options/configuration.js';
import {QueueElement} from './options/queue-element.js';
import {formOptions} from './options/table.js';
import {FormControl} from './form/form-control.js';
import type {SubmitAs} from './form/form-files.js';
import type {Localize} from './strings/localize.js';
import type {CaptureCore} from './core-context.js';
import {LicensePlateEvent, PermissionChangeEvent, StorageLowEvent} from './events.js';

/** Codes that do not pass without a correction, or with another file. */
const lasting: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'configuration_invalid',
  'media_unsupported',
  'too_large',
]);

/**
 * The common base of `<capture-image>` and `<capture-audio>`: a client of the queue, and a form control, with the properties
 * and methods of the browser's own controls.
 *
 * @fires {DeliveredEvent} delivered - The sealed file has reached the page's own storage (`deliver-to`, `delivery`).
 * @fires {ConfigurationErrorEvent} configuration-error - An option is invalid, and is not used.
 * @fires {PermissionChangeEvent} permission-change - `permissionStatus` has changed.
 * @fires {FormStateChangeEvent} formstatechange - The form's validity, or the number of its files, has changed.
 * @fires {StorageLowEvent} storage-low - The browser has little space left for captures.
 * @csspart frame - The whole element, with the rounded corners.
 * @csspart screen - The screen that is shown while nothing can be captured.
 * @csspart button - The screen's button.
 * @csspart permission-button - The browser's own button after a refusal, where it has one. The browser limits its style.
 * @csspart notice - A notice, such as that captures are not sealed, or that storage is low.
 * @cssprop --sc-surface - Background.
 * @cssprop --sc-surface-raised - Background of the screens and of the waveform.
 * @cssprop --sc-text - Text, and the waveform in dark pages.
 * @cssprop --sc-text-quiet - Labels.
 * @cssprop --sc-line - Thin lines.
 * @cssprop --sc-control-line - Borders of buttons and fields; default: between text and background, at least 3 : 1.
 * @cssprop --sc-accent - The main action, and the part of a recording that was played.
 * @cssprop --sc-on-accent - Text on the main action.
 * @cssprop --sc-valid - A sealed capture, and sound that is loud enough.
 * @cssprop --sc-unknown - A capture that waits for its seal, a pause, and sound that is very quiet.
 * @cssprop --sc-broken - A capture whose sealing failed, sound that is too loud, and the dot while it records.
 * @cssprop --sc-radius - Radius of the corners.
 * @cssprop --sc-space - The unit of all distances.
 * @cssprop --sc-font - Font family.
 */
export abstract class CaptureElement extends QueueElement {
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
  protected abstract readonly announcements: Announcements;

  /** True while a recording is being made. */
  protected abstract readonly isRecording: boolean;

  protected readonly formControl = new FormControl(this, {
    say: () => this.say,
    isRecording: () => this.isRecording,
    explain: (standing, count) => this.failures.part?.stuckText(standing, count),
    fileOf: (captureId, kind) => this.#fileOf(captureId, kind),
  });
  protected readonly focused = new KeptFocus(this);
  /** Advice for apps whose own browser is the obstacle; loaded if there is no camera or microphone. */
  protected readonly wayOut: LatePart<WayOut> = new LatePart(
    this,
    async () => new (await this.importWayOut()).WayOut(this),
    false,
  );
  /** Renders why captures were not sealed, and what can be done; loaded when the page is idle. */
  protected readonly failures: LatePart<Failures> = new LatePart(this, async () => {
    const {Failures} = await this.importFailures();
    return new Failures(this, {
      mode: this.mode,
      connection: () => this.connection,
      options: () => this.configuration.options,
      retry: this.retry,
      discard: (captureId) => {
        this.discard(captureId).catch(this.onFailure(captureId, 'storage_unavailable'));
      },
      withhold: (captureIds, isWithheld) => this.withhold(captureIds, isWithheld),
      tell: (text) => this.announcements.announce(text),
      tellLate: (text) => this.announcements.announceLate(text),
      problem: () => this.problem,
    });
  });
  /** Freezes the client's configuration and providers, which captures that are still being stored keep. */
  #leave?: () => void;
  /** Gets the camera or microphone ready. */
  #open?: () => void;
  #isOpen = false;
  #client(): ProtectionClient {
    let left: {options: Options; within?: Providers} | undefined;
    const now = () => left ?? {options: this.sealedOptions, within: this.configuration.providers};
    this.#leave = () => (left = now());
    const values = {
      source: () => ({
        page: this.ownerDocument.URL.replace(/#.*/, ''),
        tag: this.localName,
        id: this.id,
        name: this.name,
      }),
      within: () => now().within,
      isAway: () => !this.isConnected,
      opening: () => cameraOfPage.shown,
      reviews: () => this.reviews,
      asks: () => this.asks,
      config: () => now().options,
    };
    return this.clientOf(values, {
      mode: this.mode,
      element: this,
      onCapture: (detail, isOwn) => {
        this.#take(detail, isOwn);
        this.tells.onCapture(detail);
      },
      onCaptureAway: (detail) => {
        this.#take(detail, true);
      },
      onProtected: (detail) => {
        this.formControl.files.put(detail.captureId, 'sealed', detail.protectedBlob);
        this.formControl.changed();
        if (!detail.closes) this.announcements.sealed(detail.captureId, this.failures.part);
        return this.tells.onProtected(detail);
      },
      onDelivered: (detail) => {
        if (!detail.closes) this.announcements.delivered(this.failures.part);
        this.tells.onDelivered(detail);
      },
      onProtectError: (detail) => {
        this.#failed(detail);
      },
      onConfigurationError: (detail) => {
        this.report(detail);
      },
      onLicensePlate: (detail) => {
        this.announcements.plateRead?.(detail);
        this.emit(new LicensePlateEvent(detail));
      },
      onStorageLow: (detail) => {
        this.announcements.announce(this.say.term('captureStorageLow', this.mode));
        this.emit(new StorageLowEvent(detail));
      },
      onChange: () => {
        this.requestUpdate();
      },
    });
  }

  /**
   * unknown: not asked yet. pending: the browser is asking. denied: refused, but may be asked again. blocked: the
   * browser refuses without asking.
   */
  abstract get permissionStatus(): PermissionStatus;

  /** True if a person says of each capture whether to use it, before the page is told of it. */
  protected get reviews(): boolean {
    return false;
  }

  /** True if the element can show an undecided capture now, and ask about it. */
  protected get asks(): boolean {
    return false;
  }

  /** True while a photo or a recording is being made, until it is stored. */
  abstract get isCapturing(): boolean;

  override connectedCallback() {
    super.connectedCallback();
    const client = this.#client();
    this.connectQueue(client);
    this.#open = () => {
      this.connected(client, this.core.value);
    };
    this.#openOrClose();
  }

  override disconnectedCallback() {
    this.#leave?.();
    super.disconnectedCallback();
    // If the element was only moved, it is in the document again by now.
    this.#openOrClose(false);
    this.releaseQueue();
  }

  /** The form that the element belongs to. */
  get form(): HTMLFormElement | null | undefined {
    return this.formControl.internals.form;
  }
  /** Frameworks may set the attribute `form` as a property, which the browser's own controls ignore. */
  set form(id: string | null | undefined) {
    if (id) this.setAttribute('form', id);
    else this.removeAttribute('form');
  }

  /** The `<label>`s that name the element. */
  get labels(): NodeList | undefined {
    return this.formControl.internals.labels;
  }

  /** Why the form cannot be sent, as for the browser's own controls. */
  get validity(): ValidityState | undefined {
    return this.formControl.internals.validity;
  }

  /** Why the form cannot be sent, as a sentence for the person; empty if it can. */
  get validationMessage(): string | undefined {
    return this.formControl.internals.validationMessage;
  }

  /** False if the element is disabled, so that its validity does not matter. */
  get willValidate(): boolean | undefined {
    return this.formControl.internals.willValidate;
  }

  /** True if the form may be sent; otherwise dispatches `invalid`. */
  checkValidity(): boolean {
    return this.formControl.internals.checkValidity?.() ?? true;
  }

  /** The same as `checkValidity`, and shows the person why. */
  reportValidity(): boolean {
    return this.formControl.internals.reportValidity?.() ?? true;
  }

  /** Sets the page's own reason not to send the form; an empty text removes it. */
  setCustomValidity(message: string) {
    this.formControl.setReason(message);
  }

  /** Moves the focus to the button that captures, or to its replacement. */
  override focus(options?: FocusOptions) {
    if (!this.isDisabled) this.formControl.focusable?.focus(options);
  }

  /** Called by the browser, also for a surrounding fieldset. */
  formDisabledCallback() {
    this.#openOrClose();
    this.formControl.changed();
    // It asks about undecided captures only while it is enabled.
    this.configurationChanged();
  }

  /** Called by the browser. */
  formResetCallback() {
    this.formControl.reset();
    this.cleared();
  }

  /** Called by the browser after a reload or a return to the page: the earlier captures count again. */
  async formStateRestoreCallback(state: unknown) {
    for (const captureId of String(state).split(' ')) {
      const blob = await this.#fileOf(captureId, 'raw');
      const summary = this.protections.find((capture) => capture.captureId === captureId);
      if (!blob || !summary) continue;
      this.formControl.files.add(captureId, blob);
      this.formControl.changed();
      this.shown({...summary, blob});
    }
  }

  /** Waits until a page that was left is back: Chromium crashes if a frame renders while it is being removed. */
  protected override scheduleUpdate() {
    const back = this.formControl.whenBack();
    return back?.then(() => super.scheduleUpdate()) ?? super.scheduleUpdate();
  }

  /** True if the element or a surrounding fieldset is disabled. */
  protected get isDisabled(): boolean {
    return this.formControl.isDisabled;
  }

  override async discard(captureId: string, options?: CaptureScope) {
    await super.discard(captureId, options);
    this.formControl.changed();
  }

  /**
   * Closes the `job`: seals a closing record, a picture whose seal lists all captures of the job, those that were deleted and
   * the shots that were skipped. Later captures need another one. Resolves to its id once it is stored; it is sealed after all
   * captures of the job. Rejects with `configuration_invalid` without a job, with `capture_unknown` if nothing of it was
   * captured, and with `part_missing` if the code for it could not be loaded.
   */
  async closeJob(): Promise<string> {
    await this.failures.load();
    const {part} = this.failures;
    if (part) return await part.closing.close();
    throw new SealedCaptureError('part_missing', 'The code for it could not be loaded.');
  }

  /** The options with which captures of this element are stored and sealed. */
  protected get sealedOptions(): Options {
    return this.configuration.options;
  }

  /** Requests the permissions that were not requested yet. Call it in a person's gesture. */
  abstract requestPermissions(): Promise<PermissionStatus>;

  /** Called when the element is in the document and not disabled; `core` replaces the page's own. */
  protected abstract connected(client: ProtectionClient, core?: CaptureCore): void;

  /** Called when the element is no longer in the document, or is disabled. */
  protected abstract released(): void;

  /** Called when a capture from before the reload counts for the form again. */
  protected abstract shown(detail: CaptureDetail): void;

  /** Called when no capture counts for the form any more. */
  protected abstract cleared(): void;

  /** Called before the `capture` event. */
  protected abstract captured(detail: CaptureDetail): void;

  /**
   * Withholds captures from the form and from sealing while a person can undo their deletion, or releases them. The
   * browser gets the form's new value with the next update.
   */
  protected withhold(captureIds: readonly string[], isWithheld: boolean) {
    this.formControl.files.withhold(captureIds, isWithheld);
    this.connection.withhold(captureIds, isWithheld);
  }

  /** Retries a capture at a person's request. */
  protected readonly retry = (captureId: string) => {
    this.retryProtection(captureId).catch(this.onFailure(captureId, 'storage_unavailable'));
  };

  /** To be called when the camera or microphone has another state. `before` is the permission until then. */
  protected deviceStateChanged({name}: {name: string}, before: PermissionStatus) {
    if (/^(denied|blocked|not-found|failed)$/.test(name)) void this.wayOut.load();
    const {mode, permissionStatus} = this;
    if (permissionStatus !== before) this.emit(new PermissionChangeEvent({mode, permissionStatus}));
  }

  /** Loaded separately: most pages are open in a browser. */
  protected importWayOut(): Promise<{WayOut: typeof WayOut}> {
    return import('./capture/way-out/way-out.js');
  }

  /** Loaded separately: most captures are sealed. */
  protected importFailures(): Promise<{Failures: typeof Failures}> {
    return import('./capture/failures/failures.js');
  }

  /** Undefined if the browser does not store the file. Never rejects. */
  async #fileOf(captureId: string, kind: SubmitAs): Promise<Blob | undefined> {
    const {connection} = this;
    const file = kind === 'raw' ? connection.picture(captureId) : connection.sealedFile(captureId);
    return await file.catch(() => undefined);
  }

  #take(detail: CaptureDetail, isOwn: boolean) {
    if (isOwn) this.formControl.files.add(detail.captureId, detail.blob);
    this.formControl.changed();
    this.captured(detail);
  }

  #openOrClose(isOpen = this.isConnected && !this.isDisabled) {
    if (isOpen === this.#isOpen) return;
    this.#isOpen = isOpen;
    if (isOpen) this.#open?.();
    else this.released();
  }

  /**
   * Reports an exception as `protect-error`, with an empty id if it is not about a capture; `closes`: about the closing record of
   * this job.
   */
  protected onFailure =
    (captureId: string, fallback: ErrorCode, about?: {closes: string}) => (thrown: unknown) => {
      const error = toSealedCaptureError(thrown, fallback);
      const {code, message} = error;
      const isBug = code === 'internal_error';
      if (isBug) report(error);
      const retryable = !isBug && !lasting.has(code);
      this.#failed({captureId, mode: this.mode, code, message, retryable, attempts: 0, ...about});
    };

  #failed(detail: ProtectErrorDetail) {
    if (detail.closes) this.failures.part?.closing.failed(detail);
    else this.announcements.failed(detail, this.failures.part);
    if (detail.code === 'configuration_invalid') this.logOnce(detail.message);
    this.tells.onProtectError(detail);
  }
}
