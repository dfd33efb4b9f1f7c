import {html, nothing, type PropertyValues} from 'lit';
import {property} from 'lit/decorators.js';
import {askForPermission, cameraOfElement} from '../core/wiring/elements/camera.js';
import type {CameraState, OnMeasured} from '../core/camera/camera-session.js';
import type {CaptureSummary, ProtectionClient} from '../core/queue/queue-client.js';
import {SealedCaptureError} from '../model/errors.js';
import type {
  CaptureDetail,
  Facing,
  LicensePlateDetail,
  PermissionStatus,
  ProtectErrorDetail,
} from '../model/protection-config.js';
import type {Shot, ShotProgress} from './capture-image/shots/shot.js';
import {defineElement} from './define-element.js';
import {CaptureElement} from './capture-element.js';
import {ContentsPanel} from './capture/contents/contents-panel.js';
import {KeptFocus} from './capture/keyboard.js';
import {notice, renderNotice} from './capture/notice.js';
import {iconOf, markOf, standingOf} from './capture/seal-state.js';
import {tick} from './capture-image/tray/feedback.js';
import {LastPhoto} from './capture-image/tray/last-photo.js';
import {
  contentsAttribute,
  facingAttribute,
  qualityAttribute,
  type ContentsDisplay,
  type QualityCheck,
} from './options/image-options.js';
import type {Configuration} from './options/configuration.js';
import {jsonAttribute} from './options/option-attributes.js';
import {permissionOf} from './capture-image/permission.js';
import {PhotoAnnouncements} from './capture-image/photo-announcements.js';
import {renderPreview} from './capture-image/frame/preview.js';
import {renderCameraScreen} from './capture-image/screens.js';
import {Sideways} from './capture-image/frame/sideways.js';
import {styles} from './capture-image/styles.js';
import {renderTray} from './capture-image/tray/tray.js';
import {Viewfinder} from './capture-image/frame/viewfinder.js';
import type {Controls} from './capture-image/controls/controls.js';
import type {LatePanels} from './capture-image/late-panels.js';
import type {Shots} from './capture-image/shots/shots.js';
import type {Viewer} from './capture-image/viewer/viewer.js';
import type {CaptureCore} from './core-context.js';
import {PermissionChangeEvent} from './events.js';
import {exclamationIcon} from './icons.js';
import {LatePart} from './late-part.js';
import {capture} from './strings/en/capture.js';
import {captureImage} from './strings/en/capture-image.js';
import {Localize} from './strings/localize.js';

