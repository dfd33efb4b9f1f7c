import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {InspectionClient} from '../../src/core/inspection-client.js';
import type {UploadAnswer, UploadRequest} from '../../src/ports/upload.js';

const good = {
  labelValid: true,
  labelState: 'valid',
  reason: 'Nothing has changed.',
  checks: [{code: 'claimSignature.validated', passed: true, explanation: 'Correct.'}],
  signature: {signedBy: 'Sandbox Seal'},
  gps: {latitude: '<b>not a number</b>'},
};

async function inspect(answer: Partial<UploadAnswer>) {
  const sent: UploadRequest[] = [];
  const shares: number[] = [];
  const client = new InspectionClient({
    encoder: {encode: async (file) => new Blob([`{"image":"${await file.text()}"}`])},
    upload: {
      post: (request) => {
        sent.push(request);
        request.onProgress(0.5);
        return Promise.resolve({status: 200, body: '', retryAfter: null, ...answer});
      },
    },
    clock: {now: () => 0},
  });
  const {signal} = new AbortController();
  const result = await client.inspect(new Blob(['AAAA']), {
    url: '/inspect',
    apiKey: 'key',
    signal,
    onProgress: (share) => shares.push(share),
  });
  return {result, sent, shares};
}

describe('inspecting a file', () => {
  it('posts the envelope to exactly the address, with the key', async () => {
    const {sent, shares, result} = await inspect({body: JSON.stringify(good)});
    assert.equal(sent[0]?.url, '/inspect');
    assert.equal(sent[0]?.headers['X-API-Key'], 'key');
    assert.equal(sent[0]?.headers['Content-Type'], 'application/json');
    assert.equal(await sent[0]?.body.text(), '{"image":"AAAA"}');
    assert.deepEqual(shares, [0.5]);
    assert.deepEqual(result, good);
  });

  it('takes the answer of a service that knows neither states nor checks', async () => {
    const states = [];
    for (const further of [{labelValid: true}, {signature: {}}, {}]) {
      const body = JSON.stringify({labelValid: false, reason: 'None.', ...further});
      const {labelState, checks} = (await inspect({body})).result;
      assert.deepEqual(checks, []);
      states.push(labelState);
    }
    assert.deepEqual(states, ['valid', 'invalid', 'none']);
  });

  const broken: Record<string, unknown> = {
    'no JSON': undefined,
    'a list': [],
    'a verdict that is no boolean': {...good, labelValid: 'true'},
    'a state that nobody knows': {...good, labelState: 'fine'},
    'a verdict that contradicts its state': {...good, labelState: 'invalid'},
    'no reason': {...good, reason: undefined},
    'checks that are none': {...good, checks: [{code: 'x', passed: 'yes', explanation: ''}]},
    'a signature that is none': {...good, signature: {signedBy: {}}},
  };
  for (const [name, answer] of Object.entries(broken)) {
    it(`refuses an answer with ${name}`, async () => {
      const body = answer === undefined ? '<html>' : JSON.stringify(answer);
      await assert.rejects(inspect({body}), {code: 'response_invalid'});
    });
  }

  it('tells the errors of the service apart, also with empty bodies', async () => {
    await assert.rejects(inspect({status: 400}), {code: 'request_rejected', status: 400});
    await assert.rejects(inspect({status: 401}), {code: 'unauthorized'});
    await assert.rejects(inspect({status: 413}), {code: 'too_large'});
    await assert.rejects(inspect({status: 429, retryAfter: '7'}), {
      code: 'rate_limited',
      retryAfter: 7000,
    });
    await assert.rejects(inspect({status: 503}), {code: 'service_unavailable'});
  });
});
