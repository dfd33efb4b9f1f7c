import {expect, test} from '@playwright/test';
import {soak} from '../../bench/soak/soak.js';

test('under all faults at once, each reported capture is delivered once to its own account, or discarded', async ({
  launchOptions,
}) => {
  test.setTimeout(150_000);
  // This seed covers all ways of delivery, all accounts, a storage that hangs and a kill meanwhile, and a changed key.
  const report = await soak({captures: 120, seed: 1, launchOptions});
  expect(report.problems).toEqual([]);
  const {told, delivered, discarded, lostFromMemory, arrivals, accounts, unkept} = report;
  expect(told).toBeGreaterThanOrEqual(120);
  expect(delivered + discarded + lostFromMemory).toBeGreaterThanOrEqual(told);
  expect(arrivals.upload).toBeGreaterThan(0);
  expect(arrivals.sent).toBeGreaterThan(0);
  expect(accounts.size).toBe(3);
  expect(unkept).toBeGreaterThan(0);
});
