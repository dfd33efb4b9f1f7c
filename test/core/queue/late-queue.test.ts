import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import {CameraLifecycle} from '../../../src/core/camera/camera-lifecycle.js';
import {LateCode} from '../../../src/core/async/late-code.js';
import {capturingOf} from '../../../src/core/queue/draft.js';
import {LateQueue} from '../../../src/core/queue/late-queue.js';
import type {ProtectionQueue} from '../../../src/core/queue/protection-queue.js';
import {settled} from '../../settled.js';
import {FakeCameras} from '../camera/preview-fixture.js';
import {draft, drawn, FakeClient, Page, photo} from './queue-fixture.js';

/** A queue whose code is loaded, or fails to load, when the test chooses. */
function setup(retryAfter = 60_000, longestWait?: number) {
  const page = new Page();
  const answers: ((isThere: boolean) => void)[] = [];
  const code = new LateCode(
    () =>
      new Promise<{queue: ProtectionQueue}>((resolve, reject) => {
        answers.push((isThere) =>
          isThere ? resolve(page) : reject(new TypeError('Failed to fetch')),
        );
      }),
    () => retryAfter,
  );
  const late = new LateQueue(code, longestWait);
  const answer = (isThere: boolean) => settled(answers.at(-1)?.(isThere));
  const client = new FakeClient();
  return {page, late, answers, answer, client};
}

afterEach(() => Page.closeAll());

describe('a queue whose code is loaded after the elements', () => {
  it('has no captures until it is loaded, and then those of its client', async () => {
    const {page, late, answer, client} = setup();
    const protection = late.connect(client);
    assert.equal(protection.captures.length, 0);
    await answer(true);
    const keep = async (job: Parameters<Page['store']['add']>[0]) => ({
      blob: photo,
      keeping: await page.store.add(job, photo),
    });
    const {captureId} = await capturingOf(protection).add(draft, keep);
    assert.deepEqual(
      protection.captures.map((capture) => capture.captureId),
      [captureId],
    );
  });

  it('is used by an element as soon as it is loaded', async () => {
    const {late, answer, client} = setup();
    const discarded = late.connect(client).discard('nobody');
    let code = '';
    discarded.catch((thrown: {code: string}) => (code = thrown.code));
    await settled();
    assert.equal(code, '');
    await answer(true);
    assert.equal(code, 'capture_unknown');
  });

  it('is told which captures a call means', async () => {
    const {page, late, answer, client} = setup();
    const protection = late.connect(client);
    await answer(true);
    page.client.config = {apiKey: 'key', autoProtect: false};
    const [first, second] = [await page.capture(), await page.capture()];
    const all = {scope: 'account'} as const;
    await settled(protection.retryProtection(first, all));
    await settled(protection.discard(second, all));
    assert.deepEqual(page.states, ['held']);
    await settled(protection.enqueueProtection(first, all));
    assert.equal(page.client.sealed.length, 1);
  });

  it('calls no client that was released before', async () => {
    const {page, late, answer, client} = setup();
    let changes = 0;
    const protection = late.connect(Object.assign(client, {onChange: () => changes++}));
    protection.release();
    await answer(true);
    await drawn();
    changes = 0;
    await page.capture();
    await drawn();
    assert.equal(changes, 0);
  });

  it('reports that it could not be loaded, and retries', async () => {
    const {late, answers, answer} = setup(1);
    const loaded = late.loaded();
    await answer(false);
    assert.equal((await loaded)?.code, 'part_missing');
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(answers.length, 2);
    await answer(true);
    assert.equal(await late.loaded(), undefined);
  });

  it('leaves no timer after it is loaded', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout');
    const before = timers().length;
    const code = Promise.resolve({queue: {} as ProtectionQueue});
    const late = new LateQueue({arrival: code, code: undefined, request: () => code});
    const loaded = late.loaded();
    assert.equal(timers().length, before + 1);
    await loaded;
    assert.equal(timers().length, before);
  });

  it('reports this also after a timeout, and works once it is loaded', async () => {
    const {late, answers, answer} = setup(60_000, 1);
    const error = await late.loaded();
    assert.equal(error?.code, 'part_missing');
    assert.equal(error.cause, 'no answer after 1 ms');
    assert.equal(answers.length, 1);
    await answer(true);
    assert.equal(await late.loaded(), undefined);
    await late.arrival;
  });

  it('turns the camera off if it cannot be loaded, and on once it is loaded', async () => {
    const {late, answers, answer} = setup(1);
    const cameras = new FakeCameras();
    const stills = {
      attach: () => ({take: () => Promise.reject(new Error()), close: () => undefined}),
    };
    const camera = new CameraLifecycle({cameras, stills}, () => undefined, late);
    const opened = camera.open('environment');
    await settled();
    await answer(false);
    await opened;
    assert.equal(camera.state.name, 'failed');
    assert.equal(cameras.on, 0);
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(answers.length, 2);
    await answer(true);
    assert.equal(camera.state.name, 'live');
    assert.equal(cameras.on, 1);
    camera.close();
  });
});
