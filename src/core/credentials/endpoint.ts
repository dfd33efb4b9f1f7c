import {authorizationOf} from '../../model/authorization.js';
import {SealedCaptureError} from '../../model/errors.js';
import type {ProtectionConfig, ProtectionOptions} from '../../model/protection-config.js';
import {serviceAddress} from '../../model/service-address.js';

/** Where a client's captures are sealed. */
export interface ProtectionTarget {
  /** Base address with environment, absolute, without a slash at the end. */
  endpoint: string;
  /** Absent without credentials. */
  authorization?: ProtectionOptions['authorization'];
}

const DEFAULT_BASE_URL = '/protection';

/** Throws `configuration_invalid` for an address that is none. */
export function targetOf(config: ProtectionConfig, pageAddress: string): ProtectionTarget {
  const {account, apiKey, apiSecret, protection} = config;
  if (protection && typeof protection.authorization !== 'function') {
    throw new SealedCaptureError(
      'configuration_invalid',
      'protection is made by createProtection.',
    );
  }
  const {sandbox = false} = protection ?? config;
  const baseUrl = protection?.baseUrl ?? config.baseUrl ?? DEFAULT_BASE_URL;
  return {
    endpoint: endpointOf(baseUrl, sandbox, pageAddress),
    authorization: protection
      ? (signal, refused) => protection.authorization(signal, refused, account)
      : apiKey
        ? () => Promise.resolve(authorizationOf(apiKey, apiSecret))
        : undefined,
  };
}

function endpointOf(baseUrl: string, sandbox: boolean, pageAddress: string): string {
  const {origin, pathname} = serviceAddress(baseUrl, pageAddress);
  const base = (origin + pathname).replace(/\/+$/, '');
  return sandbox ? `${base}/sandbox` : base;
}
