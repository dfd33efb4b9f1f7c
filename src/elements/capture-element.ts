import {report} from '../core/wiring/elements/page-queue.js';
import type {CaptureScope, ProtectionClient} from '../core/queue/queue-client.js';
import {toSealedCaptureError, type ErrorCode} from '@sealed-capture/seal/model/errors.js';
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
import {FormElement} from './form/form-element.js';
import type {SubmitAs} from './form/form-files.js';
import type {CaptureCore} from './core-context.js';
import {LicensePlateEvent, PermissionChangeEvent, StorageLowEvent} from './events.js';

/** A client of the queue: the common base of `<capture-image>` and `<capture-audio>`. */
export abstract class CaptureElement extends FormElement {
  abstract override readonly mode: Mode;

  protected abstract readonly announcements: Announcements;
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
      picture: (captureId) => this.connection.picture(captureId),
      retry: this.retry,
      discard: (captureId) => {
        this.discard(captureId).catch(this.onFailure(captureId, 'storage_unavailable'));
      },
      withhold: (captureIds, isWithheld) => this.withhold(captureIds, isWithheld),
      tell: (text) => this.announcements.announce(text),
      problem: () => this.problem,
    });
  });
  /** Freezes the client's configuration and providers, which captures that are still being stored keep. */
  #leave?: () => void;
  /** Gets the camera or microphone ready. */
  #open?: () => void;
  #isOpen = false;
  readonly #client = (): ProtectionClient => {
    let left: {options: Options; within?: Providers} | undefined;
    const now = () => ({options: this.sealedOptions, within: this.configuration.providers});
    this.#leave = () => (left = now());
    const values = {
      source: () => {
        const {id, name, localName: tag, ownerDocument} = this;
        return {page: ownerDocument.URL.replace(/#.*/, ''), tag, id, name};
      },
      within: () => (left ?? now()).within,
      isAway: () => !this.isConnected,
      opening: () => cameraOfPage.shown,
      reviews: () => this.reviews,
      asks: () => this.asks,
      config: () => (left ?? now()).options,
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
        this.files.put(detail.captureId, 'sealed', detail.protectedBlob);
        this.formChanged();
        this.announcements.sealed();
        return this.tells.onProtected(detail);
      },
      onDelivered: (detail) => {
        this.announcements.delivered();
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
  };

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

  override formDisabledCallback() {
    this.#openOrClose();
    super.formDisabledCallback();
    // It asks about undecided captures only while it is enabled.
    this.configurationChanged();
  }

  protected override async fileOf(captureId: string, kind: SubmitAs): Promise<Blob | undefined> {
    const {connection} = this;
    const file = kind === 'raw' ? connection.picture(captureId) : connection.sealedFile(captureId);
    return await file.catch(() => undefined);
  }

  override async discard(captureId: string, options?: CaptureScope) {
    await super.discard(captureId, options);
    this.formChanged();
  }

  /** The options with which captures of this element are stored and sealed. */
  protected get sealedOptions(): Options {
    return this.configuration.options;
  }

  /** Called when the element is in the document and not disabled; `core` replaces the page's own. */
  protected abstract connected(client: ProtectionClient, core?: CaptureCore): void;

  /** Called when the element is no longer in the document, or is disabled. */
  protected abstract released(): void;

  /** Called before the `capture` event. */
  protected abstract captured(detail: CaptureDetail): void;

  /**
   * Withholds captures from the form and from sealing while a person can undo their deletion, or releases them. The
   * browser gets the form's new value with the next update.
   */
  protected withhold(captureIds: readonly string[], isWithheld: boolean) {
    this.files.withhold(captureIds, isWithheld);
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

  #take(detail: CaptureDetail, isOwn: boolean) {
    if (isOwn) this.files.add(detail.captureId, detail.blob);
    this.formChanged();
    this.captured(detail);
  }

  #openOrClose(isOpen = this.isConnected && !this.isDisabled) {
    if (isOpen === this.#isOpen) return;
    this.#isOpen = isOpen;
    if (isOpen) this.#open?.();
    else this.released();
  }

  /** Reports an exception as `protect-error`, with an empty id if it is not about a capture. */
  protected onFailure = (captureId: string, fallback: ErrorCode) => (thrown: unknown) => {
    const error = toSealedCaptureError(thrown, fallback);
    const {code, message} = error;
    const isBug = code === 'internal_error';
    if (isBug) report(error);
    // Neither passes without a correction.
    const retryable = !isBug && code !== 'configuration_invalid';
    this.#failed({captureId, mode: this.mode, code, message, retryable, attempts: 0});
  };

  #failed(detail: ProtectErrorDetail) {
    this.announcements.failed(detail, this.failures.part);
    const {code, message} = detail;
    if (code === 'configuration_invalid') this.logOnce(message);
    this.tells.onProtectError(detail);
  }
}
