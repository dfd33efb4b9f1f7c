import type {ShotOrientation, Shot} from '../shots/shot.js';

/**
 * How the phone is to be held for this shot; undefined if the live picture has that shape already. `isHeld`: the device is
 * held in a hand, unlike the camera of a desk, which nobody turns.
 */
export function turnFor(
  {orientation, overlay}: Partial<Shot>,
  picture: HTMLVideoElement | null,
  isHeld = matchMedia('(pointer: coarse)').matches,
): ShotOrientation | undefined {
  const wanted = orientation ?? (overlay === 'vehicle-side' ? 'landscape' : undefined);
  const {videoWidth = 0, videoHeight = 0} = picture ?? {};
  const isOther = wanted === 'landscape' ? videoWidth < videoHeight : videoWidth > videoHeight;
  return isOther && isHeld ? wanted : undefined;
}
