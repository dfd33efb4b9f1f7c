import {readFile} from 'node:fs/promises';
import {expect, test} from '@playwright/test';
import {atNight} from '../variants.js';
import {inspected} from './inspected.js';
import {PageWatch} from './page-watch.js';
import {openMicrophone, RecordingPage, type Microphone} from './recording-page.js';
import {startSite, type Site} from './site.js';
import {decode, follow, probedDuration, RATE, TONES} from './tone.js';

let site: Site;

test.beforeAll(async () => {
  site = await startSite();
});
test.afterAll(async () => {
  await site.close();
});

/** Checks that both tones have the right frequency and loudness, and that no sample is lost or repeated. */
function expectTones(samples: Float32Array): void {
  for (const tone of TONES) {
    const {frequency, quietest, loudest, largestJump} = follow(samples, tone);
    expect(Math.abs(frequency - tone), `${tone} Hz`).toBeLessThan(0.005);
    expect(quietest, `${tone} Hz`).toBeGreaterThan(0.22);
    expect(loudest, `${tone} Hz`).toBeLessThan(0.26);
    expect(largestJump, `${tone} Hz`).toBeLessThan(0.2);
  }
}

async function withMicrophone(
  options: Parameters<typeof openMicrophone>,
  use: (recorder: RecordingPage, microphone: Microphone) => Promise<void>,
): Promise<void> {
  const microphone = await openMicrophone(...options);
  try {
    const recorder = new RecordingPage(await microphone.context.newPage());
    await use(recorder, microphone);
  } finally {
    await microphone.close();
  }
}

test('a sealed recording contains the two tones of the microphone exactly', async ({
  launchOptions,
}) => {
  await withMicrophone([launchOptions], async (recorder, {folder}) => {
    const watch = await PageWatch.of(recorder.page);
    await recorder.open(site.address);
    await recorder.recordFor(6);
    await recorder.stop.click();
    const {captureId, duration = 0} = await recorder.hear('capture');
    await recorder.hear('protected');
    expect((await recorder.told()).map(({name}) => name)).toEqual(['capture', 'protected']);

    for (const name of ['capture', 'protected'] as const) {
      const path = await recorder.save(name, captureId, folder);
      const samples = decode(path);
      expect(samples.length, name).toBe(Math.round(duration * RATE));
      expectTones(samples);
      expect(probedDuration(path), name).toBeCloseTo(duration, 5);
      expect(await recorder.playerDuration(name, captureId), name).toBeCloseTo(duration, 5);
    }

    const sealed = await readFile(await recorder.save('protected', captureId, folder));
    const result = await inspected(site, sealed);
    expect(result.labelValid, result.reason).toBe(true);
    expect(result.gps).toMatchObject({latitude: 51.50735, longitude: -0.12776});
    expect(result.microphone).toMatchObject({
      sampleRate: RATE,
      channels: 1,
      echoCancellation: false,
      noiseSuppression: false,
      autoGainControl: false,
    });
    expect(result.microphone?.deviceName).toContain('Fake');
    expect(result.camera).toBeUndefined();

    const changed = Buffer.from(sealed);
    const at = changed.length - 5000;
    changed[at] = (changed[at] ?? 0) ^ 1;
    const broken = await inspected(site, changed);
    expect([broken.labelValid, broken.labelState]).toEqual([false, 'invalid']);
    expect(watch.problems).toEqual([]);
  });
});

