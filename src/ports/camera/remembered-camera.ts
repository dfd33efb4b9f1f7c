import type {Facing} from '../../model/protection-config.js';
import type {DeviceMemory} from '../browser/recalled.js';
import {remember} from '../browser/remember.js';
import {cameraKey, rememberedCamera} from './chosen-camera.js';

export {rememberedCamera};

/** Stores the choice of a camera for one direction, and removes it from the other. */
export function rememberCamera(facing: Facing, deviceId: string, memory?: DeviceMemory): void {
  const other: Facing = facing === 'user' ? 'environment' : 'user';
  if (rememberedCamera(other, memory) === deviceId) remember(cameraKey(other), undefined, memory);
  remember(cameraKey(facing), deviceId, memory);
}
