import type {FastifyPluginAsyncTypebox} from '@fastify/type-provider-typebox';
import Type from 'typebox';
import type {SealingObstacle} from '../../certificates/validity.js';
import type {Environment} from '../../environment.js';
import type {IndependentTime} from '../../timestamps/independent-time.js';

export interface HealthOptions {
  isClosing: () => boolean;
  hasSigner: (environment: Environment) => boolean;
  /** Why the environment cannot seal now, although it has a signer. */
  obstacle: (environment: Environment) => SealingObstacle | undefined;
  /** False while the key of its certificate cannot be used. */
  isSigning: (environment: Environment) => boolean;
  /** Undefined if no external authority stamps live seals. */
  time: () => Pick<IndependentTime, 'isWorking'> | undefined;
}

const Sealing = Type.Object({sandbox: Type.Boolean(), live: Type.Boolean()});

/**
 * `GET /healthz`: that the service answers, which environments can seal, and whether the external authorities of
 * live seals work. While the service closes, it answers 503, so that it gets no further requests.
 */
export const healthRoute: FastifyPluginAsyncTypebox<HealthOptions> = (
  app,
  {isClosing, hasSigner, obstacle, isSigning, time},
) => {
  const canSeal = (environment: Environment) =>
    hasSigner(environment) && !obstacle(environment) && isSigning(environment);
  app.get(
    '/healthz',
    {
      config: {rateLimit: false},
      schema: {
        summary: 'Whether the service answers',
        security: [],
        response: {
          200: Type.Object({
            status: Type.Literal('ok'),
            sealing: Sealing,
            timeStamps: Type.Optional(
              Type.Object({
                live: Type.Union([Type.Literal('working'), Type.Literal('failing')], {
                  description: 'Of the time-stamp authorities that are set up.',
                }),
              }),
            ),
          }),
          503: Type.Object({status: Type.Literal('closing'), sealing: Sealing}),
        },
      },
    },
    (_request, reply) => {
      if (isClosing()) {
        const nothing = {sandbox: false, live: false};
        void reply.code(503);
        return {status: 'closing' as const, sealing: nothing};
      }
      const used = time();
      return {
        status: 'ok' as const,
        sealing: {sandbox: canSeal('sandbox'), live: canSeal('live')},
        ...(used && {
          timeStamps: {live: used.isWorking ? ('working' as const) : ('failing' as const)},
        }),
      };
    },
  );
  return Promise.resolve();
};
