import {expect, test} from '@playwright/test';
import {expectSealed} from './expect-sealed.js';
import {Field} from './field.js';
import {Tab} from './tab.js';

let field: Field;

test.beforeAll(async () => {
  field = await Field.open();
  field.authorizedBy = 'token';
});
test.afterAll(() => field.close());
test.beforeEach(() => void (field.line.fault = () => ({name: 'pass'})));

const visible = async (tab: Tab): Promise<string[]> =>
  (await tab.progress()).map(({captureId}) => captureId);

test('captures of two accounts in one browser profile are sealed with the tokens of their account and delivered to it', async ({
  context,
}) => {
  field.line.fault = () => ({name: 'reset-before'});
  const alice = await Tab.open(context, field, '?account=alice');
  const hers = await alice.take(2);
  await alice.close();
  const bob = await Tab.open(context, field, '?account=bob');
  const his = await bob.take(2);
  expect((await visible(bob)).sort()).toEqual([...his].sort());
  field.line.fault = () => ({name: 'pass'});
  await bob.hurry();
  await expectSealed(field, his);
  for (const id of his) expect(field.accountsOf(id).at(-1)).toBe('bob');

  // Bob signs out. Alice's captures must not change.
  await bob.setAccount();
  await bob.hurry();
  expect(await visible(bob)).toEqual([]);
  const asked = field.line.requests.length;
  await bob.page.waitForTimeout(1_500);
  expect(field.line.requests.length).toBe(asked);
  expect(hers.flatMap((id) => field.journal.deliveriesOf(id))).toEqual([]);

  await bob.setAccount('alice');
  await bob.hurry();
  await expectSealed(field, hers);
  for (const id of hers) expect(new Set(field.accountsOf(id))).toEqual(new Set(['alice']));
  expect((await visible(bob)).sort()).toEqual([...hers].sort());
  expect(field.journal.problems()).toEqual([]);
});

test('two tabs with different accounts never take over captures from each other', async ({
  context,
}) => {
  const [alice, bob] = [
    await Tab.open(context, field, '?account=alice'),
    await Tab.open(context, field, '?account=bob'),
  ];
  const [hers, his] = await Promise.all([alice.take(3), bob.take(3)]);
  await alice.close();
  await bob.hurry();
  await expectSealed(field, his);
  await bob.hurry();
  const again = await Tab.open(context, field, '?account=alice');
  await expectSealed(field, hers);
  for (const id of hers) expect(field.accountsOf(id).every((name) => name === 'alice')).toBe(true);
  for (const id of his) expect(field.accountsOf(id)).toEqual(['bob']);
  expect(await visible(bob)).not.toEqual(expect.arrayContaining(hers));
  await again.close();
});
