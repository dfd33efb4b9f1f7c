import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  createHttpDelivery,
  HttpDelivery,
  type FileToDeliver,
  type HttpDeliverySettings,
} from '../../src/delivery/http-delivery.js';
import {SealedCaptureError, type ErrorCode} from '@sealed-capture/seal/model/errors.js';
import {isOutOfTime} from '@sealed-capture/seal/model/errors/out-of-time.js';
import {isRetryable} from '@sealed-capture/seal/model/errors/retryable.js';
import type {DeliveryContext} from '@sealed-capture/seal/model/protection-config.js';
import type {HttpAnswer, HttpRequest} from '../../src/ports/browser/http.js';
import type {UploadAnswer, UploadRequest} from '../../src/ports/browser/upload.js';
import {deliveryContext, photo} from './delivery-context.js';

const url = 'https://app.example/uploads';

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  address?: string;
  /** Also where the address is that of the request. */
  isRedirected?: boolean;
  /** There is no answer. */
  isLost?: boolean;
}

/** A delivery with fake answers to fetch, and the requests that it sent. The last answer is given again. */
function delivery(settings: Partial<HttpDeliverySettings> = {}, ...answers: Answer[]) {
  const sent: HttpRequest[] = [];
  const uploaded: UploadRequest[] = [];
  const next = ({url: asked}: {url: string}) => {
    const answer = answers[sent.length + uploaded.length - 1] ?? answers.at(-1) ?? {};
    const {status = 204, headers, body = '', address = asked, isRedirected, isLost} = answer;
    return {status, headers: new Headers(headers), body, address, isRedirected, isLost};
  };
  const http = {
    answers: () => Promise.resolve(true),
    send: (request: HttpRequest): Promise<HttpAnswer> => {
      sent.push(request);
      const {body, address, isRedirected, isLost, ...answer} = next(request);
      if (isLost) return Promise.reject(new SealedCaptureError('network_failed', 'It was lost.'));
      const bytes = new TextEncoder().encode(body).buffer;
      const redirectedTo = isRedirected || address !== request.url ? address : '';
      return Promise.resolve({...answer, body: bytes, ...(redirectedTo && {redirectedTo})});
    },
  };
  const upload = {
    send: (request: UploadRequest): Promise<UploadAnswer> => {
      uploaded.push(request);
      request.onProgress(0.5);
      const {status, headers, body, address} = next(request);
      return Promise.resolve({
        status,
        responseText: body,
        responseURL: address,
        getResponseHeader: (name) => headers.get(name),
        getAllResponseHeaders: () =>
          [...headers].map(([name, value]) => `${name}: ${value}\r\n`).join(''),
      });
    },
  };
  const deliver = new HttpDelivery({url, ...settings}, {upload, http});
  return {
    sent,
    uploaded,
    send: (context?: Partial<DeliveryContext>) => deliver.send(photo(), deliveryContext(context)),
  };
}

const digestOf = async (file: Blob): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return `sha-256=:${Buffer.from(digest).toString('base64')}:`;
};

const answered = (answer: Answer) => delivery({}, answer).send();

