import {nothing, type ReactiveController, type ReactiveControllerHost} from 'lit';
import type {DeviceMemory} from '../../../core/wiring/elements/stored-text.js';
import {wakeLock} from '../../../core/wiring/elements/wake-lock.js';
import type {CaptureSummary, Protection} from '../../../core/queue/queue-client.js';
import {isRecord} from '@sealed-capture/seal/model/json/record.js';
import {retentionOf} from '../../../core/queue/delivery/retention.js';
import type {Shot, ShotProgress} from './shot.js';
import {defineInner, html} from '../../inner/scoped.js';
import type {PhotoActions} from '../album/photo-actions.js';
import type {Configuration, Options} from '../../options/configuration.js';
import {shots as words} from '../../../lang/compiled/en/shots.js';
import {listed, type Deleting} from '../../capture/files/listed.js';
import {storedPicture, storedPreview} from '../../capture/files/stored-file.js';
import {Localize} from '../../strings/localize.js';
import {OutlinePlace} from './outline/outline-place.js';
import {Retake} from './retake.js';
import {JobClosing} from './closed/job-closing.js';
import {jobOfList} from './closed/job-of-list.js';
import {completionOf, type Completion} from './completion.js';
import {NextShot} from './next/next-shot.js';
import {ShotAnnouncements} from './next/shot-announcements.js';
import {ShotList} from './next/shot-list.js';
import {ShotCounter} from './shot-progress.js';
import {JobDoneEvent, ShotsCompleteEvent} from './job-events.js';
import {Skips} from './skips.js';
import {ShotsView} from './shots-view.js';
import type {ChooseShotEvent, SkipShotEvent} from './shot-events.js';
import {turnFor} from '../frame/turn.js';
import {ghostStyles} from '../visit/ghost-layer.js';
import type {FetchPicture} from '../visit/ghost.js';
import {Visit} from '../visit/visit.js';
import type {CaptureContents} from '../../../core/metadata/capture-contents.js';

type Host = ReactiveControllerHost &
  HTMLElement & {
    readonly renderRoot: ParentNode & Node;
    readonly protections: readonly CaptureSummary[];
    readonly name?: string;
    shots?: readonly Shot[];
    closeJob(): Promise<string>;
  };

/** The functions of the element that the shots use. */
export interface ShotsActions extends Pick<PhotoActions, 'failed'> {
  /** The element's options, without what the shots add. */
  options: () => Options;
  /** Reads the photos for their small pictures. */
  connection: () => Protection;
  /** Knows which photos are to be deleted soon, once it is loaded. */
  failures: Pick<Deleting, 'part'>;
  /** What a photo taken now would be sealed with. */
  camera: {readonly session?: {contents(): CaptureContents}};
  /** True on a screen without a camera on which photos can be chosen. */
  isChoosing?: () => boolean | undefined;
  /** Reports that a list is invalid, with the problem. */
  refuse: (given: unknown, problem: string) => void;
  /** Replaces the browser's own wake lock, for tests. */
  keepAwake?: (isAwake: boolean) => void;
  /** Replaces the browser's own storage, for tests. */
  memory?: DeviceMemory;
  /** Replaces what fetches pictures of earlier visits, for tests. */
  fetchPicture?: FetchPicture;
  /** Replaces the browser's answer whether the device is held in a hand, for tests. */
  isHeld?: boolean;
}

/** Determines which shot of a page's list is next, and what its photo is sealed with. */
export class Shots implements ReactiveController {
  static {
    defineInner({shots: ShotsView});
  }

