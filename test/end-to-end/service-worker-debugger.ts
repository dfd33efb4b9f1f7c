import {expect, type CDPSession, type Page} from '@playwright/test';

/** A registration of the browser's debugging protocol, with fields that its types lack. */
interface Registration {
  registrationId: string;
  scopeURL: string;
  isDeleted: boolean;
}

/** The browser's debugger, which acts on the service worker of a site. */
export class ServiceWorkerDebugger {
  readonly #session: CDPSession;
  readonly #origin: string;
  #registrationId?: string;

  private constructor(session: CDPSession, origin: string) {
    this.#session = session;
    this.#origin = origin;
    session.on('ServiceWorker.workerRegistrationUpdated', ({registrations}) => {
      for (const {registrationId, scopeURL, isDeleted} of registrations as Registration[]) {
        if (!isDeleted && scopeURL.startsWith(origin)) this.#registrationId = registrationId;
      }
    });
  }

  /** @param page any page of the browser, as long as it is open */
  static async of(page: Page, origin: string): Promise<ServiceWorkerDebugger> {
    const session = await page.context().newCDPSession(page);
    const worker = new ServiceWorkerDebugger(session, origin);
    await session.send('ServiceWorker.enable');
    return worker;
  }

  /** Dispatches the sync event, as the browser does when it has a network again. */
  async dispatchSync(lastChance = false): Promise<void> {
    await expect.poll(() => this.#registrationId).toBeDefined();
    await this.#session.send('ServiceWorker.dispatchSyncEvent', {
      origin: this.#origin,
      registrationId: this.#registrationId ?? '',
      tag: 'sealed-capture',
      lastChance,
    });
  }

  /** Stops the service worker, as the browser does when it needs memory. */
  async kill(): Promise<void> {
    await this.#session.send('ServiceWorker.stopAllWorkers');
  }

  async detach(): Promise<void> {
    await this.#session.detach();
  }
}
