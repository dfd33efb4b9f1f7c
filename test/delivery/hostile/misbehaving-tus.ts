import {seededByName} from './random.js';
import {cut} from './server.js';
import {captureIdIn, tusHeaders, type Misbehaviour, type TusRequest} from './tus-server.js';

const statuses = [400, 401, 403, 404, 409, 410, 413, 423, 429, 500, 502, 503];
const redirects = [301, 302, 303, 307, 308];
const anyMethod = ['behave', 'behave', 'behave', 'refuse', 'cut', 'redirect', 'redirect to itself'];
const fates: Record<string, readonly string[]> = {
  POST: [...anyMethod, 'an address over http', 'an address that is gone', 'no address'],
  HEAD: [...anyMethod, 'no answer', 'too far', 'too little', 'no offset', 'another length'],
  PATCH: [
    ...anyMethod,
    'take half, then cut',
    'take all, then refuse the file',
    'take all, then refuse the file',
    'take nothing',
    'take a byte',
    'say to have it all',
    'say to have too much',
  ],
};

/**
 * Does to each request what the seed says. A lie of exactly the length, in answer to HEAD, nobody can see through.
 * `nameOf` gives the name of a capture whose id is random. After `silence` milliseconds, a connection without an answer is
 * cut.
 */
export function misbehavingTus(
  seed: number,
  events: string[],
  nameOf = (captureId: string): string => captureId,
  silence?: number,
): Misbehaviour {
  const randomOf = seededByName(seed);
  return async (method, {request, response, body, held}: TusRequest) => {
    const random = randomOf(nameOf(held?.captureId ?? captureIdIn(request)));
    const fate = random.of(fates[method] ?? ['behave']);
    const status = random.of(statuses);
    const redirect = random.of(redirects);
    events.push(`${method}: ${fate} ${status}`);
    const size = held?.length ?? 0;
    const offset = held?.bytes.length ?? 0;
    const says = (value: number, length = size, code = method === 'HEAD' ? 200 : 204) =>
      response
        .writeHead(code, {...tusHeaders, 'Upload-Offset': value, 'Upload-Length': length})
        .end();
    switch (fate) {
      case 'refuse':
        await body;
        response.writeHead(status, {'Retry-After': '0'}).end();
        return true;
      case 'cut':
        cut(request);
        return true;
      case 'no answer':
        if (silence) setTimeout(() => cut(request), silence);
        return true;
      case 'redirect':
      case 'redirect to itself': {
        await body;
        const Location = fate === 'redirect' ? '/sign-in' : String(request.url);
        response.writeHead(redirect, {Location}).end();
        return true;
      }
      case 'an address over http':
        response.writeHead(201, {Location: 'http://app.example/files/1'}).end();
        return true;
      case 'an address that is gone':
        response.writeHead(201, {Location: 'http://127.0.0.1:1/files/1'}).end();
        return true;
      case 'no address':
        response.writeHead(201).end();
        return true;
      case 'too far':
        return !!says(size + 1);
      case 'too little':
        return !!says(Math.floor(offset / 2));
      case 'no offset':
        response.writeHead(200).end();
        return true;
      case 'another length':
        return !!says(offset, 7);
    }
    // Of a request at another offset, no server takes anything.
    const isMisplaced = Number(request.headers['upload-offset']) !== offset;
    if (!held || isMisplaced || fate === 'behave') return false;
    const received = await body;
    switch (fate) {
      case 'take half, then cut':
        held.bytes = Buffer.concat([held.bytes, received.subarray(0, received.length / 2)]);
        cut(request);
        return true;
      case 'take all, then refuse the file':
        held.bytes = Buffer.concat([held.bytes, received]);
        held.isRefused = held.bytes.length === size;
        held.refusedAt = performance.now();
        response.writeHead(status).end();
        return true;
      case 'take nothing':
        return !!says(offset);
      case 'take a byte':
        held.bytes = Buffer.concat([held.bytes, received.subarray(0, 1)]);
        return !!says(held.bytes.length);
      case 'say to have it all':
        // What it says is true of the last bytes alone.
        if (offset + received.length === size) return false;
        return !!says(size);
      case 'say to have too much':
        return !!says(size + 5);
    }
    return false;
  };
}