/**
 * A camera that takes photos, each sealed a moment later. Opens by itself where the browser already allows it,
 * otherwise asks for one press. Leaving the page's document turns the camera off at once; `moveBefore` keeps
 * it on, and an element that was live when it was taken out starts again where it is put back. A page that is left turns
 * it off, and on again where a person comes back to it.
 *
 * @fires {CaptureEvent} capture - The raw photo, at once.
 * @fires {CaptureEvent} captured - The same, right after it, for frameworks that never call a listener for `capture`.
 * @fires {ProtectedEvent} protected - The photo, sealed. `waitUntil` keeps it until it is in a safe place.
 * @fires {DeliveredEvent} delivered - The sealed file has reached the page's own storage (`deliver-to`, `delivery`).
 * @fires {ProtectErrorEvent} protect-error - A photo was not sealed and a person is needed; an attribute
 *   cannot be used; a press of the shutter gave no photo. See `code`.
 * @fires {PermissionChangeEvent} permission-change - `permissionStatus` has changed.
 * @fires {FormStateChangeEvent} formstatechange - The form's validity, or the number of its files, has changed.
 * @fires {StorageLowEvent} storage-low - The browser has little room left for captures.
 * @fires {LicensePlateEvent} license-plate - The detector has looked at a photo, which is kept back until
 *   `confirmLicensePlate` or the form says the plate.
 * @fires {ShotsCompleteEvent} shots-complete - Each shot of `shots` is taken or skipped.
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
 * @csspart shot - The shot of the list that is asked for; opens the list.
 * @csspart shots-panel - The list of all shots.
 * @csspart license-plate - The form that asks for a photo's license plate.
 * @csspart notice - Says that photos are not sealed, or that storage runs out.
 * @csspart quality - Says that a photo looks blurred, too dark or overexposed.
 * @csspart retake - Its button that deletes the photo, so that it is taken anew.
 * @csspart keep - Its button that keeps the photo as it is.
 * @csspart retry - The notice's button.
 * @csspart save - Saves what was not sealed, without a seal.
 * @csspart delete - Deletes what was not sealed, ten seconds later.
 * @csspart undo - Takes that back.
 * @csspart leave-out - The button of the form's notice.
 * @csspart controls - What the camera can do, at the side of the picture.
 * @csspart controls-button - Opens the rest of it.
 * @csspart controls-panel - The rest, once opened.
 * @csspart self-timer - Its seconds between the press of the shutter and the photo.
 * @csspart grid - Switches the grid of thirds.
 * @csspart level - Switches the line that turns with the device.
 * @csspart torch - Switches the light.
 * @csspart focus - Focuses on the middle of the picture, or on where the arrow keys point.
 * @csspart zoom - The zoom.
 * @csspart camera-picker - The list of cameras.
 * @csspart bar - Thumbnail, shutter and switch.
 * @csspart thumbnail - The last photo with its seal state; opens the viewer.
 * @csspart photos-button - The number of photos, and the button of the notice that storage is low; opens the list of all photos.
 * @csspart photos-close - Closes that list.
 * @csspart photos-photo - One photo in it; opens the viewer.
 * @csspart viewer-close - The button that closes the viewer, which shows one photo over the whole page.
 * @csspart viewer-picture - The photo in it.
 * @csspart viewer-zoom - Enlarges the photo, or shows all of it.
 * @csspart viewer-state - How the photo stands, in words.
 * @csspart viewer-contents - The list of what the photo is sealed with.
 * @csspart shutter - Takes the photo.
 * @csspart switch - Turns to the other camera.
 * @cssprop --sc-surface - Ground of the list, the form and the notice.
 * @cssprop --sc-surface-raised - Ground of the screens.
 * @cssprop --sc-text - Text.
 * @cssprop --sc-text-quiet - Labels.
 * @cssprop --sc-line - Hairlines.
 * @cssprop --sc-control-line - Borders of buttons and fields; default: between text and ground, at least 3 : 1.
 * @cssprop --sc-accent - The main action.
 * @cssprop --sc-on-accent - Text on the main action.
 * @cssprop --sc-valid - A sealed photo.
 * @cssprop --sc-unknown - A photo that waits for its seal.
 * @cssprop --sc-broken - A photo whose sealing has failed.
 * @cssprop --sc-radius - Corners.
 * @cssprop --sc-space - The unit of all distances.
 * @cssprop --sc-font - Font family.
 * @cssprop --sc-aspect-ratio - Shape of the element where it has no height of its own; upright under 400 px.
 */
export class CaptureImage extends CaptureElement {
  static override styles = styles;

  /** Which camera to ask for. A change switches it. */
  @property({reflect: true, converter: facingAttribute}) facing: Facing = 'environment';

  /**
   * The list of what will be sealed: behind the pill (`closed`, the default), `open` when the camera goes live
   * unless a plate is asked for, or `none`, without a pill, for pages that tell it themselves.
   */
  @property({converter: contentsAttribute}) contents: ContentsDisplay = 'closed';

  /**
   * `warn`: each photo is measured, and a person is told where it looks blurred, too dark or overexposed, with “Retake” and
   * “Keep”. It is sealed all the same, with what was measured. `off`, the default: none of that.
   */
  @property({converter: qualityAttribute}) quality: QualityCheck = 'off';

  /** Photos that the person is asked for, one after the other; see docs/shots.md. JSON in the attribute. */
  @property({converter: jsonAttribute}) shots?: readonly Shot[];

  override readonly mode = 'image';

  protected override readonly isRecording = false;

