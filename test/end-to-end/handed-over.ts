import {expect} from '@playwright/test';
import type {Field} from './field.js';
import {StoredCaptures} from './stored-captures.js';
import type {Tab} from './tab.js';

/** Ways in which a page ends in the middle of its work. */
export const ends: Record<string, (tab: Tab) => Promise<void>> = {
  killed: (tab) => tab.kill(),
  reloaded: (tab) => tab.reload(),
  closed: (tab) => tab.close(),
};

/** Checks that the owner has a validly sealed file of each capture, and that the browser has deleted its copies. */
export async function expectHandedOver(
  field: Field,
  ids: readonly string[],
  tab: Tab,
): Promise<void> {
  for (const id of ids) {
    const file = field.journal.uploads.get(id) ?? Buffer.alloc(0);
    expect((await field.inspected(file)).labelValid).toBe(true);
  }
  const stored = new StoredCaptures(tab.page);
  await expect.poll(async () => (await stored.ids()).filter((id) => ids.includes(id))).toEqual([]);
}
