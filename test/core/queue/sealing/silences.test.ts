import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import {tokenAuthorization, type Authorization} from '@sealed-capture/seal/model/authorization.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {sealed} from '@sealed-capture/seal/model/job/job.js';
import {settled} from '../../../settled.js';
import {
  draft,
  drawn,
  failing,
  FakeClient,
  manifestFor,
  Page,
  photo,
  sealing,
  silent,
  type Service,
} from '../queue-fixture.js';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const unreachable = failing('service_unreachable', 'It does not answer at its address.');
const offline = failing('network_failed', 'There is no network.');

afterEach(() => Page.closeAll());

/** The state of each capture, with the code of its failure. */
const told = (page: Page): string[] =>
  page.progress.map((progress) =>
    'failure' in progress && progress.failure
      ? `${progress.name}: ${progress.failure.code}`
      : progress.name,
  );

/** Lets time pass, and wakes the page whenever it wants to be woken until then. */
async function pass(page: Page, milliseconds: number): Promise<void> {
  const end = page.browser.time + milliseconds;
  while ((page.wakeUps.wakesAt ?? Infinity) <= end) {
    page.browser.time = Math.max(page.browser.time, page.wakeUps.wakesAt!);
    page.wakeUps.wakesAt = undefined;
    await page.wake('time');
  }
  page.browser.time = end;
}

async function taken(count: number, service: Service): Promise<Page> {
  const page = new Page({service});
  for (let i = 0; i < count; i++) await page.capture();
  return page;
}

const times = (count: number, text: string): string[] => Array.from({length: count}, () => text);

