import type {Authorization} from './authorization.js';
import type {
  Atmospheric,
  Features,
  Gps,
  LicensePlateInfo,
  Magnetometer,
  Network,
  Orientation,
  Tags,
} from './capture-metadata.js';
import type {ErrorCode} from './errors.js';
import type {Mode} from './media-type.js';

/** Which camera to ask for: away from the person, or towards them. */
export type Facing = 'environment' | 'user';

/**
 * unknown: not asked yet. pending: the browser is asking, or the camera is starting. denied: refused, may be asked again.
 * blocked: the browser refuses without asking.
 */
export type PermissionStatus = 'unknown' | 'pending' | 'granted' | 'denied' | 'blocked';

/** Supplies the place instead of the browser's geolocation, e.g. from a native shell. */
export interface LocationProvider {
  /**
   * The newest fix, or why there is none. Asked every few seconds while a camera is live, and at the shutter where the
   * last fix is old. Give up when the signal is aborted, after 10 s at the latest. What cannot be sealed is left out.
   */
  locate(signal: AbortSignal): Promise<Gps>;
}

/** Supplies a section that a browser cannot give, e.g. from a native shell or a device at hand. */
export interface SensorProvider<Section> {
  /**
   * The newest reading, or why there is none. Asked every few seconds while a camera is live. Give up when the signal
   * is aborted, after 10 s at the latest. What cannot be sealed is left out, and the page's console told.
   */
  read(signal: AbortSignal): Promise<Section>;
}

/**
 * What the browser's own sensors are replaced by, section by section. `false` switches a section off: it is not
 * asked for, and sealed as `disabled`.
 */
