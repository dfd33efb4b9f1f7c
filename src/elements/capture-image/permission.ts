import type {PermissionStatus} from '@sealed-capture/seal/model/protection-config.js';
import type {ViewState} from './frame/viewfinder.js';

/** The permission that a camera's state implies. */
export function permissionOf({name}: ViewState): PermissionStatus {
  switch (name) {
    case 'live':
    case 'resting':
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
