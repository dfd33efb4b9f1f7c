import type {CameraSession, CameraState, OnMeasured} from '../../src/core/camera/camera-session.js';
import type {CaptureContents, ContentGroup} from '../../src/core/metadata/capture-contents.js';
import type {
  RecordingEnd,
  RecordingOptions,
  RecordingSession,
  RecordingState,
} from '../../src/core/recording/recording-session.js';
import type {
  CaptureProgress,
  CaptureSummary,
  FailureReason,
  Protection,
  ProtectionClient,
  StorageState,
  WithheldFor,
} from '../../src/core/queue/queue-client.js';
import type {CaptureCore} from '../../src/elements/core-context.js';
import type {
  CaptureMetadata,
  LicensePlateInfo,
  Tags,
} from '@sealed-capture/seal/model/capture-metadata.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {SetClosing} from '@sealed-capture/seal/model/seal/sealed-set.js';
import {awaitsReview, type CaptureCopy} from '@sealed-capture/seal/model/job/job.js';
import type {PictureQuality} from '@sealed-capture/seal/model/picture-quality.js';
import type {
  CaptureDetail,
  Facing,
  PermissionStatus,
} from '@sealed-capture/seal/model/protection-config.js';

/** A camera whose states the test sets. It has a real stream if the test passes one to `show`. */
export class FakeCamera extends EventTarget implements CameraSession {
  state: CameraState = {name: 'off'};
  isCapturing = false;
  readonly calls: string[] = [];
  /** The metadata with which a picture would be sealed. */
  known: CaptureContents = {metadata: {}, ages: {}};
  /** Number of reads of `known`. */
  looks = 0;
  /** Returns the next picture. */
  develop: () => Promise<Blob> = photo;
  granted = false;
  /** The quality that the next picture is found to have, if the element asks for it. */
  quality?: PictureQuality;

  constructor(readonly client: ProtectionClient) {
    super();
  }

  show(state: CameraState) {
    this.state = state;
    this.dispatchEvent(new Event('change'));
  }

  contents() {
    this.looks++;
    return this.known;
  }

  requestPermissions(facing: Facing) {
    this.calls.push(`requestPermissions ${facing}`);
    return Promise.resolve();
  }

  open(facing: Facing) {
    this.calls.push(`open ${facing}`);
    return Promise.resolve();
  }

  openIfGranted(facing: Facing) {
    this.calls.push(`openIfGranted ${facing}`);
    if (this.granted) this.show(live());
    return Promise.resolve();
  }

  setFacing(facing: Facing) {
    this.calls.push(`setFacing ${facing}`);
    if (this.state.name === 'live') this.show({...this.state, facing});
    return Promise.resolve();
  }

  async takePicture(protection: Protection, onMeasured?: OnMeasured): Promise<CaptureDetail> {
    this.isCapturing = true;
    try {
      const detail: CaptureDetail = {
        captureId: crypto.randomUUID(),
        mode: 'image',
        blob: await this.develop(),
        capturedAt: new Date().toISOString(),
      };
      if (!(protection instanceof FakeProtection)) throw new TypeError('a protection of this core');
      if (this.client.reviews) protection.add(detail, {name: 'held', awaits: 'review'});
      else protection.add(detail);
      if (this.quality) onMeasured?.(detail.captureId, this.quality);
      return detail;
    } finally {
      this.isCapturing = false;
    }
  }

  close() {
    this.calls.push('close');
    if (this.state.name === 'live') for (const track of this.state.stream.getTracks()) track.stop();
    this.show({name: 'off'});
  }
}

