import {expect, test, type Page} from '@playwright/test';
import type {CaptureImage} from 'sealed-capture';
import {countLiveTracks} from './live-tracks.js';
import type {Mounting, Told} from './page/react-page.js';
import {startReactSite, type ReactSite} from './react-site.js';

let site: ReactSite;

test.beforeAll(async () => void (site = await startReactSite()));
test.afterAll(() => site.close());

test.use({permissions: ['camera'], viewport: {width: 900, height: 900}});

const tags = ['protection-provider', 'capture-image', 'capture-audio', 'seal-inspector'];

async function open(
  page: Page,
  how: Pick<Mounting, 'strict' | 'activity'> = {},
): Promise<string[]> {
  const problems: string[] = [];
  page.on('pageerror', ({message}) => problems.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(site.address);
  await page.evaluate((mounting) => window.reactPage.render(mounting), {...site.mounting, ...how});
  await live(page);
  return problems;
}

/** Waits until the camera is live. */
const live = (page: Page) =>
  page.waitForFunction(() => {
    const video = document.querySelector('capture-image')?.shadowRoot?.querySelector('video');
    return (video?.videoWidth ?? 0) > 0;
  });

/** Keeps a reference to the camera's track, to check it after the element is removed. */
const keepTrack = (page: Page) =>
  page.evaluateHandle(() => {
    const video = document.querySelector('capture-image')?.shadowRoot?.querySelector('video');
    const [track] = (video?.srcObject as MediaStream).getTracks();
    if (!track) throw new Error('The camera is off.');
    return track;
  });

const told = (page: Page): Promise<Told[]> => page.evaluate(() => window.reactPage.told);
const handlersOf = (events: readonly Told[]): string[] => events.map(({handler}) => handler);

test('the components render the elements with their properties, and refs return the elements', async ({
  page,
}) => {
  const problems = await open(page);
  const found = await page.evaluate(() => {
    const {refs} = window.reactPage;
    const {image, audio, provider, inspector} = refs;
    return {
      tags: Object.values(refs).map(({current}) => current?.localName),
      areInPage: Object.values(refs).every(
        ({current}) => document.querySelector(current?.localName ?? '') === current,
      ),
      facing: image.current?.facing,
      classes: image.current?.className,
      maxDuration: audio.current?.maxDuration,
      isSandbox: [provider.current?.sandbox, image.current?.sandbox],
      baseUrl: inspector.current?.baseUrl,
    };
  });
  expect(found).toEqual({
    tags,
    areInPage: true,
    facing: 'user',
    classes: 'wide',
    maxDuration: 60,
    isSandbox: [true, true],
    baseUrl: `${site.mounting.baseUrl}/sandbox/inspect`,
  });
  expect(problems).toEqual([]);
});

test('each handler is called once per event, with the event', async ({page}) => {
  await open(page);
  const captureId = await page.evaluate(async () => {
    const {captureId} = (await window.reactPage.refs.image.current?.takePicture()) ?? {};
    return captureId;
  });
  await expect.poll(async () => handlersOf(await told(page))).toContain('onProtected');
  const source = 'capture-image';
  expect((await told(page)).filter((event) => event.captureId)).toEqual([
    {handler: 'onCapture', type: 'capture', source, captureId},
    {handler: 'onProtected', type: 'protected', source, captureId, delivery: 1},
  ]);
  expect((await told(page)).find(({handler}) => handler === 'onPermissionChange')).toEqual({
    handler: 'onPermissionChange',
    type: 'permission-change',
    source,
  });
  await page.evaluate(() => window.reactPage.refs.inspector.current?.inspect(new Blob(['?'])));
  await expect.poll(async () => (await told(page)).at(-1)?.type).toBe('inspect-error');
});

test('a sealed photo is delivered again if the promise of onProtected rejects', async ({page}) => {
  await open(page);
  await page.evaluate(async () => {
    window.reactPage.refuse(1);
    await window.reactPage.refs.image.current?.takePicture();
  });
  const deliveries = async () => (await told(page)).flatMap(({delivery}) => delivery ?? []);
  await expect.poll(deliveries, {timeout: 15_000}).toEqual([1, 2]);
});

test('handlers that a page removed are not called', async ({page}) => {
  await open(page);
  const before = await page.evaluate(async (mounting) => {
    window.reactPage.render({...mounting, isDeaf: true});
    // React renders at the end of the task.
    await new Promise((resolve) => setTimeout(resolve));
    const {length} = window.reactPage.told;
    const element = window.reactPage.refs.image.current;
    const sealed = new Promise((resolve) => element?.addEventListener('protected', resolve));
    await element?.takePicture();
    await sealed;
    return length;
  }, site.mounting);
  expect((await told(page)).slice(before)).toEqual([]);
});

test('unmounting removes the element and turns the camera off', async ({page}) => {
  const problems = await open(page);
  const track = await keepTrack(page);
  expect(await track.evaluate(({readyState}) => readyState)).toBe('live');
  await page.evaluate(() => window.reactPage.unmount());
  await expect(page.locator(tags.join())).toHaveCount(0);
  expect(await track.evaluate(({readyState}) => readyState)).toBe('ended');
  const refs = await page.evaluate(() =>
    Object.values(window.reactPage.refs).map(({current}) => current),
  );
  expect(refs).toEqual([null, null, null, null]);
  expect(problems).toEqual([]);
});

test('in a hidden <Activity> no camera is on; once it is visible, one is, and it takes photos', async ({
  page,
}) => {
  const liveTracks = await countLiveTracks(page);
  const show = (activity: 'visible' | 'hidden') =>
    page.evaluate((mounting) => window.reactPage.render(mounting), {...site.mounting, activity});
  const problems = await open(page, {activity: 'visible'});
  for (const _ of ['twice', 'because React mounts again']) {
    await show('hidden');
    await expect.poll(liveTracks, {timeout: 500}).toBe(0);
    await page.waitForTimeout(700);
    expect(await liveTracks()).toBe(0);
    await show('visible');
    await expect.poll(liveTracks).toBe(1);
  }
  await page.evaluate(() => window.reactPage.refs.image.current?.takePicture());
  await expect.poll(async () => handlersOf(await told(page))).toContain('onProtected');
  expect(await liveTracks()).toBe(1);
  expect(problems).toEqual([]);
});

test('in an <Activity> that begins hidden no camera is opened', async ({page}) => {
  const liveTracks = await countLiveTracks(page);
  await page.goto(site.address);
  await page.evaluate((mounting) => window.reactPage.render(mounting), {
    ...site.mounting,
    activity: 'hidden' as const,
  });
  await expect(page.locator('capture-image')).toHaveCount(1);
  await page.waitForTimeout(1_000);
  expect(await liveTracks()).toBe(0);
});

test('in strict mode one camera is live, and replaced elements have released theirs', async ({
  page,
}) => {
  const problems = await open(page, {strict: true});
  expect(await page.evaluate(() => window.reactPage.mounts)).toBe(2);
  const first = await keepTrack(page);
  await page.evaluate((mounting) => {
    window.reactPage.render({...mounting, strict: true, camera: 2});
  }, site.mounting);
  await expect.poll(() => first.evaluate(({readyState}) => readyState)).toBe('ended');
  await live(page);
  const second = await keepTrack(page);
  expect(await second.evaluate(({readyState}) => readyState)).toBe('live');
  await expect(page.locator('capture-image')).toHaveCount(1);
  await page.evaluate(() => window.reactPage.refs.image.current?.takePicture());
  await expect.poll(async () => handlersOf(await told(page))).toContain('onProtected');
  const captures = (await told(page)).filter(({captureId}) => captureId);
  expect(handlersOf(captures)).toEqual(['onCapture', 'onProtected']);
  expect(problems).toEqual([]);
});

test('server-rendered elements get their properties and handlers', async ({page}) => {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(`${site.address}/rendered`);
  const image = await page.locator('capture-image').elementHandle();
  await page.evaluate((mounting) => window.reactPage.hydrate(mounting), site.mounting);
  await live(page);
  const isSame = await image?.evaluate(
    (element) => element === window.reactPage.refs.image.current,
  );
  expect(isSame).toBe(true);
  // The camera started before the page set its facing, and then switches.
  const takePicture = () =>
    page.evaluate(() =>
      window.reactPage.refs.image.current?.takePicture().then(
        () => true,
        () => false,
      ),
    );
  await expect.poll(takePicture).toBe(true);
  await expect.poll(async () => handlersOf(await told(page))).toContain('onProtected');
  expect(
    await page.locator('capture-image').evaluate((element: CaptureImage) => element.facing),
  ).toBe('user');
  expect(problems).toEqual([]);
});
