import {expect} from '@playwright/test';
import type {Field} from './field.js';

/** Waits until each of these captures was delivered. */
export async function expectSealed(
  {journal}: Field,
  ids: readonly string[],
  timeout = 15_000,
): Promise<void> {
  const missing = (): string[] => ids.filter((id) => journal.deliveriesOf(id).length === 0);
  await expect.poll(missing, {timeout, intervals: [50]}).toEqual([]);
}
