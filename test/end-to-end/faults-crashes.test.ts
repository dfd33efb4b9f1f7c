import {expect, test, type BrowserContext} from '@playwright/test';
import {variants} from '../variants.js';
import {expectSealed} from './expect-sealed.js';
import {Field} from './field.js';
import {gate} from './gate.js';
import {Profile} from './profile.js';
import {StoredCaptures} from './stored-captures.js';
import {picturesToTake, Tab} from './tab.js';

const LARGE = 12_000_000;

let field: Field;

test.beforeAll(async () => void (field = await Field.open()));
test.afterAll(() => field.close());
test.beforeEach(() => {
  field.line.fault = () => ({name: 'pass'});
  field.hasWorker = true;
});

/** Holds back all answers: the service seals, and no page receives the seal. */
function holdAnswers(): {release: () => void} {
  const {opened, open} = gate();
  field.line.fault = () => ({name: 'pass', after: opened});
  return {release: open};
}

const asked = (ids: readonly string[]): Promise<void> =>
  expect
    .poll(() => ids.filter((id) => field.line.attempts(id).length === 0), {intervals: [20]})
    .toEqual([]);

/** Checks that each capture was delivered once and has one seal, over all tests of this file. */
function expectOnce(ids: readonly string[]): void {
  expect(ids.map((id) => field.journal.deliveriesOf(id).length)).toEqual(ids.map(() => 1));
  expect(field.journal.problems()).toEqual([]);
}

test('a page that is reloaded while it stores 12 MB loses no capture that it reported, and leaves no half-stored entry', async ({
  context,
}) => {
  field.line.fault = () => ({name: 'reset-before'});
  const tab = await Tab.open(context, field);
  const begun: string[] = [];
  for (let moment = 0; moment < 8; moment++) {
    const pictures = picturesToTake(3, LARGE);
    const ids = pictures.map(({captureId}) => captureId);
    begun.push(...ids);
    const nextPage = gate();
    field.beforePage = nextPage.opened;
    const reloaded = tab.takeAndReload(pictures);
    await expect
      .poll(() => ids.some((id) => field.journal.made.has(id)), {intervals: [2], timeout: 20_000})
      .toBe(true);
    // The delays cover the time from before the first byte is written until after the last one.
    await tab.page.waitForTimeout(moment * 15);
    nextPage.open();
    await reloaded;
  }
  const told = begun.filter((id) => field.journal.told.has(id));
  const kept = await new StoredCaptures(tab.page).sizes();
  expect(kept.filter(({size = 0}) => size < LARGE)).toEqual([]);
  expect(told.filter((id) => !kept.some(({captureId}) => captureId === id))).toEqual([]);
  // The delays must hit both captures that were reported and captures that were not.
  expect(told.length).toBeGreaterThan(0);
  expect(told.length).toBeLessThan(begun.length);

  field.line.fault = () => ({name: 'pass'});
  await tab.hurry();
  await expectSealed(
    field,
    kept.map(({captureId}) => captureId),
    30_000,
  );
  expectOnce(told);
});

test('a capture whose page was killed between request and answer is sealed in the next page', async ({
  context,
}) => {
  const held = holdAnswers();
  const tab = await Tab.open(context, field);
  const ids = await tab.take(3);
  await asked(ids);
  await tab.kill();
  held.release();
  field.line.fault = () => ({name: 'pass'});
  await Tab.open(context, field);
  await expectSealed(field, ids);
  expectOnce(ids);
  expect(ids.map((id) => field.line.seals.get(id)?.size)).toEqual([1, 1, 1]);
  for (const id of ids) {
    const [{file, restored} = {file: Buffer.alloc(0)}] = field.journal.deliveriesOf(id);
    expect(restored).toBe(true);
    const {labelValid} = await field.inspected(file);
    expect(labelValid).toBe(true);
  }
});

test('captures wait in a profile until its browser is opened again after it was closed or crashed', async ({
  launchOptions,
}) => {
  const profile = await Profile.open(launchOptions);
  try {
    const held = holdAnswers();
    const first = await Tab.open(profile.context, field);
    const ids = await first.take(2);
    await asked(ids);
    field.journal.cutOff(first.visit);
    const second = await Tab.open(await profile.reopen(), field);
    const more = await second.take(1, 1_000_000);
    await asked(more);
    field.journal.cutOff(second.visit);
    const context = await profile.crash();
    held.release();
    field.line.fault = () => ({name: 'pass'});
    await Tab.open(context, field);
    await expectSealed(field, [...ids, ...more]);
    expectOnce([...ids, ...more]);
  } finally {
    await profile.close();
  }
});

