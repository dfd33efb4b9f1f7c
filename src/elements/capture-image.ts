import {html, nothing, type PropertyValues} from 'lit';
import {pause} from '../core/async/pause.js';
import {askForPermission, cameraOfElement} from '../core/wiring/elements/camera.js';
import type {CameraState, OnMeasured} from '../core/camera/camera-session.js';
import type {CaptureSummary, ProtectionClient} from '../core/queue/queue-client.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {
  CaptureDetail,
  Facing,
  PermissionStatus,
} from '@sealed-capture/seal/model/protection-config.js';
import type {Shot, ShotProgress} from './capture-image/shots/shot.js';
import {defineElement} from './define-element.js';
import {ContentsPanel} from './capture/contents/contents-panel.js';
import {partNotice, renderNotice} from './capture/notice.js';
import type {LateAlbum} from './capture-image/album/late-album.js';
import {tick} from './capture-image/tray/feedback.js';
import {LastPhoto} from './capture-image/tray/last-photo.js';
import type {Configuration} from './options/configuration.js';
import {photoOptions} from './options/table.js';
import {CaptureElement} from './capture-element.js';
import {permissionOf} from './capture-image/permission.js';
import {PhotoAnnouncements} from './capture-image/photo-announcements.js';
import {renderPreview} from './capture-image/frame/preview.js';
import {renderCameraScreen} from './capture-image/screens.js';
import {Sideways} from './capture-image/frame/sideways.js';
import {styles} from './capture-image/styles.js';
import {renderTray} from './capture-image/tray/tray.js';
import {pictureOf, Viewfinder, type ViewState} from './capture-image/frame/viewfinder.js';
import type {Controls} from './capture-image/controls/controls.js';
import type {LatePanels} from './capture-image/late-panels.js';
import type {Shots} from './capture-image/shots/shots.js';
import type {CaptureCore} from './core-context.js';
import {LatePart} from './late-part.js';
import {capture} from '../lang/compiled/en/capture.js';
import {captureImage} from '../lang/compiled/en/capture-image.js';
import {Localize} from './strings/localize.js';
import type {Milliseconds} from '@sealed-capture/seal/model/units.js';

/**
 * A camera that takes photos, each sealed a moment later. It opens without a press if the browser has granted the
 * permission, and otherwise needs one press. It is on only while a person can see the element: a hidden element turns it
 * off, and on again when it is seen. Removing the element from the document turns the camera off at once; `moveBefore`
 * keeps it on. An element that was live when it was removed starts again when it is put back.
 *
 * @fires {CaptureEvent} capture - The raw photo, at once; with `review`, once the person has said to use it.
 * @fires {CaptureEvent} captured - The same, right after it, for frameworks that never call a listener for `capture`.
 * @fires {ProtectedEvent} protected - The sealed photo. `waitUntil` keeps it until the page has stored it.
 * @fires {ProtectErrorEvent} protect-error - A photo was not sealed and a person is needed, or a press of the shutter
 *   made no photo. See `code`.
 * @fires {LicensePlateEvent} license-plate - The detector has finished with a photo, which is held until the plate is
 *   confirmed with `confirmLicensePlate` or in the form.
 * @fires {ShotsCompleteEvent} shots-complete - Each shot of `shots` is taken or skipped.
 * @slot - Content over the live picture, e.g. a guide.
 * @slot shutter - The shutter's own icon.
 * @slot switch - The camera switch's own icon.
 * @slot license-plate - Replaces the form that asks for a plate; present only while a photo waits for it.
 * @csspart preview - The live picture.
 * @csspart contents - The pill that names what will be sealed, and opens the list.
 * @csspart contents-panel - The list of what will be sealed.
 * @csspart shot - The current shot of the list; opens the list.
 * @csspart controls - The camera's controls, at the side of the picture.
 * @csspart license-plate - The form that asks for a photo's license plate.
 * @csspart bar - The bar with thumbnail, shutter and switch.
 * @csspart thumbnail - The last photo with its seal state; opens the viewer.
 * @csspart photos-button - The button with the number of photos, and that of the low storage notice; opens the list.
 * @csspart shutter - The button that takes the photo.
 * @csspart switch - The button that switches to the other camera.
 * @csspart review - With `review`, the photo that is shown first, with the question whether to use it.
 * @csspart photos - The dialog with the list of all photos.
 * @csspart viewer - The dialog that shows one photo over the whole page.
 * @cssprop --sc-aspect-ratio - Aspect ratio of the element if it has no height of its own; portrait below 400 px.
 */
