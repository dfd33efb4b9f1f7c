import type {Page} from '@playwright/test';

/** From the next navigation on, counts the live tracks of all cameras and microphones that the page has opened. */
export async function countLiveTracks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const {mediaDevices} = navigator;
    const tracks: MediaStreamTrack[] = [];
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await ask(constraints);
      tracks.push(...stream.getTracks());
      return stream;
    };
    Object.assign(globalThis, {
      liveTracks: () => tracks.filter(({readyState}) => readyState === 'live').length,
    });
  });
  return () => page.evaluate(() => (globalThis as unknown as {liveTracks(): number}).liveTracks());
}
