import {HttpDelivery} from '../../delivery/http-delivery.js';
import type {
  FileDelivery,
  ProtectionOptions,
} from '@sealed-capture/seal/model/protection-config.js';
import {BrowserBackgroundSyncEvents} from '../../ports/browser/background-sync.js';
import {systemClock, systemRandom} from '../../ports/browser/clock.js';
import {BrowserHttp} from '../../ports/browser/http.js';
import {BrowserLocks} from '../../ports/browser/locks.js';
import {CaptureDatabase} from '../../worker/storage/capture-database.js';
import {DatabaseConnection} from '../../worker/storage/database-connection.js';
import {OriginCheck} from '../../worker/sealing/origin-check.js';
import {SealService} from '../../worker/sealing/seal-service.js';
import {Sealer} from '../../worker/sealing/sealer.js';
import {BackgroundSealing} from '../queue/sealing/background-sealing.js';
import {reportBug} from '../../ports/browser/report-bug.js';
import {pause} from '../async/pause.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';

export {createProtection, type ProtectionSettings} from '../credentials/create-protection.js';
export {SealedCaptureError};
export type {
  DeliveryContext,
  FileDelivery,
  ProtectionOptions,
} from '@sealed-capture/seal/model/protection-config.js';

const http = new BrowserHttp();
const wakeUps = {
  get isOnline(): boolean {
    return navigator.onLine;
  },
};

export interface BackgroundSealingSettings {
  /**
   * Where to seal and with which credentials, as made by `createProtection`; one for each endpoint. Relative
   * addresses are resolved against the service worker's script.
   */
  protection: ProtectionOptions | readonly ProtectionOptions[];
  /**
   * The account whose captures are sealed and sent, the same as the `account` of the page's elements. Called
   * whenever there is work. Default: captures without an account; others wait for a page with their account.
   */
  account?: () => string | undefined | Promise<string | undefined>;
  /** Sends the sealed files to the page's own storage, like the elements' `delivery`. Wins over `deliverTo`. */
  delivery?: FileDelivery;
  /**
   * Address that the sealed files are sent to, like the elements' `deliver-to`; resolved against the service
   * worker's script. Without it and `delivery`, the next page sends them.
   */
  deliverTo?: string;
}

/**
 * `sealed-capture/service-worker`: in a page's own service worker, seals what a page that was closed left behind, and
 * sends it to the page's own storage, as soon as there is a network. Call it once, while the script is first run.
 * Browsers without Background Sync never ask for it; there the next visit seals. Throws `configuration_invalid` for an
 * address that is none.
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
 *   deliverTo: '/uploads',
 * });
 */
export function sealInBackground(settings: BackgroundSealingSettings): void {
  const {protection, account} = settings;
  const delivery = deliveryOf(settings);
  const events = new BrowserBackgroundSyncEvents();
  const store = new CaptureDatabase(new DatabaseConnection());
  const service = new OriginCheck(http, {
    origin: globalThis.origin,
    isOnline: () => wakeUps.isOnline,
    warn: report,
  });
  const sealing = new BackgroundSealing([protection].flat(), {
    store,
    sealer: new Sealer(store, new SealService(service, systemClock), systemClock),
    locks: new BrowserLocks(),
    clock: systemClock,
    random: systemRandom,
    wakeUps,
    report,
    events,
    pause,
    account,
    delivery,
    address: location.href,
  });
  events.listen((lastChance) => sealing.run(lastChance));
}

function deliveryOf({delivery, deliverTo}: BackgroundSealingSettings): FileDelivery | undefined {
  if (!delivery) return deliverTo ? new HttpDelivery({url: deliverTo}, {http}) : undefined;
  if (typeof delivery.send === 'function') return delivery;
  throw new SealedCaptureError('configuration_invalid', 'delivery is an object with send().');
}

/** A service worker can load no code later, so the report code is part of it. */
function report(problem: unknown): void {
  const isBug = problem instanceof SealedCaptureError && problem.code === 'internal_error';
  if (isBug) reportBug(problem.cause);
  else console.warn(problem);
}
