/**
 * Everything that can go wrong in the page, by code. Elements and pages decide by the code; nobody parses
 * messages. The service's own failures travel as RFC 9457 problems (`problem.ts`) and become one of these.
 */
export const errorCodes = [
  /** The person refused the camera or microphone this time. */
  'permission_denied',
  /** The browser refuses without asking: blocked in its settings or by the page's Permissions-Policy. */
  'permission_blocked',
  /** The page is not served over https (or localhost), so the browser has no camera for it. */
  'insecure_context',
  /** This browser, or the app that the page is open in, gives pages no camera or microphone. */
  'not_supported',
  /** No camera or microphone is connected. */
  'device_not_found',
  /** Another program holds the camera or microphone. */
  'device_in_use',
  /** The device was unplugged or taken away while in use. */
  'device_lost',
  /**
   * No picture can be taken because there is no live preview; there is no recording to pause, resume or end; or the
   * element is disabled.
   */
  'not_capturing',
  /** The recording ended before anything was recorded. */
  'recording_empty',
  /** The browser could not encode the picture or recording. */
  'encoding_failed',
  /** The browser's storage is full; the capture could not be kept. */
  'storage_full',
  /** The browser gives this page no IndexedDB, or its connection broke. */
  'storage_unavailable',
  /** A worker's script could not be started: it is blocked by the page's CSP, not found or not loaded in time. */
  'worker_unavailable',
  /**
   * A part of the package that is loaded after the page could not be loaded. Some browsers, such as Firefox, load
   * it only with a reload of the page.
   */
  'part_missing',
  /** An attribute or option has a value that cannot be used. */
  'configuration_invalid',
  /** Neither apiKey nor protection is set, so nothing can be sealed. */
  'credentials_missing',
  /** No capture with this id is stored here. */
  'capture_unknown',
  /** The file's container cannot carry a seal, or is damaged. */
  'media_unsupported',
  /** There is no network, or the server could not be reached for a reason that is not known. */
  'network_failed',
  /** There is a network, and the service does not answer at its address: it is down, or the address is wrong. */
  'service_unreachable',
  /** The service answers, but does not allow this page's origin (CORS). */
  'origin_not_allowed',
  /** The service did not answer in time. */
  'timeout',
  /** The service does not accept the key (401), or not from this page (403). */
  'unauthorized',
  /** The service accepts the key, but the key may not do this (403). */
  'role_missing',
  /** The service refused the request as wrong (400, 404, 409, 415, 422). */
  'request_rejected',
  /** The media or metadata are larger than the service accepts (413). */
  'too_large',
  /** The service asks to wait (429). */
  'rate_limited',
  /** The service failed or is overloaded (5xx). */
  'service_unavailable',
  /** The device's clock differs from the service's by minutes, so that captures say a wrong time. */
  'clock_wrong',
  /** The returned manifest does not seal this capture. */
  'seal_mismatch',
  /** A request or answer was not of the agreed form. */
  'response_invalid',
  /** The sealed file did not reach the page's own storage (`deliverTo`, `delivery`). */
  'delivery_failed',
  /** The operation was aborted on purpose. */
  'aborted',
  /** A bug of this package. The console has its stack. */
  'internal_error',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export interface SealedCaptureErrorOptions extends ErrorOptions {
  /** HTTP status, if the service answered. */
  status?: number;
  /** How long the service asked to wait (Retry-After), in milliseconds. */
  retryAfter?: number;
  /** Bytes that the manifest needs, if the service said that the requested size is too small. */
  needed?: number;
}

/** An error with a code from {@link errorCodes} and a message that a user can act on. */
export class SealedCaptureError extends Error {
  override readonly name = 'SealedCaptureError';
  readonly code: ErrorCode;
  readonly status?: number;
  readonly retryAfter?: number;
  readonly needed?: number;

  constructor(code: ErrorCode, message: string, options: SealedCaptureErrorOptions = {}) {
    super(message, options);
    this.code = code;
    this.status = options.status;
    this.retryAfter = options.retryAfter;
    this.needed = options.needed;
  }
}

/** True if the service does not accept the credentials for what was asked. */
export const isRefusal = (code?: ErrorCode): boolean =>
  code === 'unauthorized' || code === 'role_missing';

/** True if there is a network, and the service does not answer. */
export const isSilent = (code?: ErrorCode): boolean =>
  code === 'service_unreachable' || code === 'timeout';

/** True for failures that pass when the network is back, or when the service answers again. */
export const isUnreached = (code?: ErrorCode): boolean =>
  code === 'network_failed' || isSilent(code);

/** An `aborted` error. */
export const givenUp = (options?: SealedCaptureErrorOptions): SealedCaptureError =>
  new SealedCaptureError('aborted', 'The operation was given up.', options);

/**
 * Any thrown value as a {@link SealedCaptureError}. `fallback` is the code for a failure of the platform, which
 * throws DOMExceptions. Everything else is a bug of this package: `internal_error`.
 */
export function toSealedCaptureError(thrown: unknown, fallback: ErrorCode): SealedCaptureError {
  return thrown instanceof SealedCaptureError || thrown instanceof DOMException
    ? failureAs(fallback, thrown)
    : new SealedCaptureError('internal_error', INTERNAL, {cause: thrown});
}

/** Any thrown value as an error with `code`: for steps of the platform, the page or a library only. */
export function failureAs(code: ErrorCode, thrown: unknown): SealedCaptureError {
  if (thrown instanceof SealedCaptureError) return thrown;
  if (thrown instanceof DOMException && thrown.name === 'AbortError') {
    return givenUp({cause: thrown});
  }
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new SealedCaptureError(code, message, {cause: thrown});
}

/** Replaces the bug's own message, which may contain data: a job's failure is stored and shown. */
const INTERNAL = 'An error in sealed-capture itself: see the console.';
