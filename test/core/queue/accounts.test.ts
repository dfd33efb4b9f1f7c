import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {createProtection} from '../../../src/core/credentials/create-protection.js';
import {sealableMetadata} from '../../../src/core/metadata/sealable-metadata.js';
import {pause} from '../../../src/core/async/pause.js';
import type {ProtectionClient} from '../../../src/core/queue/queue-client.js';
import type {ProtectionConfig} from '@sealed-capture/seal/model/protection-config.js';
import {settled} from '../../settled.js';
import type {Keeping} from '@sealed-capture/seal/model/job/keeping.js';
import {draft, failing, FakeClient, keptIn, Page, photo, sealing, withId} from './queue-fixture.js';

const offline = failing('network_failed', 'Offline.');

/** Credentials for the requested account, as the page's backend would return them. */
const tokens = (asked: (string | undefined)[] = []): ProtectionConfig => ({
  protection: createProtection({
    getToken: (_, account) => {
      asked.push(account);
      return {token: `token-of-${account ?? 'nobody'}`};
    },
  }),
});

/** Waits in real time, because work of native threads such as hashing does not follow the fake clock. */
const worked = async (): Promise<void> => {
  await pause(20);
  await settled();
};

async function pageOf(account: string | undefined, before?: Page, service = sealing) {
  const options = {service, config: {...tokens(), account}};
  const page = before ? await before.next(options) : await Page.open(options);
  await worked();
  return page;
}

const tokensOf = (page: Page): unknown[] =>
  page.calls.map(({authorization}) => /token-of-\w+/.exec(JSON.stringify(authorization))?.[0]);

describe('a capture of an account', () => {
  it('is stored with a hash of its account, never with the name', async () => {
    const page = await pageOf('alice@shop.example', undefined, offline);
    await page.capture();
    assert.match(page.stored[0]?.account ?? '', /^[0-9a-f]{64}$/);
    assert.doesNotMatch(JSON.stringify(page.stored), /alice/);
  });

  it('is neither sealed, shown, counted nor delivered while another account or none is signed in, and continues afterwards', async () => {
    const mine = await pageOf('alice', undefined, offline);
    const captureId = await mine.capture();
    let page = mine;
    for (const account of ['bob', undefined, '']) {
      page = await pageOf(account, page);
      await page.wake('online');
      assert.deepEqual([page.calls, page.client.heard, page.protection.captures], [[], [], []]);
      await assert.rejects(page.protection.discard(captureId), {code: 'capture_unknown'});
      await assert.rejects(page.protection.retryProtection(captureId), {code: 'capture_unknown'});
      await assert.rejects(page.protection.sealedFile(captureId), {code: 'capture_unknown'});
      assert.equal(await page.protection.picture(captureId), undefined);
      assert.equal(page.stored.length, 1);
    }
    page = await pageOf('alice', page);
    await page.wake('online');
    assert.deepEqual(tokensOf(page), ['token-of-alice']);
    assert.equal(page.client.sealed[0]?.captureId, captureId);
  });

  it('is not delivered to another account if it is sealed already', async () => {
    const mine = await pageOf('alice');
    mine.client.uses = () => new Promise(() => undefined);
    const captureId = await mine.capture();
    const other = await pageOf('bob', mine);
    assert.deepEqual(other.client.heard, []);
    const back = await pageOf('alice', other);
    assert.deepEqual(
      back.client.sealed.map((detail) => [detail.captureId, detail.delivery]),
      [[captureId, 2]],
    );
  });

  it('belongs to the account that was set when it was made, even if the account changes right afterwards', async () => {
    const page = await pageOf('alice', undefined, offline);
    const adding = page.protection.add(
      draft,
      async (job) => ({blob: photo, keeping: await page.store.add(job, photo)}),
      sealableMetadata,
    );
    page.client.config = {...page.client.config, account: 'bob'};
    page.protection.configurationChanged();
    await adding;
    await worked();
    assert.deepEqual([page.client.heard, page.protection.captures], [[], []]);
    const back = await pageOf('alice', page);
    await back.wake('online');
    assert.equal(back.client.sealed.length, 1);
  });

  it('that could not be stored is reported to no other account, and to its own when that is back', async () => {
    const page = await pageOf('alice');
    const names = ({client}: Page) => [client.heard, client.codes];
    const become = async (account: string): Promise<void> => {
      page.client.config = {...tokens(), account};
      page.protection.configurationChanged();
      await worked();
    };
    let kept: (keeping: Keeping) => void = () => undefined;
    const keeping = new Promise<Keeping>((resolve) => (kept = resolve));
    const taken = page.protection.add(draft, async () => ({
      blob: photo,
      keeping: await keeping,
    }));
    await become('bob');
    await settled(kept(keptIn('nowhere', 'worker_unavailable')));
    await taken;
    assert.deepEqual(names(page), [[], []]);
    await become('alice');
    assert.deepEqual(names(page), [['capture', 'protect-error'], ['worker_unavailable']]);
    assert.deepEqual(page.states, ['failed']);
  });

  it('is aborted while its token is requested if the account changes', async () => {
    const page = await pageOf('alice');
    let give: (token: {token: string}) => void = () => undefined;
    const getToken = () => new Promise<{token: string}>((resolve) => (give = resolve));
    page.client.config = {protection: createProtection({getToken}), account: 'alice'};
    await page.capture();
    page.client.config = {...page.client.config, account: 'bob'};
    page.protection.configurationChanged();
    give({token: 'whose-ever'});
    await worked();
    assert.deepEqual(page.calls, []);
    assert.deepEqual(
      page.stored.map(({state}) => state.name),
      ['waiting'],
    );
  });

  it('is sealed with its own token if two accounts share a page and its credentials', async () => {
    const asked: (string | undefined)[] = [];
    const page = await Page.open({config: {...tokens(asked), account: 'alice'}});
    const bob = new FakeClient({...page.client.config, account: 'bob'});
    const protection = page.queue.connect(bob);
    await worked();
    await page.capture();
    await protection.add(draft, async (job) => ({
      blob: photo,
      keeping: await page.store.add(job, photo),
    }));
    await settled();
    assert.deepEqual(tokensOf(page), ['token-of-alice', 'token-of-bob']);
    assert.deepEqual(asked, ['alice', 'bob']);
    assert.deepEqual([page.client.sealed.length, bob.sealed.length], [1, 1]);
    assert.deepEqual([page.protection.captures.length, protection.captures.length], [1, 1]);
  });

  it('may belong to an account with a name of any length', async () => {
    const page = await pageOf('x'.repeat(10_000));
    await page.capture();
    assert.equal(page.client.sealed.length, 1);
    assert.equal(page.kept[0]?.account?.length, 64);
  });
});

