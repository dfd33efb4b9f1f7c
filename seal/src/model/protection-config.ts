import type {Authorization} from './authorization.js';
import type {
  Atmospheric,
  Features,
  Gps,
  Imported,
  LicensePlateInfo,
  Magnetometer,
  Network,
  Orientation,
  Tags,
} from './capture-metadata.js';
import type {ErrorCode} from './errors.js';
import type {Mode} from './media-type.js';
import type {Hours, Megabytes, Milliseconds, Seconds} from './units.js';

/** Direction of the camera: away from the person, towards them, or to a side. */
export type Facing = 'environment' | 'user' | 'left' | 'right';

/**
 * unknown: not asked yet. pending: the browser is asking, or the camera is starting. denied: refused, but may be
 * asked again. blocked: the browser refuses without asking.
 */
export type PermissionStatus = 'unknown' | 'pending' | 'granted' | 'denied' | 'blocked';

/** Supplies the location instead of the browser's geolocation, e.g. from a native shell. */
export interface LocationProvider {
  /**
   * Returns the newest fix, or why there is none. Called every few seconds while a camera is live, and at the
   * shutter if the last fix is old. Stop when the signal is aborted, after 10 s at the latest. Invalid values are
   * left out.
   */
  locate(signal: AbortSignal): Promise<Gps>;
}

/** Supplies a section that browsers cannot provide, e.g. from a native shell or a connected device. */
export interface SensorProvider<Section> {
  /**
   * Returns the newest reading, or why there is none. Called every few seconds while a camera is live. Stop when
   * the signal is aborted, after 10 s at the latest. Invalid values are left out and reported in the console.
   */
  read(signal: AbortSignal): Promise<Section>;
}

/**
 * Replacements of the browser's own sensors, by section. `false` switches a section off: it is not requested, and
 * sealed as `disabled`.
 */
export interface Sensors {
  atmospheric?: SensorProvider<Atmospheric> | false;
  magnetometer?: SensorProvider<Magnetometer> | false;
  /** To replace it, use `locationProvider`. */
  gps?: false;
  orientation?: SensorProvider<Orientation> | false;
  acceleration?: false;
  gravity?: false;
  rotationRate?: false;
  network?: SensorProvider<Network> | false;
  device?: false;
  camera?: false;
  /** Recordings only. */
  microphone?: false;
}

/** The result of a detector: the plate's characters, and its position in the picture. */
export interface DetectedLicensePlate {
  plateNumber: string;
  /** Pixels of the picture, origin at the top left. */
  boundingBox: NonNullable<LicensePlateInfo['boundingBox']>;
}

/** Reads license plates. `sealed-capture/plate-detector` is one; any other works too. */
export interface LicensePlateDetector {
  /**
   * Returns the plate in the picture, or undefined if there is none. Called for one picture at a time. Stop when
   * the signal is aborted, after 20 s at the latest: the person is then asked without a reading.
   */
  detect(picture: Blob, signal: AbortSignal): Promise<DetectedLicensePlate | undefined>;
}

/** Where to seal and with which credentials; made by `createProtection`. */
export interface ProtectionOptions {
  /** The API's base address, relative to the page or absolute. Default `/protection`. */
  readonly baseUrl?: string;
  /** Uses the sandbox environment. Default false. */
  readonly sandbox?: boolean;
  /** True if it signs with a secret, which a page cannot keep; the console warns. */
  readonly hasSecret?: boolean;
  /**
   * Returns the authorization for one request. Rejects with `credentials_missing` if there is none. After a bug (a
   * TypeError, ReferenceError or RangeError that is not `fetch`'s own), captures wait as without credentials. Any
   * other rejection is retried: errors of `fetch` and DOMExceptions count as no network, a TimeoutError as `timeout`,
   * and the rest as an answer without a token (`service_unreachable`).
   *
   * @param refused the authorization that the service has just answered with 401; return it again only if there is
   *   nothing newer
   * @param account of the captures, as the page names it; undefined for captures without an account
   */
  authorization(
    signal: AbortSignal,
    refused?: Authorization,
    account?: string,
  ): Promise<Authorization>;
}

/** The details that a {@link FileDelivery} gets with a file. */
export interface DeliveryContext {
  /** UUID, the same for each attempt, so that the receiver can store each file once. */
  captureId: string;
  mode: Mode;
  /** ISO 8601 in UTC. */
  sealedAt: string;
  /** Stop when it is aborted: the capture was discarded, its account has left, or the time is over. */
  signal: AbortSignal;
  /** A person or the page has asked to try again: do not rely on what is left of earlier attempts, if that has failed. */
  isRetry?: boolean;
  /** Bytes that have arrived so far, of `total` bytes. Call it as often as you like, or never. */
  onProgress: (sent: number, total: number) => void;
}