describe('while a service does not answer', () => {
  it('all captures wait for it after five seconds, also those whose requests are under way', async () => {
    const page = await taken(4, silent);
    assert.equal(page.calls.length, 3);
    await pass(page, 5 * SECOND - 1);
    assert.deepEqual(told(page), [...times(3, 'sealing'), 'waiting']);
    await drawn();
    const {changes} = page.client;
    await pass(page, 1);
    assert.deepEqual(told(page), times(4, 'waiting: timeout'));
    assert.ok(page.progress.every((progress) => !('willRetryAt' in progress)));
    await drawn();
    assert.ok(page.client.changes > changes);
  });

  it('a chosen file says nothing of it, because it may be sent whole and take minutes', async () => {
    const page = new Page({service: silent});
    const imported = {chosenAt: '2026-01-01T00:00:00.000Z'};
    await page.protection.add(
      {...draft, capturedAt: page.browser.time, metadata: {imported}},
      async (job) => ({blob: photo, keeping: await page.store.add(job, photo)}),
    );
    await settled();
    assert.equal(page.calls.length, 1);
    await pass(page, 2 * MINUTE);
    assert.deepEqual(told(page), ['sealing']);
    assert.deepEqual(page.client.codes, []);
  });

  it('all captures wait for it at once if it cannot be reached, also those that are tried again', async () => {
    const page = await taken(4, unreachable);
    assert.deepEqual(told(page), times(4, 'waiting: service_unreachable'));
    page.service = silent;
    await page.wakeInTime();
    assert.deepEqual(told(page), times(4, 'waiting: service_unreachable'));
  });

  it('captures wait for it no longer once it has answered, whatever it answered', async () => {
    for (const answer of [sealing, failing('service_unavailable', 'Down.', {status: 503})]) {
      const page = await taken(4, unreachable);
      page.service = answer;
      await page.wakeInTime();
      page.service = silent;
      await page.capture();
      assert.equal(told(page).at(-1), 'sealing');
    }
  });

  it('a capture that alone gets no answer does not count for the others', async () => {
    const page = new Page({service: silent});
    await page.capture();
    page.service = sealing;
    page.browser.time += 1;
    await page.capture();
    await pass(page, 30 * SECOND);
    page.service = silent;
    await page.capture();
    assert.equal(told(page).at(-1), 'sealing');
  });

  it('only captures wait for it whose own attempt has ended for another reason', async () => {
    for (const [code, status] of [
      ['worker_unavailable', undefined],
      ['part_missing', undefined],
      ['response_invalid', undefined],
      ['service_unavailable', 503],
    ] as const) {
      let fail = (): void => undefined;
      const page = await taken(
        1,
        () =>
          new Promise((_, reject) => {
            fail = () => reject(new SealedCaptureError(code, 'Ended.', {status}));
          }),
      );
      await pass(page, 5 * SECOND);
      assert.deepEqual(told(page), ['waiting: timeout']);
      page.service = silent;
      fail();
      await settled();
      assert.deepEqual(told(page), [`waiting: ${code}`]);
      await page.capture();
      assert.equal(told(page).at(-1), 'sealing', code);
    }
  });

  it('a refusal ends the wait also if the capture is tried again at once, with new credentials', async () => {
    let refuse = (): void => undefined;
    const page = await taken(
      1,
      () =>
        new Promise((_, reject) => {
          refuse = () => reject(new SealedCaptureError('unauthorized', 'No.', {status: 401}));
        }),
    );
    await pass(page, 5 * SECOND);
    assert.deepEqual(told(page), ['waiting: timeout']);
    page.service = silent;
    page.client.config = {apiKey: 'new'};
    page.protection.configurationChanged();
    refuse();
    await settled();
    assert.deepEqual(told(page), ['sealing']);
  });

  it('the time that the page takes for its credentials does not count', async () => {
    let give: (given: Authorization) => void = () => undefined;
    const page = new Page({service: silent});
    page.client.config = {
      protection: {
        authorization: () => new Promise((resolve) => (give = resolve)),
      },
    };
    page.protection.configurationChanged();
    await page.capture();
    await pass(page, 15 * SECOND);
    assert.deepEqual(told(page), ['sealing']);
    give(tokenAuthorization('one'));
    await settled();
    await pass(page, 4 * SECOND);
    assert.deepEqual(told(page), ['sealing']);
    await pass(page, 6 * SECOND);
    assert.deepEqual(told(page), ['waiting: timeout']);
  });

  it('a refusal of credentials is an answer, also while the page fetches new ones', async () => {
    let refuse = (): void => undefined;
    const page = new Page({
      service: () =>
        new Promise((_, reject) => {
          refuse = () => reject(new SealedCaptureError('unauthorized', 'No.', {status: 401}));
        }),
    });
    page.client.config = {
      protection: {
        authorization: (_, refused) =>
          refused ? new Promise(() => undefined) : Promise.resolve(tokenAuthorization('old')),
      },
    };
    page.protection.configurationChanged();
    await page.capture();
    await pass(page, SECOND);
    refuse();
    await settled();
    await pass(page, 10 * SECOND);
    assert.deepEqual(told(page), ['sealing']);
  });

  it('a capture that another page has sealed ends the wait of others', async () => {
    const page = await taken(1, unreachable);
    page.service = silent;
    await page.capture();
    assert.equal(told(page).at(-1), 'waiting: service_unreachable');
    const {captureId} = page.client.captured[0]!;
    const {captures} = page.browser;
    const job = captures.get(captureId)!;
    const sealedAt = new Date(page.browser.time).toISOString();
    captures.replace(sealed(job, manifestFor(captureId), sealedAt), job.state);
    await page.wake('left');
    assert.equal(told(page).at(-1), 'sealing');
  });

  it('a capture that is deleted does not end the wait of others', async () => {
    const page = await taken(2, unreachable);
    await pass(page, MINUTE);
    assert.equal(page.client.codes.length, 1);
    page.service = silent;
    // The second one was the last to be refused.
    for (const {captureId} of page.client.captured.slice(1)) {
      await settled(page.protection.discard(captureId));
    }
    await pass(page, 10 * MINUTE);
    assert.equal(page.client.codes.length, 1);
  });

  it('a capture that is deleted takes what it has shown with it', async () => {
    for (const service of [silent, unreachable]) {
      const page = new Page({service});
      const captureId = await page.capture();
      await pass(page, 10 * SECOND);
      await settled(page.protection.discard(captureId));
      await pass(page, 2 * MINUTE);
      page.service = silent;
      await page.capture();
      assert.deepEqual(told(page), ['sealing']);
      assert.deepEqual(page.client.codes, []);
    }
  });
});

