import type {FastifyPluginAsyncTypebox} from '@fastify/type-provider-typebox';
import Type from 'typebox';
import {OWN_POLICY} from '../certificates/timestamp-authority.js';
import {readStampQuery} from '../timestamps/stamp-query.js';
import {grantedReply, refusedReply} from '../timestamps/stamp-reply.js';
import {QUERY_MEDIA_TYPE, REPLY_MEDIA_TYPE} from '../timestamps/media-types.js';
import type {OfEnvironment} from '../environment.js';
import {notConfigured} from './environments/sealers.js';

/** A request takes less than 100 bytes. */
const BODY_LIMIT = 1024;

const Der = Type.Unsafe<Buffer>({type: 'string', format: 'binary'});

/**
 * `POST {base}/timestamp`: the environment's own time-stamp authority, by the protocol of RFC 3161, section 3.4. No
 * key is needed, because RFC 3161 clients send none. One stamp costs as much as a refused request to seal, and uses
 * no store or thread; small bodies and the limit of each network prevent abuse.
 */
export const timestampRoute: FastifyPluginAsyncTypebox<OfEnvironment> = (app, {environment}) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    QUERY_MEDIA_TYPE,
    {parseAs: 'buffer', bodyLimit: BODY_LIMIT},
    (_request, body, done) => done(null, body),
  );
  app.post(
    '/timestamp',
    {
      config: {
        documentedBody: Der,
      },
      schema: {
        summary: 'Stamp the time on a digest (RFC 3161)',
        security: [],
        consumes: [QUERY_MEDIA_TYPE],
        response: {
          200: {
            description: 'A TimeStampResp in DER; its status says whether time was stamped.',
            content: {[REPLY_MEDIA_TYPE]: {schema: Der}},
          },
        },
      },
    },
    async (request, reply) => {
      const {authority} = app.requireSealer(environment);
      if (!authority) throw notConfigured(environment);
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const query = readStampQuery(body, OWN_POLICY);
      const answer =
        query.name === 'refused'
          ? refusedReply(query)
          : grantedReply(
              authority(query.imprint, {
                digest: query.digest,
                nonce: query.nonce,
                withoutCertificates: !query.wantsCertificates,
              }),
            );
      return reply
        .type(REPLY_MEDIA_TYPE)
        .header('cache-control', 'no-store')
        .send(Buffer.from(answer.buffer, answer.byteOffset, answer.length));
    },
  );
  return Promise.resolve();
};
