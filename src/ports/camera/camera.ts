import type {Camera} from '@sealed-capture/seal/model/capture-metadata.js';
import type {Facing} from '@sealed-capture/seal/model/protection-config.js';
import {cameraSection} from './camera-settings.js';
import {rememberedCamera, type ChosenCamera} from './chosen-camera.js';
import {MediaAccess, type MediaPermission, type MediaRefusal} from '../permissions/media-access.js';

/** A camera that is on. */
export interface LiveCamera {
  readonly stream: MediaStream;
  /** The direction that the camera reports, or else the one that was requested. */
  readonly facing: Facing;
  readonly deviceId: string;
  /** The metadata section of the camera for the current picture. */
  describe(): Camera;
  /** Calls once if the camera is unplugged or revoked; not after `stop`. */
  onLost(callback: () => void): void;
  stop(): void;
}

/** The result of opening a camera. Each except `live` has its own screen. */
export type CameraOutcome = {name: 'live'; camera: LiveCamera} | MediaRefusal;

export type CameraPermission = MediaPermission;

export interface CameraRequest {
  facing: Facing;
  /** Device id of the camera to switch away from, if the browser does not know the directions. */
  not?: string;
  /** Device id of the right camera, if known; if it is missing, the direction counts. */
  deviceId?: string;
  signal: AbortSignal;
}

export interface Cameras {
  /**
   * Opens a camera. Never rejects. When the signal is aborted, the camera is turned off, also one that arrives
   * later.
   */
  open(request: CameraRequest): Promise<CameraOutcome>;
  /** The permission that the browser reports without asking the person. */
  permission(): Promise<CameraPermission>;
  /** True if the browser has granted it before, and has not reported otherwise since. */
  readonly isGranted: boolean;
  /** An obstacle that is known without asking the person. */
  obstacle(): CameraOutcome | undefined;
  /** Number of cameras; 0 if the browser does not report it. Never rejects. */
  count(): Promise<number>;
  /** Calls whenever the permission or the number of cameras changed, until the signal is aborted. */
  watch(onChange: () => void, signal: AbortSignal): void;
}

/** Larger than any camera's resolution, so that the browser uses the highest. */
const FULL_RESOLUTION = {width: {ideal: 7680}, height: {ideal: 4320}};

export class BrowserCameras extends MediaAccess implements Cameras {
  constructor(media?: MediaDevices) {
    super('camera', media);
  }

  async open(request: CameraRequest): Promise<CameraOutcome> {
    // The person's own choice has priority, in this visit and in later ones.
    const chosen = rememberedCamera(request.facing);
    const deviceId = chosen[0] ?? request.deviceId;
    const opened = await this.attempt({...request, deviceId}, (wanted) =>
      this.#find(wanted, chosen),
    );
    return 'live' in opened ? {name: 'live', camera: opened.live} : opened;
  }

  async count(): Promise<number> {
    return (await this.devices('videoinput')).length;
  }

  /**
   * Opens a camera for the direction. An exact `facingMode` fails if cameras do not know theirs, so an ideal one is
   * requested and the result checked. A camera that the person chose is right whatever its direction. Few devices have
   * a camera that faces a side: elsewhere, one that faces away is meant.
   */
  async #find(
    {facing, not, deviceId, signal}: CameraRequest,
    chosen: ChosenCamera,
  ): Promise<LiveCamera> {
    const known = deviceId ?? (await this.#named(chosen));
    if (!known && (facing === 'left' || facing === 'right')) {
      const side = {facingMode: {exact: facing}, ...FULL_RESOLUTION};
      return this.#openStream(side, facing, signal).catch((thrown: unknown) => {
        if ((thrown as Partial<Error>).name !== 'OverconstrainedError') throw thrown;
        return this.#find({facing: 'environment', not, signal}, chosen);
      });
    }
    const wish = known ? {deviceId: {exact: known}} : {facingMode: {ideal: facing}};
    const first = await this.#openStream({...wish, ...FULL_RESOLUTION}, facing, signal);
    const isChosen = known && chosen[0];
    // Firefox and Safari report names only once a camera is on.
    let other = isChosen ? first.deviceId : await this.#named(chosen);
    if (!other && !isRight(first, facing, not)) {
      const inputs = await this.devices('videoinput');
      const at = inputs.findIndex(({deviceId}) => deviceId === first.deviceId);
      other = inputs[(at + 1) % inputs.length]?.deviceId;
    }
    // If the browser does not report directions, the opened camera is used.
    if (!other || other === first.deviceId) return first;
    // Phones can open only one camera at a time.
    first.stop();
    const second = {deviceId: {exact: other}, ...FULL_RESOLUTION};
    return this.#openStream(second, facing, signal);
  }

  /** The id that the chosen camera has now, if there is a camera of its name under another id. */
  async #named([chosen, name]: ChosenCamera): Promise<string | undefined> {
    const inputs = name ? await this.devices('videoinput') : [];
    return inputs.find(({deviceId, label}) => label === name && deviceId !== chosen)?.deviceId;
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
