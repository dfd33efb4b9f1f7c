import {SealedCaptureError} from './errors.js';

/**
 * Where the service is asked.
 *
 * @param given as the page gave it; a relative one counts from `page`
 * @throws {SealedCaptureError} `configuration_invalid` unless it leads to an address with https or http. In
 * "localhost:8080", "localhost" is the scheme (URL Standard, 4.4).
 */
export function serviceAddress(given: string, page: string): URL {
  const url = URL.canParse(given, page) ? new URL(given, page) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url;
  throw new SealedCaptureError(
    'configuration_invalid',
    `baseUrl has to lead to an address that begins with https:// or http://, not to ${url?.href ?? given}`,
  );
}
