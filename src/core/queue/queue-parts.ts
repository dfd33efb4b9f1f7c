import type {Account} from '../credentials/accounts.js';
import type {BackgroundSync} from '../../ports/browser/background-sync.js';
import type {Clock, Random} from '../../ports/browser/clock.js';
import type {Locks} from '../../ports/browser/locks.js';
import type {StoragePersistence} from '../../ports/browser/storage-persistence.js';
import type {WakeUps} from '../../ports/browser/wake-ups.js';
import type {StillStore} from '../../ports/camera/picture.js';
import type {CaptureStore} from '../../ports/captures/capture-store.js';
import type {MediaSealer} from '../../ports/captures/media-sealer.js';
import type {CaptureDetail} from '@sealed-capture/seal/model/protection-config.js';
import type {CaptureMetadata} from '@sealed-capture/seal/model/capture-metadata.js';
import type {Failure, Job} from '@sealed-capture/seal/model/job/job.js';
import type {PictureQuality} from '@sealed-capture/seal/model/picture-quality.js';
import type {Mode, SealableMediaType} from '@sealed-capture/seal/model/media-type.js';
import type {PlaceRenewal} from '../metadata/metadata-readings.js';
import type {ClientConnection} from './client-connection.js';
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
  loadUploads: () => Promise<(parts: QueueParts, reports: UploadReports) => FileSender>;
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

/** The reports of code that sends files. */
export interface UploadReports {
  /** The client that is notified of a capture; undefined if none is connected. */
  receiverOf(job: Job): ClientConnection | undefined;
  /** Calls a client. */
  call(client: () => void): boolean;
  /** Reports that a file cannot be sent. `willRetryAt` (epoch milliseconds) is set if sending continues by itself. */
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

/** A capture that was just made, before it is stored. */
export interface Draft {
  /** Set for recordings, whose parts are stored under this id from their beginning. Default: a new id. */
  captureId?: string;
  mode: Mode;
  mediaType: SealableMediaType;
  metadata: CaptureMetadata;
  /** Set by this package's camera and microphone sessions only. Absent if the page supplied the file. */
  origin?: 'capture';
  /** Sections whose values come from the page's adapters. */
  gathered?: (keyof CaptureMetadata)[];
  /** Epoch milliseconds. */
  capturedAt: number;
  /** Seconds; recordings only. */
  duration?: number;
  /** Seconds of sound that are missing from a recording. */
  missing?: number;
  /** The capture's account, as captures store it. Default: the client's current one. */
  account?: Account | Promise<Account>;
  /** A new location, for which sealing waits. */
  renewal?: PlaceRenewal;
  /** If set, the picture is measured after it was stored, and sealing waits for that. Called with the result. */
  onMeasured?: (captureId: string, quality: PictureQuality) => void;
}

/** Reads the license plates of held pictures. A page without a camera has none. */
export interface PlateReading {
  /** Starts to read the plates of captures that no detector has read in this visit. */
  start(): void;
  /** State of the detector's work on a capture, for display. */
  readingOf(capture: CaptureRecord): CaptureSummary['plateReading'];
  /** Confirms a plate. Rejects with `capture_unknown` if the capture is not held any more. */
  confirm(connection: ClientConnection, captureId: string, text: string): Promise<void>;
}

/** Makes captures of interrupted recordings. A page without a microphone has none. */
export interface Recoverer {
  /** Recovers a recording of this page. */
  recover(connection: ClientConnection, draft: Draft): Promise<CaptureDetail | undefined>;
  /** Recovers the recordings of visits that are over. Resolves to true if open pages may leave more behind. */
  recoverAll(): Promise<boolean>;
}
