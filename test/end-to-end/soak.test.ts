import {expect, test} from '@playwright/test';
import {soak} from '../soak/soak.js';

test('of captures made while everything goes wrong that can, each that was told comes once', async ({
  launchOptions,
}) => {
  test.setTimeout(120_000);
  const {told, delivered, problems} = await soak({captures: 60, seed: 3, launchOptions});
  expect(problems).toEqual([]);
  expect(told).toBeGreaterThanOrEqual(60);
  expect(delivered).toBeGreaterThanOrEqual(told);
});
