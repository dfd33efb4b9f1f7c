import {fileInIcon} from './file-icons.js';
import {shareIcon} from '../../later-icons.js';

/** Icon and term of the button that saves a capture, or shares it if it is sealed and the browser can share files. */
export function savingOf(isSealed: boolean, canShare: boolean) {
  if (!isSealed) return {icon: fileInIcon(), term: 'viewerSaveUnsealed'} as const;
  return canShare
    ? ({icon: shareIcon(), term: 'viewerShare'} as const)
    : ({icon: fileInIcon(), term: 'viewerSave'} as const);
}
