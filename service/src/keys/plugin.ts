import {join} from 'node:path';
import fp from 'fastify-plugin';
import {watchPrivacy} from '../files/private-files.js';
import {ApiKeys} from './api-keys.js';
import {watchKeyExpiry} from './expiry-watch.js';

declare module 'fastify' {
  interface FastifyInstance {
    keys: ApiKeys;
  }
}

/** Decorates the service with its API keys, and watches that they stay private and do not expire unnoticed. */
export default fp(
  async (app) => {
    const {dataFolder, redis} = app.settings;
    const keys = new ApiKeys(dataFolder, app.stores.lasting);
    await keys.load();
    app.decorate('keys', keys);
    await watchKeyExpiry(app, keys);
    if (redis === undefined) watchPrivacy(app, join(dataFolder, 'keys.db'));
  },
  {name: 'keys', dependencies: ['store']},
);
