import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {createProtection} from '../../../src/core/credentials/create-protection.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {
  InspectionClient,
  type InspectOptions,
} from '../../../src/core/inspection/inspection-client.js';
import type {Upload, UploadAnswer, UploadRequest} from '../../../src/ports/browser/upload.js';
import type {InspectionSender} from '../../../src/ports/inspection/inspection-sender.js';
import {RequestAuthentication} from '../../../src/worker/sealing/authenticated-request.js';
import {InspectionRequests} from '../../../src/worker/inspection/inspection-request.js';
import type {OriginCheck} from '../../../src/worker/sealing/origin-check.js';

const good = {
  labelValid: true,
  labelState: 'valid',
  reason: 'Nothing has changed.',
  checks: [{code: 'claimSignature.validated', passed: true, explanation: 'Correct.'}],
  signature: {signedBy: 'Sandbox Seal'},
  gps: {latitude: '<b>not a number</b>'},
};

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

function answerOf({status = 200, headers, body = ''}: Answer = {}): UploadAnswer {
  return {
    status,
    responseText: body,
    responseURL: '',
    getResponseHeader: (name) => new Headers(headers).get(name),
    getAllResponseHeaders: () => '',
  };
}

/** A service with a list of answers, and its client. */
function setup(...answers: Answer[]) {
  const sent: UploadRequest[] = [];
  const clock = {now: () => 0};
  const authentication = new RequestAuthentication(clock);
  const upload: Upload = {
    send: (request) => {
      sent.push(request);
      request.onProgress(0.5);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      return Promise.resolve(answerOf(answer));
    },
  };
  const origins: Pick<OriginCheck, 'check'> = {check: (_url, send) => send()};
  const requests = new InspectionRequests(upload, origins, authentication, () => undefined);
  const sender: InspectionSender = {
    send: ({signal, onProgress = () => undefined, ...asked}) =>
      requests.inspect(asked, signal, onProgress),
  };
  const client = new InspectionClient(sender, clock);
  const {signal} = new AbortController();
  const ask = (options: Partial<InspectOptions>) =>
    client.inspect(new Blob(['AAAA']), {url: 'https://inspect.example/v1', signal, ...options});
  return {ask, sent};
}

async function inspect(answer: Answer) {
  const {ask, sent} = setup(answer);
  const shares: number[] = [];
  const result = await ask({apiKey: 'key', onProgress: (share) => shares.push(share)});
  return {result, sent, shares};
}

