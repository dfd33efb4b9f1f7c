import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {Job} from '@sealed-capture/seal/model/job/job.js';
import type {ProtectionConfig} from '@sealed-capture/seal/model/protection-config.js';
import {MOST_IN_SET, type SetClosing} from '@sealed-capture/seal/model/seal/sealed-set.js';
import {Gate} from '../../gate.js';
import {settled} from '../../settled.js';
import {MOST_PLACES} from '../../../src/worker/storage/sets/stored-set.js';
import {
  Browser,
  draft,
  failing,
  FakeClient,
  keptIn,
  manifestFor,
  Page,
  photo,
  sealing,
  type SealCall,
  type Service,
} from './queue-fixture.js';

const config: ProtectionConfig = {apiKey: 'key', job: 'claim 4711', tags: {claim: '4711'}};
const shots: SetClosing['shots'] = [
  {id: 'front', label: 'Front', required: true},
  {id: 'roof', label: 'Roof', skipped: {reason: 'unreachable', words: 'No ladder.'}},
];
const record = new Blob(['closing record'], {type: 'image/jpeg'});

/** A service that answers when the test says so. */
function service() {
  const asked: SealCall[] = [];
  const answers: ((manifest: ArrayBuffer) => void)[] = [];
  const ask: Service = (call) => {
    asked.push(call);
    return new Promise((resolve) => answers.push(resolve));
  };
  return {
    ask,
    get numbers() {
      return asked.map(({job}) => job.set?.index);
    },
    /** Seals the oldest capture that waits for its answer. */
    async answer() {
      const captureId = asked[asked.length - answers.length]?.job.captureId ?? '';
      await settled(answers.shift()?.(manifestFor(captureId)));
    },
  };
}

/** Stores a photo that a person has chosen. */
async function choose(page: Page): Promise<string> {
  const imported = {chosenAt: '2026-01-01T00:00:00.000Z'};
  const {captureId} = await page.protection.add(
    {...draft, capturedAt: page.browser.time, metadata: {imported}},
    async (job) => ({blob: photo, keeping: await page.store.add(job, photo)}),
  );
  await settled();
  return captureId;
}

const setOf = (page: Page, captureId: string) => page.browser.captures.get(captureId)?.set;
const closingOf = (page: Page, captureId: string) =>
  page.browser.captures.setRequest({captureId} as Job)?.closing;

