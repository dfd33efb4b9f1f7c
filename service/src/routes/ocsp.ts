import type {FastifyPluginAsyncTypebox} from '@fastify/type-provider-typebox';
import type {FastifyReply} from 'fastify';
import Type from 'typebox';
import type {SandboxAuthority} from '../certificates/sandbox-authority.js';
import {ProblemError} from '../http/problems.js';
import type {SandboxResponder} from '../revocation/sandbox-responder.js';

const REQUEST = 'application/ocsp-request';
const RESPONSE = 'application/ocsp-response';
const CERTIFICATE = 'application/pkix-cert';
const REQUEST_LIMIT = 4096;
const HOUR_S = 3600;

const Binary = Type.Unsafe<Buffer>({type: 'string', format: 'binary'});
const answers = {200: {content: {[RESPONSE]: {schema: Binary}}}};

/**
 * `{base}/ocsp`: whether the sandbox's authorities have revoked a certificate (RFC 6960, appendix A), and
 * `{base}/authorities/NAME.cer`: their own certificates. No key is needed, because readers of seals ask.
 */
export const ocspRoute: FastifyPluginAsyncTypebox<{
  responder: SandboxResponder;
  authority: () => SandboxAuthority;
}> = (app, {responder, authority}) => {
  const answer = async (request: Buffer, reply: FastifyReply, isCachable: boolean) => {
    const {der, until} = await responder.answer(request);
    reply.type(RESPONSE);
    if (isCachable && until !== undefined) {
      const age = Math.max(0, Math.floor((until - Date.now()) / 1000) - HOUR_S);
      reply
        .header('cache-control', `max-age=${age}, public, no-transform, must-revalidate`)
        .header('expires', new Date(until).toUTCString());
    } else {
      reply.header('cache-control', 'no-store');
    }
    return reply.send(Buffer.from(der));
  };

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    REQUEST,
    {parseAs: 'buffer', bodyLimit: REQUEST_LIMIT},
    (_request, body, done) => done(null, body),
  );
  app.post(
    '/ocsp',
    {
      schema: {
        summary: 'Whether a certificate of the sandbox was revoked',
        security: [],
        consumes: [REQUEST],
        body: Binary,
        response: answers,
      },
      // Binary bodies are not validated against a schema.
      validatorCompiler: () => () => true,
    },
    async ({body}: {body?: Buffer}, reply) => answer(body ?? Buffer.alloc(0), reply, false),
  );
  app.get(
    '/ocsp/*',
    {
      schema: {
        summary: 'The same, asked for with the request as Base64',
        security: [],
        params: Type.Object({'*': Type.String()}),
        response: answers,
      },
    },
    async ({params}, reply) => {
      const text = params['*'];
      if (text.length > 2 * REQUEST_LIMIT) throw new ProblemError(414, 'The request is too long.');
      return answer(Buffer.from(text, 'base64'), reply, true);
    },
  );
  app.get(
    '/authorities/:name',
    {
      schema: {
        summary: "The certificate of one of the sandbox's authorities, as its certificates name it",
        security: [],
        params: Type.Object({name: Type.String()}),
        response: {200: {content: {[CERTIFICATE]: {schema: Binary}}}},
      },
    },
    async ({params}, reply) => {
      const found = authority().issuers.get(params.name.replace(/\.cer$/, ''));
      if (!found) throw new ProblemError(404, 'There is no such authority.');
      return reply
        .type(CERTIFICATE)
        .header('cache-control', `public, max-age=${HOUR_S}`)
        .send(Buffer.from(found.certificate.rawData));
    },
  );
  return Promise.resolve();
};
