import type {FastifyPluginAsyncTypebox} from '@fastify/type-provider-typebox';
import Type, {type Static} from 'typebox';
import type {Environment} from '../../environment.js';
import type {ExpiringStore, LastingStore} from '../../store/expiring-store.js';
import {within} from '../../store/within.js';
import type {HealthOptions} from './health.js';

/** Milliseconds for which a result is reused, and that a store may take. */
const FRESH_MS = 1_000;
const STORE_MS = 2_000;

const Works = Type.Enum(['working', 'failing']);
const Signer = Type.Enum(['ready', 'absent', 'revoked', 'not yet valid', 'expired', 'failing'], {
  description:
    'absent: no certificate was set up. failing: its key cannot be used now. The others: of its certificates.',
});
type Signer = Static<typeof Signer>;

const Readiness = Type.Object({
  status: Type.Enum(['ready', 'degraded', 'not ready', 'closing'], {
    description: 'degraded: it answers, and one of the parts below does not do what it is for.',
  }),
  signers: Type.Object({sandbox: Signer, live: Signer}),
  store: Type.Object(
    {answers: Works, keys: Works},
    {description: 'Of answers that are kept for repeated requests, and of API keys.'},
  ),
  audit: Type.Optional(Works),
  timeStamps: Type.Optional(Type.Object({live: Works})),
  trustLists: Type.Object({
    official: Type.String({description: 'When C2PA published them.'}),
  }),
});
type Readiness = Static<typeof Readiness>;

export interface ReadyOptions extends HealthOptions {
  answers: ExpiringStore;
  keys: LastingStore;
  /** True if the last entry of the audit log could be written; undefined without an audit log. */
  isAuditWorking: () => boolean | undefined;
  /** When the official lists were published. */
  listsOf: () => string;
}

/**
 * `GET /readyz`: whether the service should get requests. 503 while it closes, or a store does not work: another
 * service might do better then. Faults that all services with the same settings would share (a certificate, a
 * time-stamp authority) only make it `degraded`, because inspection still works.
 */
export const readyRoute: FastifyPluginAsyncTypebox<ReadyOptions> = (app, options) => {
  let last: {at: number; found: Promise<Readiness>} | undefined;
  app.get(
    '/readyz',
    {
      config: {rateLimit: false},
      schema: {
        summary: 'Whether the service is to get requests, and what works',
        security: [],
        response: {200: Readiness, 503: Readiness},
      },
    },
    async (_request, reply) => {
      const now = performance.now();
      // Probes are frequent, and each check costs a round trip to the stores.
      if (!last || now - last.at > FRESH_MS) last = {at: now, found: readinessOf(options)};
      const found = await last.found;
      const status = options.isClosing() ? 'closing' : found.status;
      const isReady = status === 'ready' || status === 'degraded';
      return reply
        .code(isReady ? 200 : 503)
        .header('cache-control', 'no-store')
        .send({...found, status});
    },
  );
  return Promise.resolve();
};

async function readinessOf(options: ReadyOptions): Promise<Readiness> {
  const {answers, keys, listsOf} = options;
  const signers = {sandbox: signerState('sandbox', options), live: signerState('live', options)};
  const [answersState, keysState] = await Promise.all([
    // A write too, if the entry does not exist: the disk may be full.
    works(answers.putIfAbsent('ready', Buffer.of(1), FRESH_MS)),
    works(keys.get('ready')),
  ]);
  const time = options.time();
  const isStamped = time?.isWorking !== false;
  const isAuditWorking = options.isAuditWorking();
  const isSealing = signers.sandbox === 'ready' && ['ready', 'absent'].includes(signers.live);
  const hasStores = answersState === 'working' && keysState === 'working';
  const isWhole = isSealing && isStamped && isAuditWorking !== false;
  return {
    status: !hasStores ? 'not ready' : isWhole ? 'ready' : 'degraded',
    signers,
    store: {answers: answersState, keys: keysState},
    ...(isAuditWorking !== undefined && {audit: isAuditWorking ? 'working' : 'failing'}),
    ...(time && {timeStamps: {live: time.isWorking ? 'working' : 'failing'}}),
    trustLists: {official: listsOf()},
  };
}

function signerState(name: Environment, options: ReadyOptions): Signer {
  const {hasSigner, obstacle, isSigning} = options;
  if (!hasSigner(name)) return 'absent';
  return obstacle(name)?.name ?? (isSigning(name) ? 'ready' : 'failing');
}

const works = (answer: Promise<unknown>): Promise<Static<typeof Works>> =>
  within(STORE_MS, answer).then(
    () => 'working',
    () => 'failing',
  );
