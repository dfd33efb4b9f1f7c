import {expect, test} from '@playwright/test';
import {soak} from '../soak/soak.js';

test('of captures made while everything goes wrong that can, each that was told comes once, or is discarded', async ({
  launchOptions,
}) => {
  test.setTimeout(120_000);
  // Of this seed: crashes, another key, all kinds of credentials, and captures that are held or discarded.
  const {told, delivered, discarded, problems} = await soak({
    captures: 60,
    seed: 271,
    launchOptions,
  });
  expect(problems).toEqual([]);
  expect(told).toBeGreaterThanOrEqual(60);
  expect(delivered + discarded).toBeGreaterThanOrEqual(told);
});
