import {SealedCaptureError} from '../../model/errors.js';
import type {PictureQuality} from '../../model/picture-quality.js';
import type {CaptureDetail, Facing} from '../../model/protection-config.js';
import type {CameraOutcome} from '../../ports/camera/camera.js';
import type {CaptureContents, Sealing} from '../metadata/capture-contents.js';
import type {Protection} from '../queue/queue-client.js';

/** Where the camera stands; each state but `live` has its screen. */
export type CameraState =
  /** Not asked for yet, or closed. */
  | {name: 'off'}
  /** The browser is asking. */
  | {name: 'pending'}
  /** The camera is allowed and being turned on, or on while what keeps its pictures is still loaded. */
  | {name: 'starting'}
  | ({
      name: 'live';
      stream: MediaStream;
      /** What the camera itself reports, or what was asked for. */
      facing: Facing;
      /** There is another camera to switch to. */
      canSwitch: boolean;
      /** What a picture that is taken now would be sealed with, in the order of the pill. */
    } & Sealing)
  | Exclude<CameraOutcome, {name: 'live'}>;

/** There is no live camera to take a picture with. */
export const cameraNotOn = (): SealedCaptureError =>
  new SealedCaptureError(
    'not_capturing',
    'The camera is not on. Call requestPermissions() first, and wait until it resolves to “granted”.',
  );

/** Called where a picture could be measured, once the client has heard of it. */
export type OnMeasured = (captureId: string, quality: PictureQuality) => void;

/** One preview: owns the camera from `open` until `close`. Fires `change` when `state` did. */
export interface CameraSession extends EventTarget {
  readonly state: CameraState;
  /** True between the shutter and the capture event. */
  readonly isCapturing: boolean;
  /** What would be sealed now; cheap enough to be asked every second. */
  contents(): CaptureContents;
  /**
   * Asks for attitude and motion, for the camera and, once that is live, for the place. To be called in a person's
   * gesture; what is granted already is not asked for again. Settles once `state` says how the camera stands: a
   * refused place or motion stops nothing.
   */
  requestPermissions(facing: Facing): Promise<void>;
  /** Opens the camera; settles once `state` says how it ended. */
  open(facing: Facing): Promise<void>;
  /**
   * Opens the camera where the browser would not ask; otherwise stays `off`, or tells what is already known
   * (`blocked`, `not-found`, `insecure`) without asking.
   */
  openIfGranted(facing: Facing): Promise<void>;
  /** Switches the camera at once where it is live. */
  setFacing(facing: Facing): Promise<void>;
  /**
   * Takes the picture, stores it, and tells the client of `protection`. Rejects with `not_capturing` unless live. Where
   * `onMeasured` is given, the picture is measured after that, and sealed with what comes of it.
   */
  takePicture(protection: Protection, onMeasured?: OnMeasured): Promise<CaptureDetail>;
  /** Turns the camera off. */
  close(): void;
}
