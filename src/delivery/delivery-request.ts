import {unlessAborted} from '../core/async/unless-aborted.js';
import {givenUp, SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {Mode} from '@sealed-capture/seal/model/media-type.js';
import {isBugOfPage} from '../core/async/bug-of-page.js';
import type {DeliveryContext} from '@sealed-capture/seal/model/protection-config.js';

/** The details of a file for the page's functions. */
export interface FileToDeliver {
  captureId: string;
  mode: Mode;
  mediaType: string;
  /** Size in bytes. */
  size: number;
  /** Status with which the server has just refused what the function returned for this file: return something fresh. */
  refused?: number;
  /** Stop when it is aborted, after 60 s at the latest. */
  signal: AbortSignal;
}

/** Headers by name. Null removes one that is sent by default. */
export type DeliveryHeaders = Readonly<Record<string, string | null>>;

/** Headers, or a function of the page that returns them for each attempt. */
export type DeliveryHeadersSource =
  | DeliveryHeaders
  | ((file: FileToDeliver) => DeliveryHeaders | Promise<DeliveryHeaders>);

/** Milliseconds without progress after which an attempt ends with `timeout`. */
export const PATIENCE_MS = 60_000;

export const misconfigured = (message: string, cause?: unknown): SealedCaptureError =>
  new SealedCaptureError('configuration_invalid', message, {cause});

/** The browser does not tell the page which of the two it is. */
export const unreachable = (cause: unknown): SealedCaptureError => {
  const message =
    'The server that takes uploads could not be reached, or does not allow this page’s origin.';
  return new SealedCaptureError('network_failed', message, {cause});
};

const local = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The absolute address of an upload, resolved against the page.
 *
 * @throws {SealedCaptureError} `configuration_invalid` unless its scheme is https, or http on this machine
 */
export function deliveryAddress(address: unknown): URL {
  // On a server that renders pages there is no page; the browser checks again.
  const page = globalThis.document?.baseURI ?? globalThis.location?.href ?? 'https://page.invalid';
  const given = String(address);
  if (typeof address !== 'string' || !URL.canParse(given, page)) {
    throw misconfigured('Uploads need an address to be sent to, and this is none.');
  }
  const url = new URL(given, page);
  const isSafe = url.protocol === 'https:';
  if (!isSafe && !(url.protocol === 'http:' && local.includes(url.hostname))) {
    throw misconfigured(
      `Uploads are sent over https only, or to localhost; not to ${url.origin === 'null' ? url.protocol : url.origin}`,
    );
  }
  if (url.username || url.password) {
    throw misconfigured('The address of uploads must not hold a user name or a password.');
  }
  return url;
}

/** The headers of one attempt. @throws {SealedCaptureError} `configuration_invalid` */
export function mergedHeaders(...all: readonly DeliveryHeaders[]): Record<string, string> {
  const merged = new Headers();
  try {
    for (const [name, value] of all.flatMap((headers) => Object.entries(headers))) {
      if (value === null) merged.delete(name);
      else merged.set(name, value);
    }
  } catch (cause) {
    throw misconfigured('A header of uploads has a name or value that HTTP does not allow.', cause);
  }
  return Object.fromEntries(merged);
}

/** Calls the page's function for the file. Rejects after {@link PATIENCE_MS}, and when the signal is aborted. */
export async function askPage<T>(
  ask: (file: FileToDeliver) => T | Promise<T>,
  file: Blob,
  {captureId, mode, signal}: DeliveryContext,
  refused?: number,
): Promise<T> {
  const late = AbortSignal.timeout(PATIENCE_MS);
  try {
    const asking = AbortSignal.any([signal, late]);
    return await unlessAborted(asking, () =>
      ask({captureId, mode, mediaType: file.type, size: file.size, refused, signal: asking}),
    );
  } catch (cause) {
    if (signal.aborted) throw givenUp({cause});
    if (late.aborted) {
      const message = 'The page did not say in time where and how to upload the file.';
      throw new SealedCaptureError('timeout', message, {cause});
    }
    // A TypeError of `fetch` without a network.
    if (!(cause instanceof TypeError) || isBugOfPage(cause)) throw cause;
    const message = 'The page could not ask its own server where and how to upload the file.';
    throw new SealedCaptureError('network_failed', message, {cause});
  }
}

/** The page's headers for the file. */
export const headersFor = async (
  source: DeliveryHeadersSource,
  file: Blob,
  context: DeliveryContext,
  refused?: number,
): Promise<DeliveryHeaders> =>
  typeof source === 'function' ? askPage(source, file, context, refused) : source;
