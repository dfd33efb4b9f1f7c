import {html, nothing, type PropertyValues} from 'lit';
import {customElement, property, state} from 'lit/decorators.js';
import type {CameraSession, CameraState} from '../core/camera-session.js';
import type {CaptureSummary, ProtectionClient} from '../core/protection.js';
import {SealedCaptureError, toSealedCaptureError, type ErrorCode} from '../model/errors.js';
import type {
  CaptureDetail,
  Facing,
  LicensePlateDetail,
  PermissionStatus,
  ProtectErrorDetail,
} from '../model/protection-config.js';
import {CaptureElement} from './capture-element.js';
import {ContentsPanel} from './capture-image/contents-panel.js';
import {contentsStyles} from './capture-image/contents-styles.js';
import {dim, tick} from './capture-image/feedback.js';
import {frameStyles} from './capture-image/frame-styles.js';
import {LastPhoto} from './capture-image/last-photo.js';
import {permissionOf} from './capture-image/permission.js';
import {awaitsPlate, PlateQuestions} from './capture-image/plate-questions.js';
import {plateStyles} from './capture-image/plate-styles.js';
import {connectPreview, renderPreview} from './capture-image/preview.js';
import {screenStyles} from './capture-image/screen-styles.js';
import {renderScreen} from './capture-image/screens.js';
import {trayStyles} from './capture-image/tray-styles.js';
import {renderNotice, renderTray} from './capture-image/tray.js';
import type {CaptureCore} from './core-context.js';
import {PermissionChangeEvent} from './events.js';
import {contentsAttribute, type ContentsDisplay} from './option-attributes.js';
import {captureImage} from './strings/en/capture-image.js';
import {metadata} from './strings/en/metadata.js';
import {Localize} from './strings/localize.js';
import {base, tokens} from './tokens.js';

/**
 * A camera that takes photos, each sealed a moment later. Opens by itself where the browser already allows it,
 * otherwise asks for one press. Leaving the page's document turns the camera off at once; `moveBefore` keeps
 * it on, and an element that was live when it was taken out starts again where it is put back.
 *
 * @fires {CaptureEvent} capture - The raw photo, at once.
 * @fires {ProtectedEvent} protected - The photo, sealed.
 * @fires {ProtectErrorEvent} protect-error - A photo was not sealed and a person is needed; an attribute
 *   cannot be used; a press of the shutter gave no photo. See `code`.
 * @fires {PermissionChangeEvent} permission-change - `permissionStatus` has changed.
 * @fires {LicensePlateEvent} license-plate - The detector has looked at a photo, which is kept back until
 *   `confirmLicensePlate` or the form says the plate.
 * @slot - Over the live picture, e.g. a guide.
 * @slot shutter - The shutter's own picture.
 * @slot switch - The camera switch's own picture.
 * @slot license-plate - In place of the form that asks for a plate; there only while a photo waits for it.
 * @csspart frame - Everything, with the rounded corners.
 * @csspart preview - The live picture.
 * @csspart screen - What stands in its place when there is none.
 * @csspart button - The screen's button.
 * @csspart contents - The pill that tells what goes into the seal, and opens the list.
 * @csspart contents-panel - The list of what will be sealed.
 * @csspart license-plate - The form that asks for a photo's licence plate.
 * @csspart notice - Says that photos are not sealed.
 * @csspart retry - The notice's button.
 * @csspart bar - Thumbnail, shutter and switch.
 * @csspart thumbnail - The last photo with its seal state.
 * @csspart shutter - Takes the photo.
 * @csspart switch - Turns to the other camera.
 * @cssprop --sc-surface - Ground of the list, the form and the notice. Also --sc-surface-raised for screens.
 * @cssprop --sc-text - Text. Also --sc-text-quiet for labels.
 * @cssprop --sc-line - Hairlines.
 * @cssprop --sc-accent - The main action. Also --sc-on-accent for the text on it.
 * @cssprop --sc-valid - A sealed photo. Also --sc-unknown for one that waits, --sc-broken for one that failed.
 * @cssprop --sc-radius - Corners.
 * @cssprop --sc-space - The unit of all distances.
 * @cssprop --sc-font - Font family.
 * @cssprop [--sc-aspect-ratio=4 / 3] - Shape of the element where it has no height of its own; upright under 400 px.
 */