describe('inspecting a file', () => {
  it('sends the envelope to exactly the address, with the key', async () => {
    const {sent, shares, result} = await inspect({body: JSON.stringify(good)});
    assert.equal(sent[0]?.url, 'https://inspect.example/v1');
    assert.equal(sent[0]?.headers['X-API-Key'], 'key');
    assert.equal(sent[0]?.headers['Content-Type'], 'application/json');
    assert.equal(await new Response(sent[0]?.body).text(), `{"image":"${btoa('AAAA')}"}`);
    assert.deepEqual(shares, [0.5]);
    assert.deepEqual(result, good);
  });

  it('accepts the answer of a service without states and checks', async () => {
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
    'invalid JSON': undefined,
    'a list': [],
    'a verdict that is not a boolean': {...good, labelValid: 'true'},
    'an unknown state': {...good, labelState: 'fine'},
    'a verdict that contradicts its state': {...good, labelState: 'invalid'},
    'no reason': {...good, reason: undefined},
    'invalid checks': {...good, checks: [{code: 'x', passed: 'yes', explanation: ''}]},
    'an invalid signature': {...good, signature: {signedBy: {}}},
  };
  for (const [name, answer] of Object.entries(broken)) {
    it(`rejects an answer with ${name}`, async () => {
      const body = answer === undefined ? '<html>' : JSON.stringify(answer);
      await assert.rejects(inspect({body}), {code: 'response_invalid'});
    });
  }

  const failing = (code: string, more: object = {}) => ({
    ...good,
    checks: [{code, passed: false, explanation: 'No.', ...more}],
  });
  const breaking = [
    'assertion.dataHash.mismatch',
    'assertion.bmffHash.mismatch',
    'assertion.boxesHash.mismatch',
    'assertion.collectionHash.mismatch',
    'assertion.multiAssetHash.mismatch',
    'assertion.hashedURI.mismatch',
    'claimSignature.mismatch',
    'claimSignature.missing',
    'signingCredential.untrusted',
    'signingCredential.invalid',
    'signingCredential.revoked',
    'signingCredential.ocsp.revoked',
  ];

  it('rejects a verdict that contradicts its own checks, and names the contradiction', async () => {
    for (const code of breaking) {
      const refusal = {code: 'response_invalid', message: new RegExp(`"valid" although ${code} `)};
      await assert.rejects(inspect({body: JSON.stringify(failing(code))}), refusal);
      const bare = {...failing(code), labelState: undefined};
      await assert.rejects(inspect({body: JSON.stringify(bare)}), refusal);
    }
  });

  it('accepts failed checks that do not break a seal', async () => {
    for (const answer of [
      ...breaking.map((code) => failing(code, {inIngredient: true})),
      ...breaking.map((code) => ({...failing(code), labelValid: false, labelState: 'invalid'})),
      failing('timeStamp.untrusted'),
      failing('assertion.dataHash.mismatchedPart'),
    ])
      assert.deepEqual((await inspect({body: JSON.stringify(answer)})).result, answer);
  });

  it('rejects an answer that is nested too deeply to be processed', async () => {
    const nested = (levels: number) =>
      JSON.stringify({...good, gps: 0}).replace(
        '"gps":0',
        `"gps":${'['.repeat(levels)}${']'.repeat(levels)}`,
      );
    for (const levels of [100, 20_000]) {
      await assert.rejects(inspect({body: nested(levels)}), {
        code: 'response_invalid',
        message: /deep/,
      });
    }
    assert.ok((await inspect({body: nested(99)})).result.gps);
  });

  it('distinguishes the errors of the service, also with empty bodies', async () => {
    await assert.rejects(inspect({status: 400}), {code: 'request_rejected', status: 400});
    await assert.rejects(inspect({status: 401}), {code: 'unauthorized'});
    await assert.rejects(inspect({status: 413}), {code: 'too_large'});
    await assert.rejects(inspect({status: 429, headers: {'Retry-After': '7'}}), {
      code: 'rate_limited',
      retryAfter: 7000,
    });
    await assert.rejects(inspect({status: 503}), {code: 'service_unavailable'});
  });
});

describe('inspecting a file with credentials', () => {
  const body = JSON.stringify(good);
  const headers = {Date: 'Thu, 01 Jan 1970 00:00:00 GMT'};
  const refused: Answer = {status: 401, headers};

  it('sends a token instead of the key', async () => {
    const {ask, sent} = setup({body});
    const protection = createProtection({getToken: () => ({token: 'token'})});
    await ask({apiKey: 'key', protection});
    assert.equal(sent[0]?.headers['Authorization'], 'Bearer token');
    assert.equal(sent[0]?.headers['X-API-Key'], undefined);
    assert.equal(sent[0]?.headers['Content-Type'], 'application/json');
  });

  it('retries once with a newer token if the first is refused', async () => {
    let tokens = 0;
    const protection = createProtection({getToken: () => ({token: `t${++tokens}`})});
    const good = setup(refused, {body});
    await good.ask({protection});
    assert.deepEqual(
      good.sent.map(({headers}) => headers['Authorization']),
      ['Bearer t1', 'Bearer t2'],
    );
    const never = setup(refused);
    await assert.rejects(never.ask({protection}), {code: 'unauthorized', status: 401});
    assert.equal(never.sent.length, 2);
  });

  it('signs the request', async () => {
    const {ask, sent} = setup({body});
    const protection = createProtection({apiKey: 'key', apiSecret: 'hidden'});
    await ask({protection});
    assert.match(sent[0]?.headers['Signature'] ?? '', /^\S+=:.{43}=:$/);
    assert.equal(sent[0]?.headers['X-API-Key'], undefined);
  });

  it('corrects its clock by a refusal, signs again once, and rejects if that is refused, too', async () => {
    const protection = createProtection({apiKey: 'key', apiSecret: 'hidden'});
    const later = {...refused, headers: {Date: 'Thu, 01 Jan 1970 01:00:00 GMT'}};
    const {ask, sent} = setup(later, {body});
    await ask({protection});
    const created = sent.map(
      ({headers}) => /created=(\d+)/.exec(headers['Signature-Input'] ?? '')?.[1],
    );
    assert.deepEqual(created, ['0', '3600']);
    const never = setup(refused);
    await assert.rejects(never.ask({protection}), {code: 'unauthorized'});
    assert.equal(never.sent.length, 2);
  });

  it('sends one request with a key that is refused', async () => {
    const {ask, sent} = setup(refused);
    await assert.rejects(ask({apiKey: 'key'}), {code: 'unauthorized'});
    assert.equal(sent.length, 1);
  });

  it('rejects with the error of a provider that has no credentials', async () => {
    const {ask, sent} = setup({body});
    await assert.rejects(ask({protection: createProtection({})}), {code: 'configuration_invalid'});
    const signedOut = () =>
      Promise.reject(new SealedCaptureError('credentials_missing', 'Nobody.'));
    await assert.rejects(ask({protection: createProtection({getToken: signedOut})}), {
      code: 'credentials_missing',
    });
    const offline = () => Promise.reject(new TypeError('Failed to fetch'));
    await assert.rejects(ask({protection: createProtection({getToken: offline})}), {
      code: 'network_failed',
    });
    assert.equal(sent.length, 0);
  });
});
