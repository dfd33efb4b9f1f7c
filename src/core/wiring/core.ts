import {BrowserBackgroundSync} from '../../ports/browser/background-sync.js';
import {WorkerCaptureStore} from '../../ports/captures/capture-store.js';
import {systemClock, systemRandom} from '../../ports/browser/clock.js';
import {BrowserLocks} from '../../ports/browser/locks.js';
import {WorkerMediaSealer} from '../../ports/captures/media-sealer.js';
import {MediaWorkerClient} from '../../ports/worker-channel/media-worker-client.js';
import {
  BrowserMotionPermission,
  type MotionPermission,
} from '../../ports/sensors/motion-permission.js';
import {
  BrowserStoragePersistence,
  type StorageState,
} from '../../ports/browser/storage-persistence.js';
import {BrowserWakeUps} from '../../ports/browser/wake-ups.js';
import type {ProtectionConfig} from '../../model/protection-config.js';
import {report} from '../../ports/browser/report.js';
import {mediaWorker} from '../../ports/worker-channel/script-url.js';
import {chooseScriptsBase, offerScriptsBase} from '../../ports/worker-channel/side-file.js';
import {loadedLate} from '../async/loaded-late.js';
import {LateReadings, type CaptureReadings} from '../metadata/late-readings.js';
import {ProtectionQueue} from '../queue/protection-queue.js';
import type {QueuePorts} from '../queue/queue-parts.js';
import type {Protection, ProtectionClient} from '../queue/queue-client.js';

export {report} from '../../ports/browser/report.js';
export {isOwnFolder} from '../../ports/worker-channel/side-file.js';

/** Everything of the browser that sealing needs, and what tells what a capture is sealed with. */
export interface CorePorts extends QueuePorts {
  motionPermission: MotionPermission;
  /** Makes the readings of a client whose effective configuration `config` returns. */
  readings: Promise<(config: () => ProtectionConfig) => CaptureReadings>;
}

/**
 * Keeps captures and has them sealed, without any element. One for each page, made when it is first asked for.
 * Camera, microphone and inspecting have roots of their own (`camera-core.ts`, `microphone-core.ts`,
 * `inspection.ts`), so that none carries another's code.
 */
export class Core {
  static #shared?: Core;
  readonly ports: CorePorts;
  readonly queue: ProtectionQueue;

  constructor(ports: CorePorts, queue = new ProtectionQueue(ports)) {
    this.ports = ports;
    this.queue = queue;
  }

  /** The page's own. */
  static shared(): Core {
    return (Core.#shared ??= new Core(browserPorts()));
  }

  /** Joins the queue: captures of this client are sealed, and it hears of it, until the answer is released. */
  connect(client: ProtectionClient): Protection {
    return this.queue.connect(client);
  }

  /** What captures of this client are sealed with. */
  createReadings(client: ProtectionClient): CaptureReadings {
    return new LateReadings(this.ports.readings.then((make) => make(() => client.config)));
  }

  /** What the browser keeps for the page's origin; undefined until it is known, and where the browser does not tell. */
  get storage(): StorageState | undefined {
    return this.queue.storage;
  }

  /** Ends all work; for tests and for pages that replace their core. */
  close(): void {
    this.queue.close();
  }
}

/** What waited for a worker that could not be run tries again; a server has no workers. */
const tryWorkerAgain = (): void => {
  if ('document' in globalThis) MediaWorkerClient.shared().onDeath?.();
};

/**
 * Serves all that the package loads beside its own modules from one folder: scripts of workers, the recorder's worklet,
 * the engine, as `sealed-capture copy-scripts` puts them there. What has an address of its own (`setMediaWorkerUrl`, …)
 * keeps it. Call before the first capture; for elements that are in the HTML before any script runs,
 * `<meta name="sealed-capture-scripts" content="/scripts">` or `<protection-provider scripts-base="/scripts">` says the
 * same. Called later, it has captures sealed that waited for a worker that could not be run. On a server it only keeps
 * the address.
 */
export function setScriptsBase(url: string | URL): void {
  chooseScriptsBase(url);
  tryWorkerAgain();
}

/** The same by a `<protection-provider>`, of which the first is taken, unless a script chooses. Gives the one that was taken. */
export function provideScriptsBase(url: string): string {
  const taken = offerScriptsBase(url);
  if (taken === url) tryWorkerAgain();
  return taken;
}

/**
 * Serves the media worker's script from another place, e.g. where a bundler moved it. Call before the first capture.
 * Called later, it has captures sealed that waited for a worker that could not be run.
 */
export function setMediaWorkerUrl(url: string | URL): void {
  mediaWorker.choose(url);
  tryWorkerAgain();
}

/** A browser's own. */
export function browserPorts(): CorePorts {
  const worker = MediaWorkerClient.shared();
  worker.standIn = () => import('./page-storage.js').then(({pageStorage}) => pageStorage());
  const motionPermission = new BrowserMotionPermission();
  return {
    store: new WorkerCaptureStore(worker),
    sealer: new WorkerMediaSealer(worker),
    motionPermission,
    readings: loadedLate(() => import('./readings.js')).then(({browserReadings}) =>
      browserReadings(motionPermission, report),
    ),
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