/** A microphone whose states the test sets. */
export class FakeRecording extends EventTarget implements RecordingSession {
  state: RecordingState = {name: 'idle'};
  permissionStatus: PermissionStatus = 'unknown';
  elapsed = 0;
  peaks: Float32Array = new Float32Array();
  bookmarks: readonly number[] = [];
  bookmarkNames: readonly string[] = [];
  microphones: RecordingSession['microphones'] = [];
  microphone: string | undefined;
  readonly calls: string[] = [];
  /** The metadata with which a recording would be sealed. */
  known: CaptureContents = {metadata: {}, ages: {}};
  /** The options of the last start. */
  options?: RecordingOptions;
  /** The encoders that were to be loaded early. */
  readonly early: RecordingOptions['encoder'][] = [];
  /** The error with which the next stop rejects. */
  refusal?: Error;
  /** The state that `start` resolves with. */
  outcome: RecordingState = recording();
  #protection?: Protection;

  constructor(readonly client: ProtectionClient) {
    super();
  }

  loadEarly(encoder?: RecordingOptions['encoder']) {
    this.early.push(encoder);
  }

  get isCapturing() {
    return ['pending', 'recording', 'paused', 'finishing'].includes(this.state.name);
  }

  show(state: RecordingState, permissionStatus = this.permissionStatus) {
    this.state = state;
    this.permissionStatus = permissionStatus;
    this.dispatchEvent(new Event('change'));
  }

  /** Simulates this many recorded seconds; `peak` returns the level of each twentieth of a second. */
  hear(elapsed: number, peak: (index: number) => number = () => 0.4) {
    this.elapsed = elapsed;
    this.peaks = Float32Array.from({length: Math.floor(20 * elapsed)}, (_, index) => peak(index));
    this.dispatchEvent(new Event('progress'));
  }

  contents() {
    return this.known;
  }

  checkAccess() {
    this.calls.push('look');
    return Promise.resolve();
  }

  requestPermissions() {
    this.calls.push('requestPermissions');
    return Promise.resolve();
  }

  async start(protection: Protection, options: RecordingOptions) {
    this.calls.push('start');
    this.options = options;
    this.#protection = protection;
    this.show({name: 'pending'}, 'pending');
    await Promise.resolve();
    this.show(this.outcome, this.outcome.name === 'recording' ? 'granted' : 'unknown');
  }

  pause() {
    this.calls.push('pause');
    this.show({name: 'paused', includes: ['microphone', 'device']});
  }

  resume() {
    this.calls.push('resume');
    this.show(recording());
  }

  keepAgain() {
    this.calls.push('keepAgain');
  }

  mark(name = '') {
    this.bookmarks = [...this.bookmarks, this.elapsed];
    this.bookmarkNames = [...this.bookmarkNames, name];
    this.dispatchEvent(new Event('change'));
    return this.elapsed;
  }

  nameBookmark(index: number, name: string) {
    this.bookmarkNames = this.bookmarkNames.with(index, name);
  }

  async stop() {
    this.calls.push('stop');
    this.show({name: 'finishing'});
    await Promise.resolve();
    if (!this.refusal) return this.end('stopped');
    this.show({name: 'idle'});
    throw this.refusal;
  }

  /** Ends the recording, as on a stop or for another reason. */
  end(end: RecordingEnd, more: Partial<CaptureDetail> = {}): CaptureDetail {
    const detail: CaptureDetail = {
      captureId: crypto.randomUUID(),
      mode: 'audio',
      blob: new Blob(['sound'], {type: 'audio/mpeg'}),
      capturedAt: new Date().toISOString(),
      duration: this.elapsed,
      ...more,
    };
    if (this.#protection instanceof FakeProtection) this.#protection.add(detail);
    this.show({name: 'captured', detail, end});
    return detail;
  }

  discard() {
    this.calls.push('discard');
    this.show({name: 'idle'});
  }

  close() {
    this.calls.push('close');
    this.show({name: 'idle'});
  }
}

export function recording(muted = false): RecordingState & {name: 'recording'} {
  return {name: 'recording', muted, includes: ['place', 'microphone', 'device']};
}

/** Until the service is asked; a test of what was asked before changes `captures` itself. */
const editable = ({name}: CaptureProgress) =>
  (name === 'held' || name === 'waiting') && {isEditable: true as const};

export class FakeProtection implements Protection {
  captures: readonly CaptureSummary[] = [];
  closings: readonly CaptureSummary[] = [];
  /** The pictures and shots with which jobs were closed. */
  readonly closed: {picture: Blob; shots: SetClosing['shots']}[] = [];
  storage?: StorageState;
  problem?: FailureReason;
  /** Times that the element has said that a person sees it. */
  sightings = 0;
  readonly calls: string[] = [];
  /** The results of `picture`. */
  readonly pictures = new Map<string, Blob>();
  /** The progress of a capture when it is made. */
  firstProgress: CaptureProgress = {name: 'sealing'};
  /** The error with which the next retries and confirmations reject. */
  refusal?: Error;
  /** New captures cannot be stored. */
  isFull = false;
  /** The next answers have no effect. */
  isDecidedElsewhere = false;

