import type {FastifyInstance} from 'fastify';
import {daysBefore, lessThan, type WarningDays} from '../expiry-stages.js';
import type {ApiKeys} from './api-keys.js';
import type {KeySummary} from './key-summary.js';

const DAY_MS = 86_400_000;
/** Milliseconds between checks of all keys. */
const CHECK_MS = 60 * 60 * 1000;

interface Log {
  warn: (content: object, message: string) => void;
}

/** Warns of keys that are about to expire: once at each stage, and again if the expiry is moved. */
export class KeyExpiryWarnings {
  readonly #log: Log;
  /** The stage and expiry that each key was last warned of. */
  #warned = new Map<string, string>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** @param now epoch milliseconds */
  check(keys: readonly KeySummary[], now: number): void {
    const warned = new Map<string, string>();
    for (const key of keys) {
      const {id, name, environment, expiresAt} = key;
      const stage = stageOf(key, now);
      if (stage === undefined) continue;
      warned.set(id, `${stage} ${expiresAt}`);
      if (this.#warned.get(id) === warned.get(id)) continue;
      this.#log.warn(
        {keyId: id, keyName: name, environment, expiresAt},
        stage === 0
          ? 'An API key has expired: requests with it are refused.'
          : `An API key expires in ${lessThan(stage)}. From then on requests with it are refused.`,
      );
    }
    this.#warned = warned;
  }
}

/** The warning that is due: days before the key's expiry, or 0 on the day after it; undefined if there is nothing to report. */
function stageOf({expiresAt, revokedAt}: KeySummary, now: number): WarningDays | 0 | undefined {
  if (expiresAt === undefined || revokedAt !== undefined) return undefined;
  const until = Date.parse(expiresAt);
  if (now >= until) return now - until < DAY_MS ? 0 : undefined;
  return daysBefore(until, now);
}

/** Checks the keys now and every hour, until the service is closed. */
export async function watchKeyExpiry(app: FastifyInstance, keys: ApiKeys): Promise<void> {
  const warnings = new KeyExpiryWarnings(app.log);
  const check = () =>
    keys.list().then(
      (all) => warnings.check(all, Date.now()),
      (error: unknown) =>
        app.log.warn({err: error}, 'The API keys cannot be looked through for those that expire.'),
    );
  await check();
  const timer = setInterval(() => void check(), CHECK_MS).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}