export class CaptureImage extends CaptureElement {
  static override styles = styles;

  static {
    this.takeOptions(photoOptions);
  }

  /**
   * Which camera to use. Setting it switches the camera. `left` and `right` are for devices with a camera that faces there;
   * on others they mean `environment`.
   */
  declare facing: Facing;

  /**
   * The list of what will be sealed: behind the pill (`closed`, the default), `open` when the camera becomes live
   * unless a plate is asked for, or `none`, without a pill, for pages that show it themselves.
   */
  declare contents: 'closed' | 'open' | 'none';

  /**
   * `warn`: each photo is measured, and a notice tells the person if it looks blurred, too dark or overexposed, with
   * “Retake” and “Keep”. It is sealed anyway, with the measured values. `off`, the default, does none of this.
   */
  declare quality: 'off' | 'warn';

  /**
   * Each photo is shown first, with “Use” and “Retake”. It is stored meanwhile, and the question is asked again after a
   * reload. “Use” dispatches `capture`, and has the photo sealed; “Retake” deletes it.
   */
  declare review: boolean;

  /**
   * Milliseconds for which the camera stays on after the element was scrolled out of view. A hidden element turns it off at
   * once.
   */
  declare keepCamera: Milliseconds;

  /** Photos that the person is asked to take, one after the other; see docs/shots.md. JSON in the attribute. */
  declare shots?: readonly Shot[];

  override readonly mode = 'image';

  protected override readonly isRecording = false;

  protected override readonly say: Localize = new Localize(this, {...capture, ...captureImage});
  protected override readonly announcements = new PhotoAnnouncements(this, this.say);
  readonly #last = new LastPhoto(this);
  readonly #sideways = new Sideways(this);
  /** Number of waiting plates at the last rendering. */
  #asked = 0;

