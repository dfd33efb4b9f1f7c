import type {
  CaptureMetadata,
  Features,
  Imported,
  LicensePlateInfo,
  Tags,
} from '@sealed-capture/seal/model/capture-metadata.js';
import type {CaptureSource} from '@sealed-capture/seal/model/job/capture-source.js';
import type {CaptureCopy, HeldFor, Failure} from '@sealed-capture/seal/model/job/job.js';
import type {Mode} from '@sealed-capture/seal/model/media-type.js';
import type {
  CaptureDetail,
  ConfigurationErrorDetail,
  DeliveredDetail,
  LicensePlateDetail,
  ProtectedDetail,
  ProtectErrorDetail,
  ProtectionConfig,
  StorageLowDetail,
} from '@sealed-capture/seal/model/protection-config.js';
import type {SetClosing} from '@sealed-capture/seal/model/seal/sealed-set.js';
import type {StorageState} from '../../ports/browser/storage-persistence.js';
import type {Seconds} from '@sealed-capture/seal/model/units.js';

export type {StorageState} from '../../ports/browser/storage-persistence.js';

/** State of one capture, for display. Dates are ISO 8601 in UTC. */
export type CaptureProgress =
  /**
   * With `awaits`, a person's decision releases it, not the page. `caption`: a person may still write the caption of a
   * recording that has just ended.
   */
  | {name: 'held'; awaits?: HeldFor | 'caption'}
  /**
   * The capture waits for a free slot, the network (`network_failed`), an answer of the service (`service_unreachable`,
   * `timeout`), or the next attempt at `willRetryAt` or sooner. Without `willRetryAt`, its request may be under way:
   * a request without an answer for 5 seconds is shown as waiting, with the failure `timeout`.
   */
  | {name: 'waiting'; failure?: FailureReason; willRetryAt?: string}
  | {name: 'sealing'}
  /** No page has the file yet. `isToSend`: it is to be sent to the page's own storage, too. */
  | {name: 'sealed'; sealedAt: string; isToSend?: true}
  /**
   * The page has the file and asked to wait while it works on it (`isToSend`: before it is sent), or the file is being sent to the page's own
   * storage: `sent` of `total` were sent, or it waits for a slot (no `total`). `failure` is the error of the
   * last attempt, with `willRetryAt` unless a person is needed. `isReported`: `protect-error` has reported that the file
   * is not uploaded, even if it is sent again; not while there is no network.
   */
  | {
      name: 'delivering';
      sealedAt: string;
      isToSend?: true;
      /** Bytes that were sent. */
      sent?: number;
      /** Bytes of the file. */
      total?: number;
      failure?: FailureReason;
      willRetryAt?: string;
      isReported?: true;
    }
  /**
   * The page, or its own storage (`uploaded`), has the file. `sealedFile` returns it until `keptUntil`, unless its
   * room is needed. Without `keptUntil` the browser's copy is gone.
   */
  | {
      name: 'delivered';
      sealedAt: string;
      deliveredAt: string;
      uploaded?: true;
      /** Where the page's own storage has put the file, if it says so. */
      location?: string;
      keptUntil?: string;
    }
  | {name: 'failed'; failure: FailureReason};

/** With `retryable`, another attempt may succeed without any other change. */
export type FailureReason = Pick<Failure, 'code' | 'message' | 'status'> & {retryable: boolean};

export interface CaptureSummary {
  captureId: string;
  mode: Mode;
  capturedAt: string;
  /** Seconds; recordings only. */
  duration?: Seconds;
  /** The capture is the stored part of an interrupted recording. */
  recovered?: true;
  progress: CaptureProgress;
  /** Its tags may still be changed: the service was not asked for the seal. */
  isEditable?: true;
  /** This client is the one that asks the person whether to use it; see `accept`. */
  asksHere?: true;
  /** With `asksHere`: it could not be stored, and is lost when the page closes. */
  isUnstored?: true;
  /** The page's own tags that are sealed with it. */
  tags?: Tags;
  /** Id of the element that captured. */
  source?: string;
  /** Id of the shot in the page's list. */
  shot?: string;
  /** A person has chosen the file, which was there before. Absent: it was captured here, or the page has supplied it. */
  imported?: Imported;
  /** The job that it is part of, or that it closes. */
  job?: string;
  /**
   * Which capture of its job it is on this device, from 1: one with a higher number was stored later, whatever the clock. Absent
   * while only this page knows the capture, without a job, and for closing records.
   */
  index?: number;
  /** The set on this device of which that is the number, or which it closes. Absent without a set. */
  set?: string;
  /** It is the closing record of a job, and no capture: the page's name for the job. */
  closes?: string;
  /** Of a closing record: the highest `index` of its set when it was stored, which one of the set it is, from 1, and the list of shots. */
  closed?: {last: number; nth: number; shots: SetClosing['shots']};
  /** The license plate, as far as it was read and confirmed. */
  licensePlateInfo?: LicensePlateInfo;
  /** The last copy that a person has shared or saved, with the buttons of the elements. */
  lastCopy?: CaptureCopy;
  /** State of the detector in this visit; absent if no detector is used. */
  plateReading?: 'underway' | 'done';
}

