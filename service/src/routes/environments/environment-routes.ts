import type {FastifyPluginAsync, onRequestHookHandler} from 'fastify';
import {addTimestampRoute} from '../add-timestamp.js';
import {authenticate} from '../../auth/authentication.js';
import type {OfEnvironment} from '../../environment.js';
import {checkRoute} from './check.js';
import {requireGrant} from '../../auth/grant.js';
import {checkBodies} from '../../auth/checked-body.js';
import {noteRefusals} from '../../audit/note.js';
import {ProblemError} from '../../http/problems.js';
import {inspectRoute} from '../inspect.js';
import {inspectLimitsRoute} from './inspect-limits.js';
import {protectRoute} from '../protect.js';
import {redactRoute} from '../redact.js';
import {sealRoute} from '../seal.js';
import {timestampRoute} from '../timestamp.js';
import {inspectSetRoute} from '../sets/inspect-set.js';
import {setLimitsRoute} from '../sets/set-limits.js';
import {tokensRoute} from '../tokens.js';
import {trustRoute} from '../trust.js';

/** All routes of one environment. Each has a scope of its own, because each reads bodies differently. */
export const environmentRoutes: FastifyPluginAsync<OfEnvironment> = async (app, {environment}) => {
  const of = {environment};
  await app.register(trustRoute, of);
  await app.register(inspectLimitsRoute, of);
  await app.register(setLimitsRoute, of);
  // An authority whose key the service itself has is useful for trials only.
  if (environment === 'sandbox') await app.register(timestampRoute, of);
  await app.register(async (restricted) => {
    // Before the body is read, because an unauthorized one need not be.
    const {keys, tokens, nonces, limiter, settings} = app;
    const {publicAddress} = settings;
    const authenticators = {environment, keys, tokens: tokens[environment], publicAddress};
    restricted.addHook('onRequest', authenticate(authenticators));
    restricted.addHook('onRoute', ({url, config}) => {
      if (!config?.role) throw new Error(`${url} names no role.`);
    });
    restricted.addHook('onRequest', (_request, _reply, done) => {
      app.requireSealer(environment);
      done();
    });
    // Still before the body, and after the rate limits: a refusal here counts for the key, and what a refused request
    // would leave in the store does not fill it.
    restricted.addHook('preParsing', async ({signed, log}) => {
      if (signed) await nonces.take(signed.key.id, signed.nonce, log);
    });
    restricted.addHook('preParsing', (request, _reply, _payload, done) => {
      requireGrant(request);
      done();
    });
    restricted.addHook('preParsing', (request, reply, _payload, done) => {
      const entered = limiter.enter(request, reply);
      if (entered) entered.then(() => done(), done);
      else done();
    });
    restricted.addHook('onRequest', refuseEncodings);
    noteRefusals(restricted, of);
    // These routes read their bodies themselves, and compare them with the digest.
    await restricted.register(protectRoute, of);
    await restricted.register(redactRoute, of);
    await restricted.register(addTimestampRoute, of);
    await restricted.register(inspectSetRoute, of);
    await restricted.register(async (checked) => {
      checkBodies(checked);
      await checked.register(checkRoute, of);
      await checked.register(inspectRoute, of);
      await checked.register(tokensRoute, of);
      await checked.register(sealRoute, of);
    });
  });
};

/** Refuses encoded bodies: one that is decompressed on arrival would evade every limit on its size. */
const refuseEncodings: onRequestHookHandler = (request, _reply, done) => {
  const encoding = request.headers['content-encoding'];
  if (encoding === undefined || encoding === 'identity') return done();
  done(
    new ProblemError(415, 'Bodies must not be compressed.', {
      headers: {'accept-encoding': 'identity'},
    }),
  );
};
