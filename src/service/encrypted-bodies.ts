import type {FastifyInstance, FastifyRequest} from 'fastify';
import {ENCRYPTED_MEDIA_TYPE} from '../model/message-signature.js';
import {decryptBody} from './request-decryption.js';
import {unauthorized} from './unauthorized.js';

/** Lets the scope's routes take their JSON encrypted as well, in signed requests. */
export function acceptEncryptedBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser(
    ENCRYPTED_MEDIA_TYPE,
    {parseAs: 'string'},
    async (request: FastifyRequest, body: string) => {
      if (!request.signed) {
        throw unauthorized('signature', 'Encrypted requests must be signed as well.');
      }
      const text = await decryptBody(body, request.signed);
      return new Promise<unknown>((resolve, reject) => {
        void parseJson(request, text, (error, value) => (error ? reject(error) : resolve(value)));
      });
    },
  );
}
