import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {MetadataReadings} from '../../src/core/metadata-snapshot.js';
import {PreviewSession} from '../../src/core/preview-session.js';
import {SealedCaptureError} from '../../src/model/errors.js';
import type {Gps} from '../../src/model/capture-metadata.js';
import type {Job} from '../../src/model/job.js';
import type {
  CameraOutcome,
  CameraPermission,
  CameraRequest,
  Cameras,
  LiveCamera,
} from '../../src/ports/camera.js';
import {Browser, Page, photo, sealing, settled} from './queue-fixture.js';

class FakeCamera implements LiveCamera {
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

class FakeCameras implements Cameras {
  readonly opened: FakeCamera[] = [];
  readonly requests: CameraRequest[] = [];
  outcome?: CameraOutcome;
  state: CameraPermission = 'prompt';
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
  permission = () => Promise.resolve(this.state);
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

function setup() {
  const page = new Page(new Browser(), sealing);
  const cameras = new FakeCameras();
  const kept: Job[] = [];
  const places: AbortSignal[] = [];
  const place: {tell: (gps: Gps) => void} = {tell: () => undefined};
  const stills = {
    attached: 0,
    attach() {
      stills.attached++;
      return {
        take: async (job: Job) => {
          kept.push(job);
          return {blob: photo, keeping: await page.store.add(job, photo)};
        },
        close: () => void stills.attached--,
      };
    },
  };
  const readings = new MetadataReadings({
    device: {start: () => () => ({sections: {device: {userAgent: 'Test'}}})},
    network: {start: () => () => ({sections: {network: {unavailableReason: 'not_supported'}}})},
    geolocator: {
      locate: () => Promise.resolve({unavailableReason: 'timeout'}),
      start: (signal, onChange) => {
        let gps: Gps = {latitude: 51.5, longitude: -0.12};
        places.push(signal);
        place.tell = (next) => {
          gps = next;
          onChange();
        };
        return () => ({sections: {gps}});
      },
    },
  });
  const ports = {cameras, stills, clock: {now: () => Date.UTC(2026, 0, 1)}};
  const session = new PreviewSession(page.client, ports, readings, page.queue);
  return {page, cameras, stills, session, kept, places, place};
}

describe('a camera session', () => {
  it('goes from off through pending to live, and tells of each change', async () => {
    const {session} = setup();
    const states: string[] = [];
    session.addEventListener('change', () => states.push(session.state.name));
    await session.open('user');
    assert.deepEqual(states, ['pending', 'live']);
    assert.ok(session.state.name === 'live' && session.state.canSwitch);
  });

  it('leaves no camera on when it is closed while it opens', async () => {
    const {session, cameras, stills} = setup();
    let answer = (): void => undefined;
    cameras.answered = new Promise((resolve) => (answer = resolve));
    const opening = session.open('user');
    session.close();
    answer();
    await opening;
    assert.equal(cameras.opened.length, 1);
    assert.equal(cameras.on, 0);
    assert.equal(stills.attached, 0);
    assert.equal(session.state.name, 'off');
  });

  it('leaves no camera on when it is closed while the cameras are counted', async () => {
    const {session, cameras, stills} = setup();
    let count = (): void => undefined;
    cameras.counted = new Promise((resolve) => (count = resolve));
    const opening = session.open('user');
    await settled();
    assert.equal(cameras.on, 1);
    session.close();
    assert.equal(cameras.on, 0);
    count();
    await opening;
    assert.equal(stills.attached, 0);
    assert.equal(session.state.name, 'off');
  });

  it('leaves only the newest camera on when it is opened twice', async () => {
    const {session, cameras, stills} = setup();
    await Promise.all([session.open('user'), session.open('environment')]);
    assert.equal(cameras.on, 1);
    assert.equal(stills.attached, 1);
    assert.ok(session.state.name === 'live' && session.state.facing === 'environment');
  });

  it('turns the camera off, and stops listening, when it is closed', async () => {
    const {session, cameras, stills} = setup();
    await session.open('user');
    session.close();
    assert.equal(cameras.on, 0);
    assert.equal(stills.attached, 0);
    assert.equal(cameras.watching?.aborted, true);
  });

  it('asks for the place only with a live camera, once, and until it is closed', async () => {
    const {session, cameras, places} = setup();
    cameras.outcome = {name: 'denied'};
    await session.open('user');
    assert.equal(places.length, 0);
    cameras.outcome = undefined;
    await session.open('user');
    await session.setFacing('environment');
    assert.equal(places.length, 1);
    session.close();
    assert.equal(places[0]?.aborted, true);
  });

  it('tells whether a picture is sealed with the place, as it is found and lost', async () => {
    const {session, place} = setup();
    await session.open('user');
    const seen: unknown[] = [];
    const look = () =>
      seen.push(session.state.name === 'live' && session.state.includes.includes('place'));
    look();
    session.addEventListener('change', look);
    place.tell({unavailableReason: 'permission_denied'});
    place.tell({unavailableReason: 'timeout'});
    place.tell({latitude: 1, longitude: 2});
    place.tell({latitude: 1, longitude: 3});
    assert.deepEqual(seen, [true, false, true]);
  });

  it('turns the old camera off before it asks for the other one', async () => {
    const {session, cameras} = setup();
    await session.open('environment');
    let onWhileAsking = -1;
    cameras.answered = Promise.resolve().then(() => void (onWhileAsking = cameras.on));
    await session.setFacing('user');
    assert.equal(onWhileAsking, 0);
    assert.equal(cameras.requests[1]?.not, 'first');
    await session.setFacing('environment');
    assert.equal(cameras.requests[2]?.deviceId, 'first');
  });

  it('opens no camera for a change of facing while it is off', async () => {
    const {session, cameras} = setup();
    await session.setFacing('user');
    assert.equal(cameras.requests.length, 0);
  });

  it('opens by itself only where the browser would not ask', async () => {
    const {session, cameras} = setup();
    await session.openIfGranted('user');
    assert.equal(session.state.name, 'off');
    cameras.state = 'denied';
    await session.openIfGranted('user');
    assert.equal(session.state.name, 'blocked');
    assert.equal(cameras.requests.length, 0);
    const granted = setup();
    granted.cameras.state = 'granted';
    await granted.session.openIfGranted('user');
    assert.equal(granted.session.state.name, 'live');
  });

  it('says why there is no camera', async () => {
    const outcomes: CameraOutcome[] = [
      {name: 'denied'},
      {name: 'blocked', byPolicy: true},
      {name: 'not-found'},
      {name: 'in-use'},
      {name: 'insecure'},
    ];
    for (const outcome of outcomes) {
      const {session, cameras} = setup();
      cameras.outcome = outcome;
      await session.open('user');
      assert.deepEqual(session.state, outcome);
    }
  });

  it('opens again by itself when the permission is given in the settings', async () => {
    const {session, cameras} = setup();
    cameras.outcome = {name: 'denied'};
    await session.open('user');
    cameras.outcome = undefined;
    cameras.state = 'granted';
    cameras.change();
    await settled();
    assert.equal(session.state.name, 'live');
  });

  it('goes on with another camera when one is taken away, and says so where there is none', async () => {
    const {session, cameras} = setup();
    await session.open('user');
    cameras.opened[0]?.lose();
    await settled();
    assert.equal(cameras.on, 1);
    cameras.outcome = {name: 'not-found'};
    cameras.opened[1]?.lose();
    await settled();
    assert.ok(session.state.name === 'failed' && session.state.error.code === 'device_lost');
  });

  it('tells whether there is another camera as they come and go', async () => {
    const {session, cameras} = setup();
    await session.open('user');
    cameras.cameras = 1;
    cameras.change();
    await settled();
    assert.ok(session.state.name === 'live' && !session.state.canSwitch);
  });
});

describe('taking a picture', () => {
  it('keeps it with what was known at that moment, and tells the client', async () => {
    const {session, page, kept} = setup();
    page.client.config = {apiKey: 'key', appId: 'shop', locationObfuscationRadius: 1000};
    await session.open('user');
    const detail = await session.takePicture(page.protection);
    assert.equal(detail.blob, photo);
    assert.deepEqual(page.client.captured, [detail]);
    const {metadata} = kept[0] ?? {};
    assert.deepEqual(metadata?.camera, {deviceName: 'Fake'});
    assert.deepEqual(metadata?.network, {unavailableReason: 'not_supported'});
    assert.equal(metadata?.device?.appId, 'shop');
    assert.notEqual(metadata?.gps?.latitude, 51.5);
    assert.ok((metadata?.gps?.latLongAccuracy ?? 0) >= 1000);
  });

  it('says while it is doing so', async () => {
    const {session, page} = setup();
    await session.open('user');
    const picture = session.takePicture(page.protection);
    assert.equal(session.isCapturing, true);
    await picture;
    assert.equal(session.isCapturing, false);
  });

  it('is refused without a live camera', async () => {
    const {session, page} = setup();
    await assert.rejects(session.takePicture(page.protection), (error) => {
      assert.ok(error instanceof SealedCaptureError);
      return error.code === 'not_capturing';
    });
    assert.equal(session.isCapturing, false);
  });
});
