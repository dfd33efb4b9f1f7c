import type {X509Certificate} from 'node:crypto';
import {createServer, type Server} from 'node:http';
import {createServer as createTlsServer} from 'node:https';
import {isIP, type Socket} from 'node:net';
import {TLSSocket} from 'node:tls';
import Fastify, {LogController, type FastifyInstance, type FastifyRequest} from 'fastify';
import {answerClientError, answerErrors} from '../http/error-answers.js';
import {logRequests, requestIds} from '../http/logging.js';
import {ProblemError, sendProblem, toProblem} from '../http/problems.js';
import type {Refusals} from '../http/refusals.js';
import {adminFault, type Settings} from '../settings/settings.js';
import {SettingsError} from '../settings/settings-error.js';
import {readAdminTls, type AdminTls} from './admin-tls.js';

/** In milliseconds. */
const REQUEST_MS = 10_000;
/** In bytes. */
const BODY_LIMIT = 64 * 1024;

/** Routes of the admin port. Each function registers plugins. */
export interface AdminRoutes {
  /** Read-only routes whose answers may be known to everybody on this machine. */
  open: (port: FastifyInstance) => Promise<void>;
  /** All other routes. Registered only if each client has to present a certificate. */
  restricted: (port: FastifyInstance) => Promise<void>;
}

/** A separate port for operators and monitoring, apart from the one that the service's clients use. */
export interface AdminPort {
  /** The server; accepts requests by `inject` as well. */
  readonly app: FastifyInstance;
  /**
   * Starts to listen.
   * @throws {SettingsError} if the address cannot be used
   * @returns the address, such as http://127.0.0.1:9090
   */
  listen(): Promise<string>;
  /**
   * Reads the TLS files again, for connections that come later.
   * @throws {SettingsError} if they cannot be used; the earlier ones then stay in use
   */
  reload(): Promise<void>;
}

/**
 * Makes the admin port, which closes with the service. With `adminTls`, clients need a certificate (mutual TLS) and
 * can use all routes. Without it, the port listens on loopback addresses only and has the open routes only.
 *
 * @returns undefined if no admin port is configured
 * @throws {SettingsError} if other machines could reach it without TLS, or the TLS files cannot be used
 */
export async function openAdminPort(
  service: FastifyInstance,
  settings: Settings,
  refusals: Refusals,
  routes: AdminRoutes,
): Promise<AdminPort | undefined> {
  const {adminPort: port, adminHost: host, adminTls: folder} = settings;
  if (port === undefined) return undefined;
  const fault = adminFault(port, host, folder);
  if (fault !== undefined) throw new SettingsError(fault);
  const tls = folder === undefined ? undefined : await readAdminTls(folder);
  const app = Fastify({
    loggerInstance: service.log.child({port: 'admin'}),
    genReqId: requestIds(),
    logController: new LogController({disableRequestLogging: true}),
    serverFactory: (handler) => newServer(tls).on('request', handler),
    bodyLimit: BODY_LIMIT,
    ajv: {customOptions: {coerceTypes: false, removeAdditional: false, useDefaults: false}},
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => void sendProblem(request, reply, toProblem(error)),
  });
  // Fastify runs the hook that was added last first, so this closes the port before the parts that its routes use.
  service.addHook('onClose', () => app.close());
  app.removeContentTypeParser('text/plain');
  app.decorateRequest('keyId', '');
  logRequests(app);
  answerErrors(app, refusals);
  app.addHook('onSend', (_request, reply, _payload, done) => {
    void reply.header('cache-control', 'no-store');
    done();
  });
  /** When clients.pem was last read. */
  let readAt = 0;
  const connectedAt = new WeakMap<Socket, number>();
  app.server.on('secureConnection', (socket: Socket) => {
    connectedAt.set(socket, performance.now());
  });
  app.addHook('onRequest', ({raw}, reply, done) => {
    if ((connectedAt.get(raw.socket) ?? readAt) >= readAt) {
      done();
      return;
    }
    reply.header('connection', 'close');
    done(
      new ProblemError(
        403,
        'Whose certificates are accepted was read anew since this connection was opened. Connect again.',
      ),
    );
  });
  await routes.open(app);
  if (tls) await routes.restricted(app);
  const scheme = tls ? 'https' : 'http';
  return {
    app,
    listen: async () => {
      try {
        const [, bound] = /:(\d+)$/.exec(await app.listen({host, port})) ?? [];
        return `${scheme}://${isIP(host) === 6 ? `[${host}]` : host}:${bound}`;
      } catch (cause) {
        const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
        throw new SettingsError(
          `The admin port cannot listen on ${host}, port ${port} (${code}). SEALED_CAPTURE_ADMIN_PORT names another port.`,
          {cause},
        );
      }
    },
    reload: async () => {
      if (folder === undefined) return;
      const {server} = app as {server: Server & {setSecureContext?: (tls: AdminTls) => void}};
      server.setSecureContext?.(await readAdminTls(folder));
      // Ends connections that the previous clients.pem has accepted.
      readAt = performance.now();
      server.closeIdleConnections();
    },
  };
}

/**
 * Name of the certificate that the request's client has presented: its subject, such as "CN=anna". A certificate
 * without a subject, as workloads have, is named by its alternative names or serial number. Undefined without TLS.
 */
export function adminOf({raw: {socket}}: FastifyRequest): string | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const certificate = socket.getPeerX509Certificate();
  if (!certificate) return undefined;
  // Node's types say string, but a certificate may lack these.
  const {subject, subjectAltName, serialNumber} = certificate as Partial<X509Certificate>;
  return (subject || subjectAltName)?.replaceAll('\n', ',') ?? `serial number ${serialNumber}`;
}

function newServer(tls: AdminTls | undefined): Server {
  const limits = {
    requestTimeout: REQUEST_MS,
    headersTimeout: REQUEST_MS,
    connectionsCheckingInterval: 1_000,
  };
  return tls
    ? createTlsServer({...limits, ...tls, requestCert: true, rejectUnauthorized: true})
    : createServer(limits);
}