@customElement('capture-image')
export class CaptureImage extends CaptureElement {
  static override styles = [
    tokens,
    base,
    frameStyles,
    screenStyles,
    trayStyles,
    contentsStyles,
    plateStyles,
  ];

  /** Which camera to ask for. A change switches it. */
  @property({
    reflect: true,
    converter: {fromAttribute: (text): Facing => (text === 'user' ? 'user' : 'environment')},
  })
  facing: Facing = 'environment';

  /**
   * The list of what will be sealed: behind the pill (`closed`, the default), `open` when the camera goes live, or
   * `none`, without a pill, for pages that tell it themselves.
   */
  @property({converter: contentsAttribute}) contents: ContentsDisplay = 'closed';

  @state() private camera: CameraState = {name: 'off'};
  @state() private announcement = '';

  override readonly mode = 'image';

  readonly #say = new Localize(this, {...metadata, ...captureImage});
  readonly #last = new LastPhoto(this);
  #session?: CameraSession;
  #lifetime?: AbortController;
  /** The camera was on when the element was taken out. */
  #wasLive = false;
  /** What had the focus before the last rendering, which may have taken it away. */
  #focused: Element | null = null;

  override get permissionStatus(): PermissionStatus {
    return permissionOf(this.camera);
  }

  override get isCapturing(): boolean {
    return this.#session?.isCapturing ?? false;
  }

  override disconnectedCallback() {
    this.#wasLive = this.camera.name === 'live';
    this.#lifetime?.abort();
    this.#session?.close();
    this.#session = undefined;
    this.camera = {name: 'off'};
    super.disconnectedCallback();
  }

  /** Photos that wait until a person has confirmed their licence plate, oldest first. */
  get pendingLicensePlates(): readonly CaptureSummary[] {
    return this.captures.filter(awaitsPlate);
  }

  /**
   * Asks for motion, the camera and the place, whichever was not asked for yet; also while the camera is on. To be
   * called within a person's gesture: browsers ask for motion only there. Resolves once it is known how the camera
   * stands; a refused place or motion stops nothing.
   */
  async requestPermissions(): Promise<PermissionStatus> {
    await this.#session?.requestPermissions(this.facing);
    return this.permissionStatus;
  }

  /**
   * Notes the licence plate of a photo as a person sees it (empty: there is none), and has it sealed unless
   * `autoProtect` is false. Rejects with `capture_unknown`, or with `configuration_invalid` where it is too long.
   */
  async confirmLicensePlate(captureId: string, plateNumber: string) {
    await this.connection.confirmLicensePlate(captureId, plateNumber);
  }

  /** Takes a photo. Rejects with `not_capturing` unless the camera is live, or with why there is no photo. */
  async takePicture(): Promise<CaptureDetail> {
    if (this.#session?.state.name !== 'live') {
      throw new SealedCaptureError('not_capturing', 'The camera is not on.');
    }
    dim(this.renderRoot.querySelector('.shade'));
    return await this.#session.takePicture(this.connection);
  }

