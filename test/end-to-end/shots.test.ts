import {expect, test, type Page} from '@playwright/test';
import type {CaptureImage} from '../../src/elements/capture-image.js';
import type {JobDoneDetail, ShotProgress} from '../../src/elements/capture-image/shots/shot.js';
import {HtmlSite} from './html-site.js';
import {inspectedBy} from './inspected.js';
import {pressUntilFocused} from './keyboard.js';

const ids = ['front', 'left', 'right', 'rear', 'mileage', 'papers', 'keys', 'damage'];
const list = ids.map((id, index) => ({
  id,
  label: `Label of ${id}`,
  required: index < 4,
  ...(id === 'papers' && {overlay: 'document', tags: {kind: 'document'}}),
}));

let site: HtmlSite;
test.beforeAll(async () => void (site = await HtmlSite.borrow()));
test.beforeEach(async ({context}) => {
  site.reset();
  await context.grantPermissions(['camera'], {origin: site.origin});
});

/** Opens a page with these shots, and records its events. `first`: what is asked for first. */
async function open(
  page: Page,
  shots: readonly object[],
  {options = '', first = `1 of ${shots.length}`} = {},
): Promise<void> {
  const attributes = `${site.access} ${options} tags='{"claim":"1"}'`;
  site.put('/', `<capture-image ${attributes} style="height: 90vh">`);
  await page.goto(`${site.origin}/`);
  await page.evaluate((given) => {
    const heard = {
      sealed: {} as Record<string, string>,
      complete: [] as unknown[],
      done: [] as unknown[],
    };
    Object.assign(window, {heard});
    document.addEventListener('protected', ({captureId, protectedBlob}) => {
      const reader = new FileReader();
      reader.onload = () => {
        const {result} = reader;
        if (typeof result === 'string') heard.sealed[captureId] = result.replace(/^.*,/, '');
      };
      reader.readAsDataURL(protectedBlob);
    });
    document.addEventListener('shots-complete', ({detail}) => heard.complete.push(detail.shots));
    document.addEventListener('job-done', ({detail}) => heard.done.push(detail));
    const camera = document.querySelector('capture-image');
    if (camera) camera.shots = given as CaptureImage['shots'];
  }, shots);
  await expect(asked(page)).toContainText(first);
}

const asked = (page: Page) => page.locator('[part="shot"]');
const button = (page: Page, name: string) => page.getByRole('button', {name, exact: true});
const heard = (page: Page) =>
  page.evaluate(
    () =>
      (
        window as unknown as {
          heard: {
            sealed: Record<string, string>;
            complete: ShotProgress[][];
            done: JobDoneDetail[];
          };
        }
      ).heard,
  );

/** Records what live regions say from now on, in whatever shadow tree. */
const listen = (page: Page) =>
  page.evaluate(() => {
    const said: string[] = [];
    Object.assign(window, {said});
    const live = '[role=status], [role=alert], [aria-live]';
    const watch = (root: ParentNode & Node) => {
      new MutationObserver((changes) => {
        const regions = new Set(
          changes.flatMap(({target}) => {
            const element = target instanceof Element ? target : target.parentElement;
            return element?.closest(live) ?? [];
          }),
        );
        for (const {textContent} of regions) if (textContent?.trim()) said.push(textContent.trim());
      }).observe(root, {subtree: true, childList: true, characterData: true});
      for (const {shadowRoot} of root.querySelectorAll('*')) if (shadowRoot) watch(shadowRoot);
    };
    watch(document.body);
  });
const said = (page: Page) =>
  page.evaluate(() => (window as unknown as {said: readonly string[]}).said);

test.describe('on a phone', () => {
  test.use({viewport: {width: 360, height: 740}, hasTouch: true, isMobile: true});

  test('eight shots are taken without a network, one retaken and one skipped; each seal then contains its shot', async ({
    page,
    context,
  }) => {
    await open(page, list);
    await context.setOffline(true);
    const take = async (next: string) => {
      await button(page, 'Take photo').tap();
      await expect(asked(page)).toContainText(next);
    };
    await take('2 of 8');
    await take('3 of 8');
    // The first one was blurred.
    await asked(page).getByRole('button').first().tap();
    await expect(page.locator('dialog.shots')).toContainText('2 of 8 shots done');
    await button(page, 'Retake Label of front').tap();
    await expect(asked(page)).toContainText('1 of 8');
    await take('3 of 8');
    await button(page, 'More options Label of right').tap();
    await button(page, 'Skip Label of right').tap();
    await button(page, 'Cannot be reached').tap();
    await expect(asked(page)).toContainText('4 of 8');
    for (const next of ['5 of 8', '6 of 8', '7 of 8', '8 of 8', '7 of 8 done · 1 skipped']) {
      await take(next);
    }
    expect((await heard(page)).sealed).toEqual({});
    await context.setOffline(false);
    await expect
      .poll(async () => Object.keys((await heard(page)).sealed).length, {timeout: 20_000})
      .toBe(8);

    const {sealed, complete} = await heard(page);
    expect(complete.length).toBe(1);
    for (const [index, {id, state}] of (complete[0] ?? []).entries()) {
      expect(id).toBe(ids[index]);
      if (id === 'right') expect(state).toEqual({name: 'skipped', reason: 'unreachable'});
      const taken = state.name === 'taken' ? state.captureIds : [];
      expect(taken.length).toBe(id === 'right' ? 0 : id === 'front' ? 2 : 1);
      for (const captureId of taken) {
        const {labelState, features, tags} = await inspectedBy(
          site.service.address,
          {Origin: site.origin, 'X-API-Key': site.key},
          Buffer.from(sealed[captureId] ?? '', 'base64'),
        );
        expect(labelState).toBe('valid');
        expect(features?.shot).toEqual({id, label: `Label of ${id}`});
        expect(tags).toEqual({claim: '1', ...(id === 'papers' && {kind: 'document'})});
      }
    }
  });
});

