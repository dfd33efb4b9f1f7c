import {FileStore} from '@tus/file-store';
import {Server} from '@tus/server';
import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {readdir, rm} from 'node:fs/promises';
import {createServer, type Server as HttpServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {after, afterEach, before, describe, it} from 'node:test';
import {temporaryFolder} from '../../../service/test/service-fixture.js';
import {assertAdvice, assertFault, check, ORIGIN, pointsWith, textAt} from './check.js';
import {frontOf, type Planted} from './front.js';

const MOST_BYTES = 5_000_000;
/** Bytes of the photo whose connection is cut. */
const CUT = 256_000;

describe('check-upload of a tus server', () => {
  let folder: string;
  let server: HttpServer;
  let port: number;
  const closing: (() => void)[] = [];

  before(async () => {
    folder = await temporaryFolder();
    const tus = new Server({
      path: '/files',
      datastore: new FileStore({directory: folder}),
      maxSize: MOST_BYTES,
      namingFunction: () => randomUUID(),
    });
    server = createServer((request, response) => void tus.handle(request, response));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    ({port} = server.address() as AddressInfo);
  });

  afterEach(() => {
    for (const close of closing.splice(0)) close();
  });

  after(async () => {
    server.close();
    server.closeAllConnections();
    await rm(folder, {recursive: true});
  });

  async function findings(planted: Planted, ...more: string[]) {
    const {address, close} = await frontOf(port, planted);
    closing.push(close);
    return check([`${address}/files`, '--tus', '--origin', ORIGIN, ...more]);
  }

  /** What the server answers to this method, with these headers instead; undefined leaves one out. */
  const changed = (
    method: string,
    headers: Record<string, string | undefined>,
    status?: number,
  ): Planted => ({
    after: (request, answer) => {
      if (request.method !== method || answer.status > 299) return;
      answer.status = status ?? answer.status;
      for (const [name, value] of Object.entries(headers)) {
        if (value === undefined) delete answer.headers[name];
        else answer.headers[name] = value;
      }
    },
  });

  it('finds nothing to say about a good server, and removes what it has uploaded', async () => {
    const found = await findings({}, '--size', '3000000');
    assertAdvice(found);
    assert.deepEqual(pointsWith('not tried', found), ['retry-after']);
    assert.deepEqual(await readdir(folder), []);
    assertAdvice(await check([`http://127.0.0.1:${port}/files`, '--tus']));
  });

  it('says that nothing answers, or not in time', async () => {
    const {address, close} = await frontOf(port, {});
    close();
    assertFault(await check([`${address}/files`, '--tus']), 'reachable', /Nothing answers/);
    const silent = await frontOf(port, {before: () => true});
    closing.push(silent.close);
    const found = await check([`${silent.address}/files`, '--tus'], {patience: 300});
    assertFault(found, 'time', /no answer in time/);
  });

  it('says that the server names no version or no creation', async () => {
    const version = await findings(changed('OPTIONS', {'tus-version': '0.2.0'}));
    assertFault(version, 'options', /name 1\.0\.0 in Tus-Version\./);
    const creation = await findings(changed('OPTIONS', {'tus-extension': 'termination'}));
    assertFault(creation, 'options', /name creation in Tus-Extension\./);
  });

  it('says that no upload is created', async () => {
    const found = await findings({
      before: ({method}, response) => {
        if (method === 'POST') response.writeHead(403, cors).end();
        return method === 'POST';
      },
    });
    assertFault(found, 'create', /unauthorized, status 403/);
  });

  it('says that the creation is redirected', async () => {
    const redirect = (status: number): Planted => ({
      before: ({method}, response) => {
        if (method === 'POST') response.writeHead(status, {...cors, Location: '/files/'}).end();
        return method === 'POST';
      },
    });
    assertFault(await findings(redirect(301)), 'redirect', /by 301 to .*\/files\/\./);
    assertAdvice(await findings(redirect(308)), ['redirect']);
  });

  it('says that the address of an upload is missing, insecure, hidden or out of reach', async () => {
    const missing = await findings(changed('POST', {location: undefined}));
    assertFault(missing, 'address', /no Location/);
    const insecure = changed('POST', {location: 'http://uploads.example/files/1'});
    assertFault(await findings(insecure), 'address', /http:\/\/uploads\.example.* neither https/);
    const {address, close} = await frontOf(port, {});
    close();
    const nowhere = await findings(changed('POST', {location: `${address}/files/1`}));
    assertFault(nowhere, 'address', /Nothing answers/);
    const hidden = await findings(
      changed('POST', {'access-control-expose-headers': 'Upload-Offset'}),
    );
    assert.match(textAt('address', hidden), /cannot read Location/);
    assert.deepEqual(pointsWith('fault', hidden), ['address', 'exposed']);
  });

  it('says that HEAD does not say how much has arrived', async () => {
    const length = await findings(changed('HEAD', {'upload-length': undefined}));
    assert.deepEqual(pointsWith('fault', length), ['head', 'cut']);
    assert.match(textAt('head', length), /Upload-Offset 0 and Upload-Length NaN/);
    const offset = await findings(changed('HEAD', {'upload-offset': '7'}));
    assert.match(textAt('head', offset), /Upload-Offset: 7, where 0 bytes were sent/);
  });

  it('says that the answer to PATCH does not say how much has arrived, or is a refusal', async () => {
    const offset = await findings(changed('PATCH', {'upload-offset': undefined}));
    assert.deepEqual(pointsWith('fault', offset), ['patch', 'cut']);
    assert.match(textAt('patch', offset), /has Upload-Offset NaN/);
    const refused = await findings({
      after: ({method, headers}, answer) => {
        const isLast = method === 'PATCH' && headers['upload-offset'] === '229';
        if (isLast) answer.status = 500;
      },
    });
    assertFault(refused, 'patch', /from offset 229: service_unavailable, status 500/);
  });

  it('says that a part for the wrong offset is taken', async () => {
    const found = await findings({
      after: ({method}, answer) => {
        if (method === 'PATCH' && answer.status === 409) answer.status = 204;
      },
    });
    assertFault(found, 'offset', /status 204/);
  });

  it('says that an upload does not go on after a connection that was cut', async () => {
    const cut = new Set<string>();
    const lost = await findings({
      before: ({method, url = '', headers}, response) => {
        if (method === 'PATCH' && headers['content-length'] === `${CUT}`) cut.add(url);
        const isLost = method === 'HEAD' && cut.has(url);
        if (isLost) response.writeHead(404, cors).end();
        return isLost;
      },
    });
    assertFault(lost, 'cut', /by HEAD: request_rejected, status 404/);
  });

  it('waits for an upload that is locked after its connection was cut, and not for ever', async () => {
    const lockedFor = (times: number): Planted => {
      let isCut = false;
      let left = times;
      return {
        before: ({method, headers}, response) => {
          isCut ||= method === 'PATCH' && headers['content-length'] === `${CUT}`;
          const isLocked = isCut && method === 'HEAD' && left-- > 0;
          if (isLocked) response.writeHead(423, cors).end();
          return isLocked;
        },
      };
    };
    assertAdvice(await findings(lockedFor(2)));
    assertFault(await findings(lockedFor(Infinity)), 'cut', /status 423/);
  });

  it('advises against proxies that pass on complete requests alone', async () => {
    let isCut = false;
    const found = await findings({
      before: ({method, headers}) => {
        const isLost = !isCut && method === 'PATCH' && headers['content-length'] === `${CUT}`;
        isCut ||= isLost;
        return isLost;
      },
    });
    assertAdvice(found, ['cut']);
    assert.match(textAt('cut', found), /before a cut is lost/);
  });

  it('says that more bytes are counted than were sent before a connection was cut', async () => {
    let isCut = false;
    const found = await findings({
      before: ({method, headers}) => {
        isCut ||= method === 'PATCH' && headers['content-length'] === `${CUT}`;
        return false;
      },
      after: ({method}, {headers}) => {
        if (isCut && method === 'HEAD') headers['upload-offset'] = `${CUT}`;
      },
    });
    assertFault(found, 'cut', /after 128,000 bytes, and Upload-Offset is 256000/);
  });

  it('says that a file above the limit is not refused', async () => {
    const found = await findings({
      after: ({method}, answer) => {
        if (method === 'POST' && answer.status === 413) answer.status = 400;
      },
    });
    assertFault(found, 'limit', /5,000,000 bytes.* got status 400/);
  });

  it('says why a large file is not taken', async () => {
    const announced = await findings({}, '--size', '6000000');
    assertFault(announced, 'size', /announced by POST.* Tus-Max-Size is 5,000,000 bytes/);
    const proxied: Planted = {
      before: ({method, headers}, response) => {
        const isLarge = method === 'PATCH' && Number(headers['content-length']) > 1_000_000;
        if (isLarge) response.writeHead(413, cors).end();
        return isLarge;
      },
    };
    const sent = await findings(proxied, '--size', '3000000');
    assertFault(sent, 'size', /by one PATCH.*status 413.*chunkSize/);
  });

  it('says what pages of another origin may not do', async () => {
    const methods = {'access-control-allow-methods': 'POST, HEAD'};
    assertFault(await findings(changed('OPTIONS', methods)), 'preflight', /name PATCH in/);
    const headers = {'access-control-allow-headers': 'Content-Type, Tus-Resumable'};
    const text = /name upload-length, upload-metadata in/;
    assertFault(await findings(changed('OPTIONS', headers)), 'preflight', text);
    const origin = {'access-control-allow-origin': undefined};
    assertFault(await findings(changed('PATCH', origin)), 'readable', /status 204 has no/);
    const refusals = await findings({
      after: (_request, answer) => {
        if (answer.status > 399) delete answer.headers['access-control-allow-origin'];
      },
    });
    assertFault(refusals, 'refusals', /status 409, 413, 404/);
    const exposed = changed('OPTIONS', {'access-control-expose-headers': undefined});
    assertAdvice(await findings(exposed), ['exposed']);
  });

  it('says what stays at a server that does not remove uploads', async () => {
    const without = await findings(changed('OPTIONS', {'tus-extension': 'creation'}));
    assertAdvice(without);
    assert.match(textAt('delete', without), /2 test uploads stay/);
    const failing = await findings(changed('DELETE', {}, 400));
    assertAdvice(failing, ['delete']);
  });
});

const cors = {'Access-Control-Allow-Origin': ORIGIN};
