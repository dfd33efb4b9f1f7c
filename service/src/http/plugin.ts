import type {onRequestHookHandler} from 'fastify';
import fp from 'fastify-plugin';
import {limitPipelining} from '../limits/pipelining.js';
import {answerErrors} from './error-answers.js';
import {endConnectionsOnClose} from './graceful-close.js';
import {refuseOverload, secure} from './http-security.js';
import {logRequests} from './logging.js';
import {describeService} from './openapi.js';
import {Refusals} from './refusals.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** True from the moment when the service was told to stop. */
    isClosing: () => boolean;
  }
}

/**
 * What applies to every route that is registered afterwards: the log, errors, security headers, CORS, rate limits and
 * the description.
 */
export default fp<{onRequest?: onRequestHookHandler}>(
  async (app, {onRequest}) => {
    const {settings, stores} = app;
    // No route takes text, and the default parser would accept it.
    app.removeContentTypeParser('text/plain');
    logRequests(app);
    app.decorate('isClosing', endConnectionsOnClose(app));
    limitPipelining(app.server);
    answerErrors(app, new Refusals(stores.counts, settings.refusalsPerMinute));
    if (onRequest) app.addHook('onRequest', onRequest);
    await refuseOverload(app, settings);
    await secure(app, settings, stores.counts);
    await describeService(app);
  },
  {name: 'http', dependencies: ['store', 'auth']},
);
