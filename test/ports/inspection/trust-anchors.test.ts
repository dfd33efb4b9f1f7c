import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {HttpRequest} from '../../../src/ports/browser/http.js';
import {ServiceTrustAnchors} from '../../../src/ports/inspection/trust-anchors.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const pem = '-----BEGIN CERTIFICATE-----\nMIIB+/==\n-----END CERTIFICATE-----\n';

/** A service with a list of answers; for an error, the request fails with it. */
function setup(...answers: (string | number | Error)[]) {
  const sent: HttpRequest[] = [];
  const clock = {time: 0, now: () => clock.time};
  const anchors = new ServiceTrustAnchors(
    {
      send: (request) => {
        sent.push(request);
        const answer = answers.shift() ?? new Error('Nobody was to ask again.');
        if (answer instanceof Error) return Promise.reject(answer);
        const [status, body] = typeof answer === 'number' ? [answer, ''] : [200, answer];
        const bytes = new TextEncoder().encode(body).buffer;
        return Promise.resolve({status, headers: new Headers(), body: bytes});
      },
    },
    clock,
    () => 'https://page.example/claims/',
  );
  const {signal} = new AbortController();
  const ask = (url = 'https://inspect.example/v1/inspect?tenant=1') => anchors.of(url, signal);
  return {ask, sent, clock, anchors};
}

const offline = new SealedCaptureError('network_failed', 'Offline.');

describe('the trust anchors of a service', () => {
  it('are requested beside the inspection address', async () => {
    const {ask, sent} = setup(pem, pem, pem);
    assert.equal(await ask(), pem);
    await ask('/protection/inspect');
    await ask('inspect');
    assert.deepEqual(
      sent.map(({method, url}) => `${method} ${url}`),
      [
        'GET https://inspect.example/v1/trust.json',
        'GET https://page.example/protection/trust.json',
        'GET https://page.example/claims/trust.json',
      ],
    );
    assert.deepEqual(sent[0]?.headers, {});
  });

  it('are requested once for each address, and again after ten minutes', async () => {
    const renewed = pem + pem;
    const {ask, sent, clock} = setup(pem, pem, renewed);
    await ask();
    clock.time = 9 * MINUTE;
    assert.equal(await ask(), pem);
    assert.equal(sent.length, 1);
    await ask('https://other.example/inspect');
    assert.equal(sent.length, 2);
    clock.time = 11 * MINUTE;
    assert.equal(await ask(), renewed);
  });

  it('stay the same while the service cannot answer', async () => {
    const late = new SealedCaptureError('timeout', 'Late.');
    const {ask, sent, clock} = setup(pem, offline, late, 503);
    await ask();
    clock.time = 20 * MINUTE;
    assert.equal(await ask(), pem);
    assert.equal(await ask(), pem);
    clock.time = 23 * HOUR;
    assert.equal(await ask(), pem);
    assert.equal(sent.length, 4);
  });

  it('do not stay the same for longer than a day', async () => {
    const {ask, clock} = setup(pem, offline);
    await ask();
    clock.time = 24 * HOUR;
    await assert.rejects(ask(), {code: 'network_failed'});
  });

  it('are the PEM of a service that returns only that', async () => {
    const {ask, sent} = setup(404, pem);
    assert.equal(await ask(), pem);
    assert.deepEqual(
      sent.map(({url}) => url),
      ['https://inspect.example/v1/trust.json', 'https://inspect.example/v1/trust.pem'],
    );
  });

  it('are JSON with certificates', async () => {
    const json = JSON.stringify({signers: pem, timeStamps: ''});
    assert.equal(await setup(json).ask(), json);
    await assert.rejects(setup('{"signers": ""}').ask(), {code: 'response_invalid'});
  });

  const withdrawals: [string, ...(string | number)[]][] = [
    ['with 404', 404, 404],
    ['with 401', 401],
    ['with 409', 409],
    ['a page', '<!doctype html>'],
    ['no certificate', ''],
  ];
  for (const [words, ...answers] of withdrawals) {
    it(`are dropped when the service answers ${words}, even if it then cannot answer`, async () => {
      const {ask, clock} = setup(pem, ...answers, offline);
      await ask();
      clock.time = 20 * MINUTE;
      await assert.rejects(ask());
      await assert.rejects(ask(), {code: 'network_failed'});
    });
  }

  it('are empty if the service never answered', async () => {
    await assert.rejects(setup(offline).ask(), {code: 'network_failed'});
    await assert.rejects(setup(503).ask(), {code: 'service_unavailable', status: 503});
    await assert.rejects(setup(404, 404).ask(), {code: 'request_rejected', status: 404});
  });

  it('are not read from a sign-in page', async () => {
    const {ask} = setup('<!doctype html>', '-----BEGIN CERTIFICATE-----', '');
    for (let turn = 0; turn < 3; turn++) await assert.rejects(ask(), {code: 'response_invalid'});
  });

  it('are not requested from an invalid address', async () => {
    for (const address of ['https://', 'localhost:8080/protection/inspect']) {
      await assert.rejects(setup().ask(address), {code: 'configuration_invalid'});
    }
  });

  it('are not returned to a caller that aborted', async () => {
    const {anchors, clock, ask} = setup(pem, new SealedCaptureError('aborted', 'Given up.'));
    await ask();
    clock.time = 20 * MINUTE;
    const url = 'https://inspect.example/v1/inspect';
    await assert.rejects(anchors.of(url, AbortSignal.abort()), {code: 'aborted'});
  });
});
