import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {afterEach, describe, it} from 'node:test';
import {TusDelivery} from '../../src/delivery/tus-delivery.js';
import type {DeliveryContext} from '@sealed-capture/seal/model/protection-config.js';
import {deliveryContext, photo} from './delivery-context.js';
import {cut} from './hostile/server.js';
import {asXmlHttpRequests, fileReader, storedAddresses} from './hostile/tus-ports.js';
import {tusServer, type Misbehaviour, type TusRequest} from './hostile/tus-server.js';

const SIZE = 1_000;
const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

/** A server with its behaviour, and a file that pages send to it, one after the other. */
async function setup(misbehave?: Misbehaviour, chunkSize?: number, isThere = false) {
  const server = await tusServer(misbehave);
  closing.push(server.close);
  const {urlStorage, entries} = storedAddresses();
  const ports = {httpStack: asXmlHttpRequests, fileReader, urlStorage};
  const captureId = randomUUID();
  const probe = {answers: () => Promise.resolve(isThere)};
  const send = (
    context: Partial<DeliveryContext> = {},
    options: Partial<ConstructorParameters<typeof TusDelivery>[0]> = {},
  ) =>
    new TusDelivery({endpoint: server.endpoint, chunkSize, ...options}, 5_000, ports, probe).send(
      photo(SIZE),
      deliveryContext({captureId, ...context}),
    );
  /** The requests since the last call. */
  const requests = (): string => server.methods.splice(0).join(' ');
  return {...server, captureId, entries, send, requests, stored: () => server.stored(captureId)};
}

const answering =
  (method: string, status: number): Misbehaviour =>
  (asked, {response}) =>
    asked === method && !!response.writeHead(status).end();

/** Takes all bytes, and then answers with the status. */
const refusing =
  (status: number): Misbehaviour =>
  async (method, {held, body, response}: TusRequest) => {
    if (method !== 'PATCH' || !held) return false;
    held.bytes = Buffer.concat([held.bytes, await body]);
    held.isRefused = true;
    return !!response.writeHead(status).end();
  };

const takingHalf: Misbehaviour = async (method, {request, held, body}) => {
  if (method !== 'PATCH' || !held) return false;
  const received = await body;
  held.bytes = Buffer.concat([held.bytes, received.subarray(0, received.length / 2)]);
  cut(request);
  return true;
};

describe('an upload by tus to a server that names no address', () => {
  for (const [location, words] of [
    ['http://[bad', /: one that is none\./],
    ['javascript:alert(1)', /: javascript:\./],
    ['http://elsewhere.example/1', /: http:\/\/elsewhere\.example\./],
  ] as const) {
    it(`fails at once, and says so: ${location}`, async () => {
      const {send, requests} = await setup(
        (method, {response}) =>
          method === 'POST' && !!response.writeHead(201, {Location: location}).end(),
      );
      await assert.rejects(send(), {code: 'response_invalid', status: 201, message: words});
      assert.equal(requests(), 'POST');
    });
  }
});

describe('an upload by tus that is redirected to a sign-in page', () => {
  for (const status of [404, 405]) {
    it(`says where to, also if that takes no files (${status}), and goes on where it was`, async () => {
      const {send, become, requests, stored} = await setup((method, {request, response}) => {
        if (request.url?.startsWith('/sign-in')) return !!response.writeHead(status).end();
        return (
          method === 'PATCH' && !!response.writeHead(307, {Location: '/sign-in?to=secret'}).end()
        );
      });
      await assert.rejects(send(), {
        code: 'response_invalid',
        status,
        message: /redirected to http:\/\/[^ ]+\/sign-in, /,
      });
      become();
      requests();
      await send();
      assert.match(requests(), /^HEAD PATCH$/);
      assert.equal(stored()?.length, SIZE);
    });
  }
});

