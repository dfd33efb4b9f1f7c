import {isPlatformHost} from '../../../core/inspection/address/platform-hosts.js';
import {isNamedByPlatform} from '../../../core/inspection/address/platform-names.js';
import {nameOf} from '../intake/file-name.js';

/** Files that were fetched from the sites of platforms. */
const fetched = new WeakSet<Blob>();

/**
 * Notes where a file was fetched from. Only the known hosts of platforms and messengers count: not the page's own origin,
 * nor other sites, nor `data:` and `blob:`, which have no host.
 */
export function markFetched(file: Blob, {hostname, origin}: URL): void {
  if (origin !== location.origin && isPlatformHost(hostname)) fetched.add(file);
}

/** True for a file from a platform's site, or under a name that a messenger or a platform gives. */
export const isFromPlatform = (file: Blob): boolean =>
  fetched.has(file) || isNamedByPlatform(nameOf(file));
