import {html, nothing, type PropertyValues} from 'lit';
import {askForPermission, cameraOfElement} from '../core/wiring/elements/camera.js';
import type {CaptureSummary, ProtectionClient} from '../core/queue/queue-client.js';
import type {
  CaptureDetail,
  Facing,
  PermissionStatus,
} from '@sealed-capture/seal/model/protection-config.js';
import type {Shot, ShotProgress} from './capture-image/shots/shot.js';
import {defineElement} from './define-element.js';
import {ContentsPanel} from './capture/contents/contents-panel.js';
import {withCaption} from './capture/with-caption.js';
import {partNotice, renderNotice} from './capture/notice.js';
import {CameraParts, partImports} from './capture-image/camera-parts.js';
import {tick} from './capture-image/tray/feedback.js';
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
import type {CaptureCore} from './core-context.js';
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
 * @fires {ProtectErrorEvent} protect-error - A photo was not sealed and a person is needed, the service has not answered
 *   for a minute, or a press of the shutter made no photo. See `code`.
 * @fires {LicensePlateEvent} license-plate - The detector has finished with a photo, which is held until the plate is
 *   confirmed with `confirmLicensePlate` or in the form.
 * @fires {ShotsCompleteEvent} shots-complete - Each shot of `shots` is taken or skipped; `skipped` has the reasons. Once each
 *   time the list becomes complete, and after a retake; not for one that was complete before a reload.
 * @fires {JobDoneEvent} job-done - With `deliver-to`, each shot of `shots` is delivered or skipped, and the person has
 *   pressed “Done”.
 * @fires {FillChangeEvent} fill-change - A person has left the whole screen; `fill` is false from now on.
 * @slot - Content over the live picture, e.g. a guide.
 * @slot shutter - The shutter's own icon.
 * @slot switch - The camera switch's own icon.
 * @slot license-plate - Replaces the form that asks for a plate; present only while a photo waits for it.
 * @csspart preview - The live picture.
 * @csspart contents - The pill that names what will be sealed, and opens the list.
 * @csspart contents-panel - The list of what will be sealed.
 * @csspart shot - The current shot of the list, above the shutter; opens the list.
 * @csspart visit - A line above the current shot: where the person is, how to hold the camera, the earlier picture.
 * @csspart shots - The dialog with the list of all shots.
 * @csspart leave - With `fill`, the button that leaves the whole screen.
 * @csspart controls - The camera's controls, at the side of the picture.
 * @csspart license-plate - The form that asks for a photo's license plate.
 * @csspart caption - The text field for a caption.
 * @csspart bar - The bar with thumbnail, shutter and switch.
 * @csspart thumbnail - The last photo with its seal state; opens the viewer.
 * @csspart photos-button - The button with the number of photos, and that of the low storage notice; opens the list.
 * @csspart shutter - The button that takes the photo.
 * @csspart import - With `allow-import`, the button that opens the file dialog.
 * @csspart switch - The button that switches to the other camera.
 * @csspart review - With `review`, the photo that is shown first, with the question whether to use it.
 * @csspart photos - The dialog with the list of all photos.
 * @csspart viewer - The dialog that shows one photo over the whole page.
 * @csspart sharing - The dialog before files are shared or saved.
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

  /**
   * The element covers the whole screen, above the page, which is inert and does not scroll meanwhile. Escape, the browser's
   * back button, and a button at the top set it to false. The camera stays on when it changes.
   */
  declare fill: boolean;

  /** Photos that the person is asked to take, one after the other; see docs/shots.md. JSON in the attribute. */
  declare shots?: readonly Shot[];

  /**
   * What a person says about the next photo: at most 1,000 characters. Sealed as the tag `caption`, and empty again once the
   * photo is taken.
   */
  declare caption: string;

  /**
   * Shows a text field for the caption: over the live picture for the next photo; beside the question of `review`, and in the
   * viewer, for a photo that is not sealed yet.
   */
  declare captionField: boolean;

  /**
   * A person can also choose photos that are there already, drop them on the element, or paste them. Each is sealed as “chosen,
   * not taken here”, with the history that it has; see docs/imports.md.
   */
  declare allowImport: boolean;

  override readonly mode = 'image';

  protected override readonly isRecording = false;

  protected override readonly say: Localize = new Localize(this, {...capture, ...captureImage});
  protected override readonly announcements = new PhotoAnnouncements(this, this.say);
  /** A photo with a caption is being taken. The next one waits, as the caption is for one alone. */
  #captioned?: Promise<void>;
  readonly #sideways = new Sideways(this);

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
    return this.#parts.shots.part?.progress ?? [];
  }

  override async closeJob(): Promise<string> {
    await this.#parts.shotsLoading();
    const record = await super.closeJob();
    this.#parts.shots.part?.closed(record);
    return record;
  }

  /** The configuration, with the data that the current shot adds to the seal. */
  protected override get configuration(): Configuration {
    const own = super.configuration;
    return this.#parts.shots.part?.over(own) ?? own;
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
    const loading = this.#parts.shotsLoading();
    if (loading) await loading;
    if (this.#captioned) await this.#captioned;
    const {caption} = this;
    const taken = this.#camera.takePicture(
      () => this.connection,
      this.quality === 'warn' ? this.#parts.measured : undefined,
    );
    const isOver = () => {
      this.#captioned = undefined;
    };
    if (caption) {
      this.#captioned = taken.then(() => {
        isOver();
        // What was typed meanwhile is for the next photo.
        if (this.caption === caption) this.caption = '';
      }, isOver);
    }
    return await taken;
  }

  protected override get sealedOptions() {
    return withCaption(super.sealedOptions, this.caption);
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
    const told = detail.imported ? this.#parts.imports.part : this.announcements;
    told?.taken(detail.captureId, isRead, this.autoProtect);
    this.#parts.drawLast(detail);
    void this.#parts.album.load(false);
  }

  protected override shown(detail: CaptureDetail) {
    this.#parts.drawLast(detail);
  }

  protected override cleared() {
    this.#parts.panels.part?.last.clear();
  }

  protected override updated(changed: PropertyValues) {
    super.updated(changed);
    // Undefined before the first rendering, because the camera was opened with this facing.
    if (changed.get('facing') !== undefined) void this.#camera.session?.setFacing(this.facing);
  }

  protected override render() {
    const {state, session} = this.#camera;
    const {options} = this.configuration;
    const {controls, fill, shots, album, panels, imports, undecided, isAsking, plates} =
      this.#parts;
    const live = this.isDisabled ? undefined : pictureOf(state);
    const isOn = state.name === 'live';
    const isSideways = this.#sideways.is;
    const shown = isOn ? this.#list.contents(session, options) : undefined;
    const last = panels.part?.last.among(this.protections);
    const missing = this.#parts.missing(this.#list.isOpen);
    return html`<div
      part="frame"
      class=${`frame ${live || isAsking ? 'live' : ''} ${(live || isAsking) && isSideways ? 'sideways' : ''}`}
      role="group"
      aria-label=${this.formControl.labelText || this.say.term('camera')}
      aria-disabled=${this.isDisabled}
      @keydown=${this.#list.onKey}
    >
      ${fill.part?.render()}
      ${
        live
          ? html`${renderPreview(live, isAsking)}${
              this.contents === 'none' || isAsking ? nothing : this.#list.renderPill(live, this.say)
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
                ${controls.part?.render(state)} ${shown && panels.part?.renderContents(shown)}
                ${missing ? partNotice(this.say.term('photoPartMissing'), missing, this.say) : nothing}
                ${panels.part?.quality.render()} ${isOn ? panels.part?.renderCaption() : nothing}
                ${renderNotice(this.protections, this.storage, this.mode, this.say, this.retry, this.failures.part, album.part)}
                ${this.formControl.renderNotice()}
                ${shots.part?.render(isOn, this.#list.isOpen, isSideways, last)}
                ${imports.part?.render()}
              </div>
              ${
                plates.length > 0 && !this.#list.isOpen
                  ? html`<slot name="license-plate">${panels.part?.plates.render()}</slot>`
                  : nothing
              }
              ${
                live
                  ? renderTray(
                      {
                        last,
                        canSwitch: live.canSwitch,
                        takePicture: this.#onShutter,
                        switchCamera: () => {
                          this.facing = live.facing === 'user' ? 'environment' : 'user';
                        },
                        panels: panels.part,
                        album: album.part,
                        imports: imports.part,
                      },
                      this.say,
                    )
                  : nothing
              }`
      }
      ${album.part?.render({undecided, last, isSideways})} ${this.announcements.render()}
    </div>`;
  }

  /** How parts that photos do not need are loaded. */
  protected get imports() {
    return partImports;
  }

  #onCamera = (before: ViewState) => {
    this.deviceStateChanged(this.#camera.state, permissionOf(before));
  };

  #onOpen = () => {
    void this.requestPermissions();
  };

  #onShutter = () => {
    tick();
    this.takePicture().catch(this.onFailure('', 'encoding_failed'));
  };

  readonly #camera = new Viewfinder(
    this,
    {facing: () => this.facing, keepCamera: () => this.keepCamera},
    this.#onCamera,
    this.seen,
  );
  readonly #parts: CameraParts = new CameraParts(this, {
    imports: () => this.imports,
    camera: this.#camera,
    say: this.say,
    announcements: this.announcements,
    failures: this.failures,
    focused: this.focused,
    connection: () => this.connection,
    options: () => super.configuration.options,
    isDisabled: () => this.isDisabled,
    takeCaption: () => {
      // While a photo with it is being taken, it is that photo's.
      const caption = this.#captioned ? '' : this.caption;
      if (caption) this.caption = '';
      return caption;
    },
    retry: this.retry,
    refuse: (given, problem) => this.refuse('shots', given, problem),
    failed: this.onFailure,
  });
  readonly #list = new ContentsPanel(this, {
    camera: this.#camera,
    parts: this.#parts,
    allow: this.#onOpen,
  });
}

askForPermission();
defineElement('capture-image', CaptureImage);

/** True if its plate has to be confirmed. */
const awaitsPlate = ({progress}: CaptureSummary): boolean =>
  progress.name === 'held' && progress.awaits === 'license-plate';

declare global {
  interface HTMLElementTagNameMap {
    'capture-image': CaptureImage;
  }
}
