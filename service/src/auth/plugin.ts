import fp from 'fastify-plugin';
import type {Environment} from '../environment.js';
import {Nonces} from './nonces.js';
import {tokenSecret} from './token-secret.js';
import {Tokens} from './tokens.js';

declare module 'fastify' {
  interface FastifyInstance {
    tokens: Readonly<Record<Environment, Tokens>>;
    /** Of signed requests, each of which is accepted once. */
    nonces: Nonces;
  }
}

/** Decorates the service with what requests are authenticated with, beside the API keys. */
export default fp(
  async (app) => {
    const tokensOf = async (environment: Environment): Promise<Tokens> => {
      const {settings, stores} = app;
      const secret = await tokenSecret(stores.lasting, settings.dataFolder, environment);
      return new Tokens(secret, environment);
    };
    app.decorate('tokens', {sandbox: await tokensOf('sandbox'), live: await tokensOf('live')});
    app.decorate('nonces', new Nonces(app.stores.answers));
    app.decorateRequest('keyId', '');
    app.decorateRequest('grant', undefined);
  },
  {name: 'auth', dependencies: ['store', 'keys']},
);
