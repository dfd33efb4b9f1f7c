import type {Features, LicensePlateInfo, Tags} from '../../model/capture-metadata.js';
import type {Failure} from '../../model/job.js';
import type {Mode} from '../../model/media-type.js';
import type {
  CaptureDetail,
  DeliveredDetail,
  LicensePlateDetail,
  ProtectedDetail,
  ProtectErrorDetail,
  ProtectionConfig,
  StorageLowDetail,
} from '../../model/protection-config.js';
import type {StorageState} from '../../ports/browser/storage-persistence.js';

export type {StorageState} from '../../ports/browser/storage-persistence.js';

/** How one capture stands, for people: what a thumbnail shows. Dates are ISO 8601 in UTC. */
export type CaptureProgress =
  /** `awaits`: released by the person who confirms it, not by the page. */
  | {name: 'held'; awaits?: 'license-plate'}
  /** Waits for its turn, the network or the next attempt, which comes at `willRetryAt` or sooner. */
  | {name: 'waiting'; failure?: FailureReason; willRetryAt?: string}
  | {name: 'sealing'}
  /** Nobody has the file yet. */
  | {name: 'sealed'; sealedAt: string}
  /**
   * The page has the file, and asked to wait while it is at work on it; or it is sent to the page's own storage: `sent` of
   * `total` bytes are there, or it waits for its turn, without a `total`. `failure`: why it was not the last time, with `willRetryAt` unless a person is needed.
   */
  | {
      name: 'delivering';
      sealedAt: string;
      sent?: number;
      total?: number;
      failure?: FailureReason;
      willRetryAt?: string;
    }
  /**
   * The page has the file, or its own storage has (`uploaded`). `sealedFile` gives it again until `keptUntil`, unless its
   * room is needed; absent: it is gone.
   */
  | {
      name: 'delivered';
      sealedAt: string;
      deliveredAt: string;
      uploaded?: true;
      keptUntil?: string;
    }
  | {name: 'failed'; failure: FailureReason};

/** `retryable`: trying again may help without any other change. */
export type FailureReason = Pick<Failure, 'code' | 'message' | 'status'> & {retryable: boolean};

export interface CaptureSummary {
  captureId: string;
  mode: Mode;
  capturedAt: string;
  /** Seconds; recordings only. */
  duration?: number;
  /** What was kept of a recording that was broken off. */
  recovered?: true;
  progress: CaptureProgress;
  /** The page's own words that are sealed with it. */
  tags?: Tags;
  /** Id of the element that captured. */
  source?: string;
  /** Id of the shot in the page's list that it is. */
  shot?: string;
  /** As far as it was read and confirmed. */
  licensePlateInfo?: LicensePlateInfo;
  /** What a detector does with it in this visit, or has done; absent where none is asked. */
  plateReading?: 'underway' | 'done';
}

/** One that makes captures and hears of them, or hears of them alone: an element. The queue calls it; it never polls. */
export interface ProtectionClient {
  /** Absent: captures of any mode, for which no client of their own mode is there. It makes none. */
  readonly mode?: Mode;
  /** Id of the element, so that captures of an earlier visit find the one that made them. */
  readonly source?: string;
  /** Out of the page, where listeners around an element hear nothing of it. */
  readonly isAway?: boolean;
  /** Resolves once its camera shows a picture, or is known not to: stored captures are looked for after that. */
  readonly opening?: Promise<unknown>;
  /** The effective configuration, read anew whenever it is needed. */
  readonly config: ProtectionConfig;
  /**
   * Called once for each capture. `isOwn`: this client has just made it. Else it is told of one whose maker was away, or
   * is gone, or of an earlier visit.
   */
  onCapture(detail: CaptureDetail, isOwn: boolean): void;
  /**
   * This client has made a capture and is away (`isAway`). The page is told by `onCapture` of a client that is in it, now or
   * later, which may be the same element again.
   */
  onCaptureAway?(detail: CaptureDetail): void;
  /**
   * Where it returns a promise, the sealed file is kept until that resolves, and handed over again where it rejects. Else
   * the file is forgotten.
   */
  onProtected(detail: ProtectedDetail): unknown;
  onProtectError(detail: ProtectErrorDetail): void;
  /** A sealed file has reached the page's own storage. */
  onDelivered?(detail: DeliveredDetail): void;
  /** Pictures only. */
  onLicensePlate?(detail: LicensePlateDetail): void;
  /** Storage runs out; again only after it was fine in between. */
  onStorageLow?(detail: StorageLowDetail): void;
  /** `captures` of its {@link Protection} changed. */
  onChange(): void;
}

/** A client's side of the queue, from `connect` until `release`. */
export interface Protection {
  /** Captures of this client's mode, endpoint and account that this page knows, oldest first; sealed ones stay for the visit. */
  readonly captures: readonly CaptureSummary[];
  /** What the browser keeps for the page's origin; undefined until it is known, and where the browser does not tell. */
  readonly storage?: StorageState;
  /** The client's configuration changed: credentials may have come, the endpoint may be another. */
  configurationChanged(): void;
  /** Releases one held capture, or all of them, with further tags and features. */
  enqueueProtection(
    captureId?: string,
    additions?: {tags?: Tags; features?: Features},
  ): Promise<void>;
  /** The raw media of one capture, also of an earlier visit; undefined where they are not kept any more. */
  picture(captureId: string): Promise<Blob | undefined>;
  /**
   * Notes the plate as the person sees it (empty: there is none), and releases the capture unless `autoProtect` is
   * false. Rejects with `capture_unknown`, or with `configuration_invalid` where the text is too long.
   */
  confirmLicensePlate(captureId: string, plateNumber: string): Promise<void>;
  /** Tries a failed or waiting capture again now, or hands a sealed file over again that waits for that. */
  retryProtection(captureId: string): Promise<void>;
  /**
   * The sealed file: of a capture that waits to be handed over, or was and is kept for `retention`. Undefined where it is
   * not sealed yet, or not kept any more. Rejects with `capture_unknown`.
   */
  sealedFile(captureId: string): Promise<Blob | undefined>;
  /** Forgets a capture, whether it is sealed or not. Its file goes, also where the client still works on it. */
  discard(captureId: string): Promise<void>;
  release(): void;
}
