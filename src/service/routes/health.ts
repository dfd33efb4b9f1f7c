import type {FastifyPluginAsyncTypebox} from '@fastify/type-provider-typebox';
import Type from 'typebox';
import type {IndependentTime} from '../timestamps/independent-time.js';

/**
 * `GET /healthz`: that the service answers, which environments can seal, and whether the authorities elsewhere that
 * stamp live seals give stamps.
 */
export const healthRoute: FastifyPluginAsyncTypebox<{
  sealing: () => Record<'sandbox' | 'live', boolean>;
  /** Absent where no authority elsewhere stamps live seals. */
  time: () => Pick<IndependentTime, 'isWorking'> | undefined;
}> = (app, {sealing, time}) => {
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
            sealing: Type.Object({sandbox: Type.Boolean(), live: Type.Boolean()}),
            timeStamps: Type.Optional(
              Type.Object({
                live: Type.Union([Type.Literal('working'), Type.Literal('failing')], {
                  description: 'Of the time-stamp authorities that are set up.',
                }),
              }),
            ),
          }),
        },
      },
    },
    () => {
      const used = time();
      return {
        status: 'ok' as const,
        sealing: sealing(),
        ...(used && {
          timeStamps: {live: used.isWorking ? ('working' as const) : ('failing' as const)},
        }),
      };
    },
  );
  return Promise.resolve();
};