test('two shots are taken, skipped and retaken with the keyboard alone, and count after a reload', async ({
  page,
}) => {
  await open(page, list.slice(0, 2));
  await pressUntilFocused(page, /^More options\s+Label of front$/);
  await page.keyboard.press('Enter');
  // “Skip” has taken its place, and has the focus.
  await page.keyboard.press('Enter');
  await pressUntilFocused(page, 'Not safe');
  await page.keyboard.press('Enter');
  await expect(asked(page)).toContainText('2 of 2');
  // The shutter has the focus.
  await page.keyboard.press('Space');
  await expect(asked(page)).toContainText(/1 of 2 (taken|sealed) · 1 skipped/);
  await pressUntilFocused(page, /^1 of 2 /);
  await page.keyboard.press('Enter');
  await pressUntilFocused(page, /^Take\s+Label of front$/);
  await page.keyboard.press('Enter');
  await expect(asked(page)).toContainText('1 of 2');
  await page.keyboard.press('Enter');
  await expect(asked(page)).toContainText(/2 of 2 (taken|sealed)/);

  await page.reload();
  await page.evaluate(
    (given) => {
      const camera = document.querySelector('capture-image');
      if (camera) camera.shots = given as CaptureImage['shots'];
    },
    list.slice(0, 2),
  );
  await expect(asked(page)).toContainText(/2 of 2 (taken|sealed)/);
});

test('eight shots with one skipped are delivered after a reload and a refused upload, and the person says to be done', async ({
  page,
}) => {
  const options = 'id="car" deliver-to="/uploads"';
  let refusals = 0;
  let stored = 0;
  await page.route('**/uploads', (route) => {
    const isRefused = stored === 5 && refusals === 0;
    if (isRefused) refusals++;
    else stored++;
    return route.fulfill({status: isRefused ? 403 : 204});
  });
  const take = async (next: string | RegExp) => {
    await button(page, 'Take photo').click();
    await expect(asked(page)).toContainText(next);
  };
  await open(page, list, {options});
  await take('2 of 8');
  await take('3 of 8');
  await button(page, 'More options Label of right').click();
  await button(page, 'Skip Label of right').click();
  await button(page, 'Cannot be reached').click();
  await take('5 of 8');
  await expect.poll(() => stored, {timeout: 20_000}).toBe(3);

  await open(page, list, {options, first: '5 of 8'});
  for (const next of ['6 of 8', '7 of 8', '8 of 8', /7 of 8 (taken|sealed) · 1 skipped/]) {
    await take(next);
  }
  await expect(asked(page)).toContainText('7 of 8 sealed · 1 skipped', {timeout: 20_000});
  await expect.poll(() => [stored, refusals], {timeout: 20_000}).toEqual([6, 1]);
  await asked(page).getByRole('button').first().click();
  const rows = page.locator('.shots li');
  const refused = rows.filter({hasText: 'Sealed, not uploaded'});
  await expect(refused).toHaveCount(1);
  await expect(refused).toContainText('The server does not take this photo (status\u00a0403).');
  await expect(rows.filter({hasText: 'Sealed and uploaded'})).toHaveCount(6);
  await expect(rows.filter({hasText: 'Skipped: cannot be reached'})).toHaveCount(1);
  await page.keyboard.press('Escape');
  await listen(page);
  await button(page, 'Try again').click();
  await expect(asked(page)).toContainText('7 of 8 delivered · 1 skipped');
  expect((await said(page)).filter((text) => text.includes('delivered'))).toEqual([
    '7 of 8 delivered · 1 skipped',
  ]);
  await button(page, 'Done').click();
  await expect(asked(page)).toContainText('Closed');
  await expect.poll(async () => (await heard(page)).done.length, {timeout: 20_000}).toBe(1);
  const {done, complete} = await heard(page);
  expect(done[0]?.closing, 'the tags name a job').toMatch(/^[0-9a-f-]{36}$/);
  expect(done[0]?.skipped).toEqual([{shot: 'right', reason: 'unreachable'}]);
  expect(done[0]?.delivered.map(({shot}) => shot)).toEqual(ids.filter((id) => id !== 'right'));
  expect(done[0]?.shots).toEqual(complete.at(-1));

  // Nothing of it is forgotten.
  await open(page, list, {options, first: '7 of 8 delivered · 1 skipped'});
});

test('three photos that are sealed and delivered when the network is back are announced in at most three sentences', async ({
  page,
  context,
}) => {
  await page.route('**/uploads', (route) => route.fulfill({status: 204}));
  await open(page, list.slice(0, 3), {options: 'deliver-to="/uploads"'});
  // The part that counts captures is loaded when the page is idle.
  await expect.poll(() => site.asked).toContain('/bundle/scripts/capture-failures.js');
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  for (const next of ['2 of 3', '3 of 3', '3 of 3 done']) {
    await button(page, 'Take photo').click();
    await expect(asked(page)).toContainText(next);
  }
  await expect(page.getByText('3 photos waiting for the network').first()).toBeVisible();
  await listen(page);
  await context.setOffline(false);
  await expect(asked(page)).toContainText('3 of 3 delivered', {timeout: 20_000});
  await expect.poll(() => said(page)).toContain('3 photos sealed.');
  const sentences = await said(page);
  expect(sentences.length, sentences.join(' | ')).toBeLessThanOrEqual(3);
});
