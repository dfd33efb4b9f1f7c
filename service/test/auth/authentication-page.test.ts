import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Authorization} from '@sealed-capture/seal/model/authorization.js';
import {RequestAuthentication} from '../../../src/worker/sealing/authenticated-request.js';
import {sealRequest} from '../requests.js';
import {serviceOfSuite} from '../service-fixture.js';

describe("The page's own signer", () => {
  const service = serviceOfSuite();

  const sealWith = async (encrypts: boolean, clock: number, authentication = atTime(clock)) => {
    const body = sealRequest();
    const url = 'https://seals.example/protection/sandbox/seal';
    const {key, secret} = service.sandbox;
    const authorization: Authorization = {
      name: 'signature',
      apiKey: key,
      apiSecret: secret,
      encrypts,
    };
    const {request, correction} = await authentication.authenticate(
      {
        method: 'POST',
        url,
        headers: {'Content-Type': 'application/json', 'Idempotency-Key': body.captureId},
        body: JSON.stringify(body),
      },
      authorization,
    );
    const answer = await service.app.inject({
      method: 'POST',
      url: new URL(url).pathname,
      headers: {...request.headers, host: new URL(url).host},
      payload: String(request.body),
    });
    return {answer, correction, request};
  };
  const atTime = (milliseconds: number) => new RequestAuthentication({now: () => milliseconds});

  it('signs requests that this service accepts, and encrypts those that it decrypts', async () => {
    for (const encrypts of [false, true]) {
      const {answer, request} = await sealWith(encrypts, Date.now());
      assert.equal(answer.statusCode, 200, answer.body);
      assert.equal(String(request.body).includes('captureId'), !encrypts);
    }
  });

  it('corrects a clock that is ten minutes wrong with the Date header of the refusal', async () => {
    const wrong = Date.now() + 10 * 60_000;
    const authentication = atTime(wrong);
    const {answer, correction} = await sealWith(false, wrong, authentication);
    assert.equal(answer.statusCode, 401);
    assert.equal(authentication.correctClock(String(answer.headers['date']), correction), true);
    const second = await sealWith(false, wrong, authentication);
    assert.equal(second.answer.statusCode, 200, second.answer.body);
  });
});
