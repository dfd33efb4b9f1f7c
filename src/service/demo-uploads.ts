import {randomUUID} from 'node:crypto';
import {createWriteStream} from 'node:fs';
import {readdir, rename, rm, stat} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import type {FastifyInstance, FastifyRequest} from 'fastify';
import {makePrivateFolder} from './files/private-files.js';
import {ProblemError} from './http/problems.js';
import {contentLength, drain} from './http/body/read-body.js';
import {captureIdOf} from './routes/capture-id.js';

const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'audio/mpeg': 'mp3',
};
const STORED = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\w+)$/;

export interface UploadLimits {
  /** Largest file in bytes. */
  bytes: number;
  files: number;
}

const LIMITS: UploadLimits = {bytes: 100_000_000, files: 500};

/** An uploaded file, as the site lists it. */
export interface StoredUpload {
  captureId: string;
  mediaType: string;
  /** Bytes. */
  size: number;
  /** ISO 8601 in UTC. */
  uploadedAt: string;
  /** Path on the site's origin. */
  address: string;
}

/**
 * True for requests of a page of the site's own origin. Browsers name the origin of each POST; on https and
 * localhost they also send Sec-Fetch-Site, which pages cannot set.
 */
export function isOfOwnPage({headers, host}: FastifyRequest): boolean {
  const {origin = '', 'sec-fetch-site': relation = 'same-origin'} = headers;
  if (relation !== 'same-origin') return false;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/**
 * Stores what the demo's pages upload, each capture once, and serves it to everybody who opens the site, because a
 * demo has no log-in. The site's static files must be registered before.
 */
export async function serveUploads(
  app: FastifyInstance,
  {folder, limits = LIMITS}: {folder: string; limits?: UploadLimits},
): Promise<void> {
  await makePrivateFolder(folder);
  const find = async (captureId: string): Promise<StoredUpload | undefined> =>
    (await storedIn(folder)).find((upload) => upload.captureId === captureId.toLowerCase());

  // Left unparsed: the route writes the stream to a file.
  app.addContentTypeParser(Object.keys(extensions), (_request, body, done) => done(null, body));
  app.post('/uploads', async (request, reply) => {
    if (!isOfOwnPage(request)) {
      throw new ProblemError(403, 'The demo takes uploads of its own pages alone.');
    }
    const captureId = captureIdOf(request).toLowerCase();
    const known = await find(captureId);
    if (known) await drain(request.raw);
    else await receive(request, join(folder, captureId), limits);
    const upload = known ?? (await find(captureId));
    return reply
      .code(known ? 200 : 201)
      .header('location', upload?.address)
      .send(upload);
  });
  app.get('/uploads', async (request, reply) => {
    refuseOtherSites(request);
    return reply.header('cache-control', 'no-store').send(await storedIn(folder));
  });
  app.get<{Params: {captureId: string}}>('/uploads/:captureId', async (request, reply) => {
    refuseOtherSites(request);
    const upload = await find(request.params.captureId);
    if (!upload) throw new ProblemError(404, 'There is no upload of this capture.');
    const name = `${upload.captureId}.${extensions[upload.mediaType]}`;
    reply.header('cache-control', 'private, no-cache');
    return reply.sendFile(name, folder, {cacheControl: false});
  });
}

/** Lists the stored files, newest first. */
async function storedIn(folder: string): Promise<StoredUpload[]> {
  const found = await Promise.all((await readdir(folder)).map((name) => describe(folder, name)));
  return found
    .filter((upload) => upload !== undefined)
    .sort((a, b) => b.uploadedAt.localeCompare(a.uploadedAt));
}

async function describe(folder: string, name: string): Promise<StoredUpload | undefined> {
  const [, captureId, extension] = STORED.exec(name) ?? [];
  const [mediaType] = Object.entries(extensions).find(([, one]) => one === extension) ?? [];
  if (!captureId || !mediaType) return undefined;
  const {size, mtime} = await stat(join(folder, name));
  const uploadedAt = mtime.toISOString();
  return {captureId, mediaType, size, uploadedAt, address: `/uploads/${captureId}`};
}

/** Writes the body to a file, completely or not at all. */
async function receive(request: FastifyRequest, path: string, limits: UploadLimits): Promise<void> {
  const size = contentLength(request);
  if (size === undefined) throw new ProblemError(411, 'Send the length of the file.');
  if (size > limits.bytes) throw new ProblemError(413, 'The file is larger than the demo accepts.');
  if ((await readdir(dirname(path))).length >= limits.files) {
    throw new ProblemError(
      507,
      'The demo stores no more files. Delete some from its folder `uploads`.',
    );
  }
  const extension = extensions[request.headers['content-type'] ?? ''];
  if (!extension) throw new ProblemError(415, 'Only photos and recordings are taken.');
  const draft = `${path}.${randomUUID()}.part`;
  try {
    const file = createWriteStream(draft, {flags: 'wx', mode: 0o600, flush: true});
    await pipeline(request.body as Readable, file);
    await rename(draft, `${path}.${extension}`);
  } catch (error) {
    await rm(draft, {force: true});
    throw error;
  }
}

/**
 * Refuses requests of other sites, which may not show what is stored. Browsers send Sec-Fetch-Site on https and
 * localhost.
 */
function refuseOtherSites({headers}: FastifyRequest): void {
  const site = headers['sec-fetch-site'] ?? 'none';
  if (site === 'same-origin' || site === 'none') return;
  throw new ProblemError(403, 'The demo shows its uploads to its own pages alone.');
}