describe('the page is told', () => {
  it('once that a service has not answered for a minute, with the oldest capture', async () => {
    const page = await taken(4, unreachable);
    await pass(page, MINUTE - 1);
    assert.deepEqual(page.client.codes, []);
    await pass(page, 1);
    const {captureId, code, retryable, willRetryAt, attempts} = page.client.errors[0]!;
    assert.equal(captureId, page.client.captured[0]!.captureId);
    assert.deepEqual([code, retryable, attempts], ['service_unreachable', true, 0]);
    assert.match(String(willRetryAt), /^\d{4}-/);
    await pass(page, 10 * MINUTE);
    assert.equal(page.client.errors.length, 1);
  });

  it('in time while all requests hang, and their failures do not restart the minute', async () => {
    let fail: (() => void)[] = [];
    const page = await taken(
      4,
      () =>
        new Promise((_, reject) => {
          fail.push(() => reject(new SealedCaptureError('timeout', 'Late.')));
        }),
    );
    await pass(page, 30 * SECOND);
    for (const one of fail) one();
    fail = [];
    await settled();
    await pass(page, 30 * SECOND);
    assert.deepEqual(page.client.codes, ['timeout']);
    assert.deepEqual(told(page), times(4, 'waiting: timeout'));
  });

  it('not for the time in which the device slept', async () => {
    for (const service of [silent, unreachable]) {
      const page = await taken(1, service);
      await pass(page, SECOND);
      page.service = silent;
      page.browser.time += 60 * MINUTE;
      await page.wake('visible');
      await pass(page, MINUTE - 1);
      assert.deepEqual(page.client.codes, []);
      await pass(page, 1);
      assert.equal(page.client.codes.length, 1);
    }
  });

  it('anew of the next outage', async () => {
    const page = await taken(1, unreachable);
    await pass(page, 2 * MINUTE);
    page.service = sealing;
    await pass(page, 5 * MINUTE);
    assert.equal(page.client.sealed.length, 1);
    page.service = unreachable;
    await page.capture();
    await pass(page, MINUTE);
    assert.deepEqual(page.client.codes, ['service_unreachable', 'service_unreachable']);
  });

  it('by each element that waits for the service, once', async () => {
    const page = new Page({service: unreachable});
    const others = [new FakeClient(), new FakeClient()];
    const [one] = others.map((client) => page.queue.connect(client));
    for (const by of [page.protection, page.protection, one!]) await page.capture({}, by);
    await pass(page, MINUTE);
    assert.deepEqual(
      [page.client, ...others].map(({codes}) => codes.length),
      [1, 1, 0],
    );
  });
});

