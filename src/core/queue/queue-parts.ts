import type {Account} from '../credentials/accounts.js';
import type {BackgroundSync} from '../../ports/browser/background-sync.js';
import type {Clock, Random} from '../../ports/browser/clock.js';
import type {Locks} from '../../ports/browser/locks.js';
import type {StoragePersistence} from '../../ports/browser/storage-persistence.js';
import type {WakeUps} from '../../ports/browser/wake-ups.js';
import type {CaptureStore} from '../../ports/captures/capture-store.js';
import type {MediaSealer} from '../../ports/captures/media-sealer.js';
import type {CaptureDetail} from '../../model/protection-config.js';
import type {CaptureMetadata} from '../../model/capture-metadata.js';
import type {Failure, Job} from '../../model/job.js';
import type {PictureQuality} from '../../model/picture-quality.js';
import type {Mode, SealableMediaType} from '../../model/media-type.js';
import type {PlaceRenewal} from '../metadata/metadata-readings.js';
import type {ClientConnection} from './client-connection.js';
import type {CaptureRecord, Ledger} from './ledger.js';
import type {CaptureSummary} from './queue-client.js';
import type {StorageWatch} from './storage-watch.js';
import type {Visits} from './visits.js';

/** What the queue works with; all of it can be replaced, and is in tests. */
export interface QueuePorts {
  store: CaptureStore;
  sealer: MediaSealer;
  locks: Locks;
  persistence: StoragePersistence;
  backgroundSync: BackgroundSync;
  /** Loads what sends files to the page's own storage. Rejects where that part of the page is missing. */
  loadUploads: () => Promise<(parts: QueueParts, reports: UploadReports) => FileSender>;
  wakeUps: WakeUps;
  clock: Clock;
  random: Random;
  /** Base of relative addresses. */
  pageAddress: () => string;
  /** Tells the page's developer: of an exception in a client, or of a secret in a page. */
  report: (problem: unknown) => void;
}

/** Sends sealed files to the page's own storage. */
export interface FileSender {
  /**
   * One attempt to send a file, where it is still to be sent. Never rejects.
   *
   * @param unstored the file of a capture that the storage does not have
   */
  send(job: Job, unstored?: Blob): Promise<void>;
}

/** What sending files tells of. */
export interface UploadReports {
  /** The client that hears of a capture; undefined while none is there. */
  receiverOf(job: Job): ClientConnection | undefined;
  /** Calls a client. */
  call(client: () => void): boolean;
  /** A file cannot be sent; `willRetryAt` (epoch milliseconds) where that goes on by itself. */
  reportUndelivered(job: Job, failure: Failure, willRetryAt?: number): void;
}

/** What the parts of a queue share. */
export interface QueueParts {
  ports: QueuePorts;
  visits: Visits;
  ledger: Ledger;
  connections: ReadonlySet<ClientConnection>;
  storage: Pick<StorageWatch, 'measure'>;
  signal: AbortSignal;
}

/** The raw media of a capture, also where the page alone has them. */
export async function rawMedia(
  {ledger, ports}: QueueParts,
  captureId: string,
): Promise<Blob | undefined> {
  const media = ledger.get(captureId)?.media;
  return media?.name === 'nowhere' ? media.blob : await ports.store.media(captureId);
}

/** When a capture that is released now may be sealed: it may still wait for its place, or be measured. */
export const dueOnRelease = ({ledger, ports}: QueueParts, captureId: string): number =>
  ledger.get(captureId)?.completeBy ?? ports.clock.now();

/** A capture that was just made, before it is kept. */
export interface Draft {
  /** Of a recording, whose parts are kept under it from its beginning; by default a new one. */
  captureId?: string;
  mode: Mode;
  mediaType: SealableMediaType;
  metadata: CaptureMetadata;
  /** Made by a camera or microphone of this package, whose sessions alone say so. Absent: the page brought the file. */
  origin?: 'capture';
  /** Sections of which the page's adapters gave the values. */
  gathered?: (keyof CaptureMetadata)[];
  /** Epoch milliseconds. */
  capturedAt: number;
  /** Seconds; recordings only. */
  duration?: number;
  /** Seconds that a recording lacks. */
  missing?: number;
  /** Whose it is, as captures carry it; by default as the client says now. */
  account?: Account | Promise<Account>;
  /** A newer place, which sealing waits for. */
  renewal?: PlaceRenewal;
  /** Its picture is measured once it is kept, which sealing waits for. Called where that could be done. */
  onMeasured?: (captureId: string, quality: PictureQuality) => void;
}

/** Reads the licence plates of pictures that are held back. A page without a camera has none. */
export interface PlateReading {
  /** Starts reading the plates of captures that no detector has read in this visit. */
  start(): void;
  /** What a detector does with a capture, for people. */
  readingOf(capture: CaptureRecord): CaptureSummary['plateReading'];
  /** Rejects with `capture_unknown` if the capture is not held back any more. */
  confirm(connection: ClientConnection, captureId: string, text: string): Promise<void>;
}

/** Makes captures of recordings that were interrupted. A page without a microphone has none. */
export interface Recoverer {
  /** Recovers a recording of this page. */
  recover(connection: ClientConnection, draft: Draft): Promise<CaptureDetail | undefined>;
  /** Recovers recordings of visits that are over. Resolves to whether other visits may leave more behind. */
  recoverAll(): Promise<boolean>;
}
