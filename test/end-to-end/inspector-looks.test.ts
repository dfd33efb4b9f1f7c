// Compares every state of the inspector with a reference picture and runs axe on it. After an intended change of the
// looks, renew the pictures in references/ and look at each of them:
//
//   npm run test:e2e -- inspector-looks --update-snapshots
import {expect, test} from '@playwright/test';
import type {SealInspector} from '../../src/elements/seal-inspector.js';
import {answers, InspectorStage, photo, recording} from './inspector-stage.js';

/** Functions that bring the element on a fresh page into each state. */
const states: Record<string, (stage: InspectorStage) => Promise<void>> = {
  empty: () => Promise.resolve(),
  dragging: (stage) => stage.drag(),
  async working(stage) {
    await stage.element.evaluate((element: SealInspector) => {
      element.client = {
        inspect: (_file, {onProgress}) => {
          onProgress?.(0.42);
          return new Promise(() => undefined);
        },
      };
    });
    await stage.give(photo());
    await expect(stage.element.getByText('42%')).toBeVisible();
  },
  valid: (stage) => withVerdict(stage, 'valid'),
  untrusted: (stage) => withVerdict(stage, 'untrusted'),
  broken: (stage) => withVerdict(stage, 'invalid'),
  none: (stage) => withVerdict(stage, 'none'),
  async recording(stage) {
    await stage.answer(answers.brief);
    await stage.give(recording());
    await stage.settle();
  },
  async failed(stage) {
    await stage.goOffline();
    await stage.give(photo());
    await expect(
      stage.element.getByRole('heading', {name: 'The service cannot be reached'}),
    ).toBeVisible();
  },
  async files(stage) {
    await stage.element.evaluate((element: SealInspector, given) => {
      element.client = {
        inspect: (file) => {
          const {name} = file as File;
          if (name.startsWith('gate')) return Promise.reject(new TypeError('offline'));
          const state = (['invalid', 'none', 'untrusted'] as const).find((one) =>
            name.includes(one),
          );
          if (name.startsWith('pier')) return new Promise(() => undefined);
          return Promise.resolve(given[state ?? 'brief']);
        },
      };
    }, answers);
    const names = ['north-quay', 'hull-invalid', 'deck-none', 'crane-untrusted', 'gate', 'mast'];
    await stage.give(
      ...[...names, 'pier-east', 'pier-west', 'last'].map((name) => photo(`${name}.jpg`)),
    );
    await expect(stage.element.locator('[role=option]').filter({hasText: 'Waiting'})).toHaveCount(
      1,
    );
    await stage.settle();
  },
  async differing(stage) {
    await stage.answer(answers.brief);
    await stage.element.evaluate((element: SealInspector, given) => {
      element.verify = 'both';
      element.verifiers = {
        local: {verify: () => Promise.resolve(given)},
        trustAnchors: {of: () => Promise.resolve('roots')},
      };
    }, answers.untrusted);
    await stage.give(photo());
    await stage.settle();
  },
};

async function withVerdict(stage: InspectorStage, state: keyof typeof answers): Promise<void> {
  await stage.answer(answers[state]);
  await stage.give(photo());
  await stage.settle();
}

/** States that are shown in full. The lower parts of the other states look like one of these. */
const whole = ['valid-light', 'broken-dark'];
/** Height of the window by its width, or for a state that is shown in full. Content outside the window is not drawn. */
const heights = {360: 1000, 1280: 700, whole: 6200};

test.describe.configure({mode: 'parallel'});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 1280] as const) {
    test(`the inspector matches its reference pictures and passes axe in every state, ${colorScheme}, ${width} pixels wide`, async ({
      browser,
    }) => {
      test.slow();
      const context = await browser.newContext({
        colorScheme,
        viewport: {width, height: heights[width]},
        deviceScaleFactor: 1,
        locale: 'en-GB',
        timezoneId: 'Europe/Berlin',
        reducedMotion: 'reduce',
      });
      for (const [name, enter] of Object.entries(states)) {
        await test.step(name, async () => {
          const stage = await InspectorStage.in(context);
          const shown = heights[whole.includes(`${name}-${colorScheme}`) ? 'whole' : width];
          await stage.page.setViewportSize({width, height: shown});
          await enter(stage);
          const all = Math.ceil((await stage.element.boundingBox())?.height ?? 0);
          const height = Math.min(all, shown);
          await expect.soft(stage.page).toHaveScreenshot(`${name}-${colorScheme}-${width}.png`, {
            clip: {x: 0, y: 0, width, height},
            maxDiffPixelRatio: 0.01,
          });
          expect.soft(await stage.overflow(), name).toBe(0);
          // Axe runs at one width only: colors depend on the color scheme only, and the content does not depend on the
          // width.
          if (width === 360) expect.soft(await stage.violations(), name).toEqual([]);
          await stage.page.close();
        });
      }
      await context.close();
    });
  }
}