  constructor(readonly client: ProtectionClient) {}

  seen() {
    this.sightings++;
  }

  add(detail: CaptureDetail, progress = this.firstProgress) {
    const {captureId, mode, capturedAt, blob, duration, recovered} = detail;
    const isRead = progress.name === 'held' && progress.awaits === 'license-plate';
    const plateReading = isRead ? 'underway' : undefined;
    const {tags, features, job} = this.client.config;
    const words = {
      ...(tags && {tags}),
      ...(features?.shot && {shot: features.shot.id}),
      ...(job && {job}),
    };
    const isUnstored = this.isFull ? (true as const) : undefined;
    const asked = awaitsReview(progress) && {asksHere: true as const, isUnstored};
    const summary: CaptureSummary = {
      captureId,
      mode,
      capturedAt,
      progress,
      ...editable(progress),
      plateReading,
      ...asked,
      ...words,
      ...(duration && {duration}),
      ...(recovered && {recovered}),
    };
    this.captures = [...this.captures, summary];
    this.pictures.set(captureId, blob);
    this.client.onChange();
    if (!awaitsReview(progress)) this.client.onCapture(detail, true);
  }

  accept(captureId: string) {
    this.calls.push(`accept ${captureId}`);
    if (this.refusal) return Promise.reject(this.refusal);
    if (this.isDecidedElsewhere) return Promise.resolve(false);
    const capture = this.captures.find((one) => one.captureId === captureId);
    const blob = this.pictures.get(captureId);
    if (!capture || !blob) {
      return Promise.reject(new SealedCaptureError('capture_unknown', 'No such capture.'));
    }
    this.captures = this.captures.map((one) =>
      one === capture ? {...one, asksHere: undefined, progress: {name: 'sealing'}} : one,
    );
    this.client.onChange();
    const {mode, capturedAt} = capture;
    this.client.onCapture({captureId, mode, capturedAt, blob}, true);
    return Promise.resolve(true);
  }

  async reject(captureId: string) {
    this.calls.push(`reject ${captureId}`);
    if (this.refusal) throw this.refusal;
    if (this.isDecidedElsewhere) return false;
    await this.discard(captureId);
    return true;
  }

  /** The results of `sealedFile`. */
  readonly sealedFiles = new Map<string, Blob>();
  sealedFile(captureId: string) {
    this.calls.push(`sealedFile ${captureId}`);
    return Promise.resolve(this.sealedFiles.get(captureId));
  }

  /** The error with which jobs are not closed. */
  closeRefusal?: Error;

  closeJob(picture: Blob, shots: SetClosing['shots']) {
    const {job} = this.client.config;
    if (this.closeRefusal) return Promise.reject(this.closeRefusal);
    if (!job) return Promise.reject(new SealedCaptureError('configuration_invalid', 'No job.'));
    if (!this.captures.some((capture) => capture.job === job)) {
      return Promise.reject(new SealedCaptureError('capture_unknown', 'Nothing of the job.'));
    }
    this.closed.push({picture, shots});
    let captureId = '';
    const capturedAt = new Date().toISOString();
    const progress = {name: 'waiting'} as const;
    // One record for each set, as of captures that are stored.
    const ofJob = this.captures.filter((capture) => capture.job === job);
    for (const set of new Set(ofJob.map((one) => one.set ?? job))) {
      const captures = ofJob.filter((one) => (one.set ?? job) === set);
      const last = Math.max(captures.length, ...captures.map(({index = 0}) => index));
      const nth = this.closings.filter((one) => one.set === set).length + 1;
      captureId = crypto.randomUUID();
      const closed = {last, nth, shots};
      this.closings = [
        ...this.closings,
        {captureId, mode: 'image', capturedAt, progress, closes: job, set, closed},
      ];
    }
    this.client.onChange();
    return Promise.resolve(captureId);
  }

