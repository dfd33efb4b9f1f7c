import {screenAngle} from '../../../ports/sensors/screen-angle.js';
import {BrowserOrientation} from '../../../ports/sensors/orientation.js';
import {tiltOf} from '../../camera/tilt.js';
import {sharedMotionPermission} from '../sensing.js';

export {pause} from '../../async/pause.js';
export {recall} from '../../../ports/browser/recalled.js';
export {remember} from '../../../ports/browser/remember.js';

/**
 * Reads how far the horizon is turned on the screen, in degrees clockwise. `onChange` is called when readings come or
 * go. The returned function returns the latest value: undefined while the device lies flat, null if it has no such
 * sensor.
 */
export function watchTilt(
  signal: AbortSignal,
  onChange: () => void,
): () => number | undefined | null {
  const read = new BrowserOrientation(sharedMotionPermission()).start(signal, onChange);
  return () => {
    const {orientation} = read().sections;
    return orientation.roll === undefined ? null : tiltOf(orientation, screenAngle());
  };
}
