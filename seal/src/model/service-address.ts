import {SealedCaptureError} from './errors.js';

/**
 * Resolves the address of the service.
 *
 * @param given as the page gave it, relative to `page`
 * @throws {SealedCaptureError} `configuration_invalid` unless it is an address of https or http. In
 *   "localhost:8080", "localhost" is the scheme (URL Standard, section 4.4).
 */
export function serviceAddress(given: string, page: string): URL {
  const url = URL.canParse(given, page) ? new URL(given, page) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw new SealedCaptureError(
    'configuration_invalid',
    'baseUrl has to lead to an address that begins with https:// or http://.',
  );
}