  /** Reports to the element that this capture is sealed, and returns the promise that the element waits for. */
  tellSealed(captureId: string, closes?: string) {
    return this.client.onProtected({
      captureId,
      mode: this.client.mode ?? 'image',
      protectedBlob: new Blob(),
      sealedAt: '2026-11-20T15:04:00Z',
      restored: false,
      delivery: 1,
      ...(closes && {closes}),
    });
  }

  /** Changes the progress of the capture and notifies the element. */
  advance(captureId: string, progress: CaptureProgress) {
    const advanced = (capture: CaptureSummary) =>
      capture.captureId === captureId
        ? {...capture, isEditable: undefined, progress, ...editable(progress)}
        : capture;
    this.captures = this.captures.map(advanced);
    this.closings = this.closings.map(advanced);
    this.client.onChange();
  }

  /** Reports the plate that was read, as the detector's answer does. */
  readPlate(captureId: string, licensePlateInfo?: LicensePlateInfo) {
    this.captures = this.captures.map((capture) =>
      capture.captureId === captureId
        ? {...capture, licensePlateInfo, plateReading: 'done'}
        : capture,
    );
    this.client.onChange();
    this.client.onLicensePlate?.({captureId, mode: 'image', licensePlateInfo});
  }

  /** Reports to the element that this many bytes of storage are left. */
  leave(left: number, isLow: boolean) {
    this.storage = {used: 1, left, persisted: false, isLow};
    this.client.onChange();
    if (isLow) this.client.onStorageLow?.({used: 1, left});
  }

  picture(captureId: string) {
    this.calls.push(`picture ${captureId}`);
    return Promise.resolve(this.pictures.get(captureId));
  }

  /** The results of `preview`. */
  readonly previews = new Map<string, Blob>();
  preview(captureId: string) {
    return Promise.resolve(this.previews.get(captureId));
  }

  /** The results of `metadata`. */
  readonly metadataOf = new Map<string, CaptureMetadata>();
  metadata(captureId: string) {
    return Promise.resolve(this.metadataOf.get(captureId) ?? {});
  }

  confirmLicensePlate(captureId: string, plateNumber: string) {
    this.calls.push(`confirm ${captureId} ${plateNumber}`);
    if (this.refusal) return Promise.reject(this.refusal);
    this.advance(captureId, {name: 'sealing'});
    return Promise.resolve();
  }

  configurationChanged() {
    this.calls.push('configurationChanged');
  }

  enqueueProtection(captureId?: string, additions?: object) {
    this.calls.push(`enqueue ${captureId ?? 'all'} ${JSON.stringify(additions ?? {})}`);
    return Promise.resolve();
  }

  retryProtection(captureId: string) {
    this.calls.push(`retry ${captureId}`);
    return this.refusal ? Promise.reject(this.refusal) : Promise.resolve();
  }

  discard(captureId: string) {
    const isOther = (capture: CaptureSummary) => capture.captureId !== captureId;
    if ([...this.captures, ...this.closings].every(isOther)) {
      return Promise.reject(new SealedCaptureError('capture_unknown', 'No such capture.'));
    }
    this.captures = this.captures.filter(isOther);
    this.closings = this.closings.filter(isOther);
    this.client.onChange();
    return Promise.resolve();
  }

  /** The result of `changeTags`; it resolves later. */
  tagsAdded: Promise<boolean> = Promise.resolve(true);

