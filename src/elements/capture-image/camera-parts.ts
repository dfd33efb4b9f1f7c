import type {LitElement, ReactiveController} from 'lit';
import {pause} from '../../core/async/pause.js';
import type {OnMeasured} from '../../core/camera/camera-session.js';
import type {CaptureSummary, StorageState} from '../../core/queue/queue-client.js';
import type {CaptureDetail, Facing} from '@sealed-capture/seal/model/protection-config.js';
import type {Failures} from '../capture/failures/failures.js';
import {LatePart} from '../late-part.js';
import type {Localize} from '../strings/localize.js';
import type {LateAlbum} from './album/late-album.js';
import type {PhotoActions} from './album/photo-actions.js';
import type {Controls} from './controls/controls.js';
import type {Fill} from './fill/fill.js';
import type {Viewfinder} from './frame/viewfinder.js';
import type {Imports} from './import/imports.js';
import type {LatePanels} from './late-panels.js';
import type {PhotoAnnouncements} from './photo-announcements.js';
import type {Shot} from './shots/shot.js';
import type {Shots, ShotsActions} from './shots/shots.js';

/** How the code of each part is loaded; tests replace some of it. */
export interface PartImports {
  controls: () => Promise<{Controls: typeof Controls}>;
  fill: () => Promise<{Fill: typeof Fill}>;
  shots: () => Promise<{Shots: typeof Shots}>;
  album: () => Promise<{LateAlbum: typeof LateAlbum}>;
  panels: () => Promise<{LatePanels: typeof LatePanels}>;
  imports: () => Promise<{Imports: typeof Imports}>;
}

export const partImports: PartImports = {
  controls: () => import('./controls/controls.js'),
  fill: () => import('./fill/fill.js'),
  shots: () => import('./shots/shots.js'),
  album: () => import('./album/late-album.js'),
  panels: () => import('./late-panels.js'),
  imports: () => import('./import/imports.js'),
};

type Host = LitElement & {
  readonly protections: readonly CaptureSummary[];
  readonly pendingLicensePlates: readonly CaptureSummary[];
  readonly storage?: StorageState;
  readonly autoProtect: boolean;
  readonly isCapturing: boolean;
  readonly review: boolean;
  readonly allowImport: boolean;
  readonly quality: string;
  caption: string;
  readonly captionField: boolean;
  facing: Facing;
  fill: boolean;
  shots?: readonly Shot[];
  confirmLicensePlate(captureId: string, plateNumber: string): Promise<void>;
  requestPermissions(): Promise<unknown>;
  closeJob(): Promise<string>;
};

/** What the parts need of the element that shows them, beyond its public members. */
interface PartActions extends PhotoActions, ShotsActions {
  imports: () => PartImports;
  camera: Viewfinder;
  say: Localize;
  announcements: PhotoAnnouncements;
  failures: LatePart<Failures>;
  isDisabled: () => boolean;
  /** Takes the caption for what is captured now out of its field. */
  takeCaption: () => string;
}

/** How long a photo waits for the part with the shots, in milliseconds. */
const SHOTS_WAIT_MS = 500;

/**
 * The parts of a camera that are loaded later, because photos are taken without them: the controls, the whole screen, the
 * list of shots, the album with the question whether to use a photo, and the panels with the form for a license plate.
 */
export class CameraParts implements ReactiveController {
  readonly controls: LatePart<Controls>;
  readonly fill: LatePart<Fill>;
  readonly shots: LatePart<Shots>;
  readonly album: LatePart<LateAlbum>;
  readonly panels: LatePart<LatePanels>;
  readonly imports: LatePart<Imports>;
  readonly #host: Host;
  readonly #actions: PartActions;
  /** The newest photo, if the code for its thumbnail is not loaded. */
  #undrawn?: CaptureDetail;
  /** The list of shots at the last rendering. */
  #shots?: readonly Shot[];
  /** Number of waiting plates at the last rendering. */
  #asked = 0;