  protected override readonly say: Localize = new Localize(this, {...capture, ...captureImage});
  readonly #announcements = new PhotoAnnouncements(this, this.say);
  readonly #last = new LastPhoto(this);
  readonly #focus = new KeptFocus(this);
  readonly #sideways = new Sideways(this);
  /** How many plates waited when it was drawn last. */
  #asked = 0;

  override get permissionStatus(): PermissionStatus {
    return permissionOf(this.#camera.state);
  }

  protected override get opening(): Promise<unknown> | undefined {
    return this.#camera.opening;
  }

  override get isCapturing(): boolean {
    return this.#camera.session?.isCapturing ?? false;
  }

  /** Photos that wait until a person has confirmed their license plate, oldest first. */
  get pendingLicensePlates(): readonly CaptureSummary[] {
    return this.protections.filter(awaitsPlate);
  }

  /** How each of the `shots` stands, in their order. */
  get shotsState(): readonly ShotProgress[] {
    return this.#shots.part?.progress ?? [];
  }

  /** With what the shot that is asked for adds to the seal. */
  protected override get configuration(): Configuration {
    const own = super.configuration;
    return this.#shots.part?.over(own) ?? own;
  }

  /**
   * Asks for motion, the camera and the place, whichever was not asked for yet; also while the camera is on. To be
   * called within a person's gesture: browsers ask for motion only there. Resolves once it is known how the camera
   * stands; a refused place or motion stops nothing.
   */
  async requestPermissions(): Promise<PermissionStatus> {
    await this.#camera.session?.requestPermissions(this.facing);
    return this.permissionStatus;
  }

  /**
   * Notes the license plate of a photo as a person sees it (empty: there is none), and has it sealed unless
   * `autoProtect` is false. Rejects with `capture_unknown`, or with `configuration_invalid` where it is too long.
   */
  async confirmLicensePlate(captureId: string, plateNumber: string) {
    await this.connection.confirmLicensePlate(captureId, plateNumber);
  }

  /** Takes a photo. Rejects with `not_capturing` unless the camera is live, or with why there is no photo. */
  async takePicture(): Promise<CaptureDetail> {
    // The part knows which shot the photo is of. Without a network, no photo waits for it for long.
    if (this.shots && !this.#shots.part) {
      await Promise.race([this.#shots.load(), new Promise((go) => setTimeout(go, SHOTS_WAIT_MS))]);
    }
    return await this.#camera.takePicture(
      this.connection,
      this.quality === 'warn' ? this.#onMeasured : undefined,
    );
  }

  protected override connected(client: ProtectionClient, core?: CaptureCore) {
    const session = core?.createCameraSession(client) ?? cameraOfElement(client);
    this.#camera.connect(session, () => this.facing);
  }

  protected override released() {
    this.#camera.disconnect();
  }

  protected override captured(detail: CaptureDetail) {
    const isRead = Boolean(this.configuration.options.licensePlateDetector);
    this.#announcements.taken(detail.captureId, isRead, this.autoProtect);
    void this.#last.show(detail);
    void this.#viewer.load(false);
  }

  protected override shown(detail: CaptureDetail) {
    void this.#last.show(detail);
  }

  protected override cleared() {
    this.#last.clear();
  }

  protected override plateRead(detail: LicensePlateDetail) {
    this.#announcements.plateRead(detail);
  }

  protected override sealed() {
    this.#announcements.sealed();
  }

  protected override delivered() {
    this.#announcements.delivered();
  }

  protected override announced(text: string) {
    this.#announcements.announce(text);
  }

  protected override failed(detail: ProtectErrorDetail) {
    this.#announcements.failed(detail);
    super.failed(detail);
  }

  protected override willUpdate(changed: PropertyValues) {
    if (changed.has('contents')) {
      this.#panel.close();
      if (this.#camera.state.name === 'live') this.#openContents();
    }
    if (changed.has('shots') && this.shots) void this.#shots.load();
    const {length} = this.#questions;
    if (length > this.#asked) {
      // The list would cover the form.
      this.#panel.close();
      void this.#late.load();
    }
    this.#asked = length;
  }

  protected override updated(changed: PropertyValues) {
    super.updated(changed);
    this.#late.part?.update(this.#questions);
    // Photos of an earlier visit are listed as well.
    if (this.protections.length > 0 && !this.#viewer.hasFailed) void this.#viewer.load(false);
    // Undefined before the first rendering, when the camera was opened with it.
    if (changed.get('facing') !== undefined) void this.#camera.session?.setFacing(this.facing);
  }

  protected override render() {
    const {state, session} = this.#camera;
    const live = state.name === 'live';
    const {options} = this.configuration;
    const shown = live ? this.#panel.contents(session, options) : undefined;
    const missing = [
      this.#shots.hasFailed && this.#shots,
      this.#late.hasFailed && (this.#asked || this.#panel.isOpen) && this.#late,
      this.failures.isMissed && this.failures,
      this.#viewer.isMissed && this.#viewer,
    ].find((part) => part);
    return html`<div
      part="frame"
      class=${`frame ${live ? 'live' : ''} ${live && this.#sideways.is ? 'sideways' : ''}`}
      role="group"
      aria-label=${this.labelText || this.say.term('camera')}
      aria-disabled=${this.isDisabled}
      @keydown=${this.#panel.onKey}
    >
      ${
        live
          ? html`${renderPreview(state)}${
              this.contents === 'none' ? nothing : this.#panel.renderPill(state, this.say)
            }`
          : renderCameraScreen(
              state,
              this.isDisabled,
              options.sensors,
              this.say,
              this.#onOpen,
              this.wayOut.part,
            )
      }
      <div class="foot">
        ${live ? this.#shots.part?.render(this.#panel.isOpen) : nothing}
        ${this.#controls.part?.render(state)}
        ${shown && this.#late.part ? this.#late.part.renderContents(shown) : nothing}
        ${
          missing
            ? notice(
                'waiting',
                exclamationIcon(),
                this.say.term('photoPartMissing'),
                this.say,
                () => void missing.load(),
              )
            : nothing
        }
        ${this.#late.part?.renderQuality(this.protections)}
        ${renderNotice(this.protections, this.storage, this.mode, this.say, this.retry, this.failures.part, this.#viewer.part?.list)}
        ${this.renderFormNotice()}
      </div>
      ${
        this.#asked && !this.#panel.isOpen
          ? html`<slot name="license-plate"
              >${this.#late.part?.renderPlate(this.#questions, this.autoProtect)}</slot
            >`
          : nothing
      }
      ${live ? this.#renderTray(state) : nothing} ${this.#viewer.part?.views}
      ${this.#announcements.render()}
    </div>`;
  }

  /** Apart from the entry: most photos are taken without them. */
  protected importPanels(): Promise<{LatePanels: typeof LatePanels}> {
    return import('./capture-image/late-panels.js');
  }

  /** Apart from the entry: a photo needs none of them. */
  protected importControls(): Promise<{Controls: typeof Controls}> {
    return import('./capture-image/controls/controls.js');
  }

  /** Apart from the entry: most pages ask for no list of photos. */
  protected importShots(): Promise<{Shots: typeof Shots}> {
    return import('./capture-image/shots/shots.js');
  }

  /** Apart from the entry: it is of use once there is a photo. */
  protected importViewer(): Promise<{Viewer: typeof Viewer}> {
    return import('./capture-image/viewer/viewer.js');
  }

  #renderTray({canSwitch, facing}: CameraState & {name: 'live'}) {
    return renderTray(
      {
        last: this.#last.among(this.protections),
        canSwitch,
        takePicture: this.#onShutter,
        switchCamera: () => {
          this.facing = facing === 'user' ? 'environment' : 'user';
        },
        open: this.#onView,
        list: this.#viewer.part?.list,
      },
      this.say,
    );
  }

  #onCamera = (before: CameraState) => {
    if (this.#camera.state.name !== 'live') this.#panel.close();
    else if (before.name !== 'live') this.#openContents();
    this.deviceStateChanged(this.#camera.state);
    const {mode, permissionStatus} = this;
    if (permissionStatus === permissionOf(before)) return;
    this.emit(new PermissionChangeEvent({mode, permissionStatus}));
  };

  /** Photos whose plate is asked for: all that wait, but those that the person takes anew. */
  get #questions() {
    return this.pendingLicensePlates.filter(
      ({captureId}) => !this.failures.part?.isGoing(captureId),
    );
  }

  #openContents() {
    if (this.contents === 'open' && this.#questions.length === 0) this.#panel.open();
  }

  #onOpen = () => {
    void this.requestPermissions();
  };

  #onPlate = async (captureId: string, plateNumber: string) => {
    try {
      await this.confirmLicensePlate(captureId, plateNumber);
      this.#announcements.plateNoted();
      await this.updateComplete;
      // To the next question, or else to the shutter.
      this.#focus.move('.plate');
    } catch (thrown) {
      // Somebody else was first: the question goes away by itself.
      if (thrown instanceof SealedCaptureError && thrown.code === 'capture_unknown') return;
      this.onFailure(captureId, 'storage_unavailable')(thrown);
    }
  };

  #onRetake = async (captureId: string) => {
    await this.failures.load();
    const photo = this.protections.find((capture) => capture.captureId === captureId);
    // One whose plate is asked for stays where another page has confirmed it meanwhile.
    // Without the part that takes a deletion back, nothing is deleted, and the notice says that the part is missing.
    if (photo) this.failures.part?.remove([photo], !awaitsPlate(photo));
    await this.updateComplete;
    this.#focus.move('.shutter');
  };

  #mark = (capture: CaptureSummary) => markOf(capture, this.say);

  #onView = async (captureId: string) => {
    await this.#viewer.load();
    await this.#viewer.part?.open(captureId);
  };

  #onMeasured: OnMeasured = (captureId, quality) => {
    void this.#late.load().then(() => this.#late.part?.measured(captureId, quality));
  };

  #onShutter = () => {
    tick();
    this.takePicture().catch(this.onFailure('', 'encoding_failed'));
  };

  readonly #camera = new Viewfinder(this, this.#onCamera);
  readonly #panel = new ContentsPanel(this, this.#onOpen, () => void this.#late.load());
  readonly #controls: LatePart<Controls> = new LatePart(this, async () => {
    const {Controls} = await this.importControls();
    return new Controls(this, this.#camera, this.#announcements);
  });
  readonly #shots: LatePart<Shots> = new LatePart(
    this,
    async () => {
      const {Shots} = await this.importShots();
      return new Shots(this, {
        tags: () => super.configuration.options.tags,
        mark: this.#mark,
        isGoing: (captureId) => this.failures.part?.isGoing(captureId) ?? false,
        refuse: (problem) => {
          const code = 'configuration_invalid';
          this.onFailure('', code)(new SealedCaptureError(code, problem));
        },
      });
    },
    false,
  );
  readonly #viewer: LatePart<Viewer> = new LatePart(
    this,
    async () => {
      const {Viewer} = await this.importViewer();
      return new Viewer(this, {
        connection: () => this.connection,
        failures: this.failures,
        retry: this.retry,
        retake: (captureId) => void this.#onRetake(captureId),
        thumbnail: () => this.#last.among(this.protections),
        mark: this.#mark,
        standingOf,
        iconOf,
      });
    },
    false,
  );
  readonly #late: LatePart<LatePanels> = new LatePart(this, async () => {
    const {LatePanels} = await this.importPanels();
    return new LatePanels(this, {
      load: (captureId) => this.connection.picture(captureId),
      note: this.#onPlate,
      retake: (captureId) => void this.#onRetake(captureId),
      tell: (text) => this.announced(text),
    });
  });
}

askForPermission();
defineElement('capture-image', CaptureImage);

/** How long a photo waits for the part that leads through the shots. */
const SHOTS_WAIT_MS = 500;

/** Its plate has to be confirmed. */
const awaitsPlate = ({progress}: CaptureSummary): boolean =>
  progress.name === 'held' && progress.awaits === 'license-plate';

declare global {
  interface HTMLElementTagNameMap {
    'capture-image': CaptureImage;
  }
}
