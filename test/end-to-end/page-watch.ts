import type {Page, Request} from '@playwright/test';

/** Records what must not happen in a page, violations of its CSP and errors, and the requests that the page sent. */
export class PageWatch {
  readonly problems: string[] = [];
  readonly requests: Request[] = [];

  private constructor(page: Page) {
    page.on('console', (message) => {
      // Whole Chromium asks each site for it; its headless shell does not.
      if (message.location().url.endsWith('/favicon.ico')) return;
      if (message.type() === 'error') this.problems.push(message.text());
    });
    page.on('pageerror', (error) => this.problems.push(error.message));
    page.on('request', (request) => this.requests.push(request));
  }

  static async of(page: Page): Promise<PageWatch> {
    const watch = new PageWatch(page);
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', ({violatedDirective, blockedURI, sample}) => {
        console.error(`CSP violation: ${violatedDirective} ${blockedURI} ${sample}`);
      });
    });
    return watch;
  }

  /** Bodies of the requests to this path, as they were sent over the network. */
  bodies(path: string): Buffer[] {
    return this.requests
      .filter((request) => new URL(request.url()).pathname === path)
      .map((request) => request.postDataBuffer() ?? Buffer.alloc(0));
  }
}
