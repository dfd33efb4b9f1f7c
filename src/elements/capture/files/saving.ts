import {fileInIcon} from './file-icons.js';
import {shareIcon} from '../../later-icons.js';

/**
 * Icon and term of the button that saves a capture, or shares it if it is sealed and the browser can share files.
 * `isImported`: it was chosen, and may have a seal of its own.
 */
export function savingOf(isSealed: boolean, canShare: boolean, isImported = false) {
  const term = isImported ? 'viewerSave' : 'viewerSaveUnsealed';
  if (!isSealed) return {icon: fileInIcon(), term} as const;
  return canShare
    ? ({icon: shareIcon(), term: 'viewerShare'} as const)
    : ({icon: fileInIcon(), term: 'viewerSave'} as const);
}
