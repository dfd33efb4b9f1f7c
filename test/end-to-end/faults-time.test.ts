import {expect, test} from '@playwright/test';
import {expectSealed} from './expect-sealed.js';
import {Field} from './field.js';
import {Tab} from './tab.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let field: Field;

test.beforeAll(async () => void (field = await Field.open()));
test.afterAll(() => field.close());
test.beforeEach(() => void (field.line.fault = () => ({name: 'pass'})));

test('after a week without a network no capture is lost and no failure is reported', async ({
  context,
}) => {
  await context.clock.install();
  const tab = await Tab.open(context, field);
  let tried = 0;
  context.on('requestfailed', (request) => {
    if (request.url().endsWith('/seal')) tried++;
  });
  await context.setOffline(true);
  const ids = await tab.take(3);
  const wait = async (): Promise<boolean> => {
    const states = await Promise.all(ids.map((id) => tab.stateOf(id)));
    // When the clock jumps forward, some requests in flight time out.
    return states.every((state) => /^waiting: (network_failed|timeout)$/.test(state));
  };
  await expect.poll(wait).toBe(true);
  for (let hour = 0; hour < 7 * 24; hour += 4) {
    const before = tried;
    await tab.page.clock.fastForward(4 * HOUR_MS);
    await expect.poll(() => tried, {intervals: [5]}).toBeGreaterThan(before);
    await expect.poll(wait, {intervals: [5]}).toBe(true);
  }
  expect(field.line.requests).toEqual([]);
  await context.setOffline(false);
  await expect
    .poll(async () => {
      // A capture that was tried just before waits once more, for at most five minutes.
      await tab.page.clock.fastForward(HOUR_MS / 12);
      return field.journal.missing;
    })
    .toEqual([]);
  expect(ids.flatMap((id) => field.journal.errorsOf(id))).toEqual([]);
  expect(field.journal.problems()).toEqual([]);
});

test('a capture that was taken while the service was unreachable is sealed without help when the service is back', async ({
  context,
}) => {
  const tab = await Tab.open(context, field);
  await field.line.unreachable();
  const [id = ''] = await tab.take();
  await expect.poll(() => tab.stateOf(id)).toBe('waiting: network_failed');
  await field.line.listen();
  await expectSealed(field, [id]);
  expect(field.journal.errorsOf(id)).toEqual([]);
  expect(field.journal.problems()).toEqual([]);
});

for (const [direction, days] of [
  ['back', -3],
  ['forward', 3],
] as const) {
  test(`waiting captures are sealed without extra delay if the clock is set ${direction} by days`, async ({
    context,
  }) => {
    await context.clock.install();
    field.line.fault = () => ({name: 'status', status: 500});
    const tab = await Tab.open(context, field);
    const ids = await tab.take(3);
    await expect
      .poll(() => Promise.all(ids.map((id) => tab.stateOf(id))))
      .toEqual(ids.map(() => 'waiting: service_unavailable'));
    await context.clock.setSystemTime(Date.now() + days * DAY_MS);
    field.line.fault = () => ({name: 'pass'});
    const more = await tab.take(2);
    await expectSealed(field, [...more, ...ids]);
    expect(field.journal.problems()).toEqual([]);
  });

  test(`a capture that was being sealed when the clock was set ${direction} is sealed in the next page`, async ({
    context,
  }) => {
    await context.clock.install();
    const never = new Promise<never>(() => undefined);
    field.line.fault = () => ({name: 'pass', after: never});
    const tab = await Tab.open(context, field);
    const ids = await tab.take(2);
    await expect.poll(() => field.line.attempts(ids[1] ?? '').length).toBe(1);
    await context.clock.setSystemTime(Date.now() + days * DAY_MS);
    field.line.fault = () => ({name: 'pass'});
    await tab.reload();
    await expectSealed(field, ids);
    expect(field.journal.problems()).toEqual([]);
    expect(ids.map((id) => field.line.seals.get(id)?.size)).toEqual([1, 1]);
  });
}
