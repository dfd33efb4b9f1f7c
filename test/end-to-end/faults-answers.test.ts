import {randomUUID} from 'node:crypto';
import {expect, test, type BrowserContext} from '@playwright/test';
import type {Fault} from './faulty-line.js';
import {Field} from './field.js';
import {expectSealed} from './expect-sealed.js';
import {Tab} from './tab.js';

let field: Field;
/** A context whose only capture gets no answer at first. The page needs half a minute to time out. */
let unanswered: {context: BrowserContext; captureId: string};

test.beforeAll(async ({browser}) => {
  field = await Field.open();
  const context = await browser.newContext();
  const captureId = randomUUID();
  unanswered = {context, captureId};
  spoilFirst({name: 'pass'});
  await (await Tab.open(context, field)).takeThese([{captureId}]);
});
test.afterAll(async () => {
  await unanswered.context.close();
  await field.close();
});

/** Applies the fault to the first request for each capture, and passes on all others. */
function spoilFirst(fault: Fault): void {
  field.line.fault = ({captureId, attempt}) => {
    if (attempt > 1) return {name: 'pass'};
    return captureId === unanswered.captureId ? {name: 'silence'} : fault;
  };
}

for (const [what, fault] of [
  ['500', {name: 'status', status: 500}],
  ['503', {name: 'status', status: 503}],
  ['429', {name: 'status', status: 429}],
  ['a reset before the service received the request', {name: 'reset-before'}],
  ['a reset after the service sealed', {name: 'reset-after'}],
  ['a reset during the answer', {name: 'reset-within'}],
  ['a truncated answer with Content-Length', {name: 'cut-short', told: 'length'}],
  ['a truncated answer without Content-Length', {name: 'cut-short', told: 'nothing'}],
  ["a captive portal's page", {name: 'portal'}],
] satisfies [string, Fault][]) {
  test(`a capture is sealed once, without help, after ${what}`, async ({context}) => {
    spoilFirst(fault);
    const tab = await Tab.open(context, field);
    const [id = ''] = await tab.take();
    await expectSealed(field, [id]);
    expect(field.journal.errorsOf(id)).toEqual([]);
    expect(field.line.attempts(id)).toHaveLength(2);
    expect(field.line.seals.get(id)?.size).toBe(1);
  });
}

test('captures with signed requests are sealed once, without help, if the browser repeats a request', async ({
  context,
}) => {
  field.authorizedBy = 'signature';
  const tab = await Tab.open(context, field);
  field.authorizedBy = 'key';
  // The browser repeats requests only on connections that were used before.
  await expectSealed(field, await tab.take(3));
  spoilFirst({name: 'reset-after'});
  const ids = await tab.take(4);
  await expectSealed(field, ids);
  expect(ids.flatMap((id) => field.journal.errorsOf(id))).toEqual([]);
  expect(ids.map((id) => field.line.seals.get(id)?.size)).toEqual([1, 1, 1, 1]);
  // Three requests: one lost, the browser's own repetition refused, and one signed anew.
  expect(Math.max(...ids.map((id) => field.line.attempts(id).length))).toBe(3);
});

for (const status of [503, 429]) {
  test(`a capture waits as long as Retry-After of a ${status} answer asks`, async ({context}) => {
    spoilFirst({name: 'status', status, retryAfter: '3'});
    const tab = await Tab.open(context, field);
    const [id = ''] = await tab.take();
    await expect.poll(() => tab.stateOf(id)).toMatch(/^waiting: /);
    // Neither the network event nor a click shortens the delay.
    await tab.page.evaluate(() => dispatchEvent(new Event('online')));
    await expectSealed(field, [id]);
    const [first, second] = field.line.attempts(id);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(2_990);
  });
}

for (const name of ['of-another', 'garbage'] as const) {
  test(`an answer that is ${name === 'garbage' ? 'garbage' : "another capture's manifest"} is never delivered, and the capture is sealed when a person retries it`, async ({
    context,
  }) => {
    spoilFirst({name});
    const tab = await Tab.open(context, field);
    const [id = ''] = await tab.take();
    await expect.poll(() => field.journal.errorsOf(id)).toEqual(['seal_mismatch']);
    expect(await tab.stateOf(id)).toBe('failed: seal_mismatch');
    // A service that mixed up answers once may do so again, so the page does not retry automatically, in this visit or
    // the next.
    await tab.reload();
    await tab.page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(() => tab.stateOf(id)).toBe('failed: seal_mismatch');
    expect(field.line.attempts(id)).toHaveLength(1);
    expect(field.journal.deliveriesOf(id)).toEqual([]);
    await tab.retry(id);
    await expectSealed(field, [id]);
  });
}

test('captures that a revoked key could not seal are sealed with the next key', async ({
  context,
}) => {
  spoilFirst({name: 'pass'});
  const revoked = await field.service.createKey();
  const {key} = field;
  field.key = revoked;
  const tab = await Tab.open(context, field);
  await expectSealed(field, await tab.take());
  await field.service.revokeKey(revoked);
  field.key = key;
  // The service reads its keys again every 200 ms.
  await expect
    .poll(async () => {
      const [id = ''] = await tab.take();
      await expect.poll(() => tab.stateOf(id)).toMatch(/^(failed: unauthorized|sealed)$/);
      return field.journal.errorsOf(id);
    })
    .toEqual(['unauthorized']);
  const refused = await tab.take(3);
  await expect
    .poll(() => refused.flatMap((id) => field.journal.errorsOf(id)))
    .toEqual(['unauthorized', 'unauthorized', 'unauthorized']);
  await tab.setCredentials(field.credentials);
  await expectSealed(field, refused);
});

test('a capture is sealed without help after half a minute without an answer', async () => {
  test.setTimeout(90_000);
  const {captureId} = unanswered;
  await expectSealed(field, [captureId], 60_000);
  const [first, second, ...others] = field.line.attempts(captureId);
  expect(others).toEqual([]);
  const waited = (second?.at ?? 0) - (first?.at ?? 0);
  expect(waited).toBeGreaterThan(30_000);
  // This is the limit of the request, not that of the attempt, which is 55 s.
  expect(waited).toBeLessThan(50_000);
  expect(field.journal.errorsOf(captureId)).toEqual([]);
});

test('each capture that was reported was delivered once, as the picture that was taken, with a valid seal', async () => {
  expect(field.journal.problems()).toEqual([]);
  for (const {file} of field.journal.deliveries) {
    const {labelValid} = await field.inspected(file);
    expect(labelValid).toBe(true);
  }
});
