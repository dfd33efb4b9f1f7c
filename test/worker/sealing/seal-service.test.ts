import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {keyAuthorization} from '@sealed-capture/seal/model/authorization.js';
import {SealedCaptureError, type ErrorCode} from '@sealed-capture/seal/model/errors.js';
import {retryAfterOf} from '@sealed-capture/seal/model/service-error.js';
import type {SealRequest} from '@sealed-capture/seal/model/seal/seal-request.js';
import type {SetRequest} from '@sealed-capture/seal/model/seal/sealed-set.js';
import type {HttpAnswer, HttpRequest} from '../../../src/ports/browser/http.js';
import {SealService} from '../../../src/worker/sealing/seal-service.js';

const now = Date.UTC(2026, 0, 1);
const request: Omit<SealRequest, 'requestedAt'> = {
  captureId: '0b9f2e1c-6f0e-4b3c-9d0a-0a8f6f0d9d10',
  mediaType: 'image/jpeg',
  digest: 'x'.repeat(43) + '=',
  exclusion: {start: 2, length: 9000},
  manifestSize: 8192,
  metadata: {},
};

async function seal(
  answer: {status: number; headers?: Record<string, string>; body?: string},
  clock = {now: () => now},
) {
  const sent: HttpRequest[] = [];
  const http = {
    send: (given: HttpRequest): Promise<HttpAnswer> => {
      sent.push(given);
      const body = new TextEncoder().encode(answer.body ?? '').buffer;
      return Promise.resolve({status: answer.status, headers: new Headers(answer.headers), body});
    },
  };
  const service = new SealService(http, clock);
  const manifest = await service.seal({
    endpoint: 'https://shop.example/protection/sandbox',
    authorization: keyAuthorization('key'),
    request,
    signal: new AbortController().signal,
  });
  return {manifest, sent};
}

describe('the request for a seal', () => {
  it('posts JSON with the key, and the capture id as idempotency key', async () => {
    const {manifest, sent} = await seal({
      status: 200,
      headers: {'Content-Type': 'application/c2pa'},
      body: 'manifest',
    });
    assert.equal(new TextDecoder().decode(manifest), 'manifest');
    assert.equal(sent[0]?.url, 'https://shop.example/protection/sandbox/seal');
    assert.equal(sent[0]?.headers['X-API-Key'], 'key');
    assert.equal(sent[0]?.headers['Idempotency-Key'], request.captureId);
    const {requestedAt, ...body} = JSON.parse(sent[0]?.body as string) as SealRequest;
    assert.deepEqual(body, request);
    assert.equal(requestedAt, '2026-01-01T00:00:00.000Z');
  });

  it("contains the current time of the device's clock in each attempt", async () => {
    let time = now;
    const answer = {status: 200, headers: {'Content-Type': 'application/c2pa'}};
    const first = await seal(answer, {now: () => time});
    time += 90_500;
    const second = await seal(answer, {now: () => time});
    const times = [first, second].map(
      ({sent}) => (JSON.parse(sent[0]?.body as string) as SealRequest).requestedAt,
    );
    assert.deepEqual(times, ['2026-01-01T00:00:00.000Z', '2026-01-01T00:01:30.500Z']);
  });

  const codes: [number, string][] = [
    [400, 'request_rejected'],
    [401, 'unauthorized'],
    [403, 'unauthorized'],
    [404, 'request_rejected'],
    [408, 'service_unavailable'],
    [409, 'service_unavailable'],
    [413, 'too_large'],
    [422, 'request_rejected'],
    [429, 'rate_limited'],
    [500, 'service_unavailable'],
    [503, 'service_unavailable'],
    [204, 'response_invalid'],
  ];
  for (const [status, code] of codes) {
    it(`maps status ${status} to ${code}`, async () => {
      await assert.rejects(seal({status}), {code, status});
    });
  }

  it('tells a key that may not do this from one that is not accepted', async () => {
    for (const [reason, code] of [
      ['role_missing', 'role_missing'],
      ['origin_not_allowed', 'unauthorized'],
    ]) {
      await assert.rejects(seal({status: 403, body: JSON.stringify({reason})}), {
        code,
        status: 403,
      });
    }
    const body = JSON.stringify({reason: 'role_missing'});
    await assert.rejects(seal({status: 401, body}), {code: 'unauthorized'});
  });

  it('returns the text of a problem document, and the required number of bytes', async () => {
    const body = JSON.stringify({title: 'Bad Request', detail: 'Too small.', needed: 20_000});
    await assert.rejects(seal({status: 400, body}), {message: 'Too small.', needed: 20_000});
  });

  it('handles an invalid problem document', async () => {
    for (const body of ['', '<html>', 'null', '[]', '{"detail": 7, "needed": "9"}']) {
      await assert.rejects(seal({status: 500, body}), {
        message: 'https://shop.example/protection/sandbox/seal answered with status 500.',
        needed: undefined,
      });
    }
  });

  it("reads a date in Retry-After by the service's clock, even if the device's is wrong", async () => {
    const headers = {
      Date: 'Thu, 01 Jan 2026 09:00:00 GMT',
      'Retry-After': 'Thu, 01 Jan 2026 09:01:00 GMT',
    };
    await assert.rejects(seal({status: 503, headers}), {retryAfter: 60_000});
  });

  it('accepts no other answer as a seal', async () => {
    const html = {status: 200, headers: {'Content-Type': 'text/html'}, body: '<h1>Log in</h1>'};
    await assert.rejects(seal(html), {code: 'response_invalid'});
  });
});

