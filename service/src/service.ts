import {join} from 'node:path';
import type {TypeBoxTypeProvider} from '@fastify/type-provider-typebox';
import Fastify, {LogController, type FastifyInstance} from 'fastify';
import {environments} from './environment.js';
import {openEnvironmentsAndTrust} from './environments-and-trust.js';
import {watchKeyExpiry} from './keys/expiry-watch.js';
import {KeyLimiter} from './limits/key-limiter.js';
import {ApiKeys} from './keys/api-keys.js';
import {authenticate} from './auth/authentication.js';
import {keysRoutes} from './admin/keys-routes.js';
import {logLevelRoute} from './admin/log-level-route.js';
import {openAdminPort, type AdminPort} from './admin/admin-port.js';
import {openAudit} from './audit/open-audit.js';
import {BodyBudget} from './http/body/body-budget.js';
import {refuseOtherHosts} from './demo-hosts.js';
import {serveSite, type SiteOptions} from './demo-site.js';
import {compileEngine} from '@sealed-capture/seal/node/engine-module.js';
import {EnginePool} from './engine/engine-pool.js';
import {environmentRoutes} from './routes/environments/environment-routes.js';
import {serialNumberOf} from './certificates/signing-identity.js';
import {countsOf, openLastingStore, openStore, talliesOf} from './store/open-stores.js';
import {measuredAudit, measuredStore} from './metrics/measured.js';
import {measureRequests} from './metrics/measure-requests.js';
import {metricsRoute} from './metrics/metrics-route.js';
import {noMetrics, openMetrics, type Metrics} from './metrics/metrics.js';
import {watchProcess} from './metrics/watch-process.js';
import {watchService} from './metrics/watch-service.js';
import {reloadEach} from './reload-each.js';
import {Siblings} from './siblings.js';
import {Nonces} from './auth/nonces.js';
import {answerClientError, answerErrors} from './http/error-answers.js';
import {endConnectionsOnClose} from './http/graceful-close.js';
import {limitPipelining} from './limits/pipelining.js';
import {refuseOverload, secure} from './http/http-security.js';
import {Refusals} from './http/refusals.js';
import {seldom} from './http/log-seldom.js';
import {loggerOptions, logRequests, requestIds, type LogDestination} from './http/logging.js';
import {describeService} from './http/openapi.js';
import {healthRoute, type HealthOptions} from './routes/health.js';
import {readyRoute, type ReadyOptions} from './routes/ready.js';
import {ocspRoute} from './routes/ocsp.js';
import {sendProblem, toProblem} from './http/problems.js';
import {makePrivateFolder, watchPrivacy} from './files/private-files.js';
import {readSettings, type Settings} from './settings/settings.js';
import {tokenSecret} from './auth/token-secret.js';
import {Tokens} from './auth/tokens.js';
import {openWebhooks} from './webhooks/open-webhooks.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** @see RunningService.reload */
    reload: () => Promise<void>;
    /** Undefined if none is configured. It listens once the service does. */
    admin: AdminPort | undefined;
  }
}

/** Milliseconds, longer than proxies usually keep a connection, so that none sends into one that has just ended. */
const KEEP_ALIVE_MS = 72_000;
const HEADERS_MS = 15_000;
/** Milliseconds between checks for slow requests. */
const CHECK_MS = 1_000;

/** Memory for the bodies of `POST seal`, as a share of that for files. */
const SEAL_BODIES = 1 / 8;