test('a recording leaves out what is said in a pause and nothing else, and its bookmark and caption are sealed', async ({
  launchOptions,
}) => {
  await withMicrophone([launchOptions], async (recorder, {folder}) => {
    await recorder.open(site.address);
    await recorder.recordFor(2);
    await recorder.element.getByRole('button', {name: 'Pause'}).click();
    const before = await recorder.elapsed();
    await recorder.page.keyboard.press('m');
    await recorder.element.evaluate(
      (element) => void Object.assign(element, {caption: 'Both tones'}),
    );
    await recorder.page.waitForTimeout(2500);
    expect(await recorder.elapsed()).toBeLessThanOrEqual(before + 1);
    await recorder.element.getByRole('button', {name: 'Resume'}).click();
    await recorder.waitForSound(before + 2);
    await recorder.stop.click();
    const {captureId, duration = 0} = await recorder.hear('capture');
    const samples = decode(await recorder.save('capture', captureId, folder));
    expect(samples.length).toBe(Math.round(duration * RATE));
    // Where both pieces meet, and nowhere else.
    for (const tone of TONES) expect(follow(samples, tone).jumps).toBeLessThanOrEqual(2);
    await recorder.hear('protected');
    const sealed = await readFile(await recorder.save('protected', captureId, folder));
    const {microphone, tags} = await inspected(site, sealed);
    const [bookmark = 0, ...more] = microphone?.bookmarks ?? [];
    expect(more).toEqual([]);
    expect(Math.floor(bookmark)).toBe(before);
    expect(tags).toMatchObject({caption: 'Both tones'});
  });
});

// By day, the process is killed below, which leaves less behind.
atNight(test)(
  'a recording that a reload interrupts is there in the next visit, marked as recovered, and sealed',
  async ({launchOptions}) => {
    await withMicrophone([launchOptions], async (recorder, {folder}) => {
      await recorder.open(site.address);
      await recorder.recordFor(7);
      await recorder.page.reload();
      await expectRecovered(recorder, folder);
    });
  },
);

test('a recording whose process is killed is there in the next visit, marked as recovered, and sealed', async ({
  launchOptions,
}) => {
  await withMicrophone([launchOptions], async (recorder, {folder, context}) => {
    await recorder.open(site.address);
    await recorder.recordFor(7);
    const debugging = await context.newCDPSession(recorder.page);
    const crashed = recorder.page.waitForEvent('crash');
    // This call is never answered, because the process is gone.
    void debugging.send('Page.crash').catch(() => undefined);
    await crashed;
    const next = new RecordingPage(await context.newPage());
    await next.open(site.address);
    await expectRecovered(next, folder);
  });
});

// By day, the process is killed above, and faults-crashes.test.ts opens a profile again.
atNight(test)(
  'a recording that was in progress when the browser closed is there when the browser is opened again',
  async ({launchOptions}) => {
    await withMicrophone([launchOptions], async (recorder, microphone) => {
      await recorder.open(site.address);
      await recorder.recordFor(7);
      const context = await microphone.reopen();
      const next = new RecordingPage(await context.newPage());
      await next.open(site.address);
      await expectRecovered(next, microphone.folder);
    });
  },
);

/** Checks that at most the last seconds are missing, and that the rest is complete. */
async function expectRecovered(recorder: RecordingPage, folder: string): Promise<void> {
  const capture = await recorder.hear('capture');
  expect(capture.recovered).toBe(true);
  expect(capture.duration).toBeGreaterThan(3.9);
  const sealed = await recorder.hear('protected');
  expect(sealed).toMatchObject({captureId: capture.captureId, restored: true});
  expect((await recorder.told()).length).toBe(2);
  const path = await recorder.save('protected', capture.captureId, folder);
  const samples = decode(path);
  expect(samples.length).toBe(Math.round((capture.duration ?? 0) * RATE));
  expectTones(samples);
  const {labelValid, reason} = await inspected(site, await readFile(path));
  expect(labelValid, reason).toBe(true);
}

// By day, recoveries.test.ts checks that other pages leave it alone.
atNight(test)(
  'another tab does not touch a recording that is still in progress',
  async ({launchOptions}) => {
    await withMicrophone([launchOptions], async (recorder, {context}) => {
      await recorder.open(site.address);
      await recorder.recordFor(3);
      const other = new RecordingPage(await context.newPage());
      await other.open(site.address);
      await other.page.waitForTimeout(1500);
      expect(await other.told()).toEqual([]);
      await recorder.page.bringToFront();
      await recorder.stop.click();
      expect((await recorder.hear('capture')).recovered).toBeUndefined();
      await recorder.hear('protected');
      expect(await other.told()).toEqual([]);
    });
  },
);

