import type {FastifyPluginAsyncTypebox} from '@fastify/type-provider-typebox';
import Type from 'typebox';

/** `GET /healthz`: that the service answers, and which environments can seal. */
export const healthRoute: FastifyPluginAsyncTypebox<{
  sealing: () => Record<'sandbox' | 'live', boolean>;
}> = (app, {sealing}) => {
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
          }),
        },
      },
    },
    () => ({status: 'ok' as const, sealing: sealing()}),
  );
  return Promise.resolve();
};