describe('an upload by tus whose last request was refused', () => {
  for (const status of [400, 403, 409, 413, 500, 503]) {
    it(`is not stored although the server has all of its bytes, and begins anew, after status ${status}`, async () => {
      const {send, become, requests, stored} = await setup(refusing(status));
      await assert.rejects(send(), {status});
      assert.equal(requests(), 'POST PATCH');
      become();
      await send();
      assert.equal(requests(), 'HEAD POST PATCH');
      assert.equal(stored()?.length, SIZE);
    });
  }

  it('is stored if the server has all of its bytes, and only the answer was lost', async () => {
    const {send, become, requests, stored} = await setup(async (method, {request, held, body}) => {
      if (method !== 'PATCH' || !held) return false;
      held.bytes = await body;
      cut(request);
      return true;
    });
    await assert.rejects(send(), {code: 'network_failed'});
    become();
    await send();
    assert.equal(requests(), 'POST PATCH HEAD');
    assert.equal(stored()?.length, SIZE);
  });

  it('resumes if the server has not all of its bytes', async () => {
    const {send, become, requests} = await setup(async (method, {held, body, response}) => {
      if (method !== 'PATCH' || !held) return false;
      held.bytes = (await body).subarray(0, 400);
      return !!response.writeHead(502).end();
    });
    await assert.rejects(send(), {code: 'service_unavailable'});
    become();
    const progress: number[] = [];
    await send({onProgress: (sent) => progress.push(sent)});
    assert.deepEqual([requests(), progress[0]], ['POST PATCH HEAD PATCH', 400]);
  });
});

describe('a remembered address of an upload by tus', () => {
  for (const status of [400, 403, 404, 405, 410, 412, 422]) {
    it(`is given up at once if it answers with status ${status}`, async () => {
      const {send, become, requests, entries} = await setup(takingHalf);
      await assert.rejects(send());
      become(answering('HEAD', status));
      await send();
      assert.equal(requests(), 'POST PATCH HEAD POST PATCH');
      assert.equal(entries.size, 0);
    });
  }

  for (const status of [401, 423, 429, 500, 503]) {
    it(`is given up after six attempts if it answers with status ${status}, and at once if a person tries again`, async () => {
      const {send, become, requests} = await setup(takingHalf);
      await assert.rejects(send());
      become(answering('HEAD', status));
      for (let attempt = 1; attempt < 6; attempt++) await assert.rejects(send(), {status});
      assert.equal(requests(), 'POST PATCH HEAD HEAD HEAD HEAD HEAD');
      await send();
      assert.equal(requests(), 'HEAD POST PATCH');
      become(takingHalf);
      await assert.rejects(send());
      become(answering('HEAD', status));
      requests();
      await send({isRetry: true});
      assert.equal(requests(), 'HEAD POST PATCH');
    });
  }

  it('is given up at once if no file may be sent to it', async () => {
    const to =
      (Location: string): Misbehaviour =>
      (method, {response}) =>
        method === 'POST' && !!response.writeHead(201, {Location}).end();
    const {send, become, stored} = await setup(to('http://app.example/files/1'));
    const message = /none are sent: http:\/\/app\.example\. Behind a proxy/;
    await assert.rejects(send(), {code: 'response_invalid', status: 201, message});
    become();
    await send();
    assert.equal(stored()?.length, SIZE);
  });

  it('is used again after a sign-in, to which a redirect has led meanwhile', async () => {
    const {send, become, requests} = await setup(takingHalf);
    await assert.rejects(send());
    become((method, {request, response}) => {
      if (request.url === '/sign-in') return !!response.writeHead(200).end();
      return method !== 'POST' && !!response.writeHead(302, {Location: '/sign-in'}).end();
    });
    const message = /redirected to .*\/sign-in/;
    await assert.rejects(send(), {code: 'response_invalid', status: 200, message});
    assert.equal(requests(), 'POST PATCH HEAD HEAD');
    become();
    await send();
    assert.equal(requests(), 'HEAD PATCH');
  });

  it('is given up after six attempts if it is out of reach', async () => {
    const gone: Misbehaviour = (method, {request}) => method === 'HEAD' && (cut(request), true);
    const {send, become, requests, stored} = await setup(takingHalf);
    await assert.rejects(send());
    become(gone);
    for (let attempt = 1; attempt < 6; attempt++) {
      await assert.rejects(send(), {code: 'network_failed'});
    }
    await send();
    assert.match(requests(), /HEAD POST PATCH$/);
    assert.equal(stored()?.length, SIZE);
  });

  it('is used when the server is back, however long all of it was out of reach', async () => {
    const {send, become, requests} = await setup(takingHalf);
    await assert.rejects(send());
    become((_method, {request}) => (cut(request), true));
    for (let attempt = 1; attempt < 20; attempt++) {
      await assert.rejects(send(), {code: 'network_failed'});
    }
    requests();
    become();
    await send();
    assert.equal(requests(), 'HEAD PATCH');
  });

  for (const [what, offset, length] of [
    ['more than the file has', SIZE + 1, SIZE],
    ['another file', 500, 7],
    ['nothing that is a number', 'none', SIZE],
  ] as const) {
    it(`is given up at once if it says to have ${what}`, async () => {
      const {send, become, requests} = await setup(takingHalf);
      await assert.rejects(send());
      become(
        (method, {response}) =>
          method === 'HEAD' &&
          !!response.writeHead(200, {'Upload-Offset': offset, 'Upload-Length': length}).end(),
      );
      await send();
      assert.equal(requests(), 'POST PATCH HEAD POST PATCH');
    });
  }

  it('is given up after six attempts in which the server takes nothing, and at once if a person tries again', async () => {
    const {send, become, requests} = await setup(answering('PATCH', 503));
    const first = async (): Promise<string> => {
      await assert.rejects(send(), {status: 503});
      return requests();
    };
    assert.equal(await first(), 'POST PATCH');
    for (let attempt = 1; attempt < 6; attempt++) assert.equal(await first(), 'HEAD PATCH');
    assert.equal(await first(), 'POST PATCH');
    become();
    await send({isRetry: true});
    assert.equal(requests(), 'POST PATCH');
  });

  it('is not used for a photo that was sealed again, which has the same size', async () => {
    const {send, become, requests} = await setup(takingHalf);
    await assert.rejects(send());
    become();
    await send({sealedAt: '2026-11-22T11:00:00.000Z'});
    assert.equal(requests(), 'POST PATCH POST PATCH');
  });

  it('is used with another token in the endpoint, and not after the server has moved', async () => {
    const {send, become, requests, endpoint, entries} = await setup(takingHalf);
    await assert.rejects(send());
    await assert.rejects(send({}, {endpoint: `${endpoint}?token=2`}));
    assert.equal(requests(), 'POST PATCH HEAD PATCH');
    become();
    await send({}, {endpoint: endpoint.replace('127.0.0.1', 'localhost')});
    assert.equal(requests(), 'POST PATCH');
    assert.equal(entries.size, 0);
  });

  it('is forgotten after 30 days, and nothing else of the page is', async () => {
    const {send, entries} = await setup();
    const old = (days: number) => ({
      creationTime: new Date(Date.now() - days * 86_400_000).toString(),
      size: SIZE,
      metadata: {},
      uploadUrl: null,
      parallelUploadUrls: null,
      urlStorageKey: '',
    });
    entries.set('tus::sealed-capture-old::1', old(31));
    entries.set('tus::sealed-capture-new::1', old(29));
    entries.set('tus::of-the-page::1', old(31));
    await send();
    assert.deepEqual([...entries.keys()], ['tus::sealed-capture-new::1', 'tus::of-the-page::1']);
  });
});