test('an interview that a reload interrupts is listed beside the next recording, and both play and are sealed, with the name of a bookmark and a caption after the stop', async ({
  launchOptions,
}) => {
  await withMicrophone([launchOptions], async (recorder, {folder}) => {
    const {element, page} = recorder;
    await recorder.open(site.address);
    await recorder.recordFor(2);
    await element.getByRole('button', {name: 'Pause'}).click();
    await expect(element.locator('.pill')).toHaveText('Paused');
    await page.keyboard.press('m');
    await element.getByRole('textbox', {name: 'Name of the bookmark at 0:02'}).click();
    await page.keyboard.type('Mr. Moor is asked');
    await page.keyboard.press('Enter');
    await element.getByRole('button', {name: 'Resume'}).click();
    await recorder.waitForSound(7);
    await page.reload();

    expect(await recorder.hear('capture')).toMatchObject({recovered: true});
    await expect(element.locator('.wave canvas').first()).toBeVisible();
    const bookmark = element.getByRole('button', {name: 'Go to the bookmark'});
    await expect(bookmark).toHaveText('0:02 Mr. Moor is asked');

    await element.evaluate((recording) => recording.setAttribute('caption-field', ''));
    await recorder.recordFor(2);
    await recorder.stop.click();
    await expect(element.locator('.seal')).toHaveText('Recording: not sealed yet');
    await element.getByRole('textbox', {name: 'Caption'}).click();
    await page.keyboard.type('The second witness');
    await page.keyboard.press('Enter');
    const rows = element.getByRole('listitem');
    await expect(rows).toHaveCount(2);
    for (const row of await rows.all()) {
      await expect(row).toContainText('Sealed', {timeout: 20_000});
      await row.getByRole('button', {name: /^Play/}).click();
      await expect(row.getByRole('button', {name: /^Pause/})).toBeVisible();
      await row.getByRole('button', {name: /^Pause/}).click();
    }
    // The recovered recording is the last row.
    await expect(bookmark).toHaveText('0:02 Mr. Moor is asked');
    await expect(element.locator('.wave canvas').first()).toBeVisible();

    const sealed = (await recorder.told()).filter(({name}) => name === 'protected');
    expect(sealed).toHaveLength(2);
    const words = [];
    for (const {captureId} of sealed) {
      const file = await readFile(await recorder.save('protected', captureId, folder));
      const {labelValid, reason, microphone, tags} = await inspected(site, file);
      expect(labelValid, reason).toBe(true);
      words.push(microphone?.bookmarkNames?.join() ?? tags?.['caption']);
    }
    expect(words.sort()).toEqual(['Mr. Moor is asked', 'The second witness']);
  });
});

test('a recording ends, and is stored and sealed, when its microphone is removed', async ({
  launchOptions,
}) => {
  await withMicrophone([launchOptions], async (recorder, {context, folder}) => {
    await recorder.open(site.address);
    await recorder.recordFor(2);
    await context.clearPermissions();
    const {captureId, duration = 0} = await recorder.hear('capture');
    expect(duration).toBeGreaterThan(1.9);
    await expect(recorder.element).toContainText('Microphone disconnected.');
    await recorder.hear('protected');
    expectTones(decode(await recorder.save('protected', captureId, folder)));
  });
});

// By day, recording.browser.test.ts checks it in each engine.
atNight(test)('maxDuration ends the recording at the exact sample', async ({launchOptions}) => {
  await withMicrophone([launchOptions], async (recorder, {folder}) => {
    await recorder.open(site.address);
    await recorder.element.evaluate((element) => {
      element.setAttribute('max-duration', '1.7');
    });
    await recorder.record.click();
    const {captureId, duration} = await recorder.hear('capture');
    expect(duration).toBe(1.7);
    const samples = decode(await recorder.save('capture', captureId, folder));
    expect(samples.length).toBe(1.7 * RATE);
    expectTones(samples);
  });
});

