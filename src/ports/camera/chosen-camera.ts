import type {Facing} from '@sealed-capture/seal/model/protection-config.js';
import {recall, type DeviceMemory} from '../browser/recalled.js';

/** The storage key of the choice for this direction. */
export const cameraKey = (facing: Facing): string => `sealed-capture-camera-${facing}`;

/**
 * Device id and name of a camera, with a line break between them. Some browsers give every device another id after
 * each reload; the name then identifies the camera. Choices of earlier versions have no name.
 */
export type ChosenCamera = readonly string[];

/** The camera that the person chose on this device for this direction; empty if there is none. */
export const rememberedCamera = (facing: Facing, memory?: DeviceMemory): ChosenCamera =>
  recall(cameraKey(facing), memory)?.split('\n') ?? [];
