import type {FastifyPluginAsync, onRequestHookHandler} from 'fastify';
import {addTimestampRoute} from './add-timestamp.js';
import {requireSealer, type EnvironmentContext} from './environment-context.js';
import {requireGrant} from '../auth/grant.js';
import {checkBodies} from '../auth/checked-body.js';
import {noteRefusals} from '../audit/note.js';
import {ProblemError} from '../http/problems.js';
import {inspectRoute} from './inspect.js';
import {protectRoute} from './protect.js';
import {redactRoute} from './redact.js';
import {sealRoute} from './seal.js';
import {timestampRoute} from './timestamp.js';
import {tokensRoute} from './tokens.js';
import {trustRoute} from './trust.js';

/** All routes of one environment. Each gets a scope of its own, since each reads bodies in its own way. */
export const environmentRoutes: FastifyPluginAsync<{context: EnvironmentContext}> = async (
  app,
  {context},
) => {
  await app.register(trustRoute, context);
  // An authority whose key lies with the service is for trying things out alone.
  if (context.environment === 'sandbox') await app.register(timestampRoute, context);
  await app.register(async (restricted) => {
    // Before the body: who may not send one need not be listened to.
    restricted.addHook('onRequest', context.authenticate);
    restricted.addHook('onRoute', ({url, config}) => {
      if (!config?.role) throw new Error(`${url} names no role.`);
    });
    restricted.addHook('onRequest', (_request, _reply, done) => {
      requireSealer(context);
      done();
    });
    // Still before the body, and after the limits on requests: what is refused here counts for the key.
    restricted.addHook('preParsing', (request, _reply, _payload, done) => {
      requireGrant(request);
      done();
    });
    restricted.addHook('preParsing', (request, reply, _payload, done) => {
      const entered = context.limiter.enter(request, reply);
      if (entered) entered.then(() => done(), done);
      else done();
    });
    restricted.addHook('onRequest', refuseEncodings);
    noteRefusals(restricted, context);
    // These read their bodies by themselves, and hold them to the digest as well.
    await restricted.register(protectRoute, context);
    await restricted.register(redactRoute, context);
    await restricted.register(addTimestampRoute, context);
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
