import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {assertAdvice, assertFault, check, ORIGIN, pointsWith, textAt} from './check.js';
import {goodCors, plantedServer, type Plant, type Upload} from './http-server.js';

/** The findings about a server with these headers instead of the good ones; empty ones are left out. */
async function findings(
  headers: Record<string, string>,
  args: readonly string[] = [],
  plant?: Plant,
) {
  const cors = Object.entries({...goodCors, ...headers}).filter(([, value]) => value);
  const {url, close} = await plantedServer(plant, Object.fromEntries(cors));
  try {
    return await check([url, '--origin', ORIGIN, ...args]);
  } finally {
    close();
  }
}

const authorization = ['--header', 'Authorization: Bearer of-a-person'];
const cookie = ['--header', 'Cookie: session=of-a-person'];

describe('check-upload for pages of another origin', () => {
  it('checks none of it for pages of the server’s own origin', async () => {
    const {url, close} = await plantedServer(undefined, {});
    const found = await check([url, '--origin', new URL(url).origin]);
    close();
    assertAdvice(found);
    const cors = ['preflight', 'readable', 'refusals', 'exposed', 'retry-after', 'size'];
    assert.deepEqual(pointsWith('not tried', found).sort(), cors.sort());
  });

  it('says that a preflight is refused', async () => {
    const signIn: Plant = ({request, response}) => {
      if (request.method === 'OPTIONS') response.writeHead(401).end();
      return request.method === 'OPTIONS';
    };
    assertFault(await findings({}, [], signIn), 'preflight', /status 401/);
  });

  it('says which headers and methods are not allowed', async () => {
    const headers = {'Access-Control-Allow-Headers': 'content-type, Content-Disposition'};
    assertFault(await findings(headers), 'preflight', /name idempotency-key in .*-Headers/);
    const methods = {'Access-Control-Allow-Methods': 'POST'};
    assertFault(await findings(methods, ['--method', 'PUT']), 'preflight', /name PUT in/);
    // POST needs no permission.
    assertAdvice(await findings({'Access-Control-Allow-Methods': ''}));
  });

  it('takes * for what it allows: not Authorization, and nothing with cookies', async () => {
    const any = {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': '*',
      'Access-Control-Allow-Headers': '*',
      'Access-Control-Expose-Headers': '*',
    };
    assertAdvice(await findings(any));
    assertFault(await findings(any, authorization), 'preflight', /name authorization in/);
    const named = {...any, 'Access-Control-Allow-Headers': '*, Authorization'};
    assertAdvice(await findings(named, authorization));
    assert.deepEqual(pointsWith('fault', await findings(any, cookie)), [
      'preflight',
      'readable',
      'refusals',
      'exposed',
    ]);
    const credentials = {'Access-Control-Allow-Credentials': 'true'};
    const anyone = {...credentials, 'Access-Control-Allow-Origin': '*'};
    assert.match(textAt('readable', await findings(anyone, cookie)), /Allow-Origin: \*, where/);
    for (const [name, points] of [
      ['Access-Control-Allow-Headers', ['preflight']],
      // Nothing that pages can read says that the second photo is stored.
      ['Access-Control-Expose-Headers', ['again', 'exposed']],
    ] as const) {
      const found = await findings({...credentials, [name]: '*'}, cookie);
      assert.deepEqual(pointsWith('fault', found), points);
    }
    assertAdvice(await findings(credentials, cookie));
    assert.match(textAt('readable', await findings({}, cookie)), /Allow-Credentials/);
  });

  it('says that pages of this origin may not read answers', async () => {
    for (const origin of ['https://other.example', '']) {
      const wrong: Plant = ({request, response}) => {
        const isUpload = request.method !== 'OPTIONS' && request.url === '/uploads';
        const isRefused = Number(request.headers['content-length']) > 10_000_000;
        if (!isUpload || isRefused) return false;
        if (origin) response.setHeader('Access-Control-Allow-Origin', origin);
        else response.removeHeader('Access-Control-Allow-Origin');
        return false;
      };
      const text = origin ? /other\.example, where/ : /status 201 has no Access-Control-Allow-Or/;
      assertFault(await findings({}, [], wrong), 'readable', text);
    }
  });

  it('says that pages may not read refusals: by a proxy, of those signed out, and for other addresses', async () => {
    const refuse = ({response}: Upload, status: number): boolean => {
      response.removeHeader('Access-Control-Allow-Origin');
      if (status !== 404) response.writeHead(status).end();
      return status !== 404;
    };
    const refusing: Record<number, Plant> = {
      401: (upload) => {
        const {method, headers} = upload.request;
        return method !== 'OPTIONS' && !headers.authorization && refuse(upload, 401);
      },
      404: (upload) => upload.request.url !== '/uploads' && refuse(upload, 404),
      413: (upload) =>
        Number(upload.request.headers['content-length']) > 1_000_000 && refuse(upload, 413),
    };
    for (const [status, plant] of Object.entries(refusing)) {
      const found = await findings({}, authorization, plant);
      assertFault(found, 'refusals', new RegExp(`status [0-9, ]*${status}.* has no Access`));
    }
  });

  it('says which headers pages cannot read, and judges answers without them', async () => {
    const hidden = {'Access-Control-Expose-Headers': 'Location'};
    assertFault(await findings(hidden), 'exposed', /: Repr-Digest\.$/);
    const etag: Plant = async ({request, response, body}) => {
      if (request.method === 'OPTIONS' || request.url !== '/uploads') return false;
      await body;
      response.writeHead(200, {ETag: '"1"'}).end();
      return true;
    };
    assertAdvice(await findings({}, [], etag), ['proof', 'location']);
    assertFault(await findings(hidden, [], etag), 'stored', /header that the page may read/);
  });

  it('says whether servers that are busy say so rightly', async () => {
    const busy =
      (headers: Record<string, string>): Plant =>
      ({request, response}) => {
        const isRecording = request.headers['content-type'] === 'audio/mpeg';
        if (isRecording) response.writeHead(503, headers).end();
        return isRecording;
      };
    const faults = async (headers: Record<string, string>) => {
      const found = await findings({}, [], busy(headers));
      return [...pointsWith('fault', found), ...pointsWith('advice', found)];
    };
    assert.deepEqual(await faults({'Retry-After': '30'}), ['recording']);
    assert.deepEqual(await faults({'Retry-After': 'soon'}), ['recording', 'retry-after']);
    const without = await findings({}, [], busy({}));
    assert.deepEqual(pointsWith('advice', without), ['retry-after']);
  });
});