describe('an upload by tus', () => {
  it('says which capture its file belongs to, and sends the page’s headers with each chunk', async () => {
    const seen: unknown[] = [];
    const metadata: Record<string, string> = {};
    const {send, captureId, stored} = await setup((method, {request: {headers}}) => {
      seen.push(method, headers.authorization);
      for (const pair of String(headers['upload-metadata'] ?? '')
        .split(',')
        .filter(Boolean)) {
        const [name = '', value = ''] = pair.split(' ');
        metadata[name] = Buffer.from(value, 'base64').toString();
      }
      return false;
    }, 400);
    const authorization = 'Bearer of-a-user';
    await send({}, {headers: {Authorization: authorization}});
    assert.equal(stored()?.length, SIZE);
    assert.deepEqual(
      seen,
      ['POST', 'PATCH', 'PATCH', 'PATCH'].flatMap((method) => [method, authorization]),
    );
    assert.deepEqual(metadata, {
      captureId,
      mode: 'image',
      filename: `${captureId}.jpg`,
      filetype: 'image/jpeg',
      sealedAt: '2026-11-22T10:00:00.000Z',
    });
  });
});

describe('a tus server that refuses a file', () => {
  it('is said to take no more than it says', async () => {
    const {send, requests} = await setup(
      (method, {response}) =>
        method === 'POST' && !!response.writeHead(413, {'Tus-Max-Size': '900'}).end(),
    );
    await assert.rejects(send(), {code: 'too_large', status: 413, message: /at most 900 bytes/});
    assert.equal(requests(), 'POST');
  });

  it('is told from a proxy before it that refuses a request of this size', async () => {
    const {send} = await setup(answering('PATCH', 413));
    await assert.rejects(send(), {code: 'too_large', status: 413, message: /set chunkSize/});
  });

  it('is asked for the whole file again if the browser hides what it has answered to the last bytes', async () => {
    const taking: Misbehaviour = async (method, {request, held, body}) => {
      if (method !== 'PATCH' || !held) return false;
      held.bytes = Buffer.concat([held.bytes, await body]);
      held.isRefused = true;
      cut(request);
      return true;
    };
    const {send, become, requests, stored} = await setup(taking, undefined, true);
    await assert.rejects(send(), {code: 'origin_not_allowed'});
    become();
    await send();
    assert.equal(requests(), 'POST PATCH HEAD POST PATCH');
    assert.equal(stored()?.length, SIZE);
  });

  it('is not believed if it has other bytes, by the digest in its last answer', async () => {
    const halving: Misbehaviour = async (method, {request, body, response, held}) => {
      if (method !== 'PATCH' || !held) return false;
      held.bytes = await body;
      held.isRefused = true;
      const digest = `sha-256=:${'A'.repeat(43)}=:`;
      const offset = Number(request.headers['upload-offset']) + SIZE;
      response.writeHead(204, {'Upload-Offset': offset, 'Repr-Digest': digest}).end();
      return true;
    };
    const {send, become, stored} = await setup(halving);
    await assert.rejects(send(), {code: 'response_invalid', message: /other bytes/});
    become();
    await send();
    assert.equal(stored()?.length, SIZE);
  });

  it('is told from one that is out of reach, if it is there and its answer is hidden from the page', async () => {
    const cutting: Misbehaviour = (_method, {request}) => (cut(request), true);
    const {send} = await setup(cutting, undefined, true);
    await assert.rejects(send(), {code: 'origin_not_allowed', message: /status unknown/});
  });
});

