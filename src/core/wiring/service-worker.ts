import type {ProtectionOptions} from '../../model/protection-config.js';
import {BrowserBackgroundSyncEvents} from '../../ports/browser/background-sync.js';
import {systemClock, systemRandom} from '../../ports/browser/clock.js';
import {BrowserHttp} from '../../ports/browser/http.js';
import {BrowserLocks} from '../../ports/browser/locks.js';
import {CaptureDatabase} from '../../worker/storage/capture-database.js';
import {DatabaseConnection} from '../../worker/storage/database-connection.js';
import {OriginCheck} from '../../worker/sealing/origin-check.js';
import {SealService} from '../../worker/sealing/seal-service.js';
import {Sealing} from '../../worker/sealing/sealing.js';
import {BackgroundSealing} from '../queue/background-sealing.js';
import {reportBug} from '../../ports/browser/report-bug.js';
import {pause} from '../async/pause.js';
import {SealedCaptureError} from '../../model/errors.js';

export {createProtection, type ProtectionSettings} from '../credentials/create-protection.js';
export {SealedCaptureError};
export type {ProtectionOptions} from '../../model/protection-config.js';

export interface BackgroundSealingSettings {
  /**
   * Where to seal and with which credentials, as `createProtection` makes it; one for each endpoint. Relative
   * addresses are relative to the service worker's script.
   */
  protection: ProtectionOptions | readonly ProtectionOptions[];
  /**
   * Whose captures are sealed: what the page's elements have as `account`. Asked each time that there is work. Default:
   * those of nobody; others wait until a page has their account.
   */
  account?: () => string | undefined | Promise<string | undefined>;
}

/**
 * `sealed-capture/service-worker`: in a page's own service worker, seals what a page that was closed left behind, as
 * soon as there is a network. Call it once, while the script is first run. Browsers without Background Sync never ask
 * for it; there the next visit seals. Throws `configuration_invalid` for an address that is none.
 *
 * @example
 * sealInBackground({
 *   protection: createProtection({
 *     getToken: async (signal) => {
 *       const answer = await fetch('/my-backend/token', {method: 'POST', signal});
 *       if (!answer.ok) throw new Error(`No token: ${answer.status}`);
 *       return answer.json();
 *     },
 *   }),
 * });
 */
export function sealInBackground({protection, account}: BackgroundSealingSettings): void {
  const events = new BrowserBackgroundSyncEvents();
  const store = new CaptureDatabase(new DatabaseConnection());
  const http = new OriginCheck(new BrowserHttp(), {
    origin: globalThis.origin,
    isOnline: () => navigator.onLine,
    warn: report,
  });
  const sealing = new BackgroundSealing([protection].flat(), {
    store,
    sealer: new Sealing(store, new SealService(http, systemClock), systemClock),
    locks: new BrowserLocks(),
    clock: systemClock,
    random: systemRandom,
    report,
    events,
    pause,
    account,
    address: location.href,
  });
  events.listen((lastChance) => sealing.run(lastChance));
}

/** A service worker may load nothing later. */
function report(problem: unknown): void {
  const isBug = problem instanceof SealedCaptureError && problem.code === 'internal_error';
  if (isBug) reportBug(problem.cause);
  else console.warn(problem);
}
