import type {FastifyInstance, FastifyRequest} from 'fastify';
import type {Readable} from 'node:stream';
import {ENCRYPTED_MEDIA_TYPE} from '@sealed-capture/seal/model/seal/message-signature.js';
import type {BodyClaim} from '../http/body/body-budget.js';
import type {JsonSize} from '../http/body/largest-json.js';
import {parseInTurn, readJson, readText, releaseAfterAnswer} from '../http/body/read-json.js';
import {decryptBody} from './request-decryption.js';
import {unauthorized} from './unauthorized.js';

/** Bytes of an encrypted body beside the ciphertext: header, nonce, tag. */
const ENVELOPE_SIZE = 1024;

/**
 * Lets the scope's routes accept JSON and, in signed requests, encrypted JSON.
 *
 * @param size largest JSON in bytes; its encrypted form in Base64 is a third larger
 * @param claimFor returns a claim on memory for a request's body, which grows as the body arrives
 */
export function acceptEncryptedBodies(
  app: FastifyInstance,
  size: JsonSize,
  claimFor: (request: FastifyRequest) => BodyClaim,
): void {
  releaseAfterAnswer(app);
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', (request: FastifyRequest, body: Readable) =>
    readJson(request, body, (request.bodyClaim = claimFor(request)), size),
  );
  const limit = Math.ceil((size.bytes * 4) / 3) + ENVELOPE_SIZE;
  app.addContentTypeParser(
    ENCRYPTED_MEDIA_TYPE,
    async (request: FastifyRequest, body: Readable) => {
      const claim = (request.bodyClaim = claimFor(request));
      const text = await readText(request, body, {limit, claim});
      if (!request.signed) {
        throw unauthorized('signature', 'Encrypted requests must be signed as well.');
      }
      const json = await decryptBody(text.toString(), request.signed);
      return parseInTurn(Buffer.from(json), size.marks);
    },
  );
}