describe('createHttpDelivery', () => {
  it('posts the file itself with its type, the capture’s id and a file name', async () => {
    const {sent, send} = delivery();
    const captureId = '0d9a7b0e-6a0c-4f0e-9d5e-0f6b1c1d2e3f';
    const progress: number[][] = [];
    await send({captureId, onProgress: (...bytes) => progress.push(bytes)});
    const [request] = sent;
    assert.equal(request?.method, 'POST');
    assert.equal(request?.url, url);
    assert.deepEqual(request?.headers, {
      'content-disposition': `attachment; filename="${captureId}.jpg"`,
      'content-type': 'image/jpeg',
      'idempotency-key': captureId,
    });
    assert.ok(request?.body instanceof Blob);
    assert.equal(request?.credentials, 'same-origin');
    assert.deepEqual(progress, [[1_000, 1_000]]);
  });

  it('sends the headers of the page, which a function may return for each attempt', async () => {
    const {sent, send} = delivery({
      headers: ({mode, mediaType, size}) =>
        Promise.resolve({Authorization: `Bearer ${mode} ${mediaType} ${size}`}),
      credentials: 'include',
    });
    await send();
    assert.equal(sent[0]?.headers['authorization'], 'Bearer image image/jpeg 1000');
    assert.equal(sent[0]?.credentials, 'include');
  });

  it('uploads to the address that a function returns, without the headers that it sets to null', async () => {
    const presigned = 'https://bucket.example/key?signature=1';
    const {sent, send} = delivery({
      method: 'PUT',
      url: () => ({
        url: presigned,
        headers: {'Idempotency-Key': null, 'content-disposition': null, 'x-amz-acl': 'private'},
      }),
    });
    await send();
    assert.equal(sent[0]?.url, presigned);
    assert.equal(sent[0]?.method, 'PUT');
    assert.deepEqual(sent[0]?.headers, {'content-type': 'image/jpeg', 'x-amz-acl': 'private'});
  });

  it('accepts an answer as a receipt only if no sign-in page could send it', async () => {
    const receipts: Answer[] = [
      {status: 204},
      {status: 200, body: '{"error": null}'},
      {status: 200, body: '17'},
      {status: 201, headers: {Location: '/uploads/1'}},
      {status: 200, headers: {ETag: '"1"'}},
    ];
    for (const receipt of receipts) await answered(receipt);
    const html = {'Content-Type': 'text/html; charset=utf-8'};
    const others: Answer[] = [
      {status: 200},
      {status: 200, body: 'OK'},
      {status: 200, body: '<html>Sign in</html>', headers: html},
      {status: 200, body: '<html>Sign in</html>', headers: {...html, ETag: '"1"'}},
      {status: 200, headers: {...html, Location: '/sign-in'}},
      {status: 200, headers: {'Content-Type': 'Text/HTML', ETag: '"1"'}},
      {status: 200, headers: {'Content-Type': 'application/xhtml+xml', ETag: '"1"'}},
      ...['null', 'false', '0', '-1', '""'].map((body) => ({status: 200, body})),
    ];
    for (const other of others) {
      await assert.rejects(answered(other), {
        code: 'response_invalid',
        message: /has to answer with status 204, with JSON, or with a Location or ETag header/,
      });
    }
  });

  it('returns the location of the file, from the JSON of the answer or its Location header', async () => {
    const located = async (answer: Answer) => (await answered(answer)).location;
    const headers = {Location: 'stored/1'};
    assert.equal(await located({status: 200, body: '{"location":"here"}', headers}), 'here');
    assert.equal(await located({status: 200, body: '{"url":"there"}', headers}), 'there');
    const stored = 'https://app.example/stored/1';
    assert.equal(await located({status: 200, body: '{"location":7}', headers}), stored);
    assert.equal(await located({status: 201, body: '[]', headers}), stored);
    assert.equal(await located({status: 204}), undefined);
  });

  it('rejects an answer from another origin', async () => {
    await assert.rejects(answered({address: 'https://elsewhere.example/uploads'}), {
      code: 'response_invalid',
      message: /redirected to https:\/\/elsewhere\.example/,
    });
  });

  it('does not take the answer after a redirect for that of the upload, and tells its status and address', async () => {
    const signIn = 'https://app.example/sign-in?token=secret';
    const html = {'Content-Type': 'text/html'};
    const answers: Answer[] = [
      {status: 204, address: signIn},
      {status: 200, body: '[]', address: signIn},
      {status: 200, body: '<html>', headers: html, address: signIn},
      // A sign-in that leads back: the list of uploads.
      {status: 200, body: '[]', isRedirected: true},
      {status: 200, headers: {ETag: '"1"'}, isRedirected: true},
    ];
    for (const answer of answers) {
      await assert.rejects(answered(answer), ({code, status, message}: SealedCaptureError) => {
        assert.deepEqual([code, status], ['response_invalid', answer.status]);
        assert.match(message, /redirected to https:\/\/app\.example\/(sign-in|uploads), /);
        assert.doesNotMatch(message, /secret/);
        return true;
      });
    }
  });

  it('takes the answer after a redirect if no GET could have it', async () => {
    const address = 'https://app.example/stored/1';
    for (const got of [{status: 405}, {status: 200, body: '[]'}]) {
      const {sent, send} = delivery({}, {status: 201, address}, got);
      await send();
      assert.deepEqual([sent.length, sent[1]?.method, sent[1]?.url], [2, 'GET', address]);
    }
    await answered({status: 204, address, headers: {'Repr-Digest': await digestOf(photo())}});
  });

  it('does not take a 201 after a redirect to an address that answers each GET so', async () => {
    for (const address of ['https://app.example/says-yes', `${url}/`]) {
      const {sent, send} = delivery({}, {status: 201, address}, {status: 201});
      await assert.rejects(send(), {code: 'response_invalid', message: /redirected to/});
      assert.equal(sent.length, 2);
    }
  });

  it('does not take what says that the file is not stored yet, or not all of it', async () => {
    for (const status of [202, 203, 205, 206, 207]) {
      const answer = {status, body: status === 205 ? '' : '{"id": 1}'};
      await assert.rejects(answered(answer), {code: 'response_invalid', status});
      await answered({...answer, headers: {'Repr-Digest': await digestOf(photo())}});
    }
  });

  it('does not take a page for a receipt, whatever its status', async () => {
    const headers = {'Content-Type': 'text/html; charset=utf-8', ETag: '"1"'};
    for (const status of [200, 201]) {
      const answer = {status, body: '<h1>Sign in</h1>', headers};
      await assert.rejects(answered(answer), {code: 'response_invalid', status});
    }
  });

  it('does not take what scripts say of a failure, in JSON', async () => {
    for (const body of [
      {success: 'false'},
      {success: 0},
      {ok: 'no'},
      {stored: false},
      {status: 'error'},
      {status: 'failed', id: 7},
      {errors: ['Too many.']},
      {error: {code: 7}},
    ]) {
      for (const status of [200, 201]) {
        const answer = {status, body: JSON.stringify(body)};
        await assert.rejects(answered(answer), {code: 'response_invalid', message: /not stored/});
      }
    }
    for (const body of [{errors: []}, {error: null}, {error: {}}, {status: 'ok'}, {stored: true}]) {
      await answered({status: 200, body: JSON.stringify(body)});
    }
  });

  it('sends the file once more to the address that a redirect has named, where a GET is answered otherwise', async () => {
    const address = 'https://app.example/uploads/';
    const answers = [{status: 200, body: '[]', address}, {status: 405}, {status: 200, body: '{}'}];
    const {sent, send} = delivery({headers: {Authorization: 'Bearer 1'}}, ...answers);
    await send();
    const [first, asked, second] = sent;
    assert.deepEqual([asked?.url, asked?.method, asked?.body], [address, 'GET', undefined]);
    assert.deepEqual(asked?.headers, {authorization: 'Bearer 1'});
    assert.deepEqual(second, {...first, url: address});
  });

  it('sends the file to the address that a redirect has named, which refuses the GET that the redirect has made', async () => {
    const address = 'https://app.example/uploads/';
    for (const status of [404, 405]) {
      const answers = [{status, address}, {status}, {status: 200, body: '{}'}];
      const {sent, send} = delivery({}, ...answers);
      await send();
      assert.deepEqual([sent[2]?.url, sent[2]?.body], [address, sent[0]?.body]);
    }
    // A sign-in page that takes no files.
    const refused = delivery({}, {status: 405, address}, {status: 200}, {status: 405});
    await assert.rejects(refused.send(), {
      code: 'response_invalid',
      status: 405,
      message: /redirected to https:\/\/app\.example\/uploads\/,/,
    });
    assert.equal(refused.sent.length, 3);
  });

  it('does not send the file to the address that a redirect has named while that does not answer a GET, or is busy', async () => {
    const address = 'https://app.example/says-yes-to-all';
    for (const asked of [{isLost: true}, {status: 429}, {status: 500}, {status: 503}]) {
      const {sent, send} = delivery({}, {status: 204, address}, asked, {status: 204});
      await assert.rejects(send(), ({code}: SealedCaptureError) => isRetryable(code));
      assert.equal(sent.length, 2);
    }
  });

  it('does not follow one redirect after another', async () => {
    const address = 'https://app.example/uploads/';
    const further = 'https://app.example/sign-in';
    const answers = [{status: 204, address}, {status: 404}, {status: 204, address: further}];
    await assert.rejects(delivery({}, ...answers).send(), {
      code: 'response_invalid',
      message: /redirected to https:\/\/app\.example\/sign-in, /,
    });
  });

  it('compares the digest of the answer with the bytes that were sent', async () => {
    const same = await digestOf(photo());
    const other = await digestOf(new Blob(['other']));
    const ofBody = await digestOf(new Blob(['{}']));
    const [body, sha512] = ['{}', `sha-512=:${'A'.repeat(86)}==:`];
    await answered({headers: {'Content-Digest': same}});
    await answered({status: 200, body, headers: {'Content-Digest': ofBody, 'Repr-Digest': ofBody}});
    await answered({headers: {'Repr-Digest': 'md5=:AAAA:, unknown'}});
    const compressed = {'Content-Encoding': 'gzip', 'Content-Digest': other};
    await answered({status: 200, body, headers: compressed});
    const refused: Record<string, string>[] = [
      {'Repr-Digest': other},
      {'Content-Digest': other},
      {'Repr-Digest': `${same}, ${sha512}`},
      {'Content-Digest': same, 'Repr-Digest': other},
      {'Content-Encoding': 'gzip', 'Repr-Digest': other},
    ];
    const message = /other bytes than were sent/;
    for (const headers of refused) {
      await assert.rejects(answered({headers}), {code: 'response_invalid', message});
    }
  });

  it('does not take a success that says in JSON that it is none', async () => {
    const said = (value: object, storedField?: string) =>
      delivery({storedField}, {status: 200, body: JSON.stringify(value)}).send();
    await said({success: true, ok: 1});
    await said({stored: 'uploads/1'}, 'stored');
    const code = 'response_invalid';
    for (const value of [{success: false}, {ok: false, message: 'The disk is full.'}]) {
      await assert.rejects(said(value), {code, status: 200, message: /said that the file is not/});
    }
    await assert.rejects(said({success: false, error: 'No room.'}), {message: /: No room\.$/});
    for (const value of [{}, [], {stored: false}, {stored: 0}, {stored: null}, {stored: ''}]) {
      await assert.rejects(said(value, 'stored'), {code}, JSON.stringify(value));
    }
    await assert.rejects(delivery({storedField: 'stored'}).send(), {code});
    const headers = {'Content-Type': 'application/problem+json'};
    const body = '{"detail":"Refused."}';
    await assert.rejects(answered({status: 200, headers, body}), {code, message: /: Refused\.$/});
  });

  it('uploads with progress once the server’s answer has proved that it has the file', async () => {
    const digest = {'Repr-Digest': await digestOf(photo())};
    for (const proof of [{status: 201}, {status: 204, headers: digest}]) {
      const {sent, uploaded, send} = delivery({credentials: 'include'}, proof);
      const progress: number[] = [];
      const onProgress = (bytes: number) => progress.push(bytes);
      await send();
      await send({onProgress});
      await send();
      assert.deepEqual([sent.length, uploaded.length, progress], [1, 2, [500]]);
      assert.equal(uploaded[0]?.withCredentials, true);
    }
    const {sent, send} = delivery({}, {status: 204});
    await send();
    await send();
    assert.equal(sent.length, 2);
  });

  it('asks with fetch if the answer to an upload with progress may be that of a redirect to its own address', async () => {
    const {sent, uploaded, send} = delivery({}, {status: 201}, {status: 200, body: '[]'});
    await send();
    await send();
    assert.deepEqual([sent.length, uploaded.length], [2, 1]);
    await send();
    assert.deepEqual([sent.length, uploaded.length], [3, 1]);
  });

  it('does not send the file again at once if an upload with progress was redirected to another address', async () => {
    const address = 'https://app.example/sign-in';
    const {sent, uploaded, send} = delivery({}, {status: 201}, {status: 204, address});
    await send();
    await assert.rejects(send(), {code: 'response_invalid', status: 204});
    assert.deepEqual([sent.length, uploaded.length], [1, 1]);
  });

  const codes: Record<number, string> = {
    400: 'request_rejected',
    401: 'unauthorized',
    403: 'unauthorized',
    404: 'request_rejected',
    413: 'too_large',
    423: 'service_unavailable',
    429: 'rate_limited',
    500: 'service_unavailable',
    503: 'service_unavailable',
  };
  for (const [status, code] of Object.entries(codes)) {
    it(`rejects with ${code} for status ${status}`, async () => {
      const failing = answered({status: Number(status), headers: {'Retry-After': '7'}});
      await assert.rejects(failing, {
        code,
        status: Number(status),
        retryAfter: 7_000,
        message: `The server that takes uploads answered with status ${status}.`,
      });
    });
  }

  it('passes on the server’s explanation of a refusal', async () => {
    const body = JSON.stringify({title: 'Refused', detail: 'Your account is full.'});
    await assert.rejects(answered({status: 422, body}), {message: 'Your account is full.'});
  });

  for (const address of [
    'http://app.example/uploads',
    'ftp://app.example/uploads',
    'data:,x',
    'javascript:alert(1)',
    'https://',
    'https://user:password@app.example/uploads',
  ]) {
    it(`refuses the address ${address}`, async () => {
      const code = 'configuration_invalid';
      assert.throws(() => createHttpDelivery({url: address}), {code});
      await assert.rejects(delivery({url: () => ({url: address})}).send(), {code});
    });
  }

  it('accepts http on localhost, and relative addresses', () => {
    for (const host of ['localhost:8080', '127.0.0.1', '[::1]:8080']) {
      createHttpDelivery({url: `http://${host}/uploads`});
    }
    createHttpDelivery({url: '/uploads'});
  });

  it('refuses methods and headers that an upload cannot have', async () => {
    const code = 'configuration_invalid';
    const method = 'GET' as 'PUT';
    assert.throws(() => createHttpDelivery({url, method}), {code});
    await assert.rejects(delivery({url: () => ({url, method})}).send(), {code});
    await assert.rejects(delivery({headers: {'no name': 'x'}}).send(), {code});
    await assert.rejects(delivery({headers: {Name: 'two\nlines'}}).send(), {code});
  });

  it('treats a function that failed without a network as no network, and passes on its other errors', async () => {
    const failing = (error: Error) => delivery({url: () => Promise.reject(error)}).send();
    await assert.rejects(failing(new TypeError('Failed to fetch')), {code: 'network_failed'});
    await assert.rejects(failing(new TypeError('x is not a function')), TypeError);
    const unauthorized = new SealedCaptureError('unauthorized', 'Sign in.');
    await assert.rejects(failing(unauthorized), unauthorized);
  });

  it('stops waiting for a function that does not settle when the signal is aborted', async () => {
    const giveUp = new AbortController();
    const {sent, send} = delivery({url: () => new Promise(() => undefined)});
    const sending = send({signal: giveUp.signal});
    giveUp.abort();
    await assert.rejects(sending, {code: 'aborted'});
    assert.equal(sent.length, 0);
  });

  it('uploads with fetch if there is no XMLHttpRequest, with a time limit that depends on the size', async () => {
    const sent: HttpRequest[] = [];
    const http = {
      answers: () => Promise.resolve(true),
      send: (request: HttpRequest) => {
        sent.push(request);
        return Promise.resolve({status: 204, headers: new Headers(), body: new ArrayBuffer(0)});
      },
    };
    const progress: number[][] = [];
    const onProgress = (...bytes: number[]) => progress.push(bytes);
    await new HttpDelivery({url}, {http}).send(photo(16_000), deliveryContext({onProgress}));
    const [{method, credentials, timeout} = {}] = sent;
    assert.deepEqual([method, credentials, timeout], ['POST', 'same-origin', 61_000]);
    assert.deepEqual(progress, [[16_000, 16_000]]);
  });

  it('tells a server whose answer the browser hides from one that is out of reach', async () => {
    const asked: string[][] = [];
    const failing = (isThere: boolean, code: ErrorCode = 'network_failed') =>
      new HttpDelivery(
        {url},
        {
          http: {
            send: () => Promise.reject(new SealedCaptureError(code, 'It failed.')),
            answers: (address, mode) => {
              asked.push([address, mode]);
              return Promise.resolve(isThere);
            },
          },
        },
      ).send(photo(), deliveryContext());
    await assert.rejects(failing(false), {code: 'network_failed'});
    await assert.rejects(failing(true), {
      code: 'origin_not_allowed',
      message: /cannot be read by this page \(CORS\): status unknown/,
    });
    await assert.rejects(failing(false, 'timeout'), {code: 'timeout', message: 'It failed.'});
    await assert.rejects(failing(true, 'timeout'), (thrown: SealedCaptureError) => {
      assert.match(thrown.message, /is there, but did not answer in time/);
      return thrown.code === 'timeout' && isOutOfTime(thrown);
    });
    assert.deepEqual(asked, Array(4).fill([url, 'no-cors']));
  });

  it('asks the page once for a fresh address and token after a refusal, and then leaves it to a person', async () => {
    for (const answer of [
      {status: 401},
      {status: 403},
      {status: 410},
      {status: 400, body: '<Error><Code>ExpiredToken</Code></Error>'},
    ]) {
      const asked: (number | undefined)[] = [];
      const fresh = ({refused}: FileToDeliver) => {
        asked.push(refused);
        return {url: `${url}?signature=${asked.length}`};
      };
      const {sent, send} = delivery({method: 'PUT', url: fresh}, answer, {status: 201});
      await send();
      assert.deepEqual(
        sent.map((request) => request.url),
        [`${url}?signature=1`, `${url}?signature=2`],
      );
      assert.deepEqual(asked, [undefined, answer.status]);
      const refusing = delivery({url: fresh}, answer);
      await assert.rejects(refusing.send(), {status: answer.status});
      assert.equal(refusing.sent.length, 2);
    }
    const ofToken = delivery(
      {headers: ({refused}) => ({Authorization: refused ? 'Bearer 2' : 'Bearer 1'})},
      {status: 401},
      {status: 201},
    );
    await ofToken.send();
    assert.equal(ofToken.sent[1]?.headers['authorization'], 'Bearer 2');
  });

  it('sends a file once after a refusal where the page gives no fresh address, or another reason is given', async () => {
    for (const [settings, status] of [
      [{}, 401],
      [{url: () => ({url})}, 413],
      [{url: () => ({url})}, 404],
    ] as const) {
      const {sent, send} = delivery(settings, {status});
      await assert.rejects(send(), {status});
      assert.equal(sent.length, 1);
    }
  });
});
