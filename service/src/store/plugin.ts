import fp from 'fastify-plugin';
import {makePrivateFolder} from '../files/private-files.js';
import type {RequestCounts} from '../http/request-counts.js';
import {measuredStore} from '../metrics/measured.js';
import type {AnswerStore, LastingStore} from './expiring-store.js';
import {Idempotency} from './idempotency.js';
import {countsOf, openLastingStore, openSets, openStore, talliesOf} from './open-stores.js';
import type {Tallies} from './tallies.js';

declare module 'fastify' {
  interface FastifyInstance {
    stores: {
      /** API keys, secrets of tokens, and the sandbox's certificates if several services share a Redis. */
      lasting: LastingStore;
      /** The numbers of the seals of each set. */
      sets: LastingStore;
      /** Answers, nonces and webhook deliveries. */
      answers: AnswerStore;
      counts: RequestCounts;
      tallies: Tallies;
    };
    /** The stored answers for repeated requests, within each key's quota. */
    idempotency: Idempotency;
  }
}

/** Opens the stores: files in the data folder, which it makes, or a Redis. They close after the parts that use them. */
export default fp(
  async (app) => {
    const {settings, metrics, log} = app;
    await makePrivateFolder(settings.dataFolder);
    const lasting = await openLastingStore(settings, log);
    app.addHook('onClose', () => lasting.close());
    const sets = await openSets(settings, lasting, log);
    if (sets !== lasting) app.addHook('onClose', () => sets.close());
    const answers = await openStore(settings, lasting, log);
    if (answers !== lasting) app.addHook('onClose', () => answers.close());
    const measured = measuredStore(answers, 'answers', metrics);
    app.decorate('stores', {
      lasting: measuredStore(lasting, 'keys', metrics),
      sets: measuredStore(sets, 'sets', metrics),
      answers: measured,
      counts: countsOf(measured),
      tallies: talliesOf(measured),
    });
    const idempotency = new Idempotency(measured, settings.answerLifetime, undefined, {
      entries: settings.answersPerKey,
      bytes: settings.answersPerKeyLimit,
      total: settings.answersLimit,
    });
    app.decorate('idempotency', idempotency);
  },
  {name: 'store', dependencies: ['metrics']},
);
