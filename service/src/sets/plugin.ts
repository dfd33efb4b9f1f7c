import fp from 'fastify-plugin';
import {SetNumbers} from './set-numbers.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** Shared by all routes that seal, so that the seals of one set wait for each other. */
    sets: SetNumbers;
  }
}

/** Decorates the service with what numbers the seals of sets. */
export default fp(
  (app, _options, done) => {
    app.decorate('sets', new SetNumbers(app.stores.sets));
    done();
  },
  {name: 'sets', dependencies: ['store']},
);
