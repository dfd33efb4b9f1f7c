import type {Job} from '@sealed-capture/seal/model/job/job.js';
import type {Media} from './captures-in-memory.js';

/** Only Blink has it, also in workers. */
const isBlink = 'userAgentData' in navigator;

/**
 * The form in which media are stored. Blink writes a Blob directly, which takes less than half of a buffer's time
 * and is as durable. Other engines refuse stored Blobs (WebKitGTK) or corrupt them (iOS), so they get a buffer.
 */
export const storableMedia = async (media: Blob): Promise<Media> =>
  isBlink ? media : media.arrayBuffer();

/** Where captures are stored, with the bytes of their media. */
interface Stored {
  get(captureId: string): Promise<Job | undefined>;
  media(captureId: string): Promise<ArrayBuffer | undefined>;
}

/** The raw media of a stored capture as a file of their type; undefined if they are not stored. */
export async function mediaOf(stored: Stored, captureId: string): Promise<Blob | undefined> {
  const [job, bytes] = [await stored.get(captureId), await stored.media(captureId)];
  return bytes && new Blob([bytes], {type: job?.mediaType});
}
