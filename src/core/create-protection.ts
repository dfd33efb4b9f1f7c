import {keyAuthorization} from '../model/authorization.js';
import type {ProtectionOptions} from '../model/protection-config.js';
import {credentialsMissing} from './credentials.js';

export interface ProtectionSettings {
  /** Sent as `X-API-Key`. Whatever is in a page is public: give pages a key that may be. */
  apiKey?: string;
  /** The API's base address, relative to the page or absolute. Default `/protection`. */
  baseUrl?: string;
  /** Use the sandbox environment. Default false. */
  sandbox?: boolean;
}

/**
 * A ready-made `protection` option: where to seal and with which key. Its `authorization` rejects with
 * `credentials_missing` where there is no key.
 */
export function createProtection({
  apiKey,
  baseUrl,
  sandbox = false,
}: ProtectionSettings): ProtectionOptions {
  return {
    baseUrl,
    sandbox,
    authorization: () =>
      apiKey ? Promise.resolve(keyAuthorization(apiKey)) : Promise.reject(credentialsMissing()),
  };
}
