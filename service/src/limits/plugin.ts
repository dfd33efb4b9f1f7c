import fp from 'fastify-plugin';
import {BodyBudget} from '../http/body/body-budget.js';
import {KeyLimiter} from './key-limiter.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** Limits each key's requests in flight and work in a day. */
    limiter: KeyLimiter;
    /** Memory for files, separate from that for the bodies of `POST seal`, so that files do not delay captures. */
    budgets: Readonly<Record<'files' | 'seals', BodyBudget>>;
  }
}

/** Memory for the bodies of `POST seal`, as a share of that for files. */
const SEAL_BODIES = 1 / 8;

/** Decorates the service with what limits its keys and the memory for bodies. */
export default fp(
  (app, _options, done) => {
    const {concurrencyPerKey, sealsPerDay, inspectionsPerDay, bodyMemory} = app.settings;
    const budgets = {
      files: new BodyBudget(bodyMemory),
      seals: new BodyBudget(bodyMemory * SEAL_BODIES),
    };
    app.decorate('budgets', budgets);
    app.decorate(
      'limiter',
      new KeyLimiter(app.stores.tallies, {
        concurrency: concurrencyPerKey,
        sealsPerDay,
        inspectionsPerDay,
      }),
    );
    app.metrics.watch('sealed_capture_bodies_held_bytes', () => [
      [budgets.files.claimed, {kind: 'files'}],
      [budgets.seals.claimed, {kind: 'seals'}],
    ]);
    done();
  },
  {name: 'limits', dependencies: ['metrics', 'store']},
);
