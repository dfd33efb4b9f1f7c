import {isIP} from 'node:net';
import type {FastifyInstance} from 'fastify';
import {ProblemError} from './http/problems.js';
import type {Settings} from './settings/settings.js';

/** Answered to any Host: they take no credentials and show nothing of a visitor. */
const OPEN = ['/healthz', '/readyz'];
const HOST = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::\d{1,5})?$/i;

/**
 * Refuses requests whose Host is none of the demo's own names, on every route, also of the service. The owner of
 * another site can let its name resolve to this machine (DNS rebinding). To the browser, that site and this one are
 * then the same origin, but the Host of its requests is still that name. Call it before routes are registered.
 */
export function refuseOtherHosts(
  app: FastifyInstance,
  settings: Pick<Settings, 'host' | 'publicAddress'>,
): void {
  const {host, publicAddress} = settings;
  const own = [host, publicAddress === undefined ? undefined : new URL(publicAddress).hostname];
  const names = new Set(own.map((name) => name?.toLowerCase()));
  const isOwn = (given: string | undefined): boolean => {
    const [, address, name] = HOST.exec(given ?? '') ?? [];
    const asked = (address ?? name)?.toLowerCase();
    if (asked === undefined) return false;
    // The Host of a page under a rebound name is that name, never an address.
    if (isIP(asked) !== 0) return true;
    return asked === 'localhost' || asked.endsWith('.localhost') || names.has(asked);
  };
  app.addHook('onRequest', (request, _reply, done) => {
    if (OPEN.includes(request.routeOptions.url ?? '')) return done();
    // `request.host` is what a trusted proxy passes on. A page can send that header, too, so both are checked.
    if (isOwn(request.headers.host) && isOwn(request.host)) return done();
    done(
      new ProblemError(
        421,
        'The demo does not answer under this host name. Open it as localhost or by its IP address, or set SEALED_CAPTURE_PUBLIC_ADDRESS to the address under which people open it.',
      ),
    );
  });
}