export interface ServiceOptions extends Partial<Settings> {
  /** Serves a site on the same origin, and gives it a sandbox key. Not for a public service. */
  site?: SiteOptions;
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
  const {site, logDestination, ...given} = options;
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
    await assemble(app, settings, site);
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

async function assemble(
  app: FastifyInstance,
  settings: Settings,
  site: SiteOptions | undefined,
): Promise<void> {
  await makePrivateFolder(settings.dataFolder);
  const metrics = settings.adminPort === undefined ? undefined : await openMetrics();
  const reported: Metrics = metrics ?? noMetrics;
  const plainLasting = await openLastingStore(settings, app.log);
  app.addHook('onClose', () => plainLasting.close());
  const lasting = metrics ? measuredStore(plainLasting, 'keys', metrics) : plainLasting;
  const keys = new ApiKeys(settings.dataFolder, lasting);
  await keys.load();
  await watchKeyExpiry(app, keys);
  const {dataFolder, publicAddress} = settings;
  if (settings.redis === undefined) watchPrivacy(app, join(dataFolder, 'keys.db'));
  const {
    environments: opened,
    lists,
    trust,
    reload,
  } = await openEnvironmentsAndTrust(app, settings, lasting, reported);
  const plainStore = await openStore(settings, plainLasting, app.log);
  if (plainStore !== plainLasting) app.addHook('onClose', () => plainStore.close());
  const store = metrics ? measuredStore(plainStore, 'answers', metrics) : plainStore;
  const webhooks = await openWebhooks(
    app,
    settings,
    plainStore,
    (environment) => {
      const signer = opened.sealer(environment)?.identity.signer;
      const until = opened.validity(environment)?.until;
      return signer && until !== undefined
        ? {certificate: serialNumberOf(signer), until}
        : undefined;
    },
    reported,
  );
  app.decorate('reload', async () => {
    await reloadEach(app.log, {
      'the certificates of the live environment': reload,
      'those of the admin port': async () => app.admin?.reload(),
      'the key of webhooks': async () => webhooks?.reload(),
    });
    app.log.info(
      'The certificates of the live environment and of the admin port, and the key of webhooks, were read anew.',
    );
  });
  const pool = await EnginePool.start({
    metrics: reported,
    trust: (environment) => trust.of(environment).shared,
    threads: settings.threads,
    queueLength: settings.queueLength,
    jobTimeout: settings.jobTimeout,
    workerData: {
      engine: await compileEngine(settings.engineMemory),
      engineMemory: settings.engineMemory,
      imageLimit: settings.imageLimit,
      audioLimit: settings.audioLimit,
    },
  });
  app.addHook('onClose', () => pool.close());

  // No route takes text, and the default parser would accept it.
  app.removeContentTypeParser('text/plain');
  app.decorateRequest('keyId', '');
  app.decorateRequest('grant', undefined);
  logRequests(app);
  if (metrics) {
    measureRequests(app, metrics);
    watchProcess(app, metrics);
  }
  const isClosing = endConnectionsOnClose(app);
  limitPipelining(app.server);
  const counts = countsOf(store);
  answerErrors(app, new Refusals(counts, settings.refusalsPerMinute));
  if (site) refuseOtherHosts(app, settings);
  await refuseOverload(app, settings);
  await secure(app, settings, counts);
  await describeService(app);
  const isToBeLogged = seldom();
  const health: HealthOptions = {
    isClosing,
    hasSigner: (environment) => opened.sealer(environment) !== undefined,
    obstacle: (environment) => opened.obstacle(environment),
    isSigning: (environment) => opened.isSigning(environment),
    time: () => opened.sealer('live')?.time,
  };
  await app.register(healthRoute, health);
  const written =
    settings.auditFolder === undefined ? undefined : await openAudit(app, settings.auditFolder);
  const ready: ReadyOptions = {
    ...health,
    answers: store,
    keys: lasting,
    isAuditWorking: () => written?.isWorking,
    listsOf: () => lists.official.signers.issued,
  };
  await app.register(readyRoute, ready);
  await app.register(ocspRoute, {
    prefix: '/protection/sandbox',
    authority: opened.sandboxAuthority,
    responder: opened.sandboxResponder,
  });
  const audit = written && metrics ? measuredAudit(written, metrics) : written;
  const budget = new BodyBudget(settings.bodyMemory);
  const sealBudget = new BodyBudget(settings.bodyMemory * SEAL_BODIES);
  watchService(reported, {
    environments: opened,
    pool,
    budgets: {files: budget, seals: sealBudget},
  });
  const nonces = new Nonces(store);
  const limiter = new KeyLimiter(talliesOf(store), {
    concurrency: settings.concurrencyPerKey,
    sealsPerDay: settings.sealsPerDay,
    inspectionsPerDay: settings.inspectionsPerDay,
  });
  for (const environment of environments) {
    const tokens = new Tokens(await tokenSecret(lasting, dataFolder, environment), environment);
    await app.register(environmentRoutes, {
      prefix: environment === 'live' ? '/protection' : `/protection/${environment}`,
      context: {
        environment,
        settings,
        pool,
        budget,
        sealBudget,
        store,
        trust: () => opened.sealer(environment) && trust.of(environment),
        authenticate: authenticate({environment, keys, tokens, publicAddress}),
        tokens,
        nonces,
        limiter,
        audit,
        metrics: reported,
        webhooks: webhooks?.webhooks,
        sealer: () => opened.sealer(environment),
        obstacle: () => opened.obstacle(environment),
        onObstacle: (what) => {
          if (isToBeLogged(what)) app.log.error({environment}, what);
        },
      },
    });
  }
  const siblings = new Siblings();
  app.addHook('onClose', (_app, done) => {
    siblings.close();
    done();
  });
  const admin = await openAdminPort(app, settings, new Refusals(counts, 0), {
    open: async (port) => {
      await port.register(healthRoute, health);
      await port.register(readyRoute, ready);
      if (metrics) await port.register(metricsRoute, {metrics, siblings});
    },
    restricted: async (port) => {
      await port.register(keysRoutes, {keys, audit});
      await port.register(logLevelRoute, {log: app.log, siblings});
    },
  });
  app.decorate('admin', admin);
  if (site) await serveSite(app, {...site, keys, store: lasting, dataFolder, host: settings.host});
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