  async changeTags(captureId: string, tags: Readonly<Record<string, string | undefined>>) {
    this.calls.push(`tag ${captureId} ${JSON.stringify(tags)}`);
    const isAdded = await this.tagsAdded;
    if (!isAdded) return false;
    this.captures = this.captures.map((capture) =>
      capture.captureId === captureId
        ? {...capture, tags: JSON.parse(JSON.stringify({...capture.tags, ...tags})) as Tags}
        : capture,
    );
    this.client.onChange();
    return true;
  }

  /** The error with which the next notes reject. */
  noteRefusal?: Error;

  noteCopies(captureIds: readonly string[], copy: Omit<CaptureCopy, 'at'>) {
    this.calls.push(`note ${captureIds.join()} ${JSON.stringify(copy)}`);
    if (this.noteRefusal) return Promise.reject(this.noteRefusal);
    const lastCopy = {...copy, at: new Date().toISOString()};
    this.captures = this.captures.map((capture) =>
      captureIds.includes(capture.captureId) ? {...capture, lastCopy} : capture,
    );
    this.client.onChange();
    return Promise.resolve();
  }

  withhold(captureIds: readonly string[], isWithheld: boolean, reason?: WithheldFor) {
    const words = [isWithheld ? 'withhold' : 'let go', captureIds.join(), reason ?? ''];
    this.calls.push(words.join(' ').trim());
  }

  release() {
    this.calls.push('release');
  }
}

export class FakeCore implements CaptureCore {
  readonly cameras: FakeCamera[] = [];
  readonly recordings: FakeRecording[] = [];
  readonly protections: FakeProtection[] = [];
  /** True if the browser would grant the permission without a prompt. */
  granted = false;

  /** The handles of providers. */
  readonly providers: FakeProtection[] = [];

  connect(client: ProtectionClient) {
    const protection = new FakeProtection(client);
    // Providers connect, too.
    if (client.mode) this.protections.push(protection);
    else this.providers.push(protection);
    return protection;
  }

  createCameraSession(client: ProtectionClient) {
    const camera = new FakeCamera(client);
    camera.granted = this.granted;
    this.cameras.push(camera);
    return camera;
  }

  createRecordingSession(client: ProtectionClient) {
    const recording = new FakeRecording(client);
    this.recordings.push(recording);
    return recording;
  }

  get recording(): FakeRecording {
    return last(this.recordings);
  }

  get camera(): FakeCamera {
    return last(this.cameras);
  }

  get protection(): FakeProtection {
    return last(this.protections);
  }
}

function last<T>(list: readonly T[]): T {
  const item = list.at(-1);
  if (item === undefined) throw new Error('no element has connected to the core yet');
  return item;
}

export function live(
  facing: Facing = 'environment',
  canSwitch = true,
  includes: readonly ContentGroup[] = ['place', 'attitude', 'camera'],
): CameraState & {name: 'live'} {
  return {
    name: 'live',
    stream: picture('#3b6ea5', 640, 360, '#2f4a37').captureStream(1),
    facing,
    canSwitch,
    includes,
  };
}

function picture(sky: string, width: number, height: number, ground: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no 2D canvas');
  const fade = context.createLinearGradient(0, 0, 0, height);
  fade.addColorStop(0, '#d8e6f3');
  fade.addColorStop(1, sky);
  context.fillStyle = fade;
  context.fillRect(0, 0, width, height);
  context.fillStyle = ground;
  context.fillRect(0, 0.72 * height, width, height);
  context.fillStyle = '#e9b44c';
  context.beginPath();
  context.arc(0.73 * width, 0.3 * height, 0.12 * height, 0, 7);
  context.fill();
  return canvas;
}

/** A JPEG of a landscape: a sky, a sun, the ground. */
export function photo(
  sky = '#3b6ea5',
  width = 640,
  height = 360,
  ground = '#2f4a37',
): Promise<Blob> {
  return new Promise((resolve, reject) => {
    picture(sky, width, height, ground).toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error('no JPEG'));
    }, 'image/jpeg');
  });
}
