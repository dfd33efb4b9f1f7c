import type {Facing} from '@sealed-capture/seal/model/protection-config.js';
import type {DeviceMemory} from '../browser/recalled.js';
import {remember} from '../browser/remember.js';
import {cameraKey, rememberedCamera} from './chosen-camera.js';

/** Whether the person chose this camera for the direction: by its id, or by its name if ids have changed. */
export function isRemembered(
  facing: Facing,
  deviceId: string,
  name: string,
  memory?: DeviceMemory,
): boolean {
  const [chosen, chosenName] = rememberedCamera(facing, memory);
  return deviceId === chosen || name === chosenName;
}

/** Stores the choice of a camera for one direction, and removes it from the other. */
export function rememberCamera(
  facing: Facing,
  deviceId: string,
  name: string,
  memory?: DeviceMemory,
): void {
  const other: Facing = facing === 'user' ? 'environment' : 'user';
  if (isRemembered(other, deviceId, name, memory)) remember(cameraKey(other), undefined, memory);
  remember(cameraKey(facing), `${deviceId}\n${name}`, memory);
}
