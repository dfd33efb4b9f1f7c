import {MetadataReadings} from '../../../src/core/metadata/metadata-readings.js';
import {PreviewSession} from '../../../src/core/camera/preview-session.js';
import type {Gps} from '../../../src/model/capture-metadata.js';
import type {Job} from '../../../src/model/job.js';
import type {ProtectionConfig} from '../../../src/model/protection-config.js';
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
  /** Lets the test decide when the person answers. */
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
  /** Lets the test decide when the cameras are counted. */
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

/** A source of the browser, as the test wants it. */
export class FakeSensor<Name extends SensedSection> implements Sensor<Name> {
  /** One for each start. */
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
  /** Signals of fixes that were asked for. */
  readonly asked: AbortSignal[] = [];
  answer: (gps: Gps) => void = () => undefined;
  /** In how many gestures the place was asked for. */
  requests = 0;

  /** How many of them came before each start. */
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

/** What runs while a camera is live runs until it is closed. */
export function closeAll(): void {
  for (const session of opened) session.close();
  opened.clear();
}

/** What tells `readings`: sensors that know the place and the user agent alone. */
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

/** A camera on a page, in a browser whose sensors know the place and the user agent alone. */
export function setup(config?: ProtectionConfig, browser = new Browser(), keeper: Keeper = {}) {
  const page = new Page({browser, config});
  const cameras = new FakeCameras();
  const kept: Job[] = [];
  const stills = {
    attached: 0,
    /** Lets the test decide when the picture is encoded and kept. */
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
  const session = new PreviewSession(
    {cameras, stills, clock, motionPermission},
    readings,
    Object.assign(page.queue, keeper),
  );
  opened.add(session);
  return {browser, page, cameras, stills, session, kept, motionPermission, ...sensors};
}