/** Sends sealed files to the page's own storage. `sealed-capture/delivery-http` and `delivery-tus` are two. */
export interface FileDelivery {
  /**
   * Resolves once the file is safely stored, with its location if known. In JavaScript, it may resolve to the Response of
   * `fetch`, which counts by its status as the answers to this package’s own uploads do. A rejection with a `SealedCaptureError` is
   * handled by its code (`network_failed` is not counted, `request_rejected` waits for a person); after any other
   * rejection the file is sent again, ten times at most.
   */
  send(file: Blob, context: DeliveryContext): Promise<{location?: string} | undefined>;
}

/** A capture was made. `blob` is the raw picture or recording, for an instant preview. */
export interface CaptureDetail {
  /** UUID of the capture, also in `protected` and `protect-error`. */
  captureId: string;
  mode: Mode;
  blob: Blob;
  /** ISO 8601 in UTC, by the device's clock. Of an `imported` photo, when it was chosen: it was made before. */
  capturedAt: string;
  /** Seconds; recordings only. */
  duration?: Seconds;
  /** Seconds of sound that are missing because the device was too busy. Absent: none. */
  missing?: Seconds;
  /** The recording was interrupted by a reload or a crash, and this is its stored part. */
  recovered?: true;
  /** The page's own tags that are sealed with it. Absent: none. */
  tags?: Tags;
  /** Id of the element that captured. Absent: it has none. */
  source?: string;
  /** Id of the shot in the page's list. Absent: none. */
  shot?: string;
  /** A person has chosen the file, which was there before. Absent: it was captured here, or the page has supplied it. */
  imported?: Imported;
}

/** A capture was sealed. */
export interface ProtectedDetail {
  captureId: string;
  mode: Mode;
  /** The sealed file. */
  protectedBlob: Blob;
  /** ISO 8601 in UTC, by the device's clock when the seal arrived; the service's own time is in the seal. */
  sealedAt: string;
  /** True when the capture was made before a reload, or in an earlier visit. */
  restored: boolean;
  /**
   * 1 for the first time. Higher if the file was handed over before, and the page's work on it failed or was
   * interrupted: see `waitUntil`.
   */
  delivery: number;
  /** The page's own tags that were sealed with it. Absent: none. */
  tags?: Tags;
  /** Id of the element that captured. Absent: it has none. */
  source?: string;
  /** Id of the shot in the page's list. Absent: none. */
  shot?: string;
  /** A person has chosen the file, which was there before. Absent: it was captured here, or the page has supplied it. */
  imported?: Imported;
  /** Set if the file is the closing record of a job, and no capture: the page's name for the job. */
  closes?: string;
}

/**
 * Sealing has failed: the automatic retries have ended, or a person is needed. The capture is kept. Also reports a
 * picture that could not be taken, or a recording that could not be made; and, with the oldest capture that waits, a
 * service that has not answered for a minute (`service_unreachable`, `timeout`).
 */
export interface ProtectErrorDetail {
  /** Empty if the error is not about a capture. */
  captureId: string;
  mode: Mode;
  code: ErrorCode;
  message: string;
  /** True when `retryProtection` may help without any other change. */
  retryable: boolean;
  attempts: number;
  /** ISO 8601 in UTC. */
  willRetryAt?: string;
  /** HTTP status. */
  status?: number;
  /** Set if the file is the closing record of a job, and no capture: the page's name for the job. */
  closes?: string;
}

/** An option is invalid, and is not used. */
export interface ConfigurationErrorDetail {
  /** Name of the option's attribute, such as `location-timeout`; of its property if only scripts can set the option. */
  option: string;
  /** The invalid value as text; `object` or `function` for one of those, and empty for a credential. */
  value: string;
  /** What the option accepts, in English, for the page's developer. */
  message: string;
  code: 'configuration_invalid';
}

/** A sealed file has reached the page's own storage (`deliverTo`, `delivery`). */
export interface DeliveredDetail {
  captureId: string;
  mode: Mode;
  /** Its location, if the storage has named it. */
  location?: string;
  /** The page's own tags that were sealed with it. Absent: none. */
  tags?: Tags;
  /** Id of the element that captured. Absent: it has none. */
  source?: string;
  /** Id of the shot in the page's list. Absent: none. */
  shot?: string;
  /** A person has chosen the file, which was there before. Absent: it was captured here, or the page has supplied it. */
  imported?: Imported;
  /** Set if the file is the closing record of a job, and no capture: the page's name for the job. */
  closes?: string;
}