  constructor(host: Host, actions: PartActions) {
    this.#host = host;
    this.#actions = actions;
    host.addController(this);
    const {imports, camera, announcements} = actions;
    this.controls = new LatePart(host, async () => {
      const {Controls} = await imports().controls();
      return new Controls(host, camera, announcements);
    });
    this.fill = new LatePart(host, async () => new (await imports().fill()).Fill(host), false);
    const isChoosing = () => this.imports.part?.isInstead;
    const shots = async () => new (await imports().shots()).Shots(host, {...actions, isChoosing});
    this.shots = new LatePart(host, shots, false);
    const album = async () => new (await imports().album()).LateAlbum(host, actions);
    this.album = new LatePart(host, album, false);
    this.panels = new LatePart(host, async () => {
      const {LatePanels} = await imports().panels();
      const panels = new LatePanels(host, {
        ...actions,
        view: this.view,
        plates: () => this.plates,
      });
      if (this.#undrawn) void panels.last.show(this.#undrawn);
      return panels;
    });
    const chosen = async () =>
      new (await imports().imports()).Imports(host, {...actions, parts: this});
    this.imports = new LatePart(host, chosen, false);
  }

  hostUpdate() {
    const {shots} = this.#host;
    if (shots && shots !== this.#shots) void this.shots.load();
    this.#shots = shots;
    const {length} = this.plates;
    if (length > this.#asked) void this.panels.load();
    this.#asked = length;
  }

  hostUpdated() {
    // Photos of an earlier visit are listed as well, and undecided ones are asked about.
    const {fill, review, protections, captionField, allowImport} = this.#host;
    if (allowImport && !this.imports.hasFailed) void this.imports.load();
    if (captionField && !this.panels.hasFailed) void this.panels.load();
    if (fill && !this.fill.hasFailed) void this.fill.load();
    if ((review || protections.length > 0) && !this.album.hasFailed) void this.album.load(false);
  }

  /** Photos whose plate is asked for: all that wait, without those that the person retakes. */
  get plates(): readonly CaptureSummary[] {
    const {failures} = this.#actions;
    return this.#host.pendingLicensePlates.filter(
      ({captureId}) => !failures.part?.isGoing(captureId),
    );
  }

  /** Photos that this element asks about, oldest first. */
  get undecided(): readonly CaptureSummary[] {
    const isDisabled = this.#actions.isDisabled();
    return this.#host.protections.filter(({asksHere}) => asksHere && !isDisabled);
  }

  /** True while a photo with the question whether to use it covers the picture. */
  get isAsking(): boolean {
    return this.undecided.length > 0 && this.album.part !== undefined;
  }

  /** A part that could not be loaded although it is needed. `isListOpen`: so is the list of contents. */
  missing(isListOpen: boolean): Pick<LatePart<object>, 'load'> | undefined {
    const {album, shots, panels} = this;
    const {captionField} = this.#host;
    const {failures} = this.#actions;
    if (album.hasFailed && this.undecided.length > 0) return album;
    if (shots.hasFailed) return shots;
    if (panels.hasFailed && (this.#host.protections.length > 0 || isListOpen || captionField))
      return panels;
    return [failures, album, this.fill, this.imports].find(({isMissed}) => isMissed);
  }

  /**
   * Resolves once the list of shots determines what a photo is sealed with, or has taken too long. Undefined if it does so
   * already: then the camera takes what a person sees now.
   */
  shotsLoading(): Promise<void> | undefined {
    if (!this.#host.shots || this.shots.part) return undefined;
    return Promise.race([this.shots.load(), pause(SHOTS_WAIT_MS)]);
  }

  /** Draws the thumbnail of a photo, once the code for it is loaded. */
  drawLast(detail: CaptureDetail) {
    const {part} = this.panels;
    if (part) void part.last.show(detail);
    else {
      this.#undrawn = detail;
      void this.panels.load(false);
    }
  }

  /** Shows this photo in the viewer. */
  readonly view = async (captureId: string): Promise<void> => {
    await this.album.load();
    await this.album.part?.open(captureId);
  };

  /** Warns of the quality of a photo: beside its picture if the photo is asked about, and otherwise by a notice. */
  readonly measured: OnMeasured = (captureId, quality) => {
    const isAsked = this.undecided.some((photo) => photo.captureId === captureId);
    const late = isAsked ? this.album : this.panels;
    void late.load().then(() => late.part?.measured({captureId, quality}));
  };
}