  protected override connected(core: CaptureCore, client: ProtectionClient) {
    const session = core.createCameraSession(client);
    this.#session = session;
    this.#lifetime = new AbortController();
    session.addEventListener('change', this.#onCameraChange, this.#lifetime);
    void (this.#wasLive ? session.open(this.facing) : session.openIfGranted(this.facing));
  }

  protected override captured(detail: CaptureDetail) {
    const isRead = Boolean(this.configuration.options.licensePlateDetector);
    const taken = this.autoProtect ? 'captureTaken' : 'captureTakenHeld';
    this.announcement = this.#say.term(isRead ? 'captureTakenPlate' : taken);
    if (isRead) {
      // It would cover the form.
      this.#panel.close();
    }
    void this.#last.show(detail);
  }

  protected override plateRead(detail: LicensePlateDetail) {
    this.announcement = this.#say.term(
      'capturePlateRead',
      detail.licensePlateInfo?.detectedPlateNumber,
    );
  }

  protected override sealed() {
    this.announcement = this.#say.term('captureSealedNow');
  }

  protected override failed(detail: ProtectErrorDetail) {
    // A wrong option is for the page's developer; the photo is taken all the same.
    if (detail.code !== 'configuration_invalid') {
      this.announcement = this.#say.term(detail.captureId ? 'captureFailedNow' : 'captureNotTaken');
    }
    super.failed(detail);
  }

  protected override willUpdate(changed: PropertyValues) {
    if (!changed.has('contents')) return;
    if (this.contents === 'open' && this.camera.name === 'live') this.#panel.open();
    else this.#panel.close();
  }

  protected override update(changed: PropertyValues) {
    this.#focused = this.shadowRoot?.activeElement ?? null;
    super.update(changed);
  }

  protected override updated(changed: PropertyValues) {
    super.updated(changed);
    this.#plates.update(this.captures);
    // Undefined before the first rendering, when the camera was opened with it.
    if (changed.get('facing') !== undefined) void this.#session?.setFacing(this.facing);
    if (this.camera.name === 'live') connectPreview(this.renderRoot, this.camera.stream);
    if (this.#focused?.isConnected === false) {
      this.renderRoot.querySelector<HTMLElement>('[data-focus]')?.focus();
    }
  }

  protected override render() {
    const live = this.camera.name === 'live';
    const {options} = this.configuration;
    return html`<div
      part="frame"
      class=${live ? 'frame live' : 'frame'}
      role="group"
      aria-label=${this.#say.term('camera')}
      @keydown=${this.#panel.onKey}
    >
      ${
        this.camera.name === 'live'
          ? html`${renderPreview(this.camera)}${
              this.contents === 'none'
                ? nothing
                : this.#panel.render(this.#session, this.camera.includes, options, this.#say)
            }`
          : renderScreen(this.camera, options, this.#say, this.#onOpen)
      }
      ${this.#panel.isOpen ? nothing : this.#plates.render(this.captures, this.autoProtect, this.#say)}
      <div class="foot">
        ${renderNotice(this.captures, this.#say, this.#onRetry)}
        ${this.camera.name === 'live' ? this.#renderTray(this.camera) : nothing}
      </div>
      <div class="visually-hidden" role="status">${this.announcement}</div>
    </div>`;
  }

  #renderTray({canSwitch, facing}: CameraState & {name: 'live'}) {
    return renderTray(
      {
        last: this.#last.among(this.captures),
        canSwitch,
        takePicture: this.#onShutter,
        switchCamera: () => {
          this.facing = facing === 'user' ? 'environment' : 'user';
        },
        retry: this.#onRetry,
      },
      this.#say,
    );
  }

  #onCameraChange = () => {
    const before = this.permissionStatus;
    const next = this.#session?.state ?? {name: 'off'};
    // While one camera gives way to the other, the last picture and the bar stay.
    if (next.name === 'pending' && this.camera.name === 'live') return;
    if (next.name !== 'live') this.#panel.close();
    else if (this.camera.name !== 'live' && this.contents === 'open') this.#panel.open();
    this.camera = next;
    const {mode, permissionStatus} = this;
    if (permissionStatus !== before) this.emit(new PermissionChangeEvent({mode, permissionStatus}));
  };

  #onOpen = () => {
    void this.requestPermissions();
  };

  #onPlate = async (captureId: string, plateNumber: string) => {
    try {
      await this.confirmLicensePlate(captureId, plateNumber);
      this.announcement = this.#say.term('capturePlateNoted');
      await this.updateComplete;
      // To the next question, or else to the shutter.
      const next = this.renderRoot.querySelector<HTMLElement>('.plate');
      (next ?? this.renderRoot.querySelector<HTMLElement>('[data-focus]'))?.focus();
    } catch (thrown) {
      this.#onFailure(captureId, 'storage_unavailable')(thrown);
    }
  };

  #onShutter = () => {
    tick();
    this.takePicture().catch(this.#onFailure('', 'encoding_failed'));
  };

  #onRetry = (captureId: string) => {
    this.retryProtection(captureId).catch(this.#onFailure(captureId, 'storage_unavailable'));
  };

  #onFailure = (captureId: string, fallback: ErrorCode) => (thrown: unknown) => {
    const {code, message} = toSealedCaptureError(thrown, fallback);
    const {mode} = this;
    this.failed({captureId, mode, code, message, retryable: true, attempts: 0});
  };

  readonly #panel = new ContentsPanel(this, this.#onOpen);
  readonly #plates = new PlateQuestions(
    this,
    (captureId) => this.connection.picture(captureId),
    this.#onPlate,
  );
}

declare global {
  interface HTMLElementTagNameMap {
    'capture-image': CaptureImage;
  }
}
