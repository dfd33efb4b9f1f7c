import {readFile} from 'node:fs/promises';
import type {Browser, CDPSession, Page} from '@playwright/test';

/**
 * Measures the memory of the browser's page processes after garbage collection: the script heap and the memory outside
 * it.
 */
export class PageMemory {
  readonly #page: CDPSession;
  readonly #browser: CDPSession;

  private constructor(page: CDPSession, browser: CDPSession) {
    this.#page = page;
    this.#browser = browser;
  }

  static async of(page: Page, browser: Browser): Promise<PageMemory> {
    return new PageMemory(
      await page.context().newCDPSession(page),
      await browser.newBrowserCDPSession(),
    );
  }

  /** Resident memory of all page processes together, in megabytes. */
  async megabytes(): Promise<number> {
    await this.#page.send('HeapProfiler.collectGarbage');
    const {processInfo} = await this.#browser.send('SystemInfo.getProcessInfo');
    const pages = processInfo.filter(({type}) => type === 'renderer');
    const sizes = await Promise.all(pages.map(({id}) => residentKilobytes(id)));
    return sizes.reduce((total, size) => total + size, 0) / 1_000;
  }
}

async function residentKilobytes(process: number): Promise<number> {
  const status = await readFile(`/proc/${process}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
}
