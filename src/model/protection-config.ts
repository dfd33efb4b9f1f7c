import type {Features, Gps, Tags} from './capture-metadata.js';
import type {ErrorCode} from './errors.js';
import type {Mode} from './media-type.js';

/** Which camera to ask for: away from the person, or towards them. */
export type Facing = 'environment' | 'user';

/**
 * unknown: not asked yet. pending: the browser is asking. denied: refused, may be asked again.
 * blocked: the browser refuses without asking.
 */
export type PermissionStatus = 'unknown' | 'pending' | 'granted' | 'denied' | 'blocked';

/** Supplies the place instead of the browser's geolocation, e.g. from a native shell. */
export interface LocationProvider {
  /** The newest fix, or why there is none. Give up when the signal is aborted. */
  locate(signal: AbortSignal): Promise<Gps>;
}

/** Where to seal and with which credentials; made by `createProtection`. */
export interface ProtectionOptions {
  /** The API's base address, relative to the page or absolute. Default `/protection`. */
  readonly baseUrl?: string;
  /** Use the sandbox environment. Default false. */
  readonly sandbox?: boolean;
  /** Headers that authenticate one request. Rejects with `credentials_missing` where there are none. */
  authorization(signal: AbortSignal): Promise<Record<string, string>>;
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
}

/** A capture was sealed. */
export interface ProtectedDetail {
  captureId: string;
  mode: Mode;
  /** The sealed file. */
  protectedBlob: Blob;
  /** ISO 8601 in UTC. */
  sealedAt: string;
  /** True when the capture was made before a reload, or in an earlier visit. */
  restored: boolean;
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

/** Options common to the capture elements and `<protection-provider>`; an element's own value wins. */
export interface ProtectionConfig {
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
  /** Features embedded in every seal. */
  features?: Features;
  /** Metres. */
  locationObfuscationRadius?: number;
  locationProvider?: LocationProvider;
  onCapture?: (event: CaptureDetail) => void | Promise<void>;
  onProtected?: (event: ProtectedDetail) => void;
  onProtectError?: (event: ProtectErrorDetail) => void;
  /** Pre-built; when set, apiKey, apiSecret and sandbox are ignored. */
  protection?: ProtectionOptions;
  /** Use the sandbox environment. Default false. */
  sandbox?: boolean;
  tags?: Tags;
}
