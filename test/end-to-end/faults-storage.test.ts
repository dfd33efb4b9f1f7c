import {expect, test, type BrowserContext} from '@playwright/test';
import {atNight} from '../variants.js';
import {expectSealed} from './expect-sealed.js';
import {Field} from './field.js';
import {gate} from './gate.js';
import {Profile} from './profile.js';
import {StoredCaptures} from './stored-captures.js';
import {Tab} from './tab.js';

const LARGE = 12_000_000;

let field: Field;

test.beforeAll(async () => void (field = await Field.open()));
test.afterAll(() => field.close());
test.beforeEach(() => void (field.line.fault = () => ({name: 'pass'})));

/** Checks that each capture was delivered once, over all tests of this file, and that the service finds it valid. */
async function expectValid(ids: readonly string[], spoilt?: readonly string[]): Promise<void> {
  expect(field.journal.problems(spoilt)).toEqual([]);
  for (const id of ids) {
    const [{file} = {file: Buffer.alloc(0)}] = field.journal.deliveriesOf(id);
    const {labelValid} = await field.inspected(file);
    expect(labelValid).toBe(true);
  }
}

/** Makes the pages of a context wait with captures that the service cannot seal yet. */
async function waiting(context: BrowserContext, count: number): Promise<{tab: Tab; ids: string[]}> {
  field.line.fault = () => ({name: 'reset-before'});
  const tab = await Tab.open(context, field);
  const ids = await tab.take(count);
  await expect
    .poll(() => Promise.all(ids.map((id) => tab.stateOf(id))))
    .toEqual(ids.map(() => 'waiting: service_unreachable'));
  return {tab, ids};
}

test('a capture that does not fit into the storage is reported and sealed from memory, and the next one is stored again', async ({
  context,
}) => {
  const {opened, open} = gate();
  field.line.fault = () => ({name: 'pass', before: opened});
  const tab = await Tab.open(context, field);
  const session = await context.newCDPSession(tab.page);
  const quota = (quotaSize?: number) =>
    session.send('Storage.overrideQuotaForOrigin', {origin: field.address, quotaSize});
  await quota(1_000_000);
  const [large = ''] = await tab.take(1, LARGE);
  expect(field.journal.errorsOf(large)).toEqual(['storage_full']);
  await quota();
  const [small = ''] = await tab.take();
  expect(field.journal.errorsOf(small)).toEqual([]);
  expect(await new StoredCaptures(tab.page).ids()).toEqual([small]);
  open();
  await expectSealed(field, [large, small]);
  await expectValid([large, small]);
});

// By day, capture-database.browser.test.ts checks it in each engine.
atNight(test)(
  'a capture is reported as not stored after some seconds, and sealed, if the storage never answers',
  async ({context}) => {
    const tab = await Tab.open(context, field);
    const [first = ''] = await tab.take();
    await expectSealed(field, [first]);
    await new StoredCaptures(tab.page).hang();
    const [id = ''] = await tab.take();
    expect(field.journal.errorsOf(id)).toEqual(['storage_unavailable']);
    await expectSealed(field, [id]);
    await expectValid([first, id]);
  },
);

test('captures are reported as not stored, and sealed, if the browser provides no storage', async ({
  launchOptions,
}) => {
  const profile = await Profile.open(launchOptions, {
    profile: {default_content_setting_values: {cookies: 2}},
  });
  try {
    const tab = await Tab.open(profile.context, field);
    const opening = tab.page.evaluate(() =>
      new Promise<string>((resolve) => {
        const request = indexedDB.open('any');
        request.onsuccess = () => resolve('opened');
        request.onerror = () => resolve('refused');
      }).catch(() => 'refused'),
    );
    expect(await opening).toBe('refused');
    const ids = await tab.take(3);
    expect(ids.map((id) => field.journal.errorsOf(id))).toEqual(
      ids.map(() => ['storage_unavailable']),
    );
    await expectSealed(field, ids);
    await expectValid(ids);
  } finally {
    await profile.close();
  }
});

test('a connection that the browser closes is reopened before, between and after captures', async ({
  context,
}) => {
  const {tab, ids} = await waiting(context, 2);
  const internals = await context.newPage();
  await internals.goto('chrome://indexeddb-internals');
  const forceClose = async (): Promise<void> => {
    await internals.reload();
    const button = internals.getByText('Force close', {exact: true}).first();
    await button.click();
    await expect(internals.getByText('Force closed').or(button).first()).toBeVisible();
  };
  await forceClose();
  ids.push(...(await tab.take(2)));
  await forceClose();
  field.line.fault = () => ({name: 'pass'});
  await tab.hurry();
  await expectSealed(field, ids);
  await forceClose();
  const more = await tab.take(1);
  await expectSealed(field, more);
  const all = [...ids, ...more];
  expect(all.flatMap((id) => field.journal.errorsOf(id))).toEqual([]);
  await expectValid(all);
  await expect.poll(() => new StoredCaptures(tab.page).ids()).toEqual([]);
});

test('damaged entries in the storage do not block other entries', async ({context}) => {
  const {tab, ids} = await waiting(context, 7);
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = ids;
  const entries = new StoredCaptures(tab.page);
  // The oldest entries, which are read before all others.
  await entries.putMedia({
    captureId: first,
    bytes: new Array<number>(400).fill(7),
    sha256: new Array<number>(32).fill(7),
  });
  await entries.removeMedia(second);
  await entries.changeJob(third, {metadata: null, capturedAt: 4711, mediaType: 'text/plain'});
  await entries.changeJob(fourth, {state: null});
  // The byte is within a comment of the JPEG.
  await entries.changeByte(fifth, 20);
  await entries.putJob({captureId: 'no-capture-at-all'});
  await entries.putJob({captureId: '', state: 'waiting', endpoint: 7, mode: {}});
  field.line.fault = () => ({name: 'pass'});
  await tab.reload();
  await expectSealed(field, ids.slice(5));
  // Captures that are taken later must not be blocked either.
  const more = await tab.take(2);
  await expectSealed(field, more);
  const spoilt = ids.slice(0, 5);
  await expectValid([...ids.slice(5), ...more], spoilt);
  // A damaged capture is reported, never delivered as if it were sealed, and not deleted.
  for (const id of [first, fifth]) {
    await expect.poll(() => field.journal.errorsOf(id)).toContain('media_unsupported');
  }
  expect(spoilt.flatMap((id) => field.journal.deliveriesOf(id))).toEqual([]);
  expect(await entries.ids()).toEqual(expect.arrayContaining([first, third, fourth, fifth]));
  // Removes the damaged captures from the journal for the later tests of this file.
  for (const id of spoilt) field.journal.told.delete(id);
});

test('captures that an earlier version stored are sealed by this version', async ({context}) => {
  const page = await context.newPage();
  await page.route(`${field.address}/`, (route) =>
    route.fulfill({contentType: 'text/html', body: '<!doctype html><title>Before</title>'}),
  );
  await page.goto(field.address);
  const made = await new StoredCaptures(page).createVersion1(
    `${field.address}/protection/sandbox`,
    3,
  );
  for (const {captureId, rawDigest} of made) field.journal.made.set(captureId, rawDigest);
  await page.close();
  const ids = made.map(({captureId}) => captureId);
  const tab = await Tab.open(context, field);
  await expectSealed(field, ids);
  await expectValid(ids);
  await expect.poll(() => new StoredCaptures(tab.page).ids()).toEqual([]);
});
