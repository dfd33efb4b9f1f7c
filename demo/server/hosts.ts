import {isIP} from 'node:net';
import type {onRequestHookHandler} from 'fastify';
import type {Settings} from '../../service/src/index.js';
import {refusal} from './refusal.js';

/** Answered to any Host: they take no credentials and show nothing of a visitor. */
const OPEN = ['/healthz', '/readyz'];
const HOST = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::\d{1,5})?$/i;

/**
 * Refuses requests whose Host is none of the demo's own names, on every route, also of the service. The owner of
 * another site can let its name resolve to this machine (DNS rebinding). To the browser, that site and this one are
 * then the same origin, but the Host of its requests is still that name.
 */
export const refuseOtherHosts: onRequestHookHandler = (request, _reply, done) => {
  if (OPEN.includes(request.routeOptions.url ?? '')) return done();
  const {settings} = request.server;
  // `request.host` is what a trusted proxy passes on. A page can send that header, too, so both are checked.
  if (isOwn(request.headers.host, settings) && isOwn(request.host, settings)) return done();
  done(
    refusal(
      421,
      'The demo does not answer under this host name. Open it as localhost or by its IP address, or set SEALED_CAPTURE_PUBLIC_ADDRESS to the address under which people open it.',
    ),
  );
};

function isOwn(
  given: string | undefined,
  {host, publicAddress}: Pick<Settings, 'host' | 'publicAddress'>,
): boolean {
  const [, address, name] = HOST.exec(given ?? '') ?? [];
  const asked = (address ?? name)?.toLowerCase();
  if (asked === undefined) return false;
  // The Host of a page under a rebound name is that name, never an address.
  if (isIP(asked) !== 0) return true;
  const own = ['localhost', host.toLowerCase()];
  if (publicAddress !== undefined) own.push(new URL(publicAddress).hostname);
  return own.includes(asked) || asked.endsWith('.localhost');
}