/**
 * A client of the queue, such as an element. It makes captures and is notified of them, or is only notified. The queue
 * calls it; the client never polls.
 */
export interface ProtectionClient {
  /** If absent, the client makes no captures, and is notified of captures for whose mode no other client is connected. */
  readonly mode?: Mode;
  /** The element that the client belongs to, by which its captures find it again after it was moved in the page. */
  readonly element?: object;
  /** What the element is known by, also in a later visit: its captures belong to it again then. */
  readonly source?: CaptureSource;
  /** The providers around the element, whose methods mean its captures, too. */
  readonly within?: readonly object[];
  /** The element is outside the document, where the page's listeners get no events from it. */
  readonly isAway?: boolean;
  /**
   * A person says of each capture whether to use it. Until then it is stored and held, and the client is not notified of it.
   */
  readonly reviews?: boolean;
  /**
   * The client can now show the person a capture and ask whether to use it; see `asksHere`. When that changes, call
   * `configurationChanged`.
   */
  readonly asks?: boolean;
  /** Resolves once the camera shows a picture, or is known not to. Stored captures are read after that. */
  readonly opening?: Promise<unknown>;
  /** The effective configuration, read whenever it is needed. */
  readonly config: ProtectionConfig;
  /**
   * Called once for each capture. `isOwn` is true if this client has just made it, or its person has just accepted it. It
   * is false for a capture of a client that was away or has left, or of an earlier visit.
   */
  onCapture(detail: CaptureDetail, isOwn: boolean): void;
  /**
   * Called when this client has made a capture while away (`isAway`). The page is told by `onCapture` of a client
   * in the document, now or later; that may be the same element again.
   */
  onCaptureAway?(detail: CaptureDetail): void;
  /**
   * Called with the sealed file. If it returns a promise, the file is kept until the promise resolves, and handed
   * over again if it rejects. Otherwise the file is kept for `retention` only.
   */
  onProtected(detail: ProtectedDetail): unknown;
  onProtectError(detail: ProtectErrorDetail): void;
  /**
   * Called for a value, such as a tag, that a capture is sealed without because it is invalid. Without this method, the
   * console reports it.
   */
  onConfigurationError?(detail: ConfigurationErrorDetail): void;
  /** Called when a sealed file has reached the page's own storage. */
  onDelivered?(detail: DeliveredDetail): void;
  /** Called for pictures whose license plate a person has to confirm. */
  onLicensePlate?(detail: LicensePlateDetail): void;
  /** Called when storage runs low, and again only after it was sufficient in between. */
  onStorageLow?(detail: StorageLowDetail): void;
  /** Called when `captures` of the client's {@link Protection} has changed. */
  onChange(): void;
}

/** Which captures a call is about. */
export interface CaptureScope {
  /**
   * `element`, the default: the captures of the client's own element. For a provider, those of all elements inside it.
   * `account`: the captures of all elements of the client's account. A call without an id applies to those of them that
   * are sealed at the client's address.
   */
  scope?: 'element' | 'account';
}

/** Why a page withholds captures: a person can undo their deletion, or may still write the caption. */
export type WithheldFor = 'deletion' | 'caption';

/** Which captures are released, and what is added to them. */
export interface ReleaseOptions extends CaptureScope {
  tags?: Tags;
  features?: Features;
}

/**
 * A client's handle on the queue, from `connect` until `release`. Calls that would change a capture of another element in the
 * page reject with `capture_unknown`, unless their scope is `account`; those that only read it resolve.
 */
