import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {CoreOfPages} from '../../../src/core/wiring/core-of-pages.js';
import type {CorePorts} from '../../../src/core/wiring/core.js';
import {FakeDetector, read} from '../plates/plates-fixture.js';
import type {Draft} from '../../../src/core/queue/draft.js';
import type {Job} from '@sealed-capture/seal/model/job/job.js';
import {settled} from '../../settled.js';
import {draft, failing, FakeClient, Page, photo} from './queue-fixture.js';

describe("the package's core", () => {
  it('has the plate read and confirmed for a picture that the page itself provided', async () => {
    const core = new CoreOfPages(new Page().ports() as CorePorts);
    const detector = new FakeDetector();
    const client = new FakeClient({apiKey: 'key', licensePlateDetector: detector});
    const protection = core.connect(client);
    const {captureId} = await core.protect(protection, photo, draft);
    await settled();
    await settled(detector.answer(read));
    assert.deepEqual(client.heard, ['capture', 'license-plate']);
    await settled(protection.confirmLicensePlate(captureId, 'M AB 1284'));
    assert.deepEqual(client.heard, ['capture', 'license-plate', 'protected']);
    core.close();
  });

  it('never marks media of the page as captured by a camera, whatever the page passes', async () => {
    const page = new Page({service: failing('network_failed', 'Offline.')});
    const core = new CoreOfPages(page.ports() as CorePorts, page.queue);
    const claiming: Draft = {...draft, origin: 'capture', gathered: ['network']};
    await core.protect(page.protection, photo, claiming);
    const keep = () => Promise.resolve({blob: photo, keeping: {name: 'stored'} as const});
    await page.protection.add(draft, keep);
    const told = page.stored.map(({origin, gathered}) => [origin, gathered]);
    assert.ok(told.length > 0);
    for (const one of told) assert.deepEqual(one, [undefined, undefined]);
    core.close();
  });

  it('deletes all data of an account after it reported their amount, and of no other account', async () => {
    const page = new Page({service: failing('network_failed', 'Offline.')});
    const discarded: string[] = [];
    const unfinished: Job[] = [];
    const recordings = {
      unfinished: () => Promise.resolve(unfinished),
      discard: (captureId: string) => Promise.resolve(void discarded.push(captureId)),
    };
    const core = new CoreOfPages(page.ports() as CorePorts, page.queue, () => recordings);
    const ids = new Map<string, string>();
    for (const account of ['alice', 'bob']) {
      page.client.config = {apiKey: 'key', account};
      page.protection.configurationChanged();
      ids.set(account, await page.capture());
      const [job] = page.stored.slice(-1);
      if (job) unfinished.push({...job, captureId: `recording of ${account}`});
    }
    const asked: number[] = [];
    const forget = (account: string, answer: boolean) =>
      core.forgetAccount(account, (captures) => (asked.push(captures), answer));
    assert.equal(await forget('alice', false), 0);
    assert.equal(page.stored.length, 2);
    assert.equal(await forget('alice', true), 2);
    assert.deepEqual(
      page.stored.map(({captureId}) => captureId),
      [ids.get('bob')],
    );
    assert.deepEqual(discarded, ['recording of alice']);
    assert.equal(await forget('carol', true), 0);
    assert.equal(await forget('', true), 0);
    assert.deepEqual(asked, [2, 2]);
    core.close();
  });

  it('deletes what is recorded of an account’s jobs, also after its captures were delivered', async () => {
    const page = new Page();
    const recordings = {unfinished: () => Promise.resolve([]), discard: () => Promise.resolve()};
    const core = new CoreOfPages(page.ports() as CorePorts, page.queue, () => recordings);
    const config = {apiKey: 'key', job: 'claim 4711', account: 'alice', retention: 0};
    const setOf = async () => {
      page.client.config = config;
      page.protection.configurationChanged();
      await page.capture();
      return page.calls.at(-1)?.job.set;
    };
    const [first, second] = [await setOf(), await setOf()];
    assert.equal(first?.id, second?.id);
    assert.equal(await core.forgetAccount('alice', () => assert.fail('nothing to ask')), 0);
    const after = await setOf();
    assert.notEqual(after?.id, first?.id);
    assert.equal(after?.index, 1);
    core.close();
  });

  it('does not count a closing record among an account’s captures, but deletes it', async () => {
    const page = new Page({service: failing('network_failed', 'Offline.')});
    const recordings = {unfinished: () => Promise.resolve([]), discard: () => Promise.resolve()};
    const core = new CoreOfPages(page.ports() as CorePorts, page.queue, () => recordings);
    page.client.config = {apiKey: 'key', job: 'claim 4711', account: 'alice'};
    page.protection.configurationChanged();
    await page.capture();
    await page.protection.closeJob(photo, []);
    const asked: number[] = [];
    await core.forgetAccount('alice', (captures) => (asked.push(captures), true));
    assert.deepEqual(asked, [1]);
    assert.deepEqual(page.stored, []);
    core.close();
  });
});
