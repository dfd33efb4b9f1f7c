import type {Camera} from '../model/capture-metadata.js';
import {SealedCaptureError, toSealedCaptureError} from '../model/errors.js';
import type {Facing} from '../model/protection-config.js';
import {cameraSection} from './camera-settings.js';
import {policyAllows} from './permissions-policy.js';

/** A camera that is on. */
export interface LiveCamera {
  readonly stream: MediaStream;
  /** What the camera itself reports, or what was asked for. */
  readonly facing: Facing;
  readonly deviceId: string;
  /** What it says about itself and the picture it is taking. */
  describe(): Camera;
  /** Calls once if the camera is taken away; not after `stop`. */
  onLost(callback: () => void): void;
  stop(): void;
}

/** How the attempt to open a camera ended; each but `live` has its screen. */
export type CameraOutcome =
  | {name: 'live'; camera: LiveCamera}
  | {name: 'denied'}
  /** Refused without asking; `byPolicy` when the page's Permissions-Policy forbids it. */
  | {name: 'blocked'; byPolicy: boolean}
  | {name: 'not-found'}
  | {name: 'in-use'}
  | {name: 'insecure'}
  | {name: 'failed'; error: SealedCaptureError};

export type CameraPermission = 'granted' | 'prompt' | 'denied' | 'unknown';

export interface CameraRequest {
  facing: Facing;
  /** The camera to switch away from, where the browser does not know which way its cameras face. */
  not?: string;
  /** A camera that is known to be the right one; where it is gone, the facing counts. */
  deviceId?: string;
  signal: AbortSignal;
}

export interface Cameras {
  /** Asks for a camera. Never rejects; the camera is turned off when the signal is aborted, also one on its way. */
  open(request: CameraRequest): Promise<CameraOutcome>;
  /** What the browser says without asking. */
  permission(): Promise<CameraPermission>;
  /** What is known to stand in the way without asking. */
  obstacle(): CameraOutcome | undefined;
  /** How many cameras there are; 0 where the browser does not tell. Never rejects. */
  count(): Promise<number>;
  /** Calls whenever the permission or the number of cameras changed, until the signal is aborted. */
  watch(onChange: () => void, signal: AbortSignal): void;
}

/** More than any camera has, so that the browser gives the most it can. */
const FULL_RESOLUTION = {width: {ideal: 7680}, height: {ideal: 4320}};

export class BrowserCameras implements Cameras {
  readonly #media: MediaDevices | undefined;

  constructor(media: MediaDevices | undefined = (navigator as Partial<Navigator>).mediaDevices) {
    this.#media = media;
  }

  async open(request: CameraRequest): Promise<CameraOutcome> {
    const obstacle = this.obstacle();
    if (obstacle) return obstacle;
    if ((await this.permission()) === 'denied') return {name: 'blocked', byPolicy: false};
    try {
      return {name: 'live', camera: await this.#find(request)};
    } catch (thrown) {
      const outcome = await this.#outcomeOf(thrown);
      // The camera that is remembered was unplugged: another may be there.
      const isGone = outcome.name === 'not-found' && request.deviceId;
      return isGone ? this.open({...request, deviceId: undefined}) : outcome;
    }
  }

  obstacle(): CameraOutcome | undefined {
    if (!isSecureContext) return {name: 'insecure'};
    if (!policyAllows('camera')) return {name: 'blocked', byPolicy: true};
    if (this.#media) return undefined;
    const error = new SealedCaptureError('device_not_found', 'This browser has no camera access.');
    return {name: 'failed', error};
  }

  async permission(): Promise<CameraPermission> {
    try {
      return (await queryCamera()).state;
    } catch {
      return 'unknown';
    }
  }

  async count(): Promise<number> {
    return (await this.#videoInputs()).length;
  }

  watch(onChange: () => void, signal: AbortSignal): void {
    this.#media?.addEventListener('devicechange', onChange, {signal});
    queryCamera()
      .then((status) => status.addEventListener('change', onChange, {signal}))
      .catch(() => undefined);
  }

  /** Exact facing modes fail where cameras do not know theirs: ask for an ideal one, then look what came. */
  async #find({facing, not, deviceId, signal}: CameraRequest): Promise<LiveCamera> {
    const wish = deviceId ? {deviceId: {exact: deviceId}} : {facingMode: {ideal: facing}};
    const first = await this.#openStream({...wish, ...FULL_RESOLUTION}, facing, signal);
    if (isRight(first, facing, not)) return first;
    const inputs = await this.#videoInputs();
    const other = inputs[(inputs.findIndex((id) => id === first.deviceId) + 1) % inputs.length];
    if (!other || other === first.deviceId) return first;
    // Phones open one camera at a time.
    first.stop();
    const second = {deviceId: {exact: other}, ...FULL_RESOLUTION};
    return this.#openStream(second, facing, signal);
  }

  async #openStream(
    video: MediaTrackConstraints,
    facing: Facing,
    signal: AbortSignal,
  ): Promise<LiveCamera> {
    signal.throwIfAborted();
    const stream = await this.#media?.getUserMedia({video, audio: false});
    const track = stream?.getVideoTracks()[0];
    const stop = (): void => stream?.getTracks().forEach((track) => track.stop());
    signal.addEventListener('abort', stop, {once: true});
    if (signal.aborted || !stream || !track) {
      stop();
      throw new SealedCaptureError('aborted', 'The camera was closed while it opened.');
    }
    return {
      stream,
      facing: reportedFacing(stream) ?? facing,
      deviceId: track.getSettings().deviceId ?? '',
      describe: () => cameraSection(track),
      onLost: (callback) => track.addEventListener('ended', callback, {once: true}),
      stop,
    };
  }

  async #videoInputs(): Promise<string[]> {
    try {
      const devices = (await this.#media?.enumerateDevices()) ?? [];
      return devices.filter(({kind}) => kind === 'videoinput').map(({deviceId}) => deviceId);
    } catch {
      // The camera that came is then the only one.
      return [];
    }
  }

  async #outcomeOf(thrown: unknown): Promise<CameraOutcome> {
    // By name alone: an OverconstrainedError is no DOMException in Firefox and WebKit.
    switch ((thrown as Partial<Error>).name) {
      case 'NotAllowedError': {
        // Granted yet refused: the operating system, which does not ask either.
        const permission = await this.permission();
        const final = permission === 'denied' || permission === 'granted';
        return final ? {name: 'blocked', byPolicy: false} : {name: 'denied'};
      }
      case 'SecurityError':
        return {name: 'blocked', byPolicy: true};
      case 'NotFoundError':
      case 'OverconstrainedError':
        return {name: 'not-found'};
      case 'NotReadableError':
      case 'AbortError':
        return {name: 'in-use'};
      default:
        return {name: 'failed', error: toSealedCaptureError(thrown, 'device_not_found')};
    }
  }
}

function isRight(camera: LiveCamera, facing: Facing, not: string | undefined): boolean {
  const reported = reportedFacing(camera.stream);
  return reported === undefined ? camera.deviceId !== not : reported === facing;
}

function reportedFacing(stream: MediaStream): Facing | undefined {
  const mode = stream.getVideoTracks()[0]?.getSettings().facingMode;
  return mode === 'user' || mode === 'environment' ? mode : undefined;
}

/** Rejects in browsers that do not know the name. */
const queryCamera = (): Promise<PermissionStatus> => navigator.permissions.query({name: 'camera'});
