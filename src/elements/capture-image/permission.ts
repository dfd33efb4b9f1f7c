import type {CameraState} from '../../core/camera/camera-session.js';
import type {PermissionStatus} from '../../model/protection-config.js';

/** What a camera's state says about the permission. */
export function permissionOf({name}: CameraState): PermissionStatus {
  switch (name) {
    case 'live':
    case 'in-use':
      return 'granted';
    // The page may take a photo once it is granted.
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
