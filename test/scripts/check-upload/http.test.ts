import assert from 'node:assert/strict';
import {createServer, type RequestListener} from 'node:http';
import {once} from 'node:events';
import {readdir, rm} from 'node:fs/promises';
import type {AddressInfo} from 'node:net';
import {resolve} from 'node:path';
import {afterEach, describe, it} from 'node:test';
import {pathToFileURL} from 'node:url';
import {json} from '../../delivery/hostile/server.js';
import {temporaryFolder} from '../../../service/test/service-fixture.js';
import {assertAdvice, assertFault, check, effectIn, ORIGIN, pointsWith, textAt} from './check.js';
import {plantedServer, type Plant} from './http-server.js';

const closing: (() => unknown)[] = [];

/** Answers of its own to uploads, and no others. */
const toUploads =
  (answer: (...upload: Parameters<Plant>) => unknown): Plant =>
  async (upload) => {
    if (upload.request.method === 'OPTIONS' || upload.request.url !== '/uploads') return false;
    await upload.body;
    await answer(upload);
    return true;
  };

async function server(...planted: Parameters<typeof plantedServer>) {
  const running = await plantedServer(...planted);
  closing.push(() => running.close());
  return running;
}

async function findings(plant: Plant, ...more: string[]) {
  const {url} = await server(plant);
  return check([url, '--origin', ORIGIN, ...more]);
}

