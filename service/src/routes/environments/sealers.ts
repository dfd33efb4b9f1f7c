import fp from 'fastify-plugin';
import type {Sealer} from '../../certificates/sealer.js';
import {obstacleText} from '../../certificates/validity.js';
import type {Environment} from '../../environment.js';
import {seldom} from '../../http/log-seldom.js';
import {overloaded, ProblemError} from '../../http/problems.js';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * The environment's sealer.
     * @throws {ProblemError} 503 while it has no certificate: the environment then serves nothing
     */
    requireSealer: (environment: Environment) => Sealer;
    /**
     * The environment's sealer, if it may seal at this moment.
     * @throws {ProblemError} 503 also if its certificate was revoked or is not valid now; inspection continues
     */
    requireUsable: (environment: Environment) => Sealer;
  }
}

/** Seconds after which clients should retry if only the operator can help. */
const OBSTACLE_SECONDS = 300;

/** Gives routes the sealer of an environment, or the answer for a client of one that cannot seal. */
export default fp(
  (app, _options, done) => {
    const {environments, log} = app;
    const isToBeLogged = seldom();
    const requireSealer = (environment: Environment): Sealer => {
      const sealer = environments.sealer(environment);
      if (!sealer) throw notConfigured(environment);
      return sealer;
    };
    app.decorate('requireSealer', requireSealer);
    app.decorate('requireUsable', (environment) => {
      const obstacle = environments.obstacle(environment);
      if (!obstacle) return requireSealer(environment);
      const what = `The certificate of the ${environment} environment, or one that it leads to, ${obstacleText(obstacle)}, so nothing can be sealed with it.`;
      if (isToBeLogged(what)) log.error({environment}, what);
      const todo =
        obstacle.name === 'not yet valid'
          ? "Its operator has to wait, provide another or set the service's clock right."
          : 'Its operator has to provide another.';
      throw overloaded(`${what} ${todo}`, undefined, OBSTACLE_SECONDS);
    });
    done();
  },
  {name: 'sealers', dependencies: ['certificates']},
);

export const notConfigured = (environment: Environment): ProblemError =>
  new ProblemError(
    503,
    `The ${environment} environment has no certificate yet, so it neither seals nor inspects. Its operator has to provide one.`,
  );
