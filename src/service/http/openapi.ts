import swagger from '@fastify/swagger';
import type {FastifyInstance} from 'fastify';
import type {TSchema} from 'typebox';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Body as the description shows it, where the route reads it by itself. */
    documentedBody?: TSchema;
  }
}

/** `GET /openapi.json`, made from the routes' own schemas. Register before the routes. */
export async function describeService(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'sealed-capture',
        description: 'Seals captures with Content Credentials (C2PA), and inspects sealed media.',
        version: '1',
      },
      components: {
        securitySchemes: {
          ApiKeyAuth: {type: 'apiKey', in: 'header', name: 'X-API-Key'},
          Token: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'Short-lived, for pages of one origin: made by POST …/tokens.',
          },
          RequestSignature: {
            type: 'apiKey',
            in: 'header',
            name: 'Signature',
            description:
              'HTTP Message Signature (RFC 9421, hmac-sha256) with the secret of an API key, and Signature-Input and Content-Digest beside it.',
          },
        },
      },
      security: [{ApiKeyAuth: []}, {Token: []}, {RequestSignature: []}],
    },
    transform: ({schema, url, route}) => {
      const body = route.config?.documentedBody;
      return {schema: body ? {...schema, body} : schema, url};
    },
  });
  app.get('/openapi.json', {schema: {hide: true}, config: {rateLimit: false}}, () => app.swagger());
}
