import {isNamedByPlatform} from '../../../core/inspection/address/platform-names.js';
import {nameOf} from '../intake/file-name.js';

/** Files that were fetched from an address. */
const fetched = new WeakSet<Blob>();

export const markFetched = (file: Blob): void => void fetched.add(file);

/** True for a file from an address, or under a name that a messenger or a platform gives. */
export const isFromPlatform = (file: Blob): boolean =>
  fetched.has(file) || isNamedByPlatform(nameOf(file));
