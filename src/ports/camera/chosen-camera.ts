import type {Facing} from '../../model/protection-config.js';
import {recall, type DeviceMemory} from '../browser/recalled.js';

/** What the choice is remembered under. */
export const cameraKey = (facing: Facing): string => `sealed-capture-camera-${facing}`;

/** The camera that the person chose on this device for this direction; undefined where there is none. */
export const rememberedCamera = (facing: Facing, memory?: DeviceMemory): string | undefined =>
  recall(cameraKey(facing), memory);
