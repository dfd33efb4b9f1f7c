import {AxeBuilder} from '@axe-core/playwright';
import {expect, type Page} from '@playwright/test';
import type {HtmlSite} from './html-site.js';

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', {name, exact: true});
/** The button with the number of photos. */
export const counter = (page: Page, count: number) => button(page, `Show ${count} photos`);
export const list = (page: Page) => page.getByRole('dialog', {name: /photos?$|selected$/});
/** The dialog before photos are shared or saved. */
export const sharing = (page: Page) => page.getByRole('dialog', {name: /^Share or save/});
export const rows = (page: Page) => list(page).getByRole('listitem');

export async function open(site: HtmlSite, page: Page, {script = ''} = {}) {
  const camera = `<capture-image ${site.access} style="height: 90vh">`;
  site.put('/', `<script>${script}</script>${camera}`);
  await page.goto(`${site.origin}/`);
  await expect(page.locator('.shutter')).toBeVisible();
}

export async function take(page: Page, state: RegExp): Promise<void> {
  const canvas = page.locator('.thumbnail canvas');
  const before = (await canvas.count()) ? await canvas.elementHandle() : null;
  await page.locator('.shutter').click();
  if (before) await expect.poll(() => before.evaluate((node) => node.isConnected)).toBe(false);
  await expect(page.locator('.thumbnail')).toHaveAccessibleName(state);
}

/** Checks the list, which covers the rest of the element. */
export async function expectAccessible(page: Page): Promise<void> {
  const {violations} = await new AxeBuilder({page})
    .include({fromShadowDom: ['capture-image', '#photo-album', '#photo-list', '.photos']})
    .setLegacyMode()
    .analyze();
  expect(violations.map(({id, nodes}) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

/** Uses a key that the service refuses, or the right one. */
export const useKey = (page: Page, key: string) =>
  page.evaluate((apiKey) => {
    document.querySelector('capture-image')?.setAttribute('api-key', apiKey);
  }, key);

/** Takes a photo in each state: delivered, sealed, failed and waiting for the network. */
export async function takeOneOfEach(page: Page): Promise<void> {
  await page.evaluate(() => {
    const takeOver = (event: Event) => {
      (event as Event & {waitUntil(promise: Promise<void>): void}).waitUntil(Promise.resolve());
    };
    document.addEventListener('protected', takeOver, {once: true});
  });
  await take(page, /: sealed/);
  await take(page, /: sealed/);
  await useKey(page, 'wrong');
  await take(page, /: not sealed\b/);
  await page.context().setOffline(true);
  await take(page, /: waiting for the network/);
}