describe('without a network', () => {
  it('nobody waits for the service, and the page is told nothing', async () => {
    const page = await taken(4, silent);
    await pass(page, 10 * SECOND);
    await drawn();
    const {changes} = page.client;
    page.wakeUps.loseNetwork();
    assert.deepEqual(told(page), times(4, 'waiting: network_failed'));
    await drawn();
    assert.ok(page.client.changes > changes);
    await pass(page, 10 * MINUTE);
    assert.deepEqual(page.client.codes, []);
  });

  /** A browser that calls a dead Wi-Fi a network; the page's own server gives these answers. */
  function onDeadWifi(page: Page, ...answers: (boolean | undefined)[]): number[] {
    const askedAt: number[] = [];
    const {browser} = page;
    const began = browser.time;
    browser.hasNetwork = () => {
      askedAt.push(browser.time - began);
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      return answer === undefined ? new Promise(() => undefined) : Promise.resolve(answer);
    };
    return askedAt;
  }

  it('which the page’s own server shows before a request has failed, it is asked once', async () => {
    const page = await taken(4, silent);
    const askedAt = onDeadWifi(page, false);
    await pass(page, 5 * SECOND - 1);
    assert.deepEqual(told(page), [...times(3, 'sealing'), 'waiting']);
    await pass(page, 1);
    assert.deepEqual(told(page), times(4, 'waiting: network_failed'));
    await pass(page, 25 * SECOND);
    assert.deepEqual(askedAt, [4 * SECOND]);
    await pass(page, 5 * MINUTE);
    assert.deepEqual(page.client.codes, [], 'the page is told of no silent service');
  });

  it('nothing is said until the page’s own server has answered or not', async () => {
    const page = await taken(1, silent);
    onDeadWifi(page, undefined);
    await pass(page, 9 * SECOND);
    assert.deepEqual(told(page), ['sealing']);
    await pass(page, SECOND);
    assert.deepEqual(told(page), ['waiting: timeout'], 'the worker has not answered at all');
  });

  it('a page whose timer was late learns so half a second after its own server was asked', async () => {
    const page = await taken(1, silent);
    onDeadWifi(page, false);
    page.browser.time += 6 * SECOND;
    await page.wake('time');
    await pass(page, SECOND / 2);
    assert.deepEqual(told(page), ['waiting: network_failed']);
  });

  it('its own server is asked at most every 30 seconds', async () => {
    const page = new Page({service: silent});
    const askedAt = onDeadWifi(page, true);
    for (let outage = 1; outage <= 5; outage++) {
      const captureId = await page.capture();
      await pass(page, 12 * SECOND);
      assert.deepEqual(told(page), ['waiting: timeout']);
      await settled(page.protection.discard(captureId));
    }
    assert.deepEqual(askedAt, [4 * SECOND, 40 * SECOND]);
  });

  it('its own server is asked again once the browser claims to have a network again', async () => {
    const page = await taken(1, silent);
    const askedAt = onDeadWifi(page, false);
    await pass(page, 5 * SECOND);
    await page.wake('online');
    assert.deepEqual(told(page), ['sealing']);
    await pass(page, 5 * SECOND);
    assert.deepEqual(told(page), ['waiting: network_failed'], 'the Wi-Fi is still dead');
    assert.deepEqual(askedAt, [4 * SECOND, 9 * SECOND]);
  });

  it('which the browser knows, its own server is not asked before the browser has one again', async () => {
    const page = await taken(1, silent);
    const askedAt = onDeadWifi(page, false);
    await pass(page, SECOND);
    page.wakeUps.loseNetwork();
    await pass(page, 9 * SECOND);
    assert.deepEqual(askedAt, []);
    await page.wake('online');
    await pass(page, 5 * SECOND);
    assert.deepEqual(told(page), ['waiting: network_failed']);
    assert.deepEqual(askedAt, [14 * SECOND]);
  });

  it('a second time after an answer of the service, its own server is asked again', async () => {
    const page = await taken(1, silent);
    const askedAt = onDeadWifi(page, false, true);
    await pass(page, 5 * SECOND);
    assert.deepEqual(told(page), ['waiting: network_failed']);
    page.service = sealing;
    await page.capture();
    page.service = silent;
    await pass(page, SECOND);
    await page.capture();
    await pass(page, 5 * SECOND);
    assert.equal(told(page).at(-1), 'waiting: timeout');
    assert.deepEqual(askedAt, [4 * SECOND, 10 * SECOND]);
  });

  it('a service has no minute to answer: that begins once the network is back', async () => {
    const page = await taken(1, silent);
    await pass(page, 30 * SECOND);
    page.wakeUps.loseNetwork();
    await pass(page, MINUTE);
    await page.wake('online');
    assert.deepEqual(told(page), ['waiting: timeout']);
    await pass(page, MINUTE - 1);
    assert.deepEqual(page.client.codes, []);
    await pass(page, 1);
    assert.deepEqual(page.client.codes, ['timeout']);
  });

  it('which the page’s own server shows, the minute begins with the first failure of the service', async () => {
    const page = await taken(1, offline);
    await pass(page, 10 * MINUTE);
    assert.deepEqual(told(page), ['waiting: network_failed']);
    page.service = unreachable;
    await page.wakeInTime();
    const began = page.browser.time;
    assert.deepEqual(told(page), ['waiting: service_unreachable']);
    assert.deepEqual(page.client.codes, []);
    await pass(page, MINUTE);
    assert.deepEqual(page.client.codes, ['service_unreachable']);
    assert.equal(page.browser.time, began + MINUTE);
  });

  it('captures are being sealed as soon as it is back', async () => {
    const page = await taken(2, offline);
    page.service = silent;
    await page.wake('online');
    assert.deepEqual(told(page), times(2, 'sealing'));
    await pass(page, 5 * SECOND);
    assert.deepEqual(told(page), times(2, 'waiting: timeout'));
  });
});
