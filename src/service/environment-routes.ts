import type {FastifyPluginAsync, onRequestHookHandler} from 'fastify';
import {requireSealer, type EnvironmentContext} from './environment-context.js';
import {checkBodies} from './checked-body.js';
import {ProblemError} from './problems.js';
import {inspectRoute} from './routes/inspect.js';
import {protectRoute} from './routes/protect.js';
import {sealRoute} from './routes/seal.js';
import {tokensRoute} from './routes/tokens.js';
import {trustRoute} from './routes/trust.js';

/** All routes of one environment. Each gets a scope of its own, since each reads bodies in its own way. */
export const environmentRoutes: FastifyPluginAsync<{context: EnvironmentContext}> = async (
  app,
  {context},
) => {
  await app.register(trustRoute, context);
  await app.register(async (restricted) => {
    // Before the body: who may not send one need not be listened to.
    restricted.addHook('onRequest', context.authenticate);
    restricted.addHook('onRequest', (_request, _reply, done) => {
      requireSealer(context);
      done();
    });
    restricted.addHook('onRequest', refuseEncodings);
    // Reads its body by itself, and holds it to the digest as well.
    await restricted.register(protectRoute, context);
    await restricted.register(async (checked) => {
      checkBodies(checked);
      await checked.register(inspectRoute, context);
      await checked.register(tokensRoute, context);
      await checked.register(sealRoute, context);
    });
  });
};

/** Bodies are taken as they are: what inflates on arrival would pass every limit on their size. */
const refuseEncodings: onRequestHookHandler = (request, _reply, done) => {
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity') return done();
  done(
    new ProblemError(415, 'Bodies must not be compressed.', {
      headers: {'accept-encoding': 'identity'},
    }),
  );
};
