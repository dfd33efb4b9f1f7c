import {createHash} from 'node:crypto';
import type {MultipartFile} from '@fastify/multipart';
import type {FastifyRequest} from 'fastify';
import Type from 'typebox';
import {
  isSealableMediaType,
  sealableMediaTypes,
  type SealableMediaType,
} from '@sealed-capture/seal/model/media-type.js';
import {detectMediaType} from '@sealed-capture/seal/media-signature.js';
import type {BodyClaim} from '../http/body/body-budget.js';
import {contentLength, gather, type GatheredBody} from '../http/body/read-body.js';
import {ProblemError} from '../http/problems.js';
import type {Settings} from '../settings/settings.js';

/** A file that was uploaded as a part of a form. */
export interface UploadedMedia {
  mediaType: SealableMediaType;
  media: GatheredBody;
  /** SHA-256 of the media. */
  digest: Uint8Array;
}

/** Names that browsers, curl and other clients give to the media types, apart from the registered ones. */
const aliases: Readonly<Record<string, SealableMediaType>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/x-png': 'image/png',
  'audio/mp3': 'audio/mpeg',
  'audio/x-mp3': 'audio/mpeg',
  'audio/mpeg3': 'audio/mpeg',
  'audio/x-mpeg-3': 'audio/mpeg',
  'audio/x-mpeg': 'audio/mpeg',
  'audio/mpg': 'audio/mpeg',
};

/** Types that say nothing of a file. The form parser takes a part without a type for `text/plain` (RFC 7578). */
const untyped: ReadonlySet<string> = new Set([
  'application/octet-stream',
  'binary/octet-stream',
  'text/plain',
]);

/** Schema of the part `media`, for descriptions. */
export const mediaPart = (description: string) =>
  Type.String({
    format: 'binary',
    description: `${description} Its Content-Type is one of ${sealableMediaTypes.join(', ')}, or another name of one (${Object.keys(aliases).join(', ')}). Without a type, or with application/octet-stream, its bytes decide.`,
  });

/**
 * Reads the part `media`.
 * @throws {ProblemError} 400 if it is empty, 413 or 415
 */
export async function readMedia(
  request: FastifyRequest,
  {mimetype, file}: MultipartFile,
  settings: Settings,
  claim: BodyClaim,
): Promise<UploadedMedia> {
  const declared = declaredType(mimetype);
  const limit = limitOf(declared, settings);
  const whole = contentLength(request);
  const expected = whole === undefined ? undefined : Math.min(whole, limit);
  const hash = createHash('sha256');
  // Hashed as it arrives, so that a large file does not block other requests at its end.
  file.on('data', (chunk: Buffer) => hash.update(chunk));
  const media = await gather(file, {expected, limit, claim, tooLarge});
  if (media.length === 0) throw refusedPart('media', 'is empty');
  const mediaType = declared ?? detectedType(media);
  if (media.length > limitOf(mediaType, settings)) throw tooLarge();
  return {mediaType, media, digest: hash.digest()};
}

/** The type that a part declares; undefined if its bytes are to decide. */
function declaredType(mimetype: string): SealableMediaType | undefined {
  const type = mimetype.toLowerCase();
  if (untyped.has(type)) return undefined;
  const known = aliases[type] ?? type;
  if (isSealableMediaType(known)) return known;
  throw notSealable(`The part media has the type ${mimetype.slice(0, 64)}.`);
}

function detectedType({buffer, length}: GatheredBody): SealableMediaType {
  const type = detectMediaType(new Uint8Array(buffer, 0, length));
  if (type !== undefined && isSealableMediaType(type)) return type;
  throw notSealable(
    type === undefined
      ? 'The part media has no type, and its bytes are of no known one.'
      : `The part media is ${type} by its bytes.`,
  );
}

const notSealable = (why: string) =>
  new ProblemError(415, `${why} It must have one of: ${sealableMediaTypes.join(', ')}.`);

/** Most bytes of media of this type, or of any. */
function limitOf(
  mediaType: SealableMediaType | undefined,
  {imageLimit, audioLimit}: Settings,
): number {
  if (mediaType === undefined) return Math.max(imageLimit, audioLimit);
  return mediaType === 'audio/mpeg' ? audioLimit : imageLimit;
}

export const refusedPart = (part: string, detail: string): ProblemError =>
  new ProblemError(400, `The part ${JSON.stringify(part)} ${detail}.`, {
    errors: [{pointer: `/${part}`, detail}],
  });

export const tooLarge = (): ProblemError =>
  new ProblemError(413, 'The media are larger than this service accepts.');