  override get permissionStatus(): PermissionStatus {
    return permissionOf(this.#camera.state);
  }

  protected override get reviews(): boolean {
    return this.review;
  }

  protected override get asks(): boolean {
    return !this.isDisabled;
  }

  override get isCapturing(): boolean {
    return this.#camera.session?.isCapturing ?? false;
  }

  /** Photos that wait until a person has confirmed their license plate, oldest first. */
  get pendingLicensePlates(): readonly CaptureSummary[] {
    return this.protections.filter(awaitsPlate);
  }

  /** The state of each of the `shots`, in their order. */
  get shotsState(): readonly ShotProgress[] {
    return this.#shots.part?.progress ?? [];
  }

  /** The configuration, with the data that the current shot adds to the seal. */
  protected override get configuration(): Configuration {
    const own = super.configuration;
    return this.#shots.part?.over(own) ?? own;
  }

  /**
   * Requests the permissions for motion, camera and location that were not requested yet, also while the camera is on.
   * Call it in a person's gesture, because browsers ask for motion sensors only there. Resolves with the state of the
   * camera permission; a refused location or motion sensor does not stop it.
   */
  async requestPermissions(): Promise<PermissionStatus> {
    await this.#camera.requestPermissions();
    return this.permissionStatus;
  }

  /**
   * Stores the license plate of a photo as a person sees it (empty: there is none), and has the photo sealed unless
   * `autoProtect` is false. Rejects with `capture_unknown`, or with `configuration_invalid` if the text is too long.
   */
  async confirmLicensePlate(captureId: string, plateNumber: string) {
    await this.connection.confirmLicensePlate(captureId, plateNumber);
  }

  /**
   * Takes a photo. Rejects with `not_capturing` unless the camera is live (a hidden element has none), or with the reason
   * why there is no photo.
   * Resolves when it is stored: with `review`, before the person has said whether to use it.
   */
  async takePicture(): Promise<CaptureDetail> {
    // The loaded part determines the shot of the photo. Without a network, a photo does not wait long for it.
    if (this.shots && !this.#shots.part) {
      await Promise.race([this.#shots.load(), pause(SHOTS_WAIT_MS)]);
    }
    return await this.#camera.takePicture(
      () => this.connection,
      this.quality === 'warn' ? this.#onMeasured : undefined,
    );
  }

  protected override connected(client: ProtectionClient, core?: CaptureCore) {
    this.#camera.connect(core?.createCameraSession(client) ?? cameraOfElement(client));
  }

  /** In its new place, nobody may see it. */
  override connectedMoveCallback() {
    super.connectedMoveCallback();
    this.#camera.look();
  }

  protected override released() {
    this.#camera.disconnect();
  }

  protected override captured(detail: CaptureDetail) {
    const isRead = Boolean(this.configuration.options.licensePlateDetector);
    this.announcements.taken(detail.captureId, isRead, this.autoProtect);
    void this.#last.show(detail);
    void this.#album.load(false);
  }

  protected override shown(detail: CaptureDetail) {
    void this.#last.show(detail);
  }

  protected override cleared() {
    this.#last.clear();
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
    // Photos of an earlier visit are listed as well, and undecided ones are asked about.
    const {length} = this.protections;
    if ((this.review || length > 0) && !this.#album.hasFailed) void this.#album.load(false);
    // Undefined before the first rendering, because the camera was opened with this facing.
    if (changed.get('facing') !== undefined) void this.#camera.session?.setFacing(this.facing);
  }

  protected override render() {
    const {state, session} = this.#camera;
    const live = this.isDisabled ? undefined : pictureOf(state);
    const {options} = this.configuration;
    const isOn = state.name === 'live';
    const shown = isOn ? this.#panel.contents(session, options) : undefined;
    const undecided = this.#undecided;
    const isAsking = undecided.length > 0 && this.#album.part !== undefined;
    const missing = [
      undecided.length > 0 && this.#album.hasFailed && this.#album,
      this.#shots.hasFailed && this.#shots,
      this.#late.hasFailed && (this.#asked || this.#panel.isOpen) && this.#late,
      this.failures.isMissed && this.failures,
      this.#album.isMissed && this.#album,
    ].find((part) => part);
    return html`<div
      part="frame"
      class=${`frame ${live || isAsking ? 'live' : ''} ${(live || isAsking) && this.#sideways.is ? 'sideways' : ''}`}
      role="group"
      aria-label=${this.formControl.labelText || this.say.term('camera')}
      aria-disabled=${this.isDisabled}
      @keydown=${this.#panel.onKey}
    >
      ${
        live
          ? html`${renderPreview(live, isAsking)}${
              this.contents === 'none' || isAsking
                ? nothing
                : this.#panel.renderPill(live, this.say)
            }`
          : isAsking
            ? nothing
            : renderCameraScreen(
                state,
                this.isDisabled,
                options.sensors,
                this.say,
                this.#onOpen,
                this.wayOut.part,
              )
      }
      ${
        isAsking
          ? nothing
          : html`<div class="foot">
                ${isOn ? this.#shots.part?.render(this.#panel.isOpen, this.#sideways.is) : nothing}
                ${this.#controls.part?.render(state)}
                ${shown && this.#late.part?.renderContents(shown)}
                ${missing ? partNotice(this.say.term('photoPartMissing'), missing, this.say) : nothing}
                ${this.#late.part?.quality.render()}
                ${renderNotice(this.protections, this.storage, this.mode, this.say, this.retry, this.failures.part, this.#album.part)}
                ${this.formControl.renderNotice()}
              </div>
              ${
                this.#asked && !this.#panel.isOpen
                  ? html`<slot name="license-plate">${this.#late.part?.plates.render()}</slot>`
                  : nothing
              }
              ${live ? this.#renderTray(live) : nothing}`
      }
      ${this.#album.part?.render({undecided, last: this.#last.among(this.protections), isSideways: this.#sideways.is})}
      ${this.announcements.render()}
    </div>`;
  }

  /** Loaded separately, because most photos are taken without them. */
  protected importPanels(): Promise<{LatePanels: typeof LatePanels}> {
    return import('./capture-image/late-panels.js');
  }

  /** Loaded separately, because a photo needs none of them. */
  protected importControls(): Promise<{Controls: typeof Controls}> {
    return import('./capture-image/controls/controls.js');
  }

  /** Loaded separately, because most pages have no list of shots. */
  protected importShots(): Promise<{Shots: typeof Shots}> {
    return import('./capture-image/shots/shots.js');
  }

  /** Loaded separately, because it is needed only after the first photo. */
  protected importAlbum(): Promise<{LateAlbum: typeof LateAlbum}> {
    return import('./capture-image/album/late-album.js');
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
        album: this.#album.part,
      },
      this.say,
    );
  }

  #onCamera = (before: ViewState) => {
    if (this.#camera.state.name !== 'live') this.#panel.close();
    else if (before.name !== 'live') this.#openContents();
    this.deviceStateChanged(this.#camera.state, permissionOf(before));
  };

  /** Photos whose plate is asked for: all that wait, without those that the person retakes. */
  get #questions() {
    return this.pendingLicensePlates.filter(
      ({captureId}) => !this.failures.part?.isGoing(captureId),
    );
  }

  /** Photos that this element asks about, oldest first. */
  get #undecided() {
    return this.isDisabled ? [] : this.protections.filter(({asksHere}) => asksHere);
  }

  #openContents() {
    if (this.contents === 'open' && this.#questions.length === 0) this.#panel.open();
  }

  #onOpen = () => {
    void this.requestPermissions();
  };

  #onRetake = async (captureId: string) => {
    await this.failures.load();
    const photo = this.protections.find((capture) => capture.captureId === captureId);
    // A photo whose plate was asked for is kept if another page has confirmed it meanwhile.
    // Without the part that can undo a deletion, nothing is deleted, and the notice reports the missing part.
    if (photo) this.failures.part?.remove([photo], !awaitsPlate(photo));
    await this.updateComplete;
    this.focused.move('.shutter');
  };

  readonly #onUnanswered = (captureId: string, thrown: unknown) => {
    // Another page has answered: the question disappears.
    if (thrown instanceof SealedCaptureError && thrown.code === 'capture_unknown') return;
    this.onFailure(captureId, 'storage_unavailable')(thrown);
  };

  readonly #onView = async (captureId: string) => {
    await this.#album.load();
    await this.#album.part?.open(captureId);
  };

  readonly #onMeasured: OnMeasured = (captureId, quality) => {
    // A photo that is asked about has the warning beside its picture.
    const isAsked = this.#undecided.some((photo) => photo.captureId === captureId);
    if (isAsked)
      void this.#album.load().then(() => this.#album.part?.measured({captureId, quality}));
    else void this.#late.load().then(() => this.#late.part?.quality.measured(captureId, quality));
  };

  #onShutter = () => {
    tick();
    this.takePicture().catch(this.onFailure('', 'encoding_failed'));
  };

  /** What screens that ask about photos have in common. */
  readonly #screens = {
    focused: this.focused,
    announce: (text: string) => this.announcements.announce(text),
    retake: (captureId: string) => void this.#onRetake(captureId),
    unanswered: this.#onUnanswered,
  };
  readonly #camera = new Viewfinder(
    this,
    {facing: () => this.facing, keepCamera: () => this.keepCamera},
    this.#onCamera,
    this.seen,
  );
  readonly #panel = new ContentsPanel(this, this.#onOpen, () => void this.#late.load());
  readonly #controls: LatePart<Controls> = new LatePart(this, async () => {
    const {Controls} = await this.importControls();
    return new Controls(this, this.#camera, this.announcements);
  });
  readonly #shots: LatePart<Shots> = new LatePart(
    this,
    async () => {
      const {Shots} = await this.importShots();
      return new Shots(this, {
        tags: () => super.configuration.options.tags,
        isGoing: (captureId) => this.failures.part?.isGoing(captureId) ?? false,
        refuse: (given, problem) => {
          this.refuse('shots', given, problem);
        },
      });
    },
    false,
  );
  readonly #album: LatePart<LateAlbum> = new LatePart(
    this,
    async () => {
      const {LateAlbum} = await this.importAlbum();
      return new LateAlbum(this, {
        connection: () => this.connection,
        failures: this.failures,
        retry: this.retry,
        ...this.#screens,
      });
    },
    false,
  );
  readonly #late: LatePart<LatePanels> = new LatePart(this, async () => {
    const {LatePanels} = await this.importPanels();
    return new LatePanels(this, {
      waiting: () => this.#questions,
      load: (captureId) => this.connection.picture(captureId),
      note: (captureId, plateNumber) => this.confirmLicensePlate(captureId, plateNumber),
      ...this.#screens,
    });
  });
}

askForPermission();
defineElement('capture-image', CaptureImage);

/** How long a photo waits for the part with the shots, in milliseconds. */
const SHOTS_WAIT_MS = 500;

/** True if its plate has to be confirmed. */
const awaitsPlate = ({progress}: CaptureSummary): boolean =>
  progress.name === 'held' && progress.awaits === 'license-plate';

declare global {
  interface HTMLElementTagNameMap {
    'capture-image': CaptureImage;
  }
}