describe('the request for a seal above another', () => {
  async function formWith(set?: SetRequest): Promise<FormData> {
    const sent: HttpRequest[] = [];
    const http = {
      send: (given: HttpRequest): Promise<HttpAnswer> => {
        sent.push(given);
        const headers = new Headers({'Content-Type': 'image/jpeg'});
        return Promise.resolve({status: 200, headers, body: new ArrayBuffer(1)});
      },
    };
    const {captureId, mediaType, metadata} = request;
    await new SealService(http, {now: () => now}).protect({
      endpoint: 'https://shop.example/protection/sandbox',
      authorization: keyAuthorization('key'),
      captureId,
      mediaType,
      metadata,
      media: new ArrayBuffer(4),
      ...(set && {set}),
      signal: new AbortController().signal,
    });
    const [{body, headers}] = sent as [HttpRequest];
    return new Response(body as ArrayBuffer, {headers}).formData();
  }

  it('has the file, its metadata and the time, and keeps a broken seal', async () => {
    const form = await formWith();
    assert.deepEqual([...form.keys()].sort(), ['media', 'metadata', 'parent', 'requestedAt']);
    assert.equal(form.get('parent'), 'keep-broken');
  });

  it('has the place in a set', async () => {
    const set = {id: request.captureId, job: 'claim 4711', index: 2, previous: 'x'.repeat(44)};
    assert.deepEqual(JSON.parse((await formWith(set)).get('set') as string), set);
  });
});

describe('a file that takes long to be sent', () => {
  const {captureId, mediaType, metadata} = request;

  async function protect(bytes: number, takes: number, code: ErrorCode) {
    let time = now;
    const sent: HttpRequest[] = [];
    const http = {
      send: (given: HttpRequest): Promise<HttpAnswer> => {
        sent.push(given);
        time += takes;
        return Promise.reject(new SealedCaptureError(code, 'No answer.'));
      },
    };
    const asked = new SealService(http, {now: () => time}).protect({
      endpoint: 'https://shop.example/protection/sandbox',
      authorization: keyAuthorization('key'),
      captureId,
      mediaType,
      metadata,
      media: new ArrayBuffer(bytes),
      signal: new AbortController().signal,
    });
    const failed = await asked.then(
      () => undefined,
      (thrown: SealedCaptureError) => thrown.code,
    );
    return {failed, timeout: sent[0]?.timeout ?? 0};
  }

  it('has more time the larger it is, and less than its lease', async () => {
    const times: number[] = [];
    for (const bytes of [0, 3_200_000, 100_000_000]) {
      const {timeout} = await protect(bytes, 0, 'timeout');
      times.push(Math.round(timeout / 1000));
    }
    assert.deepEqual(times, [30, 130, 270]);
  });

  for (const [what, takes, code, failed] of [
    ['is counted as too large for the connection', 130_000, 'timeout', 'service_unavailable'],
    [
      'is so as well if the service ends the request',
      120_000,
      'service_unreachable',
      'service_unavailable',
    ],
    [
      'is not counted if no service was reached',
      2_000,
      'service_unreachable',
      'service_unreachable',
    ],
    ['is not counted without a network', 60_000, 'network_failed', 'network_failed'],
    ['is not counted once it is given up', 60_000, 'aborted', 'aborted'],
  ] as const) {
    it(what, async () => {
      assert.equal((await protect(3_200_000, takes, code)).failed, failed);
    });
  }
});

describe('Retry-After', () => {
  it('is read in seconds and as a date', () => {
    assert.equal(retryAfterOf('120', now), 120_000);
    assert.equal(retryAfterOf('Thu, 01 Jan 2026 00:01:00 GMT', now), 60_000);
  });

  it('is ignored if it is missing or invalid, and never in the past or without end', () => {
    assert.equal(retryAfterOf(null, now), undefined);
    assert.equal(retryAfterOf('soon', now), undefined);
    assert.equal(retryAfterOf('Thu, 01 Jan 1970 00:00:00 GMT', now), 0);
    assert.equal(retryAfterOf('99999999999', now), 60 * 60_000);
  });
});
