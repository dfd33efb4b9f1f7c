import {expect, test, type Page} from '@playwright/test';
import type {CaptureImage} from '../../src/elements/capture-image.js';
import type {ShotProgress} from '../../src/elements/capture-image/shots/shot.js';
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

/** Opens a page with these shots, and records its events. */
async function open(page: Page, shots: readonly object[]): Promise<void> {
  site.put('/', `<capture-image ${site.access} tags='{"claim":"1"}' style="height: 90vh">`);
  await page.goto(`${site.origin}/`);
  await page.evaluate((given) => {
    const heard = {sealed: {} as Record<string, string>, complete: [] as unknown[]};
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
    const camera = document.querySelector('capture-image');
    if (camera) camera.shots = given as CaptureImage['shots'];
  }, shots);
  await expect(asked(page)).toContainText(`1 of ${shots.length}`);
}

const asked = (page: Page) => page.locator('[part="shot"]');
const button = (page: Page, name: string) => page.getByRole('button', {name, exact: true});
const heard = (page: Page) =>
  page.evaluate(
    () =>
      (window as unknown as {heard: {sealed: Record<string, string>; complete: ShotProgress[][]}})
        .heard,
  );

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
    for (const next of ['5 of 8', '6 of 8', '7 of 8', '8 of 8', 'All 8 shots done, 1 skipped']) {
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
  await expect(asked(page)).toContainText('All 2 shots done, 1 skipped');
  await pressUntilFocused(page, /^All 2 shots done/);
  await page.keyboard.press('Enter');
  await pressUntilFocused(page, /^Take\s+Label of front$/);
  await page.keyboard.press('Enter');
  await expect(asked(page)).toContainText('1 of 2');
  await page.keyboard.press('Enter');
  await expect(asked(page)).toContainText('All 2 shots taken');

  await page.reload();
  await page.evaluate(
    (given) => {
      const camera = document.querySelector('capture-image');
      if (camera) camera.shots = given as CaptureImage['shots'];
    },
    list.slice(0, 2),
  );
  await expect(asked(page)).toContainText('All 2 shots taken');
});