describe('an element', () => {
  it('receives the tags, the shot and the source of its captures', async () => {
    const features = {shot: {id: 'front', label: 'Front of the car'}};
    const page = new Page({config: {apiKey: 'key', tags: {order: '7'}, features}});
    page.client.source = withId('rear');
    await page.capture();
    const words = {tags: {order: '7'}, source: 'rear', shot: 'front'};
    const [[captured], [sealed], [summary]] = [
      page.client.captured,
      page.client.sealed,
      page.protection.captures,
    ];
    for (const told of [captured, sealed, summary]) {
      assert.deepEqual({tags: told?.tags, source: told?.source, shot: told?.shot}, words);
    }
  });

  it('receives the captures of the element with the same id in an earlier visit', async () => {
    const before = new Page({service: offline});
    before.client.source = withId('rear');
    const captureId = await before.capture();
    before.die();
    const page = new Page({browser: before.browser});
    page.client.source = withId('front');
    const rear = Object.assign(new FakeClient(), {source: withId('rear')});
    page.queue.connect(rear);
    await settled();
    await page.wake('online');
    assert.deepEqual([page.client.heard, rear.heard], [[], ['protected']]);
    assert.equal(rear.sealed[0]?.captureId, captureId);
    assert.equal(rear.sealed[0]?.source, 'rear');
  });

  it('receives them if there is no element with that id', async () => {
    const before = new Page({service: offline});
    before.client.source = withId('rear');
    await before.capture();
    const page = await before.next();
    await page.wake('online');
    assert.deepEqual(page.client.heard, ['protected']);
  });

  it('that is removed leaves later events to a client for all modes, which also has the captures sealed', async () => {
    const page = new Page({service: offline});
    const provider: ProtectionClient = Object.assign(new FakeClient(), {mode: undefined});
    page.queue.connect(provider);
    const captureId = await page.capture();
    page.protection.release();
    page.service = sealing;
    await page.wake('online');
    const {heard, sealed} = provider as FakeClient;
    assert.deepEqual([page.client.heard, heard], [['capture'], ['protected']]);
    assert.equal(sealed[0]?.captureId, captureId);
  });

  it('receives its own captures exclusively while it is there, even beside a client for all modes', async () => {
    const page = new Page();
    const provider: ProtectionClient = Object.assign(new FakeClient(), {mode: undefined});
    page.queue.connect(provider);
    await page.capture();
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
    assert.deepEqual((provider as FakeClient).heard, []);
  });
});
