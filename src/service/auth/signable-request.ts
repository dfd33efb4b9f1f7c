import type {IncomingMessage} from 'node:http';
import type {SignableRequest} from '../../model/message-signature.js';

/** Whether the sender's connection was encrypted is not known behind a proxy: either scheme's port is left out. */
const DEFAULT_PORT = /:(?:80|443)$/;
const HOST = /^[\w.:[\]-]+$/;

/**
 * A request as its sender named and signed it.
 *
 * @param publicAddress where senders find the service's root, if not under the Host that arrives here
 * @returns undefined where its address is not written as URLs are: signatures cover what browsers make of it, and
 * another spelling of the same must not pass for what was sent
 */
export function signableRequest(
  {method = '', url: target = '', headers}: IncomingMessage,
  publicAddress: string | undefined,
): SignableRequest | undefined {
  const {host = ''} = headers;
  if (publicAddress === undefined && !HOST.test(host)) return undefined;
  const root = publicAddress ?? `http://${host.replace(DEFAULT_PORT, '').toLowerCase()}`;
  const url = `${root}${target}`;
  // Signatures do not cover what stands behind "#", which no client sends.
  if (!/^\/[^#]*$/.test(target) || !URL.canParse(url) || new URL(url).href !== url)
    return undefined;
  return {
    method,
    url,
    header(name) {
      const value = headers[name];
      // The name may come from the client, and be that of a member of every object: none of these is text.
      return typeof value === 'string' ? value : undefined;
    },
  };
}
