import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {SealedCaptureError, type ErrorCode} from '@sealed-capture/seal/model/errors.js';
import type {HttpRequest} from '../../../src/ports/browser/http.js';
import {OriginCheck} from '../../../src/worker/sealing/origin-check.js';

type Mode = 'cors' | 'no-cors';

const PAGE = 'https://shop.example';
/** The request that finds out whether there is a network. */
const OWN = `HEAD no-cors ${PAGE}/`;

/**
 * A service that fails with `code`, and whose health requests are answered in these modes. Without a network, the page's
 * own server does not answer.
 */
function setup(
  code: ErrorCode,
  answered: readonly Mode[],
  isOnline = true,
  hasNetwork = true,
  origin = PAGE,
) {
  const asked: string[] = [];
  const warnings: string[] = [];
  const http = new OriginCheck(
    {
      send: () => Promise.reject(new SealedCaptureError(code, 'Failed.')),
      answers: (url, mode, _limit, method) => {
        asked.push([method, mode, url].filter(Boolean).join(' '));
        return Promise.resolve(method === 'HEAD' ? hasNetwork : answered.includes(mode));
      },
    },
    {
      origin,
      isOnline: () => isOnline,
      warn: (message) => void warnings.push(message),
    },
  );
  const send = (url: string) =>
    http.send({url, method: 'POST', headers: {}, timeout: 1, signal: new AbortController().signal});
  const check = (url: string) =>
    http.check(url, () => Promise.reject(new SealedCaptureError(code, 'Failed.')));
  return {asked, warnings, send, check, hasNetwork: () => http.hasNetwork()};
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
    assert.deepEqual(asked, ['no-cors https://svc.example/healthz', OWN]);
  });

  it('gets no health request after other failures, offline, or if it has the page’s own origin', async () => {
    const cases = [
      [setup('timeout', ['no-cors']), SEAL, [OWN]],
      [setup('network_failed', ['no-cors'], false), SEAL, []],
      [setup('network_failed', ['no-cors']), `${PAGE}/protection/seal`, [OWN]],
      [setup('aborted', ['no-cors']), SEAL, []],
    ] as const;
    for (const [{asked, send}, url, requests] of cases) {
      await assert.rejects(send(url));
      assert.deepEqual(asked, requests);
    }
  });
});

describe('without an answer of the service', () => {
  it('there is a network if the page’s own server answers, and the failure is the service’s', async () => {
    for (const answered of [[], ['cors', 'no-cors']] as const) {
      const {send} = setup('network_failed', answered);
      await assert.rejects(send(SEAL), {
        code: 'service_unreachable',
        message: /does not answer at https:\/\/svc\.example\/media\/protection\/sandbox\. /,
      });
    }
    await assert.rejects(setup('timeout', []).send(SEAL), {code: 'timeout'});
  });

  it('there is no network if the browser says so, or the page’s own server does not answer either', async () => {
    for (const code of ['network_failed', 'timeout'] as const) {
      for (const [isOnline, hasNetwork] of [
        [false, true],
        [true, false],
      ] as const) {
        const {warnings, send} = setup(code, [], isOnline, hasNetwork);
        await assert.rejects(send(SEAL), {code: 'network_failed'});
        assert.deepEqual(warnings, []);
      }
    }
  });

  it('the page’s own server shows a network also before a request has failed', async () => {
    const {asked, hasNetwork} = setup('timeout', []);
    assert.equal(await hasNetwork(), true);
    assert.deepEqual(asked, [OWN]);
    assert.equal(await setup('timeout', [], true, false).hasNetwork(), false);
    assert.equal(await setup('timeout', [], false).hasNetwork(), false);
    const served = setup('timeout', [], true, false, 'https://localhost');
    assert.equal(await served.hasNetwork(), true);
    assert.deepEqual(served.asked, []);
  });

  it('only the browser says whether there is a network if an app serves the page', async () => {
    for (const origin of [
      'capacitor://localhost',
      'https://localhost',
      'https://appassets.androidplatform.net',
      'null',
    ]) {
      for (const [isOnline, code] of [
        [true, 'service_unreachable'],
        [false, 'network_failed'],
      ] as const) {
        const {asked, send} = setup('network_failed', [], isOnline, isOnline === false, origin);
        await assert.rejects(send(SEAL), {code});
        assert.ok(!asked.some((request) => request.startsWith('HEAD')));
      }
    }
    const served = setup('timeout', [], true, true, 'http://localhost:8000');
    await assert.rejects(served.send(SEAL));
    assert.deepEqual(served.asked, ['HEAD no-cors http://localhost:8000/']);
  });

  it('the developer gets its address once', async () => {
    for (const code of ['network_failed', 'timeout'] as const) {
      const {warnings, send} = setup(code, []);
      for (const path of ['check', 'seal', 'seal']) {
        await assert.rejects(send(`https://svc.example/protection/${path}`));
      }
      await assert.rejects(send('https://other.example/protection/seal'));
      assert.equal(warnings.length, 2);
      assert.match(warnings[0]!, /does not answer at https:\/\/svc\.example\/protection\. /);
      assert.match(warnings[1]!, /does not answer at https:\/\/other\.example\/protection\. /);
    }
  });

  it('a failure of any other request stays as it is', async () => {
    const {asked, check} = setup('network_failed', []);
    await assert.rejects(check(`${PAGE}/uploads`), {code: 'network_failed'});
    assert.deepEqual(asked, []);
  });
});
