import type {Media} from './captures-in-memory.js';

/** Blink alone has it, also in workers. */
const isBlink = 'userAgentData' in navigator;

/**
 * The form in which media are stored. Blink writes a Blob from where it is, which takes less than half of a
 * buffer's time and is as durable; other engines refuse stored Blobs (WebKitGTK) or spoil them (iOS), so that
 * they get a buffer.
 */
export const storableMedia = async (media: Blob): Promise<Media> =>
  isBlink ? media : media.arrayBuffer();
