import type {Keeping} from '@sealed-capture/seal/model/job/keeping.js';
import {together} from '../../ports/worker-channel/together.js';
import type {MediaWorkerCalls} from '../../ports/worker-channel/media-worker-calls.js';
import type {StandIn} from '../../ports/worker-channel/media-worker-client.js';
import {CaptureDatabase} from '../../worker/storage/capture-database.js';
import {CaptureShelf} from '../../worker/storage/capture-shelf.js';
import {DatabaseConnection} from '../../worker/storage/database-connection.js';
import {RecordingDatabase} from '../../worker/storage/recording-database.js';
import {mediaOf, storableMedia} from '../../worker/storage/storable-media.js';

let shared: StandIn | undefined;

/** The page's shared storage. */
export const pageStorage = (): StandIn => (shared ??= openPageStorage());

/**
 * The media worker's storage, used by the page itself if no worker can be run. It seals nothing, so it claims
 * nothing.
 */
export function openPageStorage(connection = new DatabaseConnection()): StandIn {
  const captures = new CaptureDatabase(connection);
  const recordings = new RecordingDatabase(connection);
  const shelf = new CaptureShelf(captures);
  return ({message}) => {
    // The capture is sealed once a worker can be run.
    const stored: Keeping = {name: 'stored', failure: {code: 'worker_unavailable', message}};
    const ofPage = {
      claim: undefined,
      async add(job, media) {
        const storable = await storableMedia(media);
        await shelf.withRoom(() => captures.add(job, storable));
        return stored;
      },
      async finish(job, {blob}) {
        // The worker may have stored the capture before it died.
        if (await captures.get(job.captureId)) return stored;
        const storable = await storableMedia(blob);
        await shelf.withRoom(() => recordings.finishWhole(job, storable));
        return stored;
      },
      setsToClose: (job) => shelf.setsToClose(job),
      media: (captureId) => mediaOf(captures, captureId),
    } satisfies Partial<MediaWorkerCalls>;
    return together(ofPage, captures);
  };
}
