import {html, nothing, type PropertyValues} from 'lit';
import {customElement, property, state} from 'lit/decorators.js';
import type {CameraSession, CameraState} from '../core/camera-session.js';
import type {ProtectionClient} from '../core/protection.js';
import {SealedCaptureError, toSealedCaptureError, type ErrorCode} from '../model/errors.js';
import type {
  CaptureDetail,
  Facing,
  PermissionStatus,
  ProtectErrorDetail,
} from '../model/protection-config.js';
import {CaptureElement} from './capture-element.js';
import {dim, tick} from './capture-image/feedback.js';
import {frameStyles} from './capture-image/frame-styles.js';
import {permissionOf} from './capture-image/permission.js';
import {connectPreview, renderPreview} from './capture-image/preview.js';
import {screenStyles} from './capture-image/screen-styles.js';
import {renderScreen} from './capture-image/screens.js';
import {drawThumbnail} from './capture-image/thumbnail.js';
import {trayStyles} from './capture-image/tray-styles.js';
import {renderNotice, renderTray} from './capture-image/tray.js';
import type {CaptureCore} from './core-context.js';
import {PermissionChangeEvent} from './events.js';
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
 * @slot - Over the live picture, e.g. a guide.
 * @slot shutter - The shutter's own picture.
 * @slot switch - The camera switch's own picture.
 * @csspart frame - Everything, with the rounded corners.
 * @csspart preview - The live picture.
 * @csspart screen - What stands in its place when there is none.
 * @csspart button - The screen's button.
 * @csspart contents - The pill that tells what goes into the seal.
 * @csspart notice - Says that photos are not sealed.
 * @csspart retry - The notice's button.
 * @csspart bar - Thumbnail, shutter and switch.
 * @csspart thumbnail - The last photo with its seal state.
 * @csspart shutter - Takes the photo.
 * @csspart switch - Turns to the other camera.
 * @cssprop [--sc-aspect-ratio=4 / 3] - Shape of the element where it has no height of its own; upright under 400 px.
 */
@customElement('capture-image')
export class CaptureImage extends CaptureElement {
  static override styles = [tokens, base, frameStyles, screenStyles, trayStyles];

  /** Which camera to ask for. A change switches it. */
  @property({
    reflect: true,
    converter: {fromAttribute: (text): Facing => (text === 'user' ? 'user' : 'environment')},
  })
  facing: Facing = 'environment';

  @state() private camera: CameraState = {name: 'off'};
  @state() private last?: {captureId: string; picture: HTMLCanvasElement};
  @state() private announcement = '';

  override readonly mode = 'image';

  readonly #say = new Localize(this, {...metadata, ...captureImage});
  #session?: CameraSession;
  #lifetime?: AbortController;
  /** Whose thumbnail is wanted: an earlier one may be drawn later. */
  #newest?: string;
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

  /** Asks for the camera, and with it the place. Resolves once the person has answered. */
  async requestPermissions(): Promise<PermissionStatus> {
    if (this.camera.name !== 'live') await this.#session?.open(this.facing);
    return this.permissionStatus;
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
    this.announcement = this.#say.term(this.autoProtect ? 'captureTaken' : 'captureTakenHeld');
    void this.#showLast(detail);
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

  protected override update(changed: PropertyValues) {
    this.#focused = this.shadowRoot?.activeElement ?? null;
    super.update(changed);
  }

  protected override updated(changed: PropertyValues) {
    super.updated(changed);
    // Undefined before the first rendering, when the camera was opened with it.
    if (changed.get('facing') !== undefined) void this.#session?.setFacing(this.facing);
    if (this.camera.name === 'live') connectPreview(this.renderRoot, this.camera.stream);
    if (this.#focused?.isConnected === false) {
      this.renderRoot.querySelector<HTMLElement>('[data-focus]')?.focus();
    }
  }

  protected override render() {
    const live = this.camera.name === 'live';
    return html`<div
      part="frame"
      class=${live ? 'frame live' : 'frame'}
      role="group"
      aria-label=${this.#say.term('camera')}
    >
      ${
        this.camera.name === 'live'
          ? renderPreview(this.camera, this.#say)
          : renderScreen(this.camera, this.#say, this.#onOpen)
      }
      <div class="foot">
        ${renderNotice(this.captures, this.#say, this.#onRetry)}
        ${this.camera.name === 'live' ? this.#renderTray(this.camera) : nothing}
      </div>
      <div class="visually-hidden" role="status">${this.announcement}</div>
    </div>`;
  }

  #renderTray({canSwitch, facing}: CameraState & {name: 'live'}) {
    const {last} = this;
    const summary = this.captures.find(({captureId}) => captureId === last?.captureId);
    return renderTray(
      {
        last: last && summary && {picture: last.picture, summary},
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

  async #showLast({captureId, blob}: CaptureDetail) {
    this.#newest = captureId;
    try {
      const picture = await drawThumbnail(blob);
      if (this.#newest === captureId) this.last = {captureId, picture};
    } catch (error) {
      // The photo itself is safe: only its small picture is missing.
      console.warn('The photo has no thumbnail.', error);
    }
  }

  #onCameraChange = () => {
    const before = this.permissionStatus;
    const next = this.#session?.state ?? {name: 'off'};
    // While one camera gives way to the other, the last picture and the bar stay.
    if (next.name === 'pending' && this.camera.name === 'live') return;
    this.camera = next;
    const {mode, permissionStatus} = this;
    if (permissionStatus !== before) this.emit(new PermissionChangeEvent({mode, permissionStatus}));
  };

  #onOpen = () => {
    void this.requestPermissions();
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
}

declare global {
  interface HTMLElementTagNameMap {
    'capture-image': CaptureImage;
  }
}
