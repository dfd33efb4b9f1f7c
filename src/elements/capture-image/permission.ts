import type {CameraState} from '../../core/camera/camera-session.js';
import type {PermissionStatus} from '../../model/protection-config.js';

/** The permission that a camera's state implies. */
export function permissionOf({name}: CameraState): PermissionStatus {
  switch (name) {
    case 'live':
    case 'in-use':
      return 'granted';
    // Permission is granted; the page may soon take a photo.
    case 'starting':
      return 'pending';
    case 'pending':
    case 'denied':
    case 'blocked':
      return name;
    case 'insecure':
      return 'blocked';
    case 'off':
    case 'not-found':
    case 'failed':
      return 'unknown';
  }
}
