import type {Standing} from '../states.js';

// Words of terms that are loaded at once and of terms that are loaded later.

/** For example "1 photo" and "2 photos". */
export const counted = (count: number, name = 'photo') =>
  `${count} ${name}${count === 1 ? '' : 's'}`;

/** Shown if the detector found none, or failed. */
export const plateMissing = 'Couldn’t read a plate. Type it, or choose “No plate”.';

export const standings: Record<Standing, string> = {
  held: 'not sealed yet',
  misconfigured: 'not sealed yet',
  'awaits-plate': 'waits for its plate',
  sealing: 'sealing',
  waiting: 'waiting for the network',
  delayed: 'waiting for the next attempt',
  sealed: 'sealed',
  delivering: 'sealed, uploading',
  undelivered: 'sealed, waiting to upload',
  uploaded: 'sealed and uploaded',
  failed: 'not sealed',
};
