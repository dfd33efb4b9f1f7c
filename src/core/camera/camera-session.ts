import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {PictureQuality} from '@sealed-capture/seal/model/picture-quality.js';
import type {CaptureDetail, Facing} from '@sealed-capture/seal/model/protection-config.js';
import type {CameraOutcome} from '../../ports/camera/camera.js';
import type {CaptureContents, ContentSummary} from '../metadata/capture-contents.js';
import type {Protection} from '../queue/queue-client.js';

/** The camera's state. Each state except `live` has its own screen. */
export type CameraState =
  /** The camera was not requested yet, or was closed. */
  | {name: 'off'}
  /** The browser is asking the person for permission. */
  | {name: 'pending'}
  /** The camera is allowed and starting, or it is on while the code that stores its pictures still loads. */
  | {name: 'starting'}
  | ({
      name: 'live';
      stream: MediaStream;
      /** The direction that the camera reports, or else the one that was requested. */
      facing: Facing;
      /** There is another camera to switch to. */
      canSwitch: boolean;
      /** What a picture taken now would be sealed with, in the order that the pill shows. */
    } & ContentSummary)
  | Exclude<CameraOutcome, {name: 'live'}>;

/** The error for a picture that is requested while no camera is live. */
export const cameraNotOn = (): SealedCaptureError =>
  new SealedCaptureError(
    'not_capturing',
    'The camera is not on. Call requestPermissions() first, and wait for “granted”. It is off while nobody sees the element.',
  );

/** Called after the client has heard of the capture, if its picture could be measured. */
export type OnMeasured = (captureId: string, quality: PictureQuality) => void;

/** The camera of one preview, from `open` until `close`. Dispatches `change` when `state` has changed. */
export interface CameraSession extends EventTarget {
  readonly state: CameraState;
  /** True from the press of the shutter until the picture is stored. */
  readonly isCapturing: boolean;
  /** What a picture taken now would be sealed with. Cheap enough to be called every second. */
  contents(): CaptureContents;
  /**
   * Asks for motion sensors, for the camera and, once that is live, for the location. Call it in a person's
   * gesture. What is already granted is not asked for again. Resolves once `state` is final; a refused location or
   * motion sensor does not stop it.
   */
  requestPermissions(facing: Facing): Promise<void>;
  /** Opens the camera. Resolves once `state` says whether that succeeded. */
  open(facing: Facing): Promise<void>;
  /**
   * Opens the camera if the browser would not ask the person. Otherwise it stays `off`, or goes to the state that
   * is known without asking (`blocked`, `not-found`, `insecure`).
   */
  openIfGranted(facing: Facing): Promise<void>;
  /** Sets the direction. A live camera is switched at once. */
  setFacing(facing: Facing): Promise<void>;
  /**
   * Takes a picture, stores it, and reports it to the client of `protection`, unless the person is asked about it
   * first (`review`). Rejects with `not_capturing` unless the camera is live. With `onMeasured`, the picture is then
   * measured, and sealed with the result.
   */
  takePicture(protection: Protection, onMeasured?: OnMeasured): Promise<CaptureDetail>;
  /** Turns the camera off. */
  close(): void;
}
