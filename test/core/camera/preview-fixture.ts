import {MetadataReadings} from '../../../src/core/metadata/metadata-readings.js';
import {PreviewSession} from '../../../src/core/camera/preview-session.js';
import type {Gps} from '@sealed-capture/seal/model/capture-metadata.js';
import type {Job} from '@sealed-capture/seal/model/job/job.js';
import type {ProtectionConfig} from '@sealed-capture/seal/model/protection-config.js';
import type {
  CameraOutcome,
  CameraPermission,
  CameraRequest,
  Cameras,
  LiveCamera,
} from '../../../src/ports/camera/camera.js';
import type {Geolocator} from '../../../src/ports/sensors/geolocation.js';
import type {MotionPermissionState} from '../../../src/ports/sensors/motion-permission.js';
import type {Readings, SensedSection, Sensor} from '../../../src/ports/sensors/sensor.js';
import type {Keeper} from '../../../src/core/queue/late-queue.js';
import {Browser, Page, photo} from '../queue/queue-fixture.js';

export class FakeCamera implements LiveCamera {
  readonly stream = {} as MediaStream;
  readonly facing: LiveCamera['facing'];
  readonly deviceId: string;
  isOn = true;
  lose: () => void = () => undefined;

  constructor({facing, not}: CameraRequest) {
    this.facing = facing;
    this.deviceId = not === 'first' ? 'second' : 'first';
  }
  describe = () => ({deviceName: 'Fake'});
  onLost(callback: () => void): void {
    this.lose = callback;
  }
  stop(): void {
    this.isOn = false;
  }
}

export class FakeCameras implements Cameras {
  readonly opened: FakeCamera[] = [];
  readonly requests: CameraRequest[] = [];
  outcome?: CameraOutcome;
  state: CameraPermission = 'prompt';
  isGranted = false;
  cameras = 2;
  /** Resolves when the simulated person answers the prompt. */
  answered: Promise<void> = Promise.resolve();
  change: () => void = () => undefined;
  watching?: AbortSignal;

  async open(request: CameraRequest): Promise<CameraOutcome> {
    this.requests.push(request);
    await this.answered;
    if (this.outcome) return this.outcome;
    const camera = new FakeCamera(request);
    const {signal} = request;
    if (signal.aborted) camera.stop();
    signal.addEventListener('abort', () => camera.stop());
    this.opened.push(camera);
    return {name: 'live', camera};
  }
  permission = () => {
    this.isGranted = this.state === 'granted';
    return Promise.resolve(this.state);
  };
  obstacle = () => (this.outcome?.name === 'insecure' ? this.outcome : undefined);
  /** Resolves when the browser has listed the cameras. */
  counted: Promise<void> = Promise.resolve();
  count = () => this.counted.then(() => this.cameras);
  watch(onChange: () => void, signal: AbortSignal): void {
    this.change = onChange;
    this.watching = signal;
  }
  get on(): number {
    return this.opened.filter(({isOn}) => isOn).length;
  }
}

/** A sensor of the browser whose readings the test sets. */
export class FakeSensor<Name extends SensedSection> implements Sensor<Name> {
  /** The signal of each start. */
  readonly signals: AbortSignal[] = [];
  readings: Readings<Name>;
  #onChange: () => void = () => undefined;

  constructor(sections: Readings<Name>['sections']) {
    this.readings = {sections};
  }
  start(signal: AbortSignal, onChange: () => void) {
    this.signals.push(signal);
    this.#onChange = onChange;
    return () => this.readings;
  }
  tell(sections: Readings<Name>['sections'], at?: number): void {
    this.readings = {sections, at};
    this.#onChange();
  }
  get running(): number {
    return this.signals.filter(({aborted}) => !aborted).length;
  }
}

export class FakeGeolocator extends FakeSensor<'gps'> implements Geolocator {
  /** The signals of the requests for a location. */
  readonly asked: AbortSignal[] = [];
  answer: (gps: Gps) => void = () => undefined;
  /** Number of gestures in which the location was requested. */
  requests = 0;

  /** The number of such requests before each start. */
  readonly requestsAtStart: number[] = [];

  override start(...arguments_: Parameters<Geolocator['start']>) {
    this.requestsAtStart.push(this.requests);
    return super.start(...arguments_);
  }

  request(): void {
    this.requests++;
  }

  locate(signal: AbortSignal): Promise<Gps> {
    this.asked.push(signal);
    return new Promise((resolve) => {
      this.answer = resolve;
      signal.addEventListener('abort', () => resolve({unavailableReason: 'timeout'}));
    });
  }
}

const none = {unavailableReason: 'not_supported'} as const;
export const london = {latitude: 51.500729, longitude: -0.124625, latLongAccuracy: 9};
const opened = new Set<PreviewSession>();

/** Closes everything that runs while a camera is live. */
export function closeAll(): void {
  for (const session of opened) session.close();
  opened.clear();
}

/** Sensors for the readings of a page; they provide only the location and the user agent. */
export function sensing(browser: Browser, page: Page) {
  const geolocator = new FakeGeolocator({gps: london});
  geolocator.readings.at = browser.time;
  const sensors = {
    geolocator,
    compass: new FakeSensor({magnetometer: none}),
    orientation: new FakeSensor({orientation: none}),
    motion: new FakeSensor({acceleration: none, gravity: none, rotationRate: none}),
    network: new FakeSensor({network: none}),
    device: new FakeSensor({device: {userAgent: 'Test'}}),
  };
  const motionPermission = {
    state: 'not-needed' as MotionPermissionState,
    requests: 0,
    answer: Promise.resolve<MotionPermissionState>('granted'),
    request() {
      motionPermission.requests++;
      return motionPermission.answer;
    },
    watch: () => undefined,
  };
  const clock = {now: () => browser.time};
  const report = (problem: unknown): void => void page.reports.push(problem);
  const readings = new MetadataReadings({...sensors, clock, report}, () => page.client.config);
  return {...sensors, motionPermission, clock, readings};
}

/** A camera on a page, in a browser whose sensors provide only the location and the user agent. */
export function setup(config?: ProtectionConfig, browser = new Browser(), keeper: Keeper = {}) {
  const page = new Page({browser, config});
  const cameras = new FakeCameras();
  const kept: Job[] = [];
  const stills = {
    attached: 0,
    /** Resolves when the picture is to be encoded and stored. */
    encoded: Promise.resolve(),
    attach() {
      stills.attached++;
      return {
        take: async (job: Job) => {
          kept.push(job);
          await stills.encoded;
          return {blob: photo, keeping: await page.store.add(job, photo)};
        },
        close: () => void stills.attached--,
      };
    },
  };
  const {readings, motionPermission, clock, ...sensors} = sensing(browser, page);
  const session = new PreviewSession({cameras, stills, clock, motionPermission}, readings, keeper);
  opened.add(session);
  return {browser, page, cameras, stills, session, kept, motionPermission, ...sensors};
}