/** The detector has finished with a picture, which is held until a person has confirmed the result. */
export interface LicensePlateDetail {
  captureId: string;
  mode: 'image';
  /** The unconfirmed result. Absent if the detector found no plate, or failed. */
  licensePlateInfo?: LicensePlateInfo;
}

/** The browser has little room left for captures. */
export interface StorageLowDetail {
  /** Bytes that the page's origin stores, captures and everything else. */
  used: number;
  /** Bytes that may be added, according to the browser. */
  left: number;
}

/** Options common to the capture elements and `<protection-provider>`; an element's own value wins. */
export interface ProtectionConfig {
  /**
   * The account whose captures these are, by the page's own name, such as a user's id. Captures of other accounts
   * are neither sealed, shown, counted nor handed over, and stay until their account is back. Only its SHA-256 is
   * stored. Default: no account.
   */
  account?: string;
  /** API key. A page should hold no secret: prefer `protection` with a token provider. */
  apiKey?: string;
  /** Secret that signs requests (RFC 9421). Not for pages that others can read. */
  apiSecret?: string;
  /** Application identifier put into the device section. */
  appId?: string;
  /** Application version put into the device section. */
  appVersion?: string;
  /**
   * Seals each capture automatically; `auto-protect="false"` holds it until `enqueueProtection`.
   *
   * @default true
   */
  autoProtect?: boolean;
  /**
   * The API's base address. The default is on the page's origin.
   *
   * @default '/protection'
   */
  baseUrl?: string;
  /**
   * Sends each sealed file to the page's own storage, and retries until that has succeeded, over reloads and
   * crashes. Wins over `deliverTo`. `sealed-capture/delivery-http` and `sealed-capture/delivery-tus` make such
   * objects.
   */
  delivery?: FileDelivery;
  /**
   * Address that each sealed file is sent to by POST: https, or http on localhost. docs/delivery.md describes the
   * response that the server has to send.
   */
  deliverTo?: string;
  /** Features embedded in every seal. JSON in the attribute. */
  features?: Features;
  /**
   * The page's own name for the job that captures are part of, such as “claim 4711”: text of 1 to 256 characters, which is
   * sealed. The service numbers the seals of a job's captures, which makes them a set; see docs/shots.md. Default: no set; for
   * a list of `shots` with tags, a job named by the tags.
   */
  job?: string;
  /**
   * Reads the license plate of each photo, which is then held until a person has confirmed the plate.
   * `sealed-capture/plate-detector` is one.
   */
  licensePlateDetector?: LicensePlateDetector;
  /** Metres within which the location is obfuscated before anything is stored. */
  locationObfuscationRadius?: number;
  /** Supplies the location instead of the browser's geolocation. */
  locationProvider?: LocationProvider;
  /**
   * Milliseconds that sealing waits for the location if the last fix is older than 30 s, or there is none.
   *
   * @default 3000
   */
  locationTimeout?: Milliseconds;
  onCapture?: (event: CaptureDetail) => void | Promise<void>;
  /** If it returns a promise, the sealed file is kept until that has resolved. */
  onProtected?: (event: ProtectedDetail) => unknown;
  onDelivered?: (event: DeliveredDetail) => void;
  onProtectError?: (event: ProtectErrorDetail) => void;
  /**
   * Megabytes (1,000,000 bytes) for the previews of delivered photos whose files are not in the browser any more, so that their
   * pictures are shown as long as the photos are listed, also after a reload. Above it, the oldest previews are deleted, and
   * while storage is low. 0 makes none.
   *
   * @default 50
   */
  previewBudget?: Megabytes;
  /** Made by `createProtection`; if set, apiKey, apiSecret and sandbox are ignored. */
  protection?: ProtectionOptions;
  /**
   * Hours for which a delivered capture is listed, also after a reload: its id, times, shot, tags and features, and where
   * its file is. A file that was handed over without `waitUntil`, and not sent, is kept as long, unless its room is
   * needed: `sealedFile` returns it. 0 lists and keeps none after the visit.
   *
   * @default 24
   */
  retention?: Hours;
  /**
   * Uses the sandbox environment.
   *
   * @default false
   */
  sandbox?: boolean;
  /** Adapters for what a browser cannot provide, and `false` for what is neither requested nor sealed. */
  sensors?: Sensors;
  /** Tags that are sealed with every capture. JSON in the attribute. */
  tags?: Tags;
}

/** Warning in the page's console, shown once. */
export const SECRET_IN_PAGE =
  'sealed-capture: apiSecret is readable by everyone who opens this page. Use `protection` with a token.';
