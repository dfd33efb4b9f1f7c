import {mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {
  chromium,
  expect,
  type BrowserContext,
  type LaunchOptions,
  type Page,
} from '@playwright/test';
import {writeWav} from './tone.js';

/** What the page reported about its recordings, as far as it can be serialized. */
export interface Told {
  name: 'capture' | 'protected' | 'protect-error';
  captureId: string;
  duration?: number;
  recovered?: boolean;
  restored?: boolean;
  code?: string;
}

/** A browser with a profile on disk whose microphone plays a file in a loop. */
export interface Microphone {
  context: BrowserContext;
  /** A folder for files of the test. */
  folder: string;
  close(): Promise<void>;
  /** Opens the same profile in a new browser, as after a crash. */
  reopen(): Promise<BrowserContext>;
}

/** @param amplitude amplitude of the two tones, from 0 (digital silence) to 1 */
export async function openMicrophone(
  launchOptions: LaunchOptions,
  {amplitude = 0.5, seconds = 60, permissions = ['microphone', 'geolocation']} = {},
): Promise<Microphone> {
  const folder = await mkdtemp(join(tmpdir(), 'sealed-capture-microphone-'));
  const wav = join(folder, 'microphone.wav');
  writeWav(wav, seconds, amplitude);
  const args = [
    '--no-sandbox',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-audio-capture=${wav}`,
  ];
  const launch = (): Promise<BrowserContext> =>
    chromium.launchPersistentContext(join(folder, 'profile'), {
      ...launchOptions,
      args,
      permissions,
      geolocation: {latitude: 51.50735, longitude: -0.12776, accuracy: 9},
    });
  let context = await launch();
  return {
    context,
    folder,
    async reopen() {
      await context.close();
      return (context = await launch());
    },
    async close() {
      await context.close();
      await rm(folder, {recursive: true, force: true, maxRetries: 3});
    },
  };
}

/** Page object for the recorder of the demo's interview, with the events that the page receives from it. */
export class RecordingPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get element() {
    return this.page.locator('capture-audio');
  }

  get record() {
    return this.element.getByRole('button', {name: /^(Start|New) recording$/});
  }

  get stop() {
    return this.element.getByRole('button', {name: 'Stop recording'});
  }

  /** Opens the page. What it reports survives a reload. */
  async open(address: string): Promise<void> {
    await this.page.addInitScript(() => {
      const told = JSON.parse(sessionStorage.getItem('told') ?? '[]') as unknown[];
      const blobs: Record<string, Blob> = {};
      Object.assign(window, {blobs});
      const note = (name: string, event: Event) => {
        const {captureId, duration, recovered, restored, code, blob, protectedBlob, mode} =
          event as unknown as Record<string, unknown>;
        if (mode !== 'audio') return;
        told.push({name, captureId, duration, recovered, restored, code});
        sessionStorage.setItem('told', JSON.stringify(told));
        const media = protectedBlob ?? blob;
        if (media instanceof Blob) blobs[`${name} ${String(captureId)}`] = media;
      };
      for (const name of ['capture', 'protected', 'protect-error'] as const) {
        document.addEventListener(name, (event) => {
          note(name, event);
        });
      }
    });
    await this.page.goto(`${address}/interview.html`);
    await expect(this.record).toBeVisible();
  }

  async told(): Promise<Told[]> {
    return await this.page.evaluate(
      () => JSON.parse(sessionStorage.getItem('told') ?? '[]') as Told[],
    );
  }

  /** Waits for the event of this name. */
  async hear(name: Told['name']): Promise<Told> {
    await expect.poll(async () => (await this.told()).map((told) => told.name)).toContain(name);
    const told = (await this.told()).find((one) => one.name === name);
    if (!told) throw new Error(`${name} was told and is gone`);
    return told;
  }

  /** Presses record, and waits until this many seconds were recorded. */
  async recordFor(seconds: number): Promise<void> {
    await this.record.click();
    await this.waitForSound(seconds);
  }

  async waitForSound(seconds: number): Promise<void> {
    const timeout = 20_000 + 1000 * seconds;
    await expect
      .poll(() => this.elapsed(), {timeout, intervals: [100]})
      .toBeGreaterThanOrEqual(seconds);
  }

  /** The elapsed time that the element shows, in whole seconds. */
  async elapsed(): Promise<number> {
    const shown = await this.element.getByRole('timer').innerText();
    const [minutes = 0, seconds = 0] = shown.trim().split(':').map(Number);
    return 60 * minutes + seconds;
  }

  /** Saves the raw (`capture`) or sealed (`protected`) recording in the folder. Resolves with its path. */
  async save(name: 'capture' | 'protected', captureId: string, folder: string): Promise<string> {
    const base64 = await this.page.evaluate(async (key) => {
      const {blobs} = window as unknown as {blobs: Record<string, Blob>};
      const blob = blobs[key];
      if (!blob) throw new Error(`the page has no ${key}`);
      const bytes = new Uint8Array(await blob.arrayBuffer());
      let text = '';
      for (let at = 0; at < bytes.length; at += 32_768) {
        text += String.fromCharCode(...bytes.subarray(at, at + 32_768));
      }
      return btoa(text);
    }, `${name} ${captureId}`);
    const path = join(folder, `${name}-${captureId}.mp3`);
    await writeFile(path, Buffer.from(base64, 'base64'));
    return path;
  }

  /** Duration in seconds, as this browser's player reports it. */
  async playerDuration(name: 'capture' | 'protected', captureId: string): Promise<number> {
    return await this.page.evaluate(async (key) => {
      const {blobs} = window as unknown as {blobs: Record<string, Blob>};
      const audio = new Audio(URL.createObjectURL(blobs[key] ?? new Blob()));
      await new Promise((loaded, failed) => {
        audio.onloadedmetadata = loaded;
        audio.onerror = () => {
          failed(new Error(audio.error?.message));
        };
      });
      return audio.duration;
    }, `${name} ${captureId}`);
  }
}