describe('an upload by tus whose address cannot be stored', () => {
  it('is made all the same', async () => {
    const server = await tusServer();
    closing.push(server.close);
    const {urlStorage} = storedAddresses();
    // localStorage throws at once.
    const addUpload = (): never => {
      throw new DOMException('Full.', 'QuotaExceededError');
    };
    const ports = {
      httpStack: asXmlHttpRequests,
      fileReader,
      urlStorage: {...urlStorage, addUpload},
    };
    const {location} = await new TusDelivery({endpoint: server.endpoint}, 5_000, ports).send(
      photo(SIZE),
      deliveryContext(),
    );
    assert.ok(location?.startsWith(server.endpoint));
  });
});

describe('a tus server that takes nothing and answers with success', () => {
  const saying =
    (offset: (start: number) => number): Misbehaviour =>
    async (method, {request, body, response}) => {
      if (method !== 'PATCH') return false;
      await body;
      const start = Number(request.headers['upload-offset']);
      return !!response.writeHead(204, {'Upload-Offset': offset(start)}).end();
    };

  it('gets the file once for each attempt', async () => {
    const {send, requests, received} = await setup(saying((start) => start));
    const message = /^The server does not take this file: it answered with status 204/;
    await assert.rejects(send(), {code: 'response_invalid', status: 204, message});
    assert.deepEqual([requests(), received()], ['POST PATCH', SIZE]);
  });

  it('is not believed to have bytes that were not sent', async () => {
    for (const offset of [SIZE, SIZE + 1, 301]) {
      const {send} = await setup(
        saying(() => offset),
        300,
      );
      await assert.rejects(send(), {code: 'response_invalid'}, String(offset));
    }
  });

  it('gets at most twice the size of a file in an attempt if it takes a byte at a time', async () => {
    const {send, received} = await setup(saying((start) => start + 1));
    await assert.rejects(send(), {code: 'response_invalid'});
    assert.ok(received() <= 2 * SIZE, String(received()));
  });
});