// By day, microphone-session-ends.test.ts checks it in recorded time.
atNight(test)('silence for silenceTimeout ends the recording', async ({launchOptions}) => {
  await withMicrophone([launchOptions, {amplitude: 0}], async (recorder) => {
    await recorder.open(site.address);
    await recorder.element.evaluate((element) => {
      element.setAttribute('silence-timeout', '1500');
    });
    await recorder.record.click();
    const {duration = 0} = await recorder.hear('capture');
    expect(duration).toBeGreaterThanOrEqual(1.5);
    expect(duration).toBeLessThan(2.2);
    await recorder.hear('protected');
  });
});

test('a recording ends when the storage is full, reports this, and is sealed from memory', async ({
  launchOptions,
}) => {
  await withMicrophone([launchOptions], async (recorder, {context, folder}) => {
    await recorder.open(site.address);
    const debugging = await context.newCDPSession(recorder.page);
    const {origin} = new URL(site.address);
    const {usage} = await debugging.send('Storage.getUsageAndQuota', {origin});
    // Enough for one or two parts.
    const quotaSize = usage + 60_000;
    await debugging.send('Storage.overrideQuotaForOrigin', {origin, quotaSize});
    await recorder.record.click();
    await expect(recorder.element).toContainText('storage is full', {timeout: 20_000});
    const {captureId, duration = 0} = await recorder.hear('capture');
    expect(duration).toBeGreaterThan(1.9);
    await recorder.hear('protected');
    const told = (await recorder.told()).map(({name, code}) => code ?? name);
    expect(told).toEqual(['capture', 'storage_full', 'protected']);
    const samples = decode(await recorder.save('protected', captureId, folder));
    expect(samples.length).toBe(Math.round(duration * RATE));
    expectTones(samples);
  });
});

test('a tab in the background keeps recording, without a gap', async ({launchOptions}) => {
  await withMicrophone([launchOptions], async (recorder, {context, folder}) => {
    await recorder.open(site.address);
    await recorder.recordFor(1);
    const front = await context.newPage();
    await front.goto('about:blank');
    await front.bringToFront();
    await front.waitForTimeout(8000);
    await recorder.page.bringToFront();
    await recorder.stop.click();
    const {captureId, duration} = await recorder.hear('capture');
    expect(duration).toBeGreaterThan(8.5);
    expectTones(decode(await recorder.save('capture', captureId, folder)));
  });
});

// By day, microphone.browser.test.ts removes an element, microphone-session-ends.test.ts tells the next one.
atNight(test)(
  'an element that is removed from the page while it records loses nothing',
  async ({launchOptions}) => {
    await withMicrophone([launchOptions], async (recorder, {folder}) => {
      await recorder.open(site.address);
      await recorder.recordFor(2);
      await recorder.page.evaluate(() => {
        const element = document.querySelector('capture-audio');
        const place = element?.parentElement;
        element?.remove();
        // Appends a new element, as a framework does when it renders the page again.
        const next = document.createElement('capture-audio');
        next.protection = element?.protection;
        place?.append(next);
      });
      const {captureId} = await recorder.hear('protected');
      const told = (await recorder.told()).map((event) => [event.name, event.captureId]);
      expect(told).toEqual([
        ['capture', captureId],
        ['protected', captureId],
      ]);
      const samples = decode(await recorder.save('protected', captureId, folder));
      expect(samples.length).toBeGreaterThan(1.9 * RATE);
      expectTones(samples);
      await expect(recorder.element).toContainText('You left the page.');
    });
  },
);

test('a blocked microphone is reported before anything is pressed, and works once it is allowed', async ({
  launchOptions,
}) => {
  await withMicrophone([launchOptions, {permissions: []}], async (recorder, {context}) => {
    await recorder.page.goto(`${site.address}/interview.html`);
    await expect(recorder.element).toContainText('Microphone is blocked');
    await context.grantPermissions(['microphone']);
    await expect(recorder.record).toBeVisible();
    await recorder.record.click();
    await expect(recorder.stop).toBeVisible();
  });
});
