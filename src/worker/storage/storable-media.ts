import type {Media} from './captures-in-memory.js';

/** Only Blink has it, also in workers. */
const isBlink = 'userAgentData' in navigator;

/**
 * The form in which media are stored. Blink writes a Blob directly, which takes less than half of a buffer's time
 * and is as durable. Other engines refuse stored Blobs (WebKitGTK) or corrupt them (iOS), so they get a buffer.
 */
export const storableMedia = async (media: Blob): Promise<Media> =>
  isBlink ? media : media.arrayBuffer();