export interface Sensors {
  atmospheric?: SensorProvider<Atmospheric> | false;
  magnetometer?: SensorProvider<Magnetometer> | false;
  /** To replace it, see `locationProvider`. */
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

/** What a detector read: the plate's characters, and where they are in the picture. */
export interface DetectedLicensePlate {
  plateNumber: string;
  /** Pixels of the picture, origin at the top left. */
  boundingBox: NonNullable<LicensePlateInfo['boundingBox']>;
}

/** Reads licence plates. Ours is `sealed-capture/plate-detector`; any other will do. */
export interface LicensePlateDetector {
  /**
   * The plate in the picture, or undefined where it shows none. One picture at a time. Give up when the signal is
   * aborted, after 20 s at the latest: the person is then asked without a reading.
   */
  detect(picture: Blob, signal: AbortSignal): Promise<DetectedLicensePlate | undefined>;
}

/** Where to seal and with which credentials; made by `createProtection`. */
export interface ProtectionOptions {
  /** The API's base address, relative to the page or absolute. Default `/protection`. */
  readonly baseUrl?: string;
  /** Uses the sandbox environment. Default false. */
  readonly sandbox?: boolean;
  /** True where it signs with a secret, which a page cannot keep: its console is told. */
  readonly hasSecret?: boolean;
  /**
   * What authenticates one request. Rejects with `credentials_missing` where there is nothing; where it has
   * a bug (a TypeError, ReferenceError or RangeError that is not `fetch`'s own), captures wait as without credentials. Any
   * other rejection counts as no network, and is tried again.
   *
   * @param refused what the service has just answered with 401: to be given again only where there is nothing newer
   * @param account whose captures it is for, as the page calls it; undefined for those of nobody
   */
  authorization(
    signal: AbortSignal,
    refused?: Authorization,
    account?: string,
  ): Promise<Authorization>;
}

/** What a {@link FileDelivery} is told of the file that it sends. */
export interface DeliveryContext {
  /** UUID, the same each time that the file is sent: the receiver stores each once. */
  captureId: string;
  mode: Mode;
  /** ISO 8601 in UTC. */
  sealedAt: string;
  /** Give up when it is aborted: the capture was discarded, its account is gone, or the time is over. */
  signal: AbortSignal;
  /** Bytes that have arrived so far, of `total`. May be called as often as it likes, or never. */
  onProgress: (sent: number, total: number) => void;
}

/** Puts sealed files into the page's own storage. Ours are `sealed-capture/delivery-http` and `delivery-tus`. */
export interface FileDelivery {
  /**
   * Resolves once the file is in a safe place, with where that is, if it is known. A rejection with a
   * `SealedCaptureError` is treated as that code asks for (`network_failed` never counts, `request_rejected` waits for a
   * person); with anything else it is tried again, ten times at most.
   */
  send(file: Blob, context: DeliveryContext): Promise<{location?: string} | undefined>;
}

/** A capture was made. `blob` is the raw picture or recording, for an instant preview. */
export interface CaptureDetail {
  /** UUID that correlates with `protected` and `protect-error`. */
  captureId: string;
  mode: Mode;
  blob: Blob;
  /** ISO 8601 in UTC, by the device's clock. */
  capturedAt: string;
  /** Seconds; recordings only. */
  duration?: number;
  /** Seconds of sound that this device was too busy to take. Absent: none. */
  missing?: number;
  /** The recording was broken off by a reload or a crash, and this is what was kept of it until then. */
  recovered?: true;
  /** The page's own words that are sealed with it. Absent: none. */
  tags?: Tags;
  /** Id of the element that captured. Absent: it has none. */
  source?: string;
  /** Id of the shot in the page's list that it is. Absent: none was asked for. */
  shot?: string;
}

/** A capture was sealed. */
export interface ProtectedDetail {
  captureId: string;
  mode: Mode;
  /** The sealed file. */
  protectedBlob: Blob;
  /** ISO 8601 in UTC, by the device's clock when the seal came; the service's own time is in the seal. */
  sealedAt: string;
  /** True when the capture was made before a reload, or in an earlier visit. */
  restored: boolean;
  /**
   * 1 for the first time. More where the file was handed over before, and what the page did with it failed or was broken
   * off: see `waitUntil`.
   */
  delivery: number;
  /** The page's own words that were sealed with it. Absent: none. */
  tags?: Tags;
  /** Id of the element that captured. Absent: it has none. */
  source?: string;
  /** Id of the shot in the page's list that it is. Absent: none was asked for. */
  shot?: string;
}

/**
 * Sealing failed so that the automatic retries ended, or a person is needed. The capture is kept. Also an
 * option that cannot be used (`configuration_invalid`), or a picture that could not be taken.
 */
export interface ProtectErrorDetail {
  /** Empty where no capture is concerned. */
  captureId: string;
  /** Absent where `<protection-provider>` itself has an option that cannot be used. */
  mode?: Mode;
  code: ErrorCode;
  message: string;
  /** True when `retryProtection` may help without any other change. */
  retryable: boolean;
  attempts: number;
  /** ISO 8601 in UTC. */
  willRetryAt?: string;
  /** HTTP status. */
  status?: number;
}

/** A sealed file has reached the page's own storage (`deliverTo`, `delivery`). */
export interface DeliveredDetail {
  captureId: string;
  mode: Mode;
  /** Where it is, if the storage has said so. */
  location?: string;
  /** The page's own words that were sealed with it. Absent: none. */
  tags?: Tags;
  /** Id of the element that captured. Absent: it has none. */
  source?: string;
  /** Id of the shot in the page's list that it is. Absent: none was asked for. */
  shot?: string;
}

/** The detector has looked at a picture, which is held back until a person has seen what it read. */
export interface LicensePlateDetail {
  captureId: string;
  mode: 'image';
  /** What it read, which nobody has confirmed yet. Absent where it found no plate, or failed. */
  licensePlateInfo?: LicensePlateInfo;
}

/** The browser has little room left for captures. Bytes. */
export interface StorageLowDetail {
  used: number;
  left: number;
}

/** Options common to the capture elements and `<protection-provider>`; an element's own value wins. */
export interface ProtectionConfig {
  /**
   * Whose captures these are, as the page calls them, such as a user's id. Captures of others are neither sealed, nor
   * shown, nor counted, nor handed over here, and stay until theirs is back. Only its SHA-256 is stored. Default: nobody's.
   */
  account?: string;
  apiKey?: string;
  apiSecret?: string;
  /** Application identifier put into the device section. */
  appId?: string;
  /** Application version put into the device section. */
  appVersion?: string;
  /** Seal by itself after each capture. Default true. */
  autoProtect?: boolean;
  /** The API's base address. Default `/protection` on the page's origin. */
  baseUrl?: string;
  /**
   * Sends each sealed file to the page's own storage, which is tried until it has succeeded, over reloads and crashes.
   * Wins over `deliverTo`.
   */
  delivery?: FileDelivery;
  /** Address that each sealed file is sent to by POST: https, or http on localhost. See docs/delivery.md for the answer. */
  deliverTo?: string;
  /** Features embedded in every seal. */
  features?: Features;
  /** Reads the plate of each picture, which is then held back until a person has confirmed it. */
  licensePlateDetector?: LicensePlateDetector;
  /** Metres. */
  locationObfuscationRadius?: number;
  locationProvider?: LocationProvider;
  /** Milliseconds that sealing waits for the place where the last fix is older than 30 s, or none came. Default 3000. */
  locationTimeout?: number;
  onCapture?: (event: CaptureDetail) => void | Promise<void>;
  /** The sealed file is kept until a promise that it returns has resolved. */
  onProtected?: (event: ProtectedDetail) => unknown;
  onDelivered?: (event: DeliveredDetail) => void;
  onProtectError?: (event: ProtectErrorDetail) => void;
  /** Pre-built; when set, apiKey, apiSecret and sandbox are ignored. */
  protection?: ProtectionOptions;
  /**
   * Hours for which a sealed file is kept that was handed over without `waitUntil`: listed as delivered, and to be had by
   * `sealedFile`. It goes earlier where room is needed. Default 24; 0 keeps none.
   */
  retention?: number;
  /** Uses the sandbox environment. Default false. */
  sandbox?: boolean;
  /** Adapters for what a browser cannot give, and switches for what is not to be sealed. */
  sensors?: Sensors;
  tags?: Tags;
}

/** Told to the page's console once. */
export const SECRET_IN_PAGE =
  'sealed-capture: apiSecret is readable by everyone who opens this page. Use `protection` with a token.';
