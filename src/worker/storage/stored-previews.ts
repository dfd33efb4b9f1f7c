import {hasFile} from '@sealed-capture/seal/model/job/job.js';
import type {Media} from './captures-in-memory.js';
import {committing, type DatabaseConnection, type WritableStore} from './database-connection.js';
import {jobOf} from './stored-job.js';

type PreviewStore = WritableStore<'previews'>;

/** If a preview is lost with the device's power, a picture is missing that only shows what the server has. */
const RELAXED = {durability: 'relaxed'} as const;

/** Writes previews of delivered photos to IndexedDB. `CaptureDatabase` reads them, also in a page without a worker. */
export class StoredPreviews {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  /**
   * Stores the preview of a photo that is still listed without its file, and deletes the oldest previews above `budget`, in
   * bytes.
   */
  async addPreview(captureId: string, picture: Media, budget: number): Promise<void> {
    const size = picture instanceof Blob ? picture.size : picture.byteLength;
    await this.#connection.write(
      ['jobs', 'previews'],
      async (transaction) => {
        const job = jobOf(await transaction.objectStore('jobs').get(captureId));
        // It was discarded meanwhile, or its time in the list is over.
        if (!job || hasFile(job)) return;
        const preview = {captureId, capturedAt: job.capturedAt, size, picture};
        await committing(transaction, [transaction.objectStore('previews').put(preview)]);
      },
      RELAXED,
    );
    // Apart, because captures wait for a transaction that has the jobs.
    await this.#connection.write(
      ['previews'],
      (transaction) => keepWithin(transaction.objectStore('previews'), budget),
      RELAXED,
    );
  }
}

/** Deletes this many of the oldest previews; resolves to false if there are none. */
export async function deleteOldest(previews: PreviewStore, count: number): Promise<boolean> {
  const oldest: string[] = [];
  let cursor = await previews.index('by-age').openKeyCursor();
  for (; cursor && oldest.length < count; cursor = await cursor.continue()) {
    oldest.push(cursor.primaryKey);
  }
  await Promise.all(oldest.map((captureId) => previews.delete(captureId)));
  return oldest.length > 0;
}

/** Keeps the newest previews that together have at most `budget` bytes. */
async function keepWithin(previews: PreviewStore, budget: number): Promise<void> {
  let total = 0;
  const over: string[] = [];
  let cursor = await previews.index('by-age').openKeyCursor(null, 'prev');
  for (; cursor; cursor = await cursor.continue()) {
    const [, size] = cursor.key;
    total += size;
    if (total > budget) over.push(cursor.primaryKey);
  }
  await Promise.all(over.map((captureId) => previews.delete(captureId)));
}
