import {authorizationOf} from '@sealed-capture/seal/model/authorization.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {
  ProtectionConfig,
  ProtectionOptions,
} from '@sealed-capture/seal/model/protection-config.js';
import {serviceAddress} from '@sealed-capture/seal/model/service-address.js';

/** Address and credentials for sealing a client's captures. */
export interface ProtectionTarget {
  /** Base address of the environment, absolute, without a trailing slash. */
  endpoint: string;
  /** Absent if the client has no credentials. */
  authorization?: ProtectionOptions['authorization'];
}

const DEFAULT_BASE_URL = '/protection';

/** Returns where the configuration seals. Throws `configuration_invalid` for an invalid address. */
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
