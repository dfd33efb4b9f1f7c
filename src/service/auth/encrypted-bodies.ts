import type {FastifyInstance, FastifyRequest} from 'fastify';
import {ENCRYPTED_MEDIA_TYPE} from '../../model/message-signature.js';
import {decryptBody} from './request-decryption.js';
import {unauthorized} from './unauthorized.js';

/** Parts of an encrypted body beside what is encrypted: header, nonce, tag. */
const ENVELOPE_SIZE = 1024;

/**
 * Lets the scope's routes take JSON, and encrypted as well in signed requests.
 *
 * @param limit most bytes of the JSON; its encrypted form, in Base64, is a third larger. A route that has a limit of
 * its own has that for both.
 */
export function acceptEncryptedBodies(app: FastifyInstance, limit: number): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', {parseAs: 'string', bodyLimit: limit}, parseJson);
  app.addContentTypeParser(
    ENCRYPTED_MEDIA_TYPE,
    {parseAs: 'string', bodyLimit: Math.ceil((limit * 4) / 3) + ENVELOPE_SIZE},
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
