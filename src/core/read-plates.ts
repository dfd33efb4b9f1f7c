import {LicensePlates} from './license-plates.js';
import type {ProtectionQueue} from './protection-queue.js';

/** Has the plates of the queue's pictures read: by `createCameraSession`, and for pages without a camera of ours. */
export function readPlates(queue: ProtectionQueue): void {
  queue.readPlatesBy((...parts) => new LicensePlates(...parts));
}
