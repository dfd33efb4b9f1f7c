import type {BackgroundSync} from '../../ports/browser/background-sync.js';
import type {Clock, Random} from '../../ports/browser/clock.js';
import type {Locks} from '../../ports/browser/locks.js';
import type {StoragePersistence} from '../../ports/browser/storage-persistence.js';
import type {WakeUps} from '../../ports/browser/wake-ups.js';
import type {StillStore} from '../../ports/camera/picture.js';
import type {CaptureStore} from '../../ports/captures/capture-store.js';
import type {MediaSealer} from '../../ports/captures/media-sealer.js';
import type {CaptureDetail} from '@sealed-capture/seal/model/protection-config.js';
import type {Job} from '@sealed-capture/seal/model/job/job.js';
import type {Connection} from './connection/connection.js';
import type {Connections} from './connection/connections.js';
import type {Draft} from './draft.js';
import type {Reports} from './connection/reports.js';
import type {CaptureRecord, Ledger} from './store/ledger.js';
import type {CaptureSummary} from './queue-client.js';
import type {StorageWatch} from './store/storage-watch.js';
import type {Visits} from './visits.js';

/** The outside world of the queue. Tests replace all of it. */
export interface QueuePorts {
  store: CaptureStore & Pick<StillStore, 'quality'>;
  sealer: MediaSealer;
  /** `onLost` is called whenever data that were only in memory are lost, and running calls have failed. */
  whenLost?: (onLost: () => void) => void;
  locks: Locks;
  persistence: StoragePersistence;
  backgroundSync: BackgroundSync;
  /** Loads the code that sends files to the page's own storage. Rejects if that part of the page is missing. */
  loadUploads: () => Promise<(parts: QueueParts) => FileSender>;
  wakeUps: WakeUps;
  clock: Clock;
  random: Random;
  /** Base of relative addresses. */
  pageAddress: () => string;
  /** Reports to the page's developer, such as an exception in a client or a secret in a page. */
  report: (problem: unknown) => void;
}

/** Sends sealed files to the page's own storage. */
export interface FileSender {
  /**
   * Makes one attempt to send a file, if it is still to be sent. Never rejects.
   *
   * @param unstored the file, if the storage does not have it
   */
  send(job: Job, unstored?: Blob): Promise<void>;
}

/** Work that only some pages have done, by code that they alone load. */
export interface Extras {
  plates?: PlateReading;
  recoveries?: Recoverer;
}

/** What the parts of a queue share. */
export interface QueueParts {
  ports: QueuePorts;
  visits: Visits;
  ledger: Ledger;
  connections: Connections;
  reports: Reports;
  extras: Extras;
  storage: Pick<StorageWatch, 'measure' | 'state'>;
  signal: AbortSignal;
}

/** The raw media of a capture, also if only the page has them. */
export async function rawMedia(
  {ledger, ports}: QueueParts,
  captureId: string,
): Promise<Blob | undefined> {
  const media = ledger.get(captureId)?.media;
  return media?.name === 'nowhere' ? media.blob : await ports.store.media(captureId);
}

/** When a capture that is released now may be sealed: it may still wait for its location or measurement. */
export const dueOnRelease = ({ledger, ports}: QueueParts, captureId: string): number =>
  ledger.get(captureId)?.completeBy ?? ports.clock.now();

/** Reads the license plates of held pictures. A page without a camera has none. */
export interface PlateReading {
  /** Starts to read the plates of captures that no detector has read in this visit. */
  start(): void;
  /** State of the detector's work on a capture, for display. */
  readingOf(capture: CaptureRecord): CaptureSummary['plateReading'];
  /** Confirms a plate. Rejects with `capture_unknown` if the capture is not held any more. */
  confirm(connection: Connection, captureId: string, text: string): Promise<void>;
}

/** Makes captures of interrupted recordings. A page without a microphone has none. */
export interface Recoverer {
  /** Recovers a recording of this page. */
  recover(connection: Connection, draft: Draft): Promise<CaptureDetail | undefined>;
  /** Recovers the recordings of visits that are over. Resolves to true if open pages may leave more behind. */
  recoverAll(): Promise<boolean>;
}