describe('captures of a page that names its job', () => {
  it('have their numbers in the lists of elements once they were read from the storage, but closing records none', async () => {
    const page = await Page.open({config});
    await page.capture();
    await page.capture();
    await page.protection.closeJob(record, shots);
    const {protection} = await page.next({config});
    await settled();
    const numbers = protection.captures.map(({job, index}) => [job, index]);
    assert.deepEqual(numbers, [
      ['claim 4711', 1],
      ['claim 4711', 2],
    ]);
    assert.deepEqual(
      protection.closings.map((one) => 'index' in one),
      [false],
    );
  });

  it('get numbers of one set, whichever element or visit makes them', async () => {
    const page = await Page.open({config});
    const first = await page.capture();
    const other = new FakeClient(config, 'audio');
    const second = await page.capture({mode: 'audio'}, page.queue.connect(other));
    const next = await page.next({config});
    const third = await next.capture();
    const sets = [first, second, third].map((captureId) => setOf(next, captureId));
    assert.deepEqual(
      sets.map((set) => [set?.job, set?.index]),
      [
        ['claim 4711', 1],
        ['claim 4711', 2],
        ['claim 4711', 3],
      ],
    );
    assert.equal(new Set(sets.map((set) => set?.id)).size, 1);
  });

  it('are of a set of their own for each job, account and endpoint', async () => {
    const page = await Page.open({config});
    const ids = [await page.capture()];
    for (const further of [{job: 'claim 4712'}, {account: 'anna'}, {baseUrl: '/other'}]) {
      page.client.config = {...config, ...further};
      page.protection.configurationChanged();
      await settled();
      ids.push(await page.capture());
    }
    const sets = ids.map((captureId) => setOf(page, captureId));
    assert.equal(new Set(sets.map((set) => set?.id)).size, 4);
    assert.deepEqual(
      sets.map((set) => set?.index),
      [1, 1, 1, 1],
    );
  });

  it('are sealed outside of any set without a job, or with one that cannot be sealed, which is reported', async () => {
    const page = await Page.open();
    for (const job of [undefined, '', null, 'x'.repeat(257), 4711]) {
      page.client.config = {apiKey: 'key', job: job as string | undefined};
      const captureId = await page.capture();
      assert.equal(setOf(page, captureId), undefined);
    }
    assert.equal(page.client.sealed.length, 5);
    assert.deepEqual(
      page.client.invalid.map(({option, code}) => [option, code]),
      [
        ['job', 'configuration_invalid'],
        ['job', 'configuration_invalid'],
      ],
    );
    assert.match(
      page.client.invalid[0]?.message ?? '',
      /^job has to be text of at most 256 characters\.$/,
    );
  });

  it('keep their numbers whatever the page writes of them later', async () => {
    const page = await Page.open({config: {...config, autoProtect: false}});
    const captureId = await page.capture();
    await page.protection.changeTags(captureId, {note: 'dent'});
    await settled(page.protection.enqueueProtection(captureId));
    assert.equal(page.calls[0]?.job.set?.index, 1);
    assert.equal(setOf(page, captureId)?.index, 1);
  });

  it('are sealed one at a time, in the order of the device, and others beside them', async () => {
    const server = service();
    const page = await Page.open({config, service: server.ask});
    await page.capture();
    await page.capture();
    await page.capture();
    assert.deepEqual(server.numbers, [1]);
    page.client.config = {...config, job: 'claim 4712'};
    await page.capture();
    assert.deepEqual(server.numbers, [1, 1]);
    await server.answer();
    assert.deepEqual(server.numbers, [1, 1, 2]);
    await server.answer();
    await server.answer();
    assert.deepEqual(server.numbers, [1, 1, 2, 3]);
  });

  it('keep their order while it is being stored that an attempt has failed', async () => {
    const server = service();
    const page = await Page.open({config, service: failing('network_failed', 'No network.')});
    const gate = new Gate();
    const {replace} = page.store;
    page.store.replace = async (...args) => {
      const isReplaced = await replace(...args);
      await gate.passed;
      return isReplaced;
    };
    await page.capture();
    page.service = server.ask;
    await page.capture();
    await page.wake('online');
    assert.deepEqual(server.numbers, []);
    await settled(gate.open());
    await page.wake('online');
    assert.deepEqual(server.numbers, [1]);
    await server.answer();
    assert.deepEqual(server.numbers, [1, 2]);
  });

  it('keep their order while the location of the first one is measured, and go on in time without it', async () => {
    const server = service();
    const page = await Page.open({config, service: server.ask});
    const begun = page.browser.time;
    await page.capture({renewal: {within: 4_000, place: new Promise(() => undefined)}});
    await page.capture();
    assert.deepEqual(server.numbers, []);
    await page.wakeInTime();
    assert.equal(page.browser.time - begun, 4_000);
    assert.deepEqual(server.numbers, [1]);
    await server.answer();
    assert.deepEqual(server.numbers, [1, 2]);
  });

  it('wait for no capture that failed, is held, or waits for long', async () => {
    const page = await Page.open({config, service: failing('request_rejected', 'No.')});
    await page.capture();
    page.service = failing('rate_limited', 'Later.', {status: 429, retryAfter: 600_000});
    await page.capture();
    page.client.config = {...config, autoProtect: false};
    await page.capture();
    page.client.config = config;
    page.service = sealing;
    const last = await page.capture();
    assert.deepEqual(page.states, ['failed', 'waiting', 'held', 'delivered']);
    assert.equal(setOf(page, last)?.index, 4);
  });

  it('do not wait for a chosen photo that is too large for the connection, which goes last and ends after ten tries', async () => {
    const slow = failing('service_unavailable', 'The connection is too slow for this file.');
    const page = await Page.open({config});
    let isSlow = true;
    page.service = (call) => (isSlow && call.job.metadata.imported ? slow : sealing)(call);
    const chosen = await choose(page);
    assert.equal(page.states.at(-1), 'waiting');
    // Its wait is over, and those of the others are not, because the page was suspended.
    page.client.config = {...config, autoProtect: false};
    const ids = [await page.capture(), await page.capture()];
    page.browser.time += 10 * 60_000;
    page.calls.length = 0;
    for (const captureId of ids) await page.protection.enqueueProtection(captureId);
    await settled();
    assert.deepEqual(
      page.calls.map(({job}) => job.set?.index),
      [2, 3, 1],
    );
    await page.protection.closeJob(record, shots);
    await settled();
    for (let tries = 3; tries <= 10; tries++) {
      assert.equal(page.states[0], 'waiting');
      await page.wakeInTime();
    }
    assert.deepEqual(page.states, ['failed', 'delivered', 'delivered']);
    isSlow = false;
    page.calls.length = 0;
    await settled(page.protection.retryProtection(chosen));
    assert.deepEqual(
      page.calls.map(({job}) => job.set?.index),
      [1, Infinity],
    );
  });

  it('are numbered once although only a worker had them in memory, and it crashed', async () => {
    const page = await Page.open({config, service: failing('network_failed', 'No network.')});
    page.store.keeping = keptIn('memory');
    const captureId = await page.capture();
    await settled(page.store.crash());
    page.store.keeping = {name: 'stored'};
    await page.wake('online');
    const again = await page.capture();
    const sets = [setOf(page, captureId), setOf(page, again)];
    assert.deepEqual(
      sets.map((set) => set?.index),
      [1, 2],
    );
    assert.equal(sets[0]?.id, sets[1]?.id);
  });

  it('begin another set 90 days after the last change of theirs, in a new visit', async () => {
    const page = await Page.open({config});
    const set = setOf(page, await page.capture());
    page.browser.time += 89 * 24 * 3_600_000;
    const later = await page.next({config});
    assert.equal(setOf(later, await later.capture())?.id, set?.id);
    later.browser.time += 91 * 24 * 3_600_000;
    const last = await later.next({config});
    assert.notEqual(setOf(last, await last.capture())?.id, set?.id);
  });

  it('begin another set before the service would refuse the next seal', () => {
    assert.ok(MOST_PLACES < MOST_IN_SET);
  });
});

