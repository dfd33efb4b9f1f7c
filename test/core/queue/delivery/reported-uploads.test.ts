import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {settled} from '../../../settled.js';
import {Page} from '../queue-fixture.js';

const failed = (...error: ConstructorParameters<typeof SealedCaptureError>) =>
  new SealedCaptureError(...error);
const down = () => failed('service_unavailable', 'Down.', {status: 503});
const hidden = () => failed('origin_not_allowed', 'Status unknown.');
const offline = () => failed('network_failed', 'Offline.');

/** A page whose storage fails as `fails` says. */
async function failing(fails: () => Error) {
  const storage = {fails, sent: 0};
  const send = () => {
    storage.sent++;
    return Promise.reject(storage.fails());
  };
  const page = new Page({config: {apiKey: 'key', delivery: {send}}});
  const captureId = await page.capture();
  /** Resolves once the file was sent again. */
  const again = async () => {
    for (const {sent} = storage; storage.sent === sent;) await page.wakeInTime();
  };
  /** Sends the file seven times more, which takes longer than a minute, and does not end the automatic retries. */
  const goOn = async () => {
    for (let i = 0; i < 7; i++) await again();
  };
  /** What is shown of the file. */
  const shown = () => {
    const [progress] = page.progress;
    assert.ok(progress?.name === 'delivering');
    const {failure, willRetryAt, isReported} = progress;
    return {code: failure?.code, status: failure?.status, goesOn: !!willRetryAt, isReported};
  };
  return {page, storage, captureId, again, goOn, shown};
}

afterEach(() => Page.closeAll());

describe('the progress of a file that is not uploaded', () => {
  it('says that the page was told only from the moment of the report', async () => {
    const {page, again, goOn, shown} = await failing(down);
    await again();
    const failure = {code: 'service_unavailable', status: 503, goesOn: true};
    assert.deepEqual([shown(), page.client.errors], [{...failure, isReported: undefined}, []]);
    const atReport: unknown[] = [];
    page.client.onProtectError = () => void atReport.push(shown());
    await goOn();
    assert.deepEqual(shown(), {...failure, isReported: true});
    assert.deepEqual(atReport, [{...failure, isReported: true}], 'in the listener, too');
  });

  it('says so of answers that the browser hides', async () => {
    const {goOn, shown} = await failing(hidden);
    await goOn();
    const isReported = true;
    const code = 'origin_not_allowed';
    assert.deepEqual(shown(), {code, status: undefined, goesOn: true, isReported});
  });

  it('says so of a file that needs a person', async () => {
    const {shown} = await failing(() => failed('too_large', 'At most 1 MB.', {status: 413}));
    assert.deepEqual(shown(), {code: 'too_large', status: 413, goesOn: false, isReported: true});
  });

  it('does not say so without a network, also after a report', async () => {
    const {page, storage, again, goOn, shown} = await failing(offline);
    await goOn();
    assert.equal(shown().isReported, undefined);
    storage.fails = down;
    await goOn();
    await again();
    assert.equal(shown().isReported, true);
    storage.fails = offline;
    await again();
    assert.deepEqual([shown().code, shown().isReported], ['network_failed', undefined]);
    storage.fails = down;
    await again();
    assert.equal(shown().isReported, true);
    assert.equal(page.client.errors.length, 1);
  });

  it('says so no more in the next visit, until that is told', async () => {
    const {page, goOn} = await failing(down);
    await goOn();
    const {delivery} = page.client.config;
    const next = await page.next({config: {apiKey: 'key', delivery}});
    await next.wakeInTime();
    const [progress] = next.progress;
    assert.ok(progress?.name === 'delivering' && progress.failure);
    assert.deepEqual([progress.isReported, next.client.errors], [undefined, []]);
  });

  it('lets a person have it sent at once', async () => {
    const {page, storage, captureId, goOn} = await failing(down);
    await goOn();
    const before = storage.sent;
    await page.protection.retryProtection(captureId);
    await settled();
    assert.equal(storage.sent, before + 1);
  });
});