  readonly styles = [ghostStyles];
  readonly #host: Host;
  readonly #actions: ShotsActions;
  readonly #list: ShotList;
  readonly #next = new NextShot();
  readonly #announcements: ShotAnnouncements;
  #progress: readonly ShotProgress[] = [];
  #captures: readonly CaptureSummary[] = [];
  /** Undefined while a shot is open. */
  #completion?: Completion;
  readonly #counter = new ShotCounter();
  readonly #skips: Skips;
  readonly #closing: JobClosing;
  readonly #place = new OutlinePlace();
  readonly #visit: Visit;
  readonly #retake = new Retake(() => {
    this.#onKeep();
    this.#toShutter();
  });
  #isLive = false;
  readonly #keepAwake: (isAwake: boolean) => void;

  constructor(host: Host, actions: ShotsActions) {
    this.#host = host;
    this.#actions = actions;
    this.#keepAwake = actions.keepAwake ?? wakeLock();
    this.#skips = new Skips(host, actions.memory);
    this.#closing = new JobClosing(host, this.#skips, {
      ...actions,
      empty: () => this.#tellDone(),
    });
    const contents = () => actions.camera.session?.contents();
    this.#visit = new Visit(host, contents, actions.fetchPicture);
    this.#list = new ShotList(host, actions.refuse);
    this.#announcements = new ShotAnnouncements(new Localize(host, words));
    host.addController(this);
  }

  get progress(): readonly ShotProgress[] {
    return this.#progress;
  }

  /** The configuration, with the data of the current shot for the seal. */
  over(configuration: Configuration): Configuration {
    const {ofShot} = this.optionsNow(configuration.options);
    return ofShot === configuration.options ? configuration : {...configuration, options: ofShot};
  }

  /** The options with the data of the current shot for the seal, and without: the same if there is none. */
  optionsNow(options: Options): {ofShot: Options; ofJob: Options} {
    const {tags, features} = options;
    // A photo may be taken before the element renders what the page has just set.
    if (this.#list.isOutdated(options)) this.#update();
    if (this.#list.shots.length === 0) return {ofShot: options, ofJob: options};
    const job = jobOfList(options);
    const ofJob = {...options, ...(job && {job})};
    const shot = this.#next.current;
    if (!shot) return {ofShot: ofJob, ofJob};
    const {id, label, expectedPlace} = shot;
    const ofShot = {
      ...ofJob,
      ...(shot.tags && {tags: {...(isRecord(tags) ? tags : {}), ...shot.tags}}),
      features: {
        ...(isRecord(features) ? features : {}),
        shot: {id, label, ...(expectedPlace && {expectedPlace})},
      },
    };
    return {ofShot, ofJob};
  }

  hostUpdate() {
    this.#isLive = false;
    this.#update();
  }

  hostUpdated() {
    const completion = this.#completion;
    const {current} = this.#next;
    this.#keepAwake(this.#isLive && current !== undefined);
    this.#retake.update(
      current !== undefined && !this.#next.isOpen(current.id),
      this.#host.renderRoot,
    );
    this.#placeOutline(current);
    this.#visit.updated(current, this.#isLive);
    // These do not bubble. Adding the same listener again changes nothing.
    for (const type of ['resize', 'loadedmetadata']) {
      this.#host.renderRoot.addEventListener(type, this.#onShape, true);
    }
    // While a shot is taken again, its deleted photo may come back, too.
    if (!completion || current) return;
    const {skipped, closing, isUnderway} = completion;
    if (this.#skips.isNews(this.#progress)) {
      this.#host.dispatchEvent(
        new ShotsCompleteEvent({mode: 'image', shots: this.#progress, skipped}),
      );
    }
    if (closing && !isUnderway && this.#skips.isDoneNow(closing)) this.#tellDone();
  }

  hostDisconnected() {
    this.#keepAwake(false);
    this.#place.stop();
    this.#visit.release();
  }

  /**
   * Renders the shot over the live picture. Without one (`isLive` is false), renders it if its photo can be chosen, and
   * otherwise only what has become of a list of which no shot is open: the person can finish without a camera. `isCovered`:
   * another list covers it; `last`: the thumbnail beside the shutter.
   */
  render(isLive: boolean, isCovered: boolean, isSideways: boolean, last: ShotsView['last']) {
    this.#isLive = isLive;
    const isShown = isLive || !!this.#actions.isChoosing?.();
    if (this.#list.shots.length === 0 || (!isShown && !this.#completion)) return nothing;
    const current = isShown ? this.#next.current : undefined;
    const framed = isLive ? current : undefined;
    const picture = this.#host.renderRoot.querySelector('video');
    const isMirrored = picture?.classList.contains('mirrored') ?? false;
    return html`${isCovered ? nothing : this.#visit.render(framed, isMirrored, isSideways)}<sc-shots
        id="shots-view"
        class=${isSideways ? 'sideways' : ''}
        .shots=${this.#list.shots}
        .progress=${this.#progress}
        .photos=${this.#captures}
        .current=${current}
        .isChoosing=${isShown && !isLive}
        .completion=${this.#completion}
        .failures=${this.#actions.failures}
        .turn=${turnFor(current ?? {}, picture, this.#actions.isHeld)}
        .last=${last}
        .fileOf=${this.#fileOf}
        .previewOf=${this.#previewOf}
        .announcement=${this.#announcements.text}
        .isCovered=${isCovered}
        @choose=${this.#onChoose}
        @skip=${this.#onSkip}
        @keep=${this.#onKeep}
        @done=${this.#onDone}
      ></sc-shots>`;
  }

  #placeOutline(current: Shot | undefined) {
    const root = this.#host.renderRoot;
    const video = this.#isLive && current?.overlay ? root.querySelector('video') : null;
    const view = root.querySelector<HTMLElement>('#shots-view');
    if (video && view) this.#place.follow(video, view);
    else this.#place.stop();
  }

  /** The live picture has another shape, for which the phone may have to be turned. */
  readonly #onShape = () => {
    this.#host.requestUpdate();
  };

  readonly #fileOf = (captureId: string) => storedPicture(this.#actions.connection(), captureId);

  readonly #previewOf = (captureId: string) => storedPreview(this.#actions.connection(), captureId);

  readonly #onChoose = ({shotId}: ChooseShotEvent) => {
    this.#skips.set(shotId);
    this.#next.choose(shotId);
    this.#toShutter();
  };

  readonly #onSkip = ({shotId, reason, words}: SkipShotEvent) => {
    this.#skips.set(shotId, {reason, ...(words && {words})});
    this.#announcements.skip(this.#list.shots.find(({id}) => id === shotId)?.label);
    this.#next.skip(shotId);
    this.#toShutter();
  };

  /** The shot keeps its present photo. */
  readonly #onKeep = () => {
    this.#next.choose();
    this.#host.requestUpdate();
  };

  readonly #onDone = () => {
    const job = jobOfList(this.#actions.options());
    if (job) void this.#closing.close(job);
    else this.#tellDone();
  };

  /** Called once the element's job was closed, with the id of its closing record. */
  closed(record: string) {
    this.#closing.closed(record, jobOfList(this.#actions.options()), this.#progress);
  }

  #tellDone() {
    if (!this.#completion) return;
    const {skipped, delivered, closing} = this.#completion;
    const {progress: shots} = this;
    this.#host.dispatchEvent(
      new JobDoneEvent({mode: 'image', shots, skipped, delivered, ...(closing && {closing})}),
    );
  }

  #startAnew() {
    this.#next.startAnew();
    this.#announcements.startAnew();
    this.#closing.startAnew();
  }

  /** Determines the states of the shots, and the next one. */
  #update() {
    if (this.#list.read()) this.#startAnew();
    const {shots: list} = this.#list;
    const options = this.#actions.options();
    const job = jobOfList(options);
    // Outside the document the element has no provider, so the provider's tags are missing.
    const key = this.#host.isConnected ? this.#list.readKey(options) : undefined;
    if (key !== undefined) {
      this.#skips.begin(key, retentionOf(options));
      // Photos of the last job do not count any more, but they are not deleted.
      this.#progress = [];
      this.#startAnew();
    }
    const before = this.#progress;
    const captures = listed(this.#host.protections, this.#actions.failures.part);
    const now = this.#skips.over(this.#counter.progressOf(list, captures, options.tags, job));
    [this.#captures, this.#progress] = [captures, now];
    for (const id of this.#next.update({list, before, now, captures})) this.#skips.set(id);
    const completion = list.length > 0 ? this.#completed(options, job) : undefined;
    this.#completion = completion;
    const {current} = this.#next;
    this.#announcements.update({list, progress: now, current, completion});
  }

  /** Determines what has become of the list; undefined while a shot is open. */
  #completed(options: Options, job: string | undefined): Completion | undefined {
    const closing = this.#closing;
    closing.update(job, this.#progress);
    const ofJob = job === undefined ? undefined : {name: job, records: closing.records};
    const completion = completionOf(this.#progress, this.#captures, sendsFiles(options), ofJob);
    if (!completion) return undefined;
    if (closing.isEmpty) return {...completion, isEmpty: true, isConfirmable: false};
    return {...completion, ...(closing.hasFailed && {hasFailed: true})};
  }

  #toShutter() {
    this.#host.requestUpdate();
    void this.#host.updateComplete.then(() => {
      const capture = this.#actions.isChoosing?.() ? '[part=import]' : '.shutter, .screen .button';
      this.#host.renderRoot.querySelector<HTMLElement>(capture)?.focus();
    });
  }
}

/** True if the page has sealed files sent to its own storage. */
const sendsFiles = ({delivery, deliverTo}: Options): boolean => !!(delivery ?? deliverTo);
