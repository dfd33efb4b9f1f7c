import {createHash} from 'node:crypto';
import {expect, test} from '@playwright/test';
import {variants} from '../variants.js';
import {Field} from './field.js';
import {gate} from './gate.js';
import {ends, expectHandedOver} from './handed-over.js';
import {Tab} from './tab.js';

const UPLOAD = '?upload';

let field: Field;

test.beforeAll(async () => void (field = await Field.open()));
test.afterAll(() => field.close());
test.beforeEach(() => {
  field.line.fault = () => ({name: 'pass'});
  field.journal.beforeStoring = () => Promise.resolve();
});

/** Receives uploads without answering them, until `letThrough` is called. */
function holdUploads(): {letThrough: () => void} {
  const {opened, open} = gate();
  field.journal.beforeStoring = () => opened;
  return {
    letThrough() {
      field.journal.beforeStoring = () => Promise.resolve();
      open();
    },
  };
}

const arrivalsOf = (ids: readonly string[]): typeof field.journal.arrivals =>
  field.journal.arrivals.filter(({captureId}) => ids.includes(captureId));

/** Checks that the owner has every file as it was sealed, and that the browser has deleted its copies. */
async function expectStored(ids: readonly string[], tab: Tab): Promise<void> {
  await expect
    .poll(() => ids.filter((id) => !field.journal.uploads.has(id)), {timeout: 20_000})
    .toEqual([]);
  await expectHandedOver(field, ids, tab);
}

for (const [ended, end] of variants(Object.entries(ends))) {
  test(`a sealed file whose page is ${ended} during the upload is uploaded by the next page`, async ({
    context,
  }) => {
    const held = holdUploads();
    const tab = await Tab.open(context, field, UPLOAD);
    const ids = await tab.take(2, 500_000);
    await expect.poll(() => arrivalsOf(ids).length).toBe(2);
    await end(tab);
    const next = ended === 'reloaded' ? tab : await Tab.open(context, field, UPLOAD);
    await expect.poll(() => arrivalsOf(ids).length).toBe(4);
    expect(arrivalsOf(ids).map(({delivery}) => delivery)).toEqual([1, 1, 2, 2]);
    held.letThrough();
    await expectStored(ids, next);
    expect(arrivalsOf(ids).length).toBe(4);
    // No second seal was requested.
    expect(ids.map((id) => field.line.attempts(id).length)).toEqual([1, 1]);
  });
}

test('an upload that breaks off is retried, and other uploads continue meanwhile', async ({
  context,
}) => {
  const tab = await Tab.open(context, field, UPLOAD);
  let broken: string | undefined;
  field.journal.beforeStoring = (captureId) => {
    broken ??= captureId;
    const tries = new Set(arrivalsOf([captureId]).map(({delivery}) => delivery)).size;
    const isCut = captureId === broken && tries < 3;
    return isCut ? Promise.reject(new Error('Cut.')) : Promise.resolve();
  };
  const ids = await tab.take(4);
  await expectStored(ids, tab);
  // The browser itself may repeat a request whose connection was cut.
  const tries = arrivalsOf([broken ?? '']).map(({delivery}) => delivery);
  expect([...new Set(tries)]).toEqual([1, 2, 3]);
  expect(arrivalsOf(ids).length).toBe(3 + tries.length);
});

test('a file that could not be uploaded without a network is uploaded by the same page when the network is back', async ({
  context,
}) => {
  const tab = await Tab.open(context, field, UPLOAD);
  let isOnline = true;
  field.journal.beforeStoring = async () => {
    if (isOnline) await context.setOffline(true);
    isOnline = false;
    throw new Error('No network.');
  };
  const ids = await tab.take(1);
  await expect.poll(() => isOnline).toBe(false);
  // Longer than the first retry delay, which ends while there is still no network.
  await tab.page.waitForTimeout(1_500);
  expect(field.journal.uploads.has(ids[0] ?? '')).toBe(false);
  field.journal.beforeStoring = () => Promise.resolve();
  await context.setOffline(false);
  await expectStored(ids, tab);
  expect(Math.max(...arrivalsOf(ids).map(({delivery}) => delivery))).toBeGreaterThan(1);
});

test('of five tabs, one at a time uploads the files that a closed page had sealed', async ({
  context,
}) => {
  const held = holdUploads();
  const tab = await Tab.open(context, field, UPLOAD);
  const ids = await tab.take(3);
  await expect.poll(() => arrivalsOf(ids).length).toBe(3);
  await tab.kill();
  const tabs = await Promise.all(Array.from({length: 5}, () => Tab.open(context, field, UPLOAD)));
  await expect.poll(() => arrivalsOf(ids).length).toBe(6);
  await Promise.all(tabs.map((one) => one.hurry()));
  await tabs[0]?.page.waitForTimeout(500);
  expect(arrivalsOf(ids).length).toBe(6);
  // Closes the tab that is uploading a file; another tab must continue.
  const [first] = arrivalsOf(ids).slice(3);
  const working = tabs.find(({visit}) => visit === first?.visit);
  await working?.kill();
  await expect.poll(() => arrivalsOf(ids).length).toBeGreaterThan(6);
  held.letThrough();
  const [left] = tabs.filter((one) => one !== working);
  if (!left) throw new Error('No tab is left.');
  await expectStored(ids, left);
});

test('a file that was delivered can still be read after a reload', async ({context}) => {
  const tab = await Tab.open(context, field, '?retention=1');
  const [id = ''] = await tab.take(1, 300_000);
  await expect.poll(() => tab.stateOf(id)).toBe('delivered');
  await tab.reload();
  await expect.poll(() => tab.stateOf(id)).toBe('delivered');
  const [{file} = {file: Buffer.alloc(0)}] = field.journal.deliveriesOf(id);
  const digest = await tab.page.evaluate((id) => window.queue.sealedFile(id), id);
  expect(digest).toBe(createHash('sha256').update(file).digest('hex'));
  expect(field.journal.deliveriesOf(id).length).toBe(1);
});

test('delivered files are deleted when their space is needed for new captures', async ({
  context,
}) => {
  const tab = await Tab.open(context, field, '?retention=1');
  const old = await tab.take(3, 3_000_000);
  for (const id of old) await expect.poll(() => tab.stateOf(id)).toBe('delivered');
  const session = await context.newCDPSession(tab.page);
  await session.send('Storage.overrideQuotaForOrigin', {
    origin: field.address,
    quotaSize: 12_000_000,
  });
  const [next = ''] = await tab.take(1, 5_000_000);
  expect(field.journal.errorsOf(next)).toEqual([]);
  await expect.poll(() => tab.stateOf(next)).toBe('delivered');
});