describe('check-upload of a server that takes files by HTTP', () => {
  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  it('finds nothing to say about a good server, by POST and by PUT', async () => {
    for (const method of ['POST', 'PUT']) {
      const {url, stored} = await server();
      const found = await check([url, '--origin', ORIGIN, '--size', '3000000', '--method', method]);
      assertAdvice(found);
      assert.deepEqual(pointsWith('not tried', found), ['retry-after']);
      assert.ok([...stored.values()].some(({length}) => length === 3_000_000));
    }
  });

  it('finds no fault in the example of the documentation', async () => {
    const {uploadHandler} = (await import(
      pathToFileURL(resolve('docs/examples/upload-server.mjs')).href
    )) as {uploadHandler: (options: unknown) => RequestListener};
    const folder = await temporaryFolder();
    const isLoggedIn = ({headers}: {headers: {authorization?: string}}) =>
      headers.authorization === 'Bearer of-a-person';
    const example = createServer(uploadHandler({folder, origin: ORIGIN, isLoggedIn}));
    await once(example.listen(0, '127.0.0.1'), 'listening');
    closing.push(
      () => example.close(),
      () => rm(folder, {recursive: true}),
    );
    const url = `http://127.0.0.1:${(example.address() as AddressInfo).port}/uploads`;
    const header = 'Authorization: Bearer of-a-person';
    assertAdvice(await check([url, '--origin', ORIGIN, '--header', header]));
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.endsWith('.part')),
      [],
    );
  });

  it('says that nothing answers', async () => {
    const {url, close} = await plantedServer();
    close();
    const found = await check([url]);
    assertFault(found, 'reachable', /Nothing answers at 127\.0\.0\.1/);
    assert.match(effectIn(found), /sent again without end/);
    assert.equal(pointsWith('not tried', found).length, 15);
  });

  it('says that a refused upload is not stored, with the server’s reason', async () => {
    const found = await findings(toUploads(({response}) => json(response, {detail: 'No.'}, 405)));
    assertFault(found, 'stored', /request_rejected, status 405\. No\./);
    assert.match(effectIn(found), /told that it was refused/);
    const busy = await findings(toUploads(({response}) => response.writeHead(500).end()));
    assertFault(busy, 'stored', /service_unavailable, status 500/);
    assert.match(effectIn(busy), /sent ten times/);
    const signedOut = await findings(toUploads(({response}) => response.writeHead(401).end()));
    assertFault(signedOut, 'stored', /unauthorized, status 401/);
    assert.match(effectIn(signedOut), /until the person signs in/);
  });

  it('says that a sign-in page is no receipt', async () => {
    const page: Plant = toUploads(({response}) =>
      response.writeHead(200, {'Content-Type': 'text/html', ETag: '"1"'}).end('<html>'),
    );
    assertFault(await findings(page), 'stored', /sign-in page/);
  });

  it('says that an answer contradicts itself, also in the field that the page names', async () => {
    const failed = toUploads(({response}) => json(response, {success: false}));
    assertFault(await findings(failed), 'stored', /said that the file is not stored/);
    const unnamed = toUploads(({response}) => json(response, {id: ''}, 201));
    assertFault(await findings(unnamed, '--stored-field', 'id'), 'stored', /is not stored/);
    assertAdvice(await findings(unnamed), ['location']);
  });

  it('says that the digest is that of other bytes', async () => {
    const wrong = toUploads(({response}) =>
      response.writeHead(201, {'Repr-Digest': `sha-256=:${btoa('other')}:`}).end(),
    );
    assertFault(await findings(wrong), 'digest', /other bytes/);
  });

  it('advises proof and a location where an answer has neither', async () => {
    const found = await findings(toUploads(({response}) => response.writeHead(204).end()));
    assertAdvice(found, ['proof', 'location']);
  });

  it('says that redirects by 301, 302 and 303 drop the file', async () => {
    for (const [status, method] of [
      [301, 'POST'],
      [302, 'POST'],
      [303, 'POST'],
      [303, 'PUT'],
    ] as const) {
      const redirects = toUploads(({response}) =>
        response.writeHead(status, {Location: '/uploads/?token=secret'}).end(),
      );
      const found = await findings(redirects, '--method', method);
      const text = new RegExp(`by ${status} to http.*/uploads/, .*by GET, .*response_invalid`);
      assertFault(found, 'redirect', text);
      assert.doesNotMatch(JSON.stringify(found), /secret/);
    }
  });

  it('advises to name the final address where the elements find it after a redirect', async () => {
    const slash: Plant = async ({request, response, body}) => {
      await body;
      if (request.url === '/uploads') response.writeHead(301, {Location: '/uploads/'}).end();
      else response.writeHead(request.method === 'POST' ? 201 : 405).end();
      return true;
    };
    const {url} = await server(slash);
    const found = await check([url]);
    assertAdvice(found, ['redirect']);
    assert.match(
      textAt('redirect', found),
      /by GET, without the file\. Each file is sent at least/,
    );
  });

  it('says that a file is lost where the address of a sign-in says yes', async () => {
    const signIn: Plant = async ({request, response, body}) => {
      await body;
      if (request.url === '/uploads') response.writeHead(302, {Location: '/sign-in'}).end();
      else json(response, {user: null});
      return true;
    };
    const {url} = await server(signIn);
    assertFault(await check([url]), 'redirect', /\/sign-in, whose answer .* does not show/);
  });

  it('says that redirects by 307 and 308 send a file twice, and whether it arrives', async () => {
    for (const status of [307, 308]) {
      const redirect =
        (answers: number): Plant =>
        async (upload) => {
          const {request, response} = upload;
          if (request.method === 'OPTIONS') return false;
          await upload.body;
          const isFirst = request.url === '/uploads';
          const isAsked = request.method === 'GET' && answers === 201;
          const answer = isFirst ? status : isAsked ? 405 : answers;
          response.writeHead(answer, isFirst ? {Location: '/all'} : {}).end();
          return true;
        };
      const advice = await findings(redirect(201));
      assertAdvice(advice, ['redirect']);
      assert.match(textAt('redirect', advice), new RegExp(`by ${status}.* at least twice`));
      // Asked by GET, the address answers as if it had a file.
      const found = await findings(redirect(204));
      assertFault(found, 'redirect', /\/all, whose answer .* does not show/);
    }
  });

  it('ends a redirect without end, and follows none to another origin', async () => {
    const around = toUploads(({response}) => response.writeHead(307, {Location: '/uploads'}).end());
    assertFault(await findings(around), 'redirect', /no end/);
    const elsewhere = await server();
    const away = toUploads(({response}) =>
      response.writeHead(307, {Location: elsewhere.url}).end(),
    );
    assertFault(await findings(away), 'redirect', /another origin/);
    assert.equal(elsewhere.stored.size, 0);
  });

  it('says that a server takes too long, and ends each wait', async () => {
    const {url} = await server(toUploads(() => undefined));
    assertFault(await check([url], {patience: 300}), 'time', /no answer in time/);
    const endless = await server(
      toUploads(({response}) => {
        const drip = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(drip));
      }),
    );
    assertFault(await check([endless.url], {patience: 300}), 'time', /no answer in time/);
    const flood = await server(
      toUploads(({response}) => {
        const write = (): void => void response.write(Buffer.alloc(100_000), write);
        write();
      }),
    );
    assertFault(await check([flood.url]), 'stored', /may be a sign-in page/);
    const slow = await server(async ({stored}) => {
      if (stored.size === 0) await new Promise((go) => setTimeout(go, 800));
      return false;
    });
    assertAdvice(await check([slow.url], {patience: 4_500}), ['time']);
  });

  it('says that the same photo again is an error', async () => {
    for (const status of [409, 500]) {
      const again: Plant = async ({response, stored, key, body}) => {
        await body;
        if (stored.has(key)) response.writeHead(status).end();
        return stored.has(key);
      };
      assertFault(await findings(again), 'again', new RegExp(`sent twice: .*status ${status}`));
    }
  });

  it('says that a photo is not taken after its connection was cut', async () => {
    const begun = new Set<string>();
    const once: Plant = ({request, response, key}) => {
      const isCut = request.headers['content-length'] === '100000';
      if (isCut && begun.has(key)) response.writeHead(409).end();
      const isRefused = isCut && begun.has(key);
      if (isCut) begun.add(key);
      return isRefused;
    };
    assertFault(await findings(once), 'cut', /cut, and the photo sent again: .*status 409/);
  });

  it('waits for a photo that is locked for a moment after its connection was cut', async () => {
    let answers = 0;
    const locked: Plant = ({request, response}) => {
      const isCut = request.headers['content-length'] === '100000';
      if (isCut && answers++ === 1) response.writeHead(423).end();
      return isCut && answers === 2;
    };
    assertAdvice(await findings(locked));
    assert.equal(answers, 3);
  });

  it('says that recordings are not taken, unless there are none', async () => {
    const photosOnly: Plant = ({request, response}) => {
      const isRecording = request.headers['content-type'] === 'audio/mpeg';
      if (isRecording) response.writeHead(415).end();
      return isRecording;
    };
    assertFault(await findings(photosOnly), 'recording', /audio\/mpeg.*status 415/);
    assertAdvice(await findings(photosOnly, '--photos-only'));
  });

  it('says between which sizes the limit is', async () => {
    const limited: Plant = ({request, response}) => {
      const isTooLarge = Number(request.headers['content-length']) > 1_048_576;
      if (isTooLarge) json(response, {detail: 'At most 1 MB.'}, 413);
      return isTooLarge;
    };
    const found = await findings(limited, '--size', '3000000');
    assertFault(found, 'size', /3,000,000 bytes.*status 413\. At most 1 MB\. The limit is between/);
    const [, taken = '', refused = ''] =
      /between (\S+) bytes and (\S+) bytes/.exec(textAt('size', found)) ?? [];
    const [least, most] = [taken, refused].map((text) => Number(text.replaceAll(',', '')));
    assert.ok(least && most && least <= 1_048_576 && most > 1_048_576 && most < least * 1.2);
  });

  it('says that a connection ends where a file is too large', async () => {
    const ends: Plant = ({request}) => {
      const isLarge = Number(request.headers['content-length']) === 3_000_000;
      if (isLarge) request.socket.resetAndDestroy();
      return isLarge;
    };
    const found = await findings(ends, '--size', '3000000');
    assertFault(found, 'size', /3,000,000 bytes was sent: The server ended the connection/);
  });
});
