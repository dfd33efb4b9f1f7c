import {BrowserBackgroundSync} from '../../ports/browser/background-sync.js';
import {systemClock, systemRandom} from '../../ports/browser/clock.js';
import {BrowserLocks} from '../../ports/browser/locks.js';
import {MediaWorkerClient} from '../../ports/worker-channel/media-worker-client.js';
import {
  BrowserStoragePersistence,
  type StorageState,
} from '../../ports/browser/storage-persistence.js';
import {BrowserWakeUps} from '../../ports/browser/wake-ups.js';
import {report} from '../../ports/browser/report.js';
import type {CaptureReadings} from '../metadata/late-readings.js';
import {ProtectionQueue} from '../queue/protection-queue.js';
import type {QueuePorts} from '../queue/queue-parts.js';
import type {Protection, ProtectionClient} from '../queue/queue-client.js';
import {browserReadings} from './readings.js';
import {readingsOf, sharedMotionPermission, type Sensing} from './sensing.js';

/** What the core uses of the browser. */
export interface CorePorts extends QueuePorts, Sensing {}

/**
 * Stores captures and has them sealed, without any element. There is one per page, made on first use. Camera,
 * microphone and inspection have composition roots of their own (`camera-core.ts`, `microphone-core.ts`,
 * `inspection.ts`), so that none loads another's code.
 */
export class SealingCore {
  static #shared?: SealingCore;
  readonly ports: CorePorts;
  readonly queue: ProtectionQueue;

  constructor(ports: CorePorts, queue = new ProtectionQueue(ports)) {
    this.ports = ports;
    this.queue = queue;
  }

  /** The page's shared core. */
  static shared(): SealingCore {
    return (SealingCore.#shared ??= new SealingCore(browserPorts()));
  }

  /**
   * Connects a client to the queue: its captures are sealed and it is notified of them, until the returned handle
   * is released.
   */
  connect(client: ProtectionClient): Protection {
    return this.queue.connect(client);
  }

  /** The metadata source for this client's captures. */
  createReadings(client: ProtectionClient): CaptureReadings {
    return readingsOf(client, this.ports);
  }

  /** Storage of the page's origin; undefined until it is known, and in browsers that do not report it. */
  get storage(): StorageState | undefined {
    return this.queue.storage;
  }

  /** Ends all work; for tests and for pages that replace their core. */
  close(): void {
    this.queue.close();
  }
}

/** The ports that use the real browser. */
export function browserPorts(): CorePorts {
  const worker = MediaWorkerClient.shared();
  const motionPermission = sharedMotionPermission();
  worker.standIn = () => import('./page-storage.js').then(({pageStorage}) => pageStorage());
  return {
    motionPermission,
    readings: Promise.resolve(browserReadings(motionPermission, report)),
    store: worker.calls,
    sealer: worker.calls,
    whenLost: (onLost) => (worker.onDeath = onLost),
    locks: new BrowserLocks(),
    persistence: new BrowserStoragePersistence(),
    backgroundSync: new BrowserBackgroundSync(),
    loadUploads: () => import('./uploads.js').then(({createUploads}) => createUploads),
    wakeUps: new BrowserWakeUps(),
    clock: systemClock,
    random: systemRandom,
    pageAddress: () => document.baseURI,
    report,
  };
}
