import type {FastifyPluginAsyncTypebox} from '@fastify/type-provider-typebox';
import type {FastifyRequest} from 'fastify';
import Type from 'typebox';
import type {CaptureMetadata} from '@sealed-capture/seal/model/capture-metadata.js';
import {ENCRYPTED_MEDIA_TYPE} from '@sealed-capture/seal/model/seal/message-signature.js';
import {MAX_MANIFEST_SIZE, SealRequest} from '@sealed-capture/seal/model/seal/seal-request.js';
import {SetClosing} from '@sealed-capture/seal/model/seal/sealed-set.js';
import type {ManifestRequest} from '@sealed-capture/seal/writing/manifest.js';
import {requireRole} from '../auth/grant.js';
import {acceptEncryptedBodies} from '../auth/encrypted-bodies.js';
import type {OfEnvironment} from '../environment.js';
import {usedForAnother} from '../store/idempotency.js';
import {digestOf, idempotentRequest} from '../store/idempotency-request.js';
import {noteSeal} from '../audit/note.js';
import {announced} from '../webhooks/announced.js';
import {checkMetadataRules, checkText} from '../sealing/metadata-rules.js';
import {largestJson} from '../http/body/largest-json.js';
import {ProblemError} from '../http/problems.js';
import {sealDigest} from '../sealing/seal-digest.js';
import {numberedSeal} from '../sets/numbered-seal.js';
import {CaptureHeaders, captureIdOf, REPLAYED} from './capture-id.js';

/** Bytes for whitespace between the members, and for numbers that are written longer than necessary. */
const ROOM = 64 * 1024;
const largest = largestJson(SealRequest);
/**
 * Metadata of the largest allowed size with every character escaped, and as much of a closing record as a manifest can
 * hold.
 */
export const SEAL_BODY = {
  bytes: largest.bytes - largestJson(SetClosing).bytes + MAX_MANIFEST_SIZE + ROOM,
  marks: largest.marks,
};

const Manifest = Type.Unsafe<Buffer>({type: 'string', format: 'binary'});

/** `POST {base}/seal`: returns a manifest for a digest. The media stay on the device. */
export const sealRoute: FastifyPluginAsyncTypebox<OfEnvironment> = (app, {environment}) => {
  const {budgets, idempotency, limiter, sets} = app;
  // A repeated request does no work, so it does not count.
  const counted =
    <T>(request: FastifyRequest, make: () => Promise<T>) =>
    () =>
      limiter.during(request, 'sealsPerDay', make);
  acceptEncryptedBodies(app, SEAL_BODY, ({keyId}) =>
    budgets.seals.claim(0, {key: keyId, environment}),
  );
  app.post(
    '/seal',
    {
      config: {role: 'seal', documentedHeaders: CaptureHeaders},
      schema: {
        summary: 'Make a manifest around the digest of a file',
        // With application/jose, in a signed request, the same JSON is encrypted (JWE).
        consumes: ['application/json', ENCRYPTED_MEDIA_TYPE],
        body: SealRequest,
        response: {
          200: {
            description: 'A manifest store of exactly manifestSize bytes.',
            content: {'application/c2pa': {schema: Manifest}},
          },
        },
      },
    },
    async (request, reply) => {
      const {digest, set, ...asked} = request.body;
      const {captureId, mediaType, exclusion, manifestSize, metadata, origin} = asked;
      if (captureIdOf(request).toLowerCase() !== captureId.toLowerCase()) {
        throw new ProblemError(400, 'Idempotency-Key must be the same as captureId.', {
          errors: [{pointer: '/captureId', detail: 'differs from the header Idempotency-Key'}],
        });
      }
      if (origin === 'capture') {
        requireCaptured(metadata);
        requireRole(request, 'claim-capture', mayNotClaim);
      }
      checkMetadataRules(metadata);
      if (set) checkText(set, '/set');
      // The fingerprint omits origin, gathered and set, which an older copy of the page's scripts does not send: the
      // first request counts. The digest, exclusion and size come separately, because a page that lost the answer
      // may repeat the request with the smaller size that it tried first; it is then told the size of the existing
      // manifest.
      const hole = digestOf({digest, exclusion, manifestSize});
      const {content, isReplayed} = await idempotency.once(
        idempotentRequest(request, environment, captureId, {mediaType, metadata}),
        counted(request, async () => {
          const sealer = app.requireUsable(environment);
          const bytes = Buffer.from(digest, 'base64');
          const make = async (place?: ManifestRequest['set']) => {
            const store = await sealDigest({...asked, digest: bytes, set: place}, sealer);
            // The certificate may have expired while the time stamp was requested.
            app.requireUsable(environment);
            return {store, numbered: place && numberedSeal(store)};
          };
          const owner = {environment, keyId: request.keyId, log: request.log};
          const {store, vouched} = set
            ? await sets.next(owner, {captureId, request: set}, make)
            : {...(await make()), vouched: undefined};
          const by = sealer.identity.signer;
          const sealed = {captureId, digest: bytes, by, vouched};
          await noteSeal(request, environment, 'sealed', sealed);
          const deliveries = announced(request, environment, 'seal', sealed);
          return {content: Buffer.concat([hole, store]), deliveries};
        }),
      );
      const manifest = Buffer.from(content.buffer, content.byteOffset, content.length).subarray(
        hole.length,
      );
      if (isReplayed) {
        if (!hole.equals(content.subarray(0, hole.length))) {
          throw usedForAnother(manifest.length === manifestSize ? undefined : manifest.length);
        }
        reply.header(REPLAYED, 'true');
      }
      return reply.type('application/c2pa').send(manifest);
    },
  );
  return Promise.resolve();
};

/** A file that a person chose was captured elsewhere, whatever the key may claim. */
function requireCaptured({imported}: CaptureMetadata): void {
  if (!imported) return;
  const detail = 'must be absent where metadata has the section imported';
  throw new ProblemError(400, 'A file that was chosen was not captured here. Leave out origin.', {
    errors: [{pointer: '/origin', detail}],
  });
}

const mayNotClaim = {
  detail:
    'This API key or token may not claim that a camera or microphone of this package captured the file: that takes the role "claim-capture" (keys create --may-claim-capture). Leave out origin, or use another key.',
  errors: [{pointer: '/origin', detail: 'must be absent for this key'}],
};
