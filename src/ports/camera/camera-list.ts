import type {Facing} from '@sealed-capture/seal/model/protection-config.js';

/** A camera that can be chosen. */
export interface CameraChoice {
  deviceId: string;
  /** Name of the device. */
  name: string;
  /** Set if the browser reports the direction. */
  facing?: Facing;
}

type Devices = Pick<MediaDevices, 'enumerateDevices'>;

/** All cameras with a name: browsers report names only once the camera is allowed. Never rejects. */
export async function listCameras(
  media: Devices = navigator.mediaDevices,
): Promise<readonly CameraChoice[]> {
  const devices = await media.enumerateDevices().catch(() => []);
  return devices
    .filter(({kind, deviceId, label}) => kind === 'videoinput' && deviceId && label)
    .map((device) => ({deviceId: device.deviceId, name: device.label, facing: facingOf(device)}));
}

/** Calls whenever a camera was plugged in or unplugged, until the signal is aborted. */
export function watchCameras(
  onChange: () => void,
  signal: AbortSignal,
  media: Pick<MediaDevices, 'addEventListener'> = navigator.mediaDevices,
): void {
  media.addEventListener('devicechange', onChange, {signal});
}

function facingOf(device: MediaDeviceInfo): Facing | undefined {
  // Firefox does not report the capabilities of a device that is not open.
  const {getCapabilities} = device as Partial<InputDeviceInfo>;
  try {
    const [facing] = getCapabilities?.call(device).facingMode ?? [];
    return facing === 'user' || facing === 'environment' ? facing : undefined;
  } catch {
    // The device was just unplugged.
    return undefined;
  }
}
