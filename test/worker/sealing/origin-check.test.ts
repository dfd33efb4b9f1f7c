import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {SealedCaptureError, type ErrorCode} from '@sealed-capture/seal/model/errors.js';
import type {HttpRequest} from '../../../src/ports/browser/http.js';
import {OriginCheck} from '../../../src/worker/sealing/origin-check.js';

type Mode = 'cors' | 'no-cors';

/** A service that fails with `code`, and whose health requests are answered in these modes. */
function setup(code: ErrorCode, answered: readonly Mode[], isOnline = true) {
  const asked: string[] = [];
  const warnings: string[] = [];
  const http = new OriginCheck(
    {
      send: () => Promise.reject(new SealedCaptureError(code, 'Failed.')),
      answers: (url, mode) => {
        asked.push(`${mode} ${url}`);
        return Promise.resolve(answered.includes(mode));
      },
    },
    {
      origin: 'https://shop.example',
      isOnline: () => isOnline,
      warn: (message) => void warnings.push(message),
    },
  );
  const send = (url: string) =>
    http.send({url, method: 'POST', headers: {}, timeout: 1, signal: new AbortController().signal});
  return {asked, warnings, send};
}

const SEAL: HttpRequest['url'] = 'https://svc.example/media/protection/sandbox/seal';

describe('a service of another origin that did not answer', () => {
  it('does not allow this page if its health is answered for other origins', async () => {
    const {asked, warnings, send} = setup('network_failed', ['no-cors']);
    for (let i = 0; i < 2; i++) {
      await assert.rejects(send(SEAL), {
        code: 'origin_not_allowed',
        message: /origin is not allowed by the service: add https:\/\/shop\.example .*svc\.example/,
      });
    }
    assert.deepEqual(asked.slice(0, 2), [
      'no-cors https://svc.example/media/healthz',
      'cors https://svc.example/media/healthz',
    ]);
    assert.equal(warnings.length, 1);
  });

  it('gets a health request beside its base address', async () => {
    const {asked, send} = setup('network_failed', []);
    await assert.rejects(send('https://svc.example/protection/seal'));
    assert.deepEqual(asked, ['no-cors https://svc.example/healthz']);
  });

  it('was unreachable if nothing answers, or if the page may read its health', async () => {
    for (const answered of [[], ['cors', 'no-cors']] as const) {
      await assert.rejects(setup('network_failed', answered).send(SEAL), {code: 'network_failed'});
    }
  });

  it('gets no health request after other failures, offline, or if it has the page’s own origin', async () => {
    const cases = [
      [setup('timeout', ['no-cors']), SEAL],
      [setup('network_failed', ['no-cors'], false), SEAL],
      [setup('network_failed', ['no-cors']), 'https://shop.example/protection/seal'],
    ] as const;
    for (const [{asked, send}, url] of cases) {
      await assert.rejects(send(url));
      assert.deepEqual(asked, []);
    }
  });
});