export interface Protection {
  /**
   * Captures of the client's element that this page knows, oldest first, and those that belong to no element in the page
   * any more, if this client is notified of them. Sealed ones stay listed for the visit.
   */
  readonly captures: readonly CaptureSummary[];
  /**
   * Closing records, as `captures` lists captures: they are in no other list or count. The files are handed over and sent like
   * those of captures.
   */
  readonly closings: readonly CaptureSummary[];
  /** Storage of the page's origin; undefined until it is known, and in browsers that do not report it. */
  readonly storage?: StorageState;
  /**
   * What keeps captures of this client from being sealed or stored, found before any was made: a wrong setting of the page
   * or the service, or a wrong clock of the device. Undefined if nothing was found, and before `seen` was called.
   */
  readonly problem?: FailureReason;
  /** To be called when a person sees the client's element: address and credentials are checked then. */
  seen(): void;
  /** To be called when the client's configuration or `asks` has changed. */
  configurationChanged(): void;
  /** Releases one held capture, or all of its element, with additional tags and features. */
  enqueueProtection(captureId?: string, options?: ReleaseOptions): Promise<void>;
  /** The raw media of one capture, also of an earlier visit; undefined if they are no longer stored. */
  picture(captureId: string): Promise<Blob | undefined>;
  /**
   * A JPEG of at most 1600 pixels that shows a delivered photo whose file is not stored any more; undefined if there is none. It
   * is never handed out as the photo's file.
   */
  preview(captureId: string): Promise<Blob | undefined>;
  /** What one capture is sealed with, or will be as far as it is known. Rejects with `capture_unknown`. */
  metadata(captureId: string): Promise<CaptureMetadata>;
  /**
   * Records the plate as the person confirms it (empty: there is none), and releases the capture unless
   * `autoProtect` is false. Rejects with `capture_unknown`, or with `configuration_invalid` if the text is too
   * long.
   */
  confirmLicensePlate(captureId: string, plateNumber: string): Promise<void>;
  /** Retries a failed or waiting capture now, or hands over again a sealed file that waits for that. */
  retryProtection(captureId: string, scope?: CaptureScope): Promise<void>;
  /**
   * The sealed file of a capture that waits to be handed over, or is kept for `retention`. Undefined if the capture
   * is not sealed yet, or the file is no longer stored. Rejects with `capture_unknown`.
   */
  sealedFile(captureId: string): Promise<Blob | undefined>;
  /** Deletes a capture, sealed or not, with its file, even if the client still works on it. */
  discard(captureId: string, scope?: CaptureScope): Promise<void>;
  /**
   * Keeps a capture that awaits a person's review: the client is notified of it, and it is sealed, unless the page or a license
   * plate holds it. Resolves to false if the answer has no effect, because another page has decided; `captures` then
   * changes. Rejects with `capture_unknown`.
   */
  accept(captureId: string): Promise<boolean>;
  /**
   * Deletes a capture that awaits a person's review, with its file. Resolves to false, and deletes nothing, if another page
   * has decided; `captures` then changes. Rejects with `capture_unknown`.
   */
  reject(captureId: string): Promise<boolean>;
  /**
   * Sets tags of a capture that is not sealed yet, and removes those that are undefined. Other open pages leave the capture
   * alone for another minute. Resolves, once that is stored, to false if it has no effect, because the service may have been
   * asked for the seal already. Rejects with `capture_unknown`, or with `configuration_invalid` if a tag cannot be sealed.
   */
  changeTags(
    captureId: string,
    tags: Readonly<Record<string, string | undefined>>,
  ): Promise<boolean>;
  /**
   * Records that a person has shared or saved copies of these captures now, in place of what was recorded before. Captures that
   * are not known any more are left out. Rejects if the storage cannot be written.
   */
  noteCopies(captureIds: readonly string[], copy: Omit<CaptureCopy, 'at'>): Promise<void>;
  /**
   * While a person can undo the deletion of captures, or may still write the caption, this page neither seals nor delivers
   * them. Captures that are withheld for both reasons stay so until both are over. Nothing is stored: if the page goes, the
   * next visit seals them.
   */
  withhold(captureIds: readonly string[], isWithheld: boolean, reason?: WithheldFor): void;
  /**
   * Closes the set of the configuration's `job`: a closing record is sealed once all captures of the set are. It lists them, the
   * discarded ones, and `shots`. Captures may follow, and another closing record then.
   *
   * @param picture a JPEG that stands for the record
   * @param shots the page's list of shots; empty without one
   * @returns the capture id of the closing record, once it is stored. Rejects with `configuration_invalid` without a job, and
   *   with `capture_unknown` if nothing of it was captured
   */
  closeJob(picture: Blob, shots: SetClosing['shots']): Promise<string>;
  release(): void;
}
