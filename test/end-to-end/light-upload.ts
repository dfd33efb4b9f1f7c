import {expect, test, type Browser, type Page} from '@playwright/test';
import {longestTasks} from '../../bench/main-thread.js';
import {PageMemory} from './page-memory.js';

/**
 * Uploads twice, and checks that no task of the page takes longer than a frame and that its memory does not grow by the
 * file's size. `halfway` resolves when half of the second upload has arrived, with a function that lets the upload
 * continue.
 */
export async function expectLight(
  {page, browser}: {page: Page; browser: Browser},
  upload: () => Promise<void>,
  halfway: () => Promise<() => void>,
): Promise<void> {
  const {upload: tasks} = await longestTasks(page, ['upload'], upload);
  const memory = await PageMemory.of(page, browser);
  const before = await memory.megabytes();
  const growth: number[] = [];
  const measured = halfway().then(async (goOn) => {
    growth.push((await memory.megabytes()) - before);
    goOn();
  });
  await upload();
  await measured;
  growth.push((await memory.megabytes()) - before);
  const longest = tasks.running.longest;
  const description = `${longest.toFixed(1)} ms; ${growth.map((one) => one.toFixed(1)).join(', ')} MB`;
  test.info().annotations.push({type: 'longest task; growth half-way, at the end', description});
  expect(longest).toBeLessThan(16);
  expect(Math.max(...growth)).toBeLessThan(10);
}
