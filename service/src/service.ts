import {join} from 'node:path';
import type {TypeBoxTypeProvider} from '@fastify/type-provider-typebox';
import Fastify, {
  LogController,
  type FastifyInstance,
  type FastifyPluginAsync,
  type onRequestHookHandler,
} from 'fastify';
import admin from './admin/plugin.js';
import audit from './audit/plugin.js';
import auth from './auth/plugin.js';
import certificates from './certificates/plugin.js';
import engine from './engine/plugin.js';
import {answerClientError} from './http/error-answers.js';
import {loggerOptions, requestIds, type LogDestination} from './http/logging.js';
import http from './http/plugin.js';
import {sendProblem, toProblem} from './http/problems.js';
import keys from './keys/plugin.js';
import limits from './limits/plugin.js';
import metrics from './metrics/plugin.js';
import reload from './reload.js';
import routes from './routes/plugin.js';
import {readSettings, type Settings} from './settings/settings.js';
import sets from './sets/plugin.js';
import store from './store/plugin.js';
import webhooks from './webhooks/plugin.js';

declare module 'fastify' {
  interface FastifyInstance {
    settings: Settings;
  }
}

/** Milliseconds, longer than proxies usually keep a connection, so that none sends into one that has just ended. */
const KEEP_ALIVE_MS = 72_000;
const HEADERS_MS = 15_000;
/** Milliseconds between checks for slow requests. */
const CHECK_MS = 1_000;

export interface ServiceOptions extends Partial<Settings> {
  /** Runs before limits, CORS and authentication, for each request to any route, such as a check of its Host. */
  onRequest?: onRequestHookHandler;
  /**
   * Plugins whose routes are served beside the service's own, with its security headers, CORS, limits and errors. They
   * find `settings`, `keys` and `tokens` on their instance. An error with `expose: true`, as http-errors has it, is
   * answered with its `statusCode` and message.
   */
  plugins?: readonly FastifyPluginAsync[];
  /** Where log lines are written; default: standard output. */
  logDestination?: LogDestination;
}

/**
 * Creates the service, ready to `listen` or `inject`. `close` finishes requests in flight.
 *
 * @param options defaults: the result of {@link readSettings} without variables
 * @throws {SettingsError} if keys, certificates or anchors cannot be used
 */
export async function createService(options: ServiceOptions = {}): Promise<FastifyInstance> {
  const {onRequest, plugins = [], logDestination, ...given} = options;
  const settings = complete(given);
  const app = Fastify({
    logger: loggerOptions(settings.logLevel, logDestination),
    genReqId: requestIds(),
    trustProxy: settings.trustedProxies.length > 0 ? [...settings.trustedProxies] : false,
    logController: new LogController({disableRequestLogging: true}),
    requestTimeout: settings.requestTimeout,
    connectionTimeout: settings.connectionTimeout,
    keepAliveTimeout: KEEP_ALIVE_MS,
    http: {
      headersTimeout: Math.min(HEADERS_MS, settings.requestTimeout),
      connectionsCheckingInterval: CHECK_MS,
    },
    // On a busy machine, compiling the engine takes longer than Fastify's limit. Connections to stores and signers have
    // limits of their own.
    pluginTimeout: 0,
    // A request during the shutdown is still answered; then its connection ends.
    return503OnClosing: false,
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: false,
      },
    },
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => void sendProblem(request, reply, toProblem(error)),
  }).withTypeProvider<TypeBoxTypeProvider>();
  try {
    app.decorate('settings', settings);
    // They close in the opposite order, so that none loses what it depends on.
    await app.register(metrics);
    await app.register(reload);
    await app.register(store);
    await app.register(sets);
    await app.register(keys);
    await app.register(auth);
    await app.register(certificates);
    await app.register(webhooks);
    await app.register(engine);
    await app.register(audit);
    await app.register(limits);
    await app.register(http, {onRequest});
    await app.register(routes);
    await app.register(admin);
    for (const plugin of plugins) await app.register(plugin);
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

function complete(given: Partial<Settings>): Settings {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const {dataFolder} = given;
  return {
    ...readSettings({}),
    ...(dataFolder !== undefined && {liveFolder: join(dataFolder, 'live')}),
    ...set,
  };
}
