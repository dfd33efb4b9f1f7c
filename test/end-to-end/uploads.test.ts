import {expect, test} from '@playwright/test';
import {Field} from './field.js';
import {gate} from './gate.js';
import {ends, expectHandedOver} from './handed-over.js';
import {Tab} from './tab.js';

const SENT = '?deliver-to';

let field: Field;
let usual: typeof field.journal.answerTo;

test.beforeAll(async () => {
  field = await Field.open();
  usual = field.journal.answerTo;
});
test.afterAll(() => field.close());
test.beforeEach(() => {
  field.line.fault = () => ({name: 'pass'});
  field.journal.beforeStoring = () => Promise.resolve();
  field.journal.answerTo = usual;
});

const arrivals = (ids: readonly string[]): number =>
  field.journal.arrivals.filter(({captureId}) => ids.includes(captureId)).length;

/** Receives files without answering, until the returned function is called. */
function hold(): () => void {
  const {opened, open} = gate();
  field.journal.beforeStoring = () => opened;
  return () => {
    field.journal.beforeStoring = () => Promise.resolve();
    open();
  };
}

/**
 * Checks that every file is in the page's storage as it was sealed, that its page was informed once, and that the
 * browser has deleted it.
 */
async function expectDelivered(ids: readonly string[], tab: Tab): Promise<void> {
  await expect
    .poll(() => ids.filter((id) => !field.journal.locations.has(id)), {timeout: 20_000})
    .toEqual([]);
  for (const id of ids) {
    expect(field.journal.locations.get(id)).toEqual([`/files/${id}`]);
    expect(field.journal.deliveriesOf(id).length).toBe(1);
  }
  await expectHandedOver(field, ids, tab);
}

for (const [ended, end] of Object.entries(ends)) {
  test(`a sealed file whose page is ${ended} while it is sent is sent by the next page`, async ({
    context,
  }) => {
    const letThrough = hold();
    const tab = await Tab.open(context, field, SENT);
    const ids = await tab.take(2, 500_000);
    await expect.poll(() => arrivals(ids)).toBe(2);
    await end(tab);
    const next = ended === 'reloaded' ? tab : await Tab.open(context, field, SENT);
    await expect.poll(() => arrivals(ids)).toBe(4);
    letThrough();
    await expectDelivered(ids, next);
    expect(ids.map((id) => field.line.attempts(id).length)).toEqual([1, 1]);
  });
}

test('a cut connection, an overloaded storage and a sign-in page only delay the delivery', async ({
  context,
}) => {
  const tab = await Tab.open(context, field, SENT);
  let tries = 0;
  field.journal.beforeStoring = () =>
    tries++ === 0 ? Promise.reject(new Error('Cut.')) : Promise.resolve();
  field.journal.answerTo = (captureId) => {
    if (tries === 2) return {status: 503, headers: {'retry-after': '1'}};
    if (tries === 3)
      return {status: 200, headers: {'content-type': 'text/html'}, body: '<p>Sign in'};
    return usual(captureId);
  };
  const ids = await tab.take();
  await expectDelivered(ids, tab);
  expect(arrivals(ids)).toBe(4);
  expect(field.journal.errorsOf(ids[0] ?? '')).toEqual([]);
});

test('a refused file waits for a person, and the next visit retries it', async ({context}) => {
  const tab = await Tab.open(context, field, SENT);
  field.journal.answerTo = () => ({status: 413});
  const [id = ''] = await tab.take();
  await expect.poll(() => tab.stateOf(id)).toBe('delivering: too_large');
  expect(field.journal.errorsOf(id)).toEqual(['delivery_failed']);
  await tab.retry(id);
  await expect.poll(() => arrivals([id])).toBe(2);
  await expect.poll(() => tab.stateOf(id)).toBe('delivering: too_large');
  field.journal.answerTo = usual;
  await tab.reload();
  await expectDelivered([id], tab);
});

test('files wait while there is no network, even over a reload, and are sent when it is back', async ({
  context,
}) => {
  const tab = await Tab.open(context, field, SENT);
  const letThrough = hold();
  const ids = await tab.take(3);
  await expect.poll(() => arrivals(ids)).toBe(2);
  await context.setOffline(true);
  letThrough();
  await tab.page.waitForTimeout(500);
  await context.setOffline(false);
  await tab.hurry();
  await expectDelivered(ids, tab);
});

test('a request in flight is aborted as soon as the network goes, and repeated when it is back', async ({
  context,
}) => {
  const tab = await Tab.open(context, field, SENT);
  const letThrough = hold();
  const [id = ''] = await tab.take(1);
  await expect.poll(() => arrivals([id])).toBe(1);
  expect(await tab.stateOf(id)).toBe('delivering');
  // Otherwise the request would keep waiting, as on a phone that leaves its network.
  await tab.page.evaluate(() => dispatchEvent(new Event('offline')));
  await expect.poll(() => tab.stateOf(id), {timeout: 2_000}).toBe('delivering: network_failed');
  letThrough();
  await tab.page.evaluate(() => dispatchEvent(new Event('online')));
  await expectDelivered([id], tab);
});

test('of five tabs, one sends each file', async ({context}) => {
  const tabs = await Promise.all(Array.from({length: 5}, () => Tab.open(context, field, SENT)));
  const taken = await Promise.all(tabs.map((tab) => tab.take(2)));
  const ids = taken.flat();
  const [first] = tabs;
  if (first) await expectDelivered(ids, first);
  expect(arrivals(ids)).toBe(10);
});
