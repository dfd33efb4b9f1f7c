import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  authorizationOf,
  keyAuthorization,
  type Authorization,
} from '@sealed-capture/seal/model/authorization.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {UploadRequest} from '../../../src/ports/browser/upload.js';
import {InspectionRequests} from '../../../src/worker/inspection/inspection-request.js';
import {RequestAuthentication} from '../../../src/worker/sealing/authenticated-request.js';

function setup(failure?: SealedCaptureError) {
  const sent: UploadRequest[] = [];
  const checked: string[] = [];
  const warnings: string[] = [];
  const requests = new InspectionRequests(
    {
      send(request) {
        sent.push(request);
        if (failure) return Promise.reject(failure);
        request.onProgress(1);
        return Promise.resolve({
          status: 429,
          responseText: 'Wait.',
          responseURL: '',
          getResponseHeader: (name) => (name === 'Retry-After' ? '7' : null),
          getAllResponseHeaders: () => '',
        });
      },
    },
    {
      check: (url, send, probe) => {
        checked.push(`${url} by ${probe}`);
        return send();
      },
    },
    new RequestAuthentication({now: () => 0}),
    (message) => warnings.push(message),
  );
  const shares: number[] = [];
  const url = 'https://inspect.example/v1';
  const send = (authorization?: Authorization, signal = new AbortController().signal) =>
    requests.inspect({file: new Blob(['file']), url, authorization}, signal, (share) =>
      shares.push(share),
    );
  const sendAsFile = (file: Blob) =>
    requests.inspect({file, url, asFile: true}, new AbortController().signal);
  return {send, sendAsFile, sent, checked, warnings, shares};
}

describe('a request for an inspection', () => {
  it('contains the file as Base64 in JSON, and returns the service’s answer', async () => {
    const {send, sent, checked, shares} = setup();
    assert.deepEqual(await send(), {status: 429, body: 'Wait.', retryAfter: '7'});
    // A service that does not allow the page is told from one that cannot be reached.
    assert.deepEqual(checked, ['https://inspect.example/v1 by https://inspect.example/v1']);
    const {url, method, headers, body, timeout} = sent[0]!;
    assert.equal(url, 'https://inspect.example/v1');
    assert.equal(method, 'POST');
    assert.equal(timeout, 120_000);
    assert.deepEqual(headers, {
      'Content-Type': 'application/json',
      Accept: 'application/json, application/problem+json',
    });
    assert.equal(await new Response(body).text(), '{"image":"ZmlsZQ=="}');
    assert.deepEqual(shares, [1]);
  });

  it('is the file itself where the service takes one', async () => {
    const {sendAsFile, sent} = setup();
    const file = new Blob(['file'], {type: 'image/jpeg'});
    await sendAsFile(file);
    assert.equal(sent[0]?.headers['Content-Type'], 'application/octet-stream');
    assert.equal(sent[0]?.body, file);
  });

  it('that failed because the file is gone says so, not that the network is', async () => {
    const failure = new SealedCaptureError('network_failed', 'The service could not be reached.');
    const {sendAsFile} = setup(failure);
    await assert.rejects(sendAsFile(new Blob(['file'])), failure);
    class GoneFile extends Blob {
      override slice = () => this;
      override arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotFoundError'));
    }
    await assert.rejects(sendAsFile(new GoneFile()), {code: 'media_unsupported'});
  });

  it('is signed with the digest of its body', async () => {
    const {send, sent} = setup();
    await send(authorizationOf('key', 'secret'));
    assert.match(sent[0]?.headers['Signature-Input'] ?? '', /"@method" .*"content-digest"/);
    assert.match(sent[0]?.headers['Content-Digest'] ?? '', /^sha-256=:.{43}=:$/);
  });

  it('has the headers of its authorization', async () => {
    const {send, sent} = setup();
    await send(keyAuthorization('key'));
    assert.equal(sent[0]?.headers['X-API-Key'], 'key');
    assert.equal(sent[0]?.headers['Signature'], undefined);
  });

  it('is not sent in plain form if requests are to be encrypted', async () => {
    const {send, sent} = setup();
    await assert.rejects(send(authorizationOf('key', 'secret', true)), {
      code: 'configuration_invalid',
      message: /encryptRequests/,
    });
    assert.deepEqual(sent, []);
  });

  it('is not sent with a key that does not fit into a header', async () => {
    const {send, sent} = setup();
    await assert.rejects(send(keyAuthorization('…')), {
      code: 'configuration_invalid',
      message: /apiKey/,
    });
    assert.deepEqual(sent, []);
  });

  it('is not sent after it was aborted', async () => {
    const {send, sent} = setup();
    await assert.rejects(send(undefined, AbortSignal.abort()), {name: 'AbortError'});
    assert.deepEqual(sent, []);
  });

  it('reports once to the page that its secret is invalid', async () => {
    const {send, warnings} = setup();
    await send(keyAuthorization('key'));
    assert.deepEqual(warnings, []);
    await send(authorizationOf('key', 'hidden'));
    await send(authorizationOf('key', 'hidden'));
    assert.equal(warnings.length, 1);
    assert.doesNotMatch(warnings[0] ?? '', /hidden/);
  });
});
