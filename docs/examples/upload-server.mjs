// Takes sealed files from your pages and stores each once, by its Idempotency-Key. Node 20 or newer, no library.
import {randomUUID} from 'node:crypto';
import {createWriteStream} from 'node:fs';
import {mkdir, rename, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {pipeline} from 'node:stream/promises';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MOST_BYTES = 100_000_000;
/** Not an object, in which a type named "constructor" would be found, too. */
const extensions = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
  ['audio/mpeg', 'mp3'],
]);

const isThere = (path) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Either the whole file is stored or nothing: a connection that breaks off leaves nothing behind. */
async function store(request, file) {
  const draft = `${file}.${randomUUID()}.part`;
  try {
    // On the disk, and not only in its cache, before the page deletes its own copy.
    await pipeline(request, createWriteStream(draft, {flags: 'wx', flush: true}));
    await rename(draft, file);
  } catch (error) {
    await rm(draft, {force: true});
    throw error;
  }
}

/** `detail` is in the message of the page's `protect-error` (RFC 9457); people see the status. */
function refuse(request, response, status, detail) {
  request.resume(); // Browsers read no answer before they have sent the whole file.
  const headers = {'Content-Type': 'application/problem+json'};
  response.writeHead(status, headers).end(JSON.stringify({status, detail}));
}

/**
 * With node:http: `createServer(uploadHandler({folder: 'uploads', isLoggedIn}))`.
 *
 * @param {{folder: string, isLoggedIn: Function, origin?: string}} options `origin` of your pages, such as
 *   https://app.example, if this server has another
 */
export const uploadHandler =
  ({folder, origin, isLoggedIn}) =>
  async (request, response) => {
    if (origin) {
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Allow-Credentials', 'true');
      response.setHeader('Access-Control-Expose-Headers', 'Location, Retry-After');
    }
    if (request.method === 'OPTIONS') {
      const allowed = 'Authorization, Content-Disposition, Content-Type, Idempotency-Key';
      response.setHeader('Access-Control-Allow-Headers', allowed);
      response.setHeader('Access-Control-Max-Age', '3600');
      return response.writeHead(204).end();
    }
    try {
      const {headers, method} = request;
      const captureId = headers['idempotency-key'] ?? '';
      const extension = extensions.get(headers['content-type']);
      if (method !== 'POST') return refuse(request, response, 405, 'Files are uploaded by POST.');
      if (!(await isLoggedIn(request))) return refuse(request, response, 401, 'Sign in first.');
      // It becomes a file name: nothing but a UUID will do.
      if (!UUID.test(captureId)) return refuse(request, response, 400, 'No Idempotency-Key.');
      if (!extension)
        return refuse(request, response, 415, 'Only photos and recordings are taken.');
      if (!(Number(headers['content-length']) <= MOST_BYTES)) {
        return refuse(request, response, 413, 'The file is larger than 100 MB.');
      }
      await mkdir(folder, {recursive: true});
      const name = `${captureId}.${extension}`;
      const file = join(folder, name);
      const isStored = await isThere(file);
      if (isStored) request.resume();
      else await store(request, file);
      // JSON tells the page that this is your server, and not the sign-in page of a hotel's network.
      const answer = {'Content-Type': 'application/json', Location: `/uploads/${name}`};
      response.writeHead(isStored ? 200 : 201, answer).end(JSON.stringify({captureId}));
    } catch (error) {
      console.error(error);
      if (!response.headersSent) response.writeHead(503, {'Retry-After': '30'}).end();
    }
  };
