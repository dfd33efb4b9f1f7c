import type {Facing} from '../../model/protection-config.js';

/** The part of a page's storage that is used. */
type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** `camera.ts` reads it, too. */
const keyOf = (facing: Facing): string => `sealed-capture-camera-${facing}`;

/** The camera that the person chose on this device for this direction; undefined without a choice or storage. */
export function rememberedCamera(facing: Facing, memory?: Memory): string | undefined {
  try {
    return (memory ?? localStorage).getItem(keyOf(facing)) ?? undefined;
  } catch {
    // Storage is blocked.
  }
  return undefined;
}

/** Stores the choice of a camera for one direction, and removes it from the other. Without storage, it does nothing. */
export function rememberCamera(facing: Facing, deviceId: string, memory?: Memory): void {
  try {
    const store = memory ?? localStorage;
    const other: Facing = facing === 'user' ? 'environment' : 'user';
    if (store.getItem(keyOf(other)) === deviceId) store.removeItem(keyOf(other));
    store.setItem(keyOf(facing), deviceId);
  } catch {
    // Storage is blocked or full.
  }
}
