import type {Readable} from 'node:stream';
import {finished} from 'node:stream/promises';
import type {FastifyInstance, FastifyRequest} from 'fastify';
import {extensions} from '@sealed-capture/seal/model/media-type.js';
import {refusal} from './refusal.js';
import {UploadFolder, type StoredUpload, type UploadLimits} from './upload-folder.js';
import {knownVisitor, mayNameVisitor, nameVisitor} from './visitors.js';

const LIMITS: UploadLimits = {bytes: 100_000_000, files: 500};
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Milliseconds for which the body of a file that is there already is read. */
const DRAIN_MS = 30_000;

/**
 * True for requests of a page of the site's own origin. Browsers name the origin of each POST and DELETE; on https and
 * localhost they also send Sec-Fetch-Site, which pages cannot set.
 */
export function isOfOwnPage({headers, host}: FastifyRequest): boolean {
  const {origin = '', 'sec-fetch-site': relation = 'same-origin'} = headers;
  if (relation !== 'same-origin') return false;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/**
 * Stores what the demo's pages upload, each capture of a visitor once. Visitors list, download and delete their own
 * files: a cookie tells them apart, because a demo has no log-in. The site's static files must be registered before.
 */
export async function serveUploads(
  app: FastifyInstance,
  {folder: path, limits = LIMITS}: {folder: string; limits?: UploadLimits},
): Promise<void> {
  const folder = await UploadFolder.open(path, limits);
  const own = async (request: FastifyRequest<{Params: {captureId: string}}>) => {
    const visitor = knownVisitor(request);
    const upload = visitor && (await folder.find(visitor, request.params.captureId));
    if (!upload) throw refusal(404, 'You have no upload of this capture.');
    return {visitor, upload};
  };

  // Left unparsed: the route writes the stream to a file.
  app.addContentTypeParser(Object.keys(extensions), (_request, body, done) => done(null, body));
  app.post('/uploads', async (request, reply) => {
    if (!isOfOwnPage(request)) {
      throw refusal(403, 'The demo takes uploads of its own pages alone.');
    }
    const captureId = captureIdOf(request);
    const visitor = nameVisitor(request, reply);
    const known = await folder.find(visitor, captureId);
    if (known) await drain(request.raw);
    else {
      const mediaType = acceptedType(request, limits);
      await folder.receive(visitor, {captureId, mediaType}, request.body as Readable);
    }
    const upload = known ?? (await folder.find(visitor, captureId));
    return reply
      .code(known ? 200 : 201)
      .header('location', upload?.address)
      .send(upload);
  });
  app.get('/uploads', async (request, reply) => {
    refuseOtherSites(request);
    const visitor = mayNameVisitor(request) ? nameVisitor(request, reply) : knownVisitor(request);
    const list: StoredUpload[] = visitor === undefined ? [] : await folder.list(visitor);
    return reply.header('cache-control', 'no-store').send(list);
  });
  app.get<{Params: {captureId: string}}>('/uploads/:captureId', async (request, reply) => {
    refuseOtherSites(request);
    const {visitor, upload} = await own(request);
    reply.header('cache-control', 'private, no-cache');
    return reply.sendFile(folder.nameOf(visitor, upload), path, {cacheControl: false});
  });
  app.delete<{Params: {captureId: string}}>('/uploads/:captureId', async (request, reply) => {
    if (!isOfOwnPage(request)) {
      throw refusal(403, 'The demo deletes uploads for its own pages alone.');
    }
    const {visitor, upload} = await own(request);
    await folder.delete(visitor, upload);
    return reply.code(204).send();
  });
}

/** The capture of an upload, in its Idempotency-Key. @throws a {@link refusal} if that is no UUID */
function captureIdOf({headers}: FastifyRequest): string {
  // The draft standard uses a quoted string; both forms are accepted.
  const id = String(headers['idempotency-key']).replace(/^"(.*)"$/, '$1');
  if (!UUID.test(id)) {
    throw refusal(400, 'Send the capture id, a UUID, in the header Idempotency-Key.');
  }
  return id.toLowerCase();
}

/** Reads and drops a body: many clients read no answer before they have sent everything. */
const drain = (body: Readable): Promise<void> =>
  finished(body.resume(), {signal: AbortSignal.timeout(DRAIN_MS)}).catch(() => undefined);

/** The media type of an upload. @throws a {@link refusal} if the file is too large or of another kind */
function acceptedType(request: FastifyRequest, limits: UploadLimits): string {
  const length = request.headers['content-length'];
  if (length === undefined) throw refusal(411, 'Send the length of the file.');
  if (Number(length) > limits.bytes)
    throw refusal(413, 'The file is larger than the demo accepts.');
  const mediaType = request.headers['content-type'] ?? '';
  if (!extensions[mediaType]) {
    throw refusal(415, 'Only photos and recordings are taken.');
  }
  return mediaType;
}

/**
 * Refuses requests of other sites, which may not show what is stored. Browsers send Sec-Fetch-Site on https and
 * localhost.
 */
function refuseOtherSites({headers}: FastifyRequest): void {
  const site = headers['sec-fetch-site'] ?? 'none';
  if (site === 'same-origin' || site === 'none') return;
  throw refusal(403, 'The demo shows its uploads to its own pages alone.');
}
