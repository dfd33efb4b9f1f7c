import type {IncomingMessage} from 'node:http';
import type {SignableRequest} from '@sealed-capture/seal/model/seal/message-signature.js';

/** A proxy hides whether the client used TLS, so the default port of either scheme is removed. */
const DEFAULT_PORT = /:(?:80|443)$/;
const HOST = /^[\w.:[\]-]+$/;

/**
 * The request as its sender addressed and signed it.
 *
 * @param publicAddress address of the service's root for senders, if it differs from the Host header that arrives
 * @returns undefined if the address is not in the normal form of URLs: signatures cover the normal form, and
 *   another spelling must not pass for it
 */
export function signableRequest(
  {method = '', url: target = '', headers}: IncomingMessage,
  publicAddress: string | undefined,
): SignableRequest | undefined {
  const {host = ''} = headers;
  if (publicAddress === undefined && !HOST.test(host)) return undefined;
  const root = publicAddress ?? `http://${host.replace(DEFAULT_PORT, '').toLowerCase()}`;
  const url = `${root}${target}`;
  // Signatures do not cover a fragment ("#"), which no client sends.
  if (!/^\/[^#]*$/.test(target) || !URL.canParse(url) || new URL(url).href !== url)
    return undefined;
  return {
    method,
    url,
    header(name) {
      const value = headers[name];
      // The client chooses the name, which may be a property of every object, such as "constructor"; those are not
      // strings.
      return typeof value === 'string' ? value : undefined;
    },
  };
}
