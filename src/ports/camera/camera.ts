import type {Camera} from '../../model/capture-metadata.js';
import type {Facing} from '../../model/protection-config.js';
import {cameraSection} from './camera-settings.js';
import {MediaAccess, type MediaPermission, type MediaRefusal} from '../permissions/media-access.js';

/** A camera that is on. */
export interface LiveCamera {
  readonly stream: MediaStream;
  /** The direction that the camera reports, or else the one that was requested. */
  readonly facing: Facing;
  readonly deviceId: string;
  /** What it says about itself and the picture it is taking. */
  describe(): Camera;
  /** Calls once if the camera is taken away; not after `stop`. */
  onLost(callback: () => void): void;
  stop(): void;
}

/** How the attempt to open a camera ended; each but `live` has its screen. */
export type CameraOutcome = {name: 'live'; camera: LiveCamera} | MediaRefusal;

export type CameraPermission = MediaPermission;

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
  /** True where the browser has said so before, and has not said otherwise since. */
  readonly isGranted: boolean;
  /** What is known to stand in the way without asking. */
  obstacle(): CameraOutcome | undefined;
  /** How many cameras there are; 0 where the browser does not tell. Never rejects. */
  count(): Promise<number>;
  /** Calls whenever the permission or the number of cameras changed, until the signal is aborted. */
  watch(onChange: () => void, signal: AbortSignal): void;
}

/** More than any camera has, so that the browser gives the most it can. */
const FULL_RESOLUTION = {width: {ideal: 7680}, height: {ideal: 4320}};

export class BrowserCameras extends MediaAccess implements Cameras {
  constructor(media?: MediaDevices) {
    super('camera', media);
  }

  async open(request: CameraRequest): Promise<CameraOutcome> {
    // The person's own choice comes first, in this visit and in later ones.
    const chosen = chosenCamera(request.facing);
    const deviceId = chosen ?? request.deviceId;
    const opened = await this.attempt({...request, deviceId}, (wanted) =>
      this.#find(wanted, chosen),
    );
    return 'live' in opened ? {name: 'live', camera: opened.live} : opened;
  }

  async count(): Promise<number> {
    return (await this.devices('videoinput')).length;
  }

  /**
   * Exact facing modes fail where cameras do not know theirs: ask for an ideal one, then look what came. The one that the
   * person chose is right whichever way it faces.
   */
  async #find(
    {facing, not, deviceId, signal}: CameraRequest,
    chosen?: string,
  ): Promise<LiveCamera> {
    const wish = deviceId ? {deviceId: {exact: deviceId}} : {facingMode: {ideal: facing}};
    const first = await this.#openStream({...wish, ...FULL_RESOLUTION}, facing, signal);
    if ((chosen && deviceId === chosen) || isRight(first, facing, not)) return first;
    const inputs = await this.devices('videoinput');
    const at = inputs.findIndex(({deviceId}) => deviceId === first.deviceId);
    const other = inputs[(at + 1) % inputs.length]?.deviceId;
    // Where the browser does not tell, the camera that came is the only one.
    if (!other || other === first.deviceId) return first;
    // Phones can open only one camera at a time.
    first.stop();
    const second = {deviceId: {exact: other}, ...FULL_RESOLUTION};
    return this.#openStream(second, facing, signal);
  }

  async #openStream(
    video: MediaTrackConstraints,
    facing: Facing,
    signal: AbortSignal,
  ): Promise<LiveCamera> {
    const {track, ...opened} = await this.openTrack({video, audio: false}, signal);
    const reported = reportedFacing(opened.stream);
    return {...opened, facing: reported ?? facing, describe: () => cameraSection(track)};
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

/** The camera that the person chose for this direction, as `remembered-camera.ts` stores it, which is loaded later. */
function chosenCamera(facing: Facing): string | undefined {
  try {
    return localStorage.getItem(`sealed-capture-camera-${facing}`) ?? undefined;
  } catch {
    return undefined;
  }
}
