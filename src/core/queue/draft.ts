import type {CaptureMetadata} from '@sealed-capture/seal/model/capture-metadata.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {Job} from '@sealed-capture/seal/model/job/job.js';
import type {Keeping} from '@sealed-capture/seal/model/job/keeping.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import type {Mode, SealableMediaType} from '@sealed-capture/seal/model/media-type.js';
import type {PictureQuality} from '@sealed-capture/seal/model/picture-quality.js';
import type {
  CaptureDetail,
  ProtectionConfig,
} from '@sealed-capture/seal/model/protection-config.js';
import type {Account} from '../credentials/accounts.js';
import type {RefuseOption} from '../metadata/page-values.js';
import type {PlaceRenewal} from '../metadata/metadata-readings.js';
import type {Protection} from './queue-client.js';
import type {Milliseconds, Seconds} from '@sealed-capture/seal/model/units.js';

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
  /** Milliseconds since the epoch, by the device's clock. Of a chosen file, when it was chosen. */
  capturedAt: Milliseconds;
  /** Seconds; recordings only. */
  duration?: Seconds;
  /** Seconds of sound that are missing from a recording. */
  missing?: Seconds;
  /** The configuration that it was made with. Default: the client's current one. */
  config?: ProtectionConfig;
  /** The capture's account, as captures store it. Default: that of the configuration. */
  account?: Account | Promise<Account>;
  /** A new location, for which sealing waits. */
  renewal?: PlaceRenewal;
  /** If set, the picture is measured after it was stored, and sealing waits for that. Called with the result. */
  onMeasured?: (captureId: string, quality: PictureQuality) => void;
}

/** The raw media of a capture, and where they were stored. */
export interface Kept {
  blob: Blob;
  keeping: Keeping;
}

/**
 * Removes from a draft's metadata what the service would refuse, and obfuscates the location within `radius`
 * metres.
 */
export type Sealable = (
  given: Loose,
  radius: number | undefined,
  refuse: RefuseOption,
) => CaptureMetadata;

/** What cameras and microphones ask of their connection with the queue. */
export interface Capturing {
  /**
   * Stores a capture with `keep`, then tells the client, then has it sealed; if the client `reviews`, a person decides
   * first whether that happens. Resolves once the capture survives a reload, or once the client was told that it does
   * not. `sealable` checks the draft's metadata; without it the metadata is sealed as it is.
   */
  add(draft: Draft, keep: (job: Job) => Promise<Kept>, sealable?: Sealable): Promise<CaptureDetail>;
  /** The job that `add` would make of the draft. Values that cannot be sealed are reported by `add` only. */
  prepare(draft: Draft): Job | Promise<Job>;
  /** The account of captures that the client makes now. */
  accountOf(): Account | Promise<Account>;
  /**
   * Makes a capture of a recording whose encoder died in this page, and tells the client as for any other.
   * Undefined if no part of it was stored. Rejects with `worker_unavailable` or `storage_unavailable` if the stored
   * parts cannot be read now; the next visit tries again.
   */
  recover(draft: Draft): Promise<CaptureDetail | undefined>;
}

/**
 * The connection that a page passes to a camera or microphone, as these use it. Throws `configuration_invalid` if no
 * queue of this package has made it.
 */
export function capturingOf(protection: Protection & Partial<Capturing>): Protection & Capturing {
  if (isCapturing(protection)) return protection;
  throw new SealedCaptureError(
    'configuration_invalid',
    'This protection was not made by a core of this package.',
  );
}

const isCapturing = (
  protection: Protection & Partial<Capturing>,
): protection is Protection & Capturing =>
  [protection.add, protection.prepare, protection.recover].every((one) => one !== undefined);