describe('a capture of a set that moves to another endpoint', () => {
  it('gets the next number there, and has its old number again when it comes back', async () => {
    const page = await Page.open({config});
    const sealedThere = await page.capture();
    page.service = failing('network_failed', 'No network.');
    const moved = await page.capture();
    const before = setOf(page, moved);
    page.client.config = {...config, baseUrl: '/other'};
    page.protection.configurationChanged();
    await settled();
    const after = setOf(page, moved);
    assert.equal(before?.index, 2);
    assert.equal(after?.index, 1);
    assert.notEqual(after?.id, before?.id);
    assert.equal(setOf(page, sealedThere)?.id, before?.id);
    page.client.config = config;
    page.protection.configurationChanged();
    await settled();
    assert.deepEqual([setOf(page, moved)?.id, setOf(page, moved)?.index], [before?.id, 2]);
    assert.equal(setOf(page, await page.capture())?.index, 3);
  });
});

describe('closing a job', () => {
  const closed = async (page: Page): Promise<string> => {
    const captureId = await page.protection.closeJob(record, shots);
    await settled();
    return captureId;
  };

  it('seals a record of the captures, the discarded ones and the shots, and no list or count has it', async () => {
    const page = await Page.open({config});
    const kept = await page.capture({metadata: {features: {shot: {id: 'front'}}}});
    const gone = await page.capture();
    await page.protection.discard(gone);
    const captureId = await closed(page);
    const {job} = page.calls.at(-1)!;
    assert.equal(job.captureId, captureId);
    assert.equal(job.origin, undefined);
    assert.deepEqual(job.metadata.tags, {claim: '4711'});
    const {closing} = page.browser.captures.setRequest(job)!;
    assert.deepEqual(
      closing?.captures.map((one) => [one.captureId, one.index, one.shot]),
      [[kept, 1, 'front']],
    );
    assert.deepEqual(
      closing?.discarded.map((one) => [one.captureId, one.index, one.discardedAt]),
      [[gone, 2, new Date(page.browser.time).toISOString()]],
    );
    assert.deepEqual(closing?.shots, shots);
    assert.deepEqual(
      page.protection.captures.map((one) => one.captureId),
      [kept],
    );
    assert.deepEqual(
      page.protection.closings.map((one) => [one.captureId, one.closes, one.progress.name]),
      [[captureId, 'claim 4711', 'delivered']],
    );
  });

  it('hands the record over like a capture, with the job that it closes, and sends it', async () => {
    const sent: string[] = [];
    const page = await Page.open({config: {...config, deliverTo: '/uploads'}});
    page.toAddress = () => ({
      send: (_, {captureId}) => {
        sent.push(captureId);
        return Promise.resolve({location: '/uploads/1'});
      },
    });
    await page.capture();
    page.client.heard.length = 0;
    const captureId = await closed(page);
    assert.deepEqual(page.client.heard, ['protected', 'delivered']);
    assert.equal(page.client.sealed[0]?.closes, undefined);
    assert.equal(page.client.sealed[1]?.closes, 'claim 4711');
    assert.equal(page.client.delivered[1]?.closes, 'claim 4711');
    assert.equal(sent[1], captureId);
  });

  it('reports a record that cannot be sealed with the job that it closes', async () => {
    const page = await Page.open({config});
    await page.capture();
    page.service = failing('request_rejected', 'No.');
    await closed(page);
    assert.equal(page.client.errors[0]?.closes, 'claim 4711');
    assert.equal(page.client.errors[0]?.code, 'request_rejected');
  });

  it('waits until all captures of its set are sealed, also those that wait for a person, and then needs no call', async () => {
    const page = await Page.open({config, service: failing('request_rejected', 'No.')});
    const failed = await page.capture();
    page.service = sealing;
    page.client.config = {...config, autoProtect: false};
    const held = await page.capture();
    const captureId = await closed(page);
    const isSealed = (): boolean => page.calls.some(({job}) => job.captureId === captureId);
    assert.equal(isSealed(), false);
    // The page does not look for due captures again and again meanwhile.
    assert.equal(page.wakeUps.wakesAt, undefined);
    await settled(page.protection.retryProtection(failed));
    assert.equal(isSealed(), false);
    await settled(page.protection.enqueueProtection(held));
    assert.equal(isSealed(), true);
    assert.deepEqual(
      closingOf(page, captureId)?.captures.map((one) => one.captureId),
      [failed, held],
    );
  });

  const leaving: Record<string, (page: Page, captureId: string) => Promise<unknown>> = {
    'that failed is deleted': (page, captureId) => page.protection.discard(captureId),
    'that nobody has decided on is not used': (page, captureId) =>
      page.protection.reject(captureId),
  };
  for (const [what, act] of Object.entries(leaving)) {
    it(`goes on by itself once a capture ${what}`, async () => {
      const page = await Page.open({config});
      await page.capture();
      const isReviewed = what.includes('decided');
      page.client.reviews = isReviewed;
      if (!isReviewed) page.service = failing('too_large', 'No.');
      const last = await page.capture();
      page.service = sealing;
      const captureId = await closed(page);
      assert.equal(page.calls.at(-1)?.job.captureId === captureId, false);
      await settled(act(page, last));
      assert.equal(page.calls.at(-1)?.job.captureId, captureId);
    });
  }

  it('is done by the next visit after a crash', async () => {
    const page = await Page.open({config, service: failing('network_failed', 'No network.')});
    const captured = await page.capture();
    const captureId = await closed(page);
    const next = await page.next({config});
    await next.wake('online');
    assert.deepEqual(
      next.calls.map(({job}) => job.captureId),
      [captured, captureId],
    );
    assert.equal(next.client.sealed.at(-1)?.closes, 'claim 4711');
    assert.equal(next.protection.captures.length, 1);
  });

  it('is followed by another record after more captures', async () => {
    const page = await Page.open({config});
    await page.capture();
    const first = await closed(page);
    page.browser.time += 1_000;
    await page.capture();
    const second = await closed(page);
    assert.deepEqual(
      page.protection.closings.map((one) => one.captureId),
      [first, second],
    );
    assert.equal(closingOf(page, second)?.captures.length, 2);
  });

  it('stores a record for each set that has changed, as when the first one was full', async () => {
    const page = await Page.open({config});
    const first = await page.capture();
    const {captures} = page.browser;
    // The next capture begins another set.
    Object.assign(captures.setsOf(captures.get(first)!)[0]!, {closings: MOST_PLACES - 1});
    page.browser.time += 1_000;
    const second = await page.capture();
    const captureId = await closed(page);
    const records = page.protection.closings.map((one) => one.captureId);
    assert.equal(records.length, 2);
    assert.deepEqual(
      records.map((id) => closingOf(page, id)?.captures.map((one) => one.captureId)),
      [[first], [second]],
    );
    assert.equal(setOf(page, captureId)?.id, setOf(page, second)?.id);
    await closed(page);
    assert.equal(page.protection.closings.length, 3, 'the first one has not changed');
  });

  it('belongs to a client of any mode, because microphones have one, too', async () => {
    const page = await Page.open({config, mode: 'audio'});
    await page.capture({mode: 'audio', mediaType: 'audio/mpeg'});
    page.service = failing('network_failed', 'No network.');
    const captureId = await closed(page);
    const next = await page.next({config, mode: 'audio'});
    await next.wake('online');
    assert.equal(next.client.sealed.at(-1)?.captureId, captureId);
  });

  it('rejects without a job, and if nothing of the job was captured', async () => {
    const page = await Page.open();
    const code = (expected: string) => (thrown: unknown) =>
      thrown instanceof SealedCaptureError && thrown.code === expected;
    await assert.rejects(closed(page), code('configuration_invalid'));
    page.client.config = {...config, job: 'x'.repeat(257)};
    await assert.rejects(closed(page), code('configuration_invalid'));
    page.client.config = config;
    await assert.rejects(closed(page), code('capture_unknown'));
    assert.deepEqual(page.stored, []);
  });

  it('lists a photo that a person did not want to use, and none whose time in the list is over', async () => {
    const page = await Page.open({config: {...config, retention: 0}});
    const over = await page.capture();
    page.client.reviews = true;
    const rejected = await page.capture();
    await settled(page.protection.reject(rejected));
    const captureId = await closed(page);
    const closing = page.browser.captures.setRequest(page.calls.at(-1)!.job)?.closing;
    assert.equal(page.calls.at(-1)?.job.captureId, captureId);
    assert.deepEqual(
      [closing?.captures, closing?.discarded].map((some) => some?.map((one) => one.captureId)),
      [[over], [rejected]],
    );
  });

  it('does not follow its client to an endpoint where nothing of the job was captured', async () => {
    const page = await Page.open({config});
    const there = await page.capture();
    page.service = failing('network_failed', 'No network.');
    const captureId = await closed(page);
    const before = setOf(page, captureId);
    page.client.config = {...config, baseUrl: '/other'};
    page.protection.configurationChanged();
    await settled();
    assert.deepEqual(setOf(page, captureId), before);
    // Once there is a capture, it closes the set of that endpoint.
    const here = await page.capture();
    page.protection.configurationChanged();
    await settled();
    assert.equal(setOf(page, captureId)?.id, setOf(page, here)?.id);
    assert.notEqual(before?.id, setOf(page, here)?.id);
    assert.deepEqual(
      closingOf(page, captureId)?.captures.map((one) => one.captureId),
      [here],
    );
    assert.equal(setOf(page, there)?.id, before?.id);
  });

  it('lists a capture that moved to another endpoint before it was sealed', async () => {
    const page = await Page.open({config});
    const kept = await page.capture();
    page.service = failing('network_failed', 'No network.');
    const moved = await page.capture();
    page.client.config = {...config, baseUrl: '/other'};
    page.protection.configurationChanged();
    await settled();
    const gone = await page.capture();
    await page.protection.discard(moved);
    await page.protection.discard(gone);
    page.client.config = config;
    page.protection.configurationChanged();
    await settled();
    page.service = sealing;
    const last = await page.capture();
    const captureId = await closed(page);
    const closing = closingOf(page, captureId);
    assert.deepEqual(
      closing?.captures.map((one) => [one.captureId, one.index]),
      [
        [kept, 1],
        [last, 3],
      ],
    );
    assert.deepEqual(
      closing?.moved?.map((one) => [one.captureId, one.index]),
      [[moved, 2]],
    );
    assert.deepEqual(closing?.discarded, []);
  });

  it('names an account’s own captures alone', async () => {
    const browser = new Browser();
    const page = await Page.open({browser, config: {...config, account: 'anna'}});
    const hers = await page.capture();
    page.client.config = {...config, account: 'ben'};
    page.protection.configurationChanged();
    await settled();
    await page.capture();
    page.client.config = {...config, account: 'anna'};
    page.protection.configurationChanged();
    await settled();
    const captureId = await closed(page);
    assert.deepEqual(
      closingOf(page, captureId)?.captures.map((one) => one.captureId),
      [hers],
    );
  });
});