for (const count of variants([5, 2])) {
  test(`captures of ${count} tabs, some of which are closed meanwhile, are each delivered once`, async ({
    context,
  }) => {
    const {opened, open} = gate();
    const tabs = await openTabs(context, count);
    field.line.fault = () => ({name: 'pass', after: opened});
    const taken = await Promise.all(tabs.map((tab) => tab.take(4)));
    const ids = taken.flat();
    // Each tab would have three requests in flight, but a browser allows six connections to a host.
    await expect
      .poll(() => ids.filter((id) => field.line.attempts(id).length > 0).length)
      .toBe(Math.min(3 * count, 6));
    const closed = tabs.slice(0, Math.floor(count / 2));
    await Promise.all(closed.map((tab) => tab.close()));
    const [stays] = tabs.slice(-1);
    open();
    field.line.fault = () => ({name: 'pass'});
    // A tab looks for captures of closed tabs when the network is back, so wait until the browser reports those tabs as
    // closed.
    await expect.poll(() => openVisits(stays)).toBe(count - closed.length);
    await stays?.page.evaluate(() => dispatchEvent(new Event('online')));
    await expectSealed(field, ids);
    expectOnce(ids);
    expect(ids.map((id) => field.line.seals.get(id)?.size)).toEqual(ids.map(() => 1));
    // Captures of a tab that is still open were delivered in that tab.
    const own = tabs.slice(closed.length);
    for (const [at, tab] of own.entries()) {
      const visits = (taken[closed.length + at] ?? []).map(
        (id) => field.journal.deliveriesOf(id)[0]?.visit,
      );
      expect(new Set(visits)).toEqual(new Set([tab.visit]));
    }
  });
}

const openVisits = (tab?: Tab): Promise<number | undefined> =>
  tab?.page.evaluate(async () => {
    const {held = []} = await navigator.locks.query();
    return held.filter(({name}) => name?.startsWith('sealed-capture:visit:')).length;
  }) ?? Promise.resolve(undefined);

const openTabs = (context: BrowserContext, count: number): Promise<Tab[]> =>
  Promise.all(Array.from({length: count}, () => Tab.open(context, field)));

test('captures that the page held back survive a crash, and are sealed with the metadata that it adds afterwards', async ({
  context,
}) => {
  const held = '?auto-protect=false';
  const tab = await Tab.open(context, field, held);
  const ids = await tab.take(2);
  await expect.poll(() => Promise.all(ids.map((id) => tab.stateOf(id)))).toEqual(['held', 'held']);
  await tab.kill();
  const next = await Tab.open(context, field, held);
  await expect.poll(() => Promise.all(ids.map((id) => next.stateOf(id)))).toEqual(['held', 'held']);
  expect(ids.flatMap((id) => field.line.attempts(id))).toEqual([]);
  await next.page.evaluate(() => window.queue.release({case: '4711'}));
  await expectSealed(field, ids);
  expectOnce(ids);
  for (const id of ids) {
    const [{file} = {file: Buffer.alloc(0)}] = field.journal.deliveriesOf(id);
    const {labelValid, tags} = await field.inspected(file);
    expect({labelValid, tags}).toEqual({labelValid: true, tags: {case: '4711'}});
  }
});

test('a photo that is taken while the worker’s script is missing is stored, and sealed after a reload with the script', async ({
  context,
}) => {
  field.hasWorker = false;
  const unsealed = 'waiting: worker_unavailable';
  const tab = await Tab.open(context, field);
  const [id = ''] = await tab.take(1);
  await expect.poll(() => tab.stateOf(id)).toBe(unsealed);
  const told = field.journal.errors.filter(({captureId}) => captureId === id);
  expect(told.map(({code}) => code)).toEqual(['worker_unavailable']);

  // The next visit lists the photo even while the script is still missing.
  await tab.reload();
  await expect.poll(() => tab.stateOf(id)).toBe(unsealed);

  field.hasWorker = true;
  await tab.reload();
  await expectSealed(field, [id]);
  const deliveries = field.journal.deliveriesOf(id);
  expect(deliveries.map(({restored}) => restored)).toEqual([true]);
  expect(field.journal.problems()).toEqual([]);
});
