import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import {SealedCaptureError} from '../../../src/model/errors.js';
import type {Gps} from '../../../src/model/capture-metadata.js';
import type {CameraOutcome} from '../../../src/ports/camera/camera.js';
import {closeAll, setup} from './preview-fixture.js';
import {settled} from '../../settled.js';
import {photo} from '../queue/queue-fixture.js';

afterEach(closeAll);

describe('a camera session', () => {
  it('goes from off through pending and starting to live, and tells of each change', async () => {
    const {session} = setup();
    const states: string[] = [];
    session.addEventListener('change', () => states.push(session.state.name));
    await session.open('user');
    // The second time with what the sensors tell.
    assert.deepEqual(states, ['pending', 'starting', 'live', 'live']);
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

  it('runs the sensors from the first live camera, once, until it is closed', async () => {
    const {session, cameras, geolocator, orientation} = setup();
    cameras.outcome = {name: 'denied'};
    await session.open('user');
    assert.equal(geolocator.signals.length, 0);
    cameras.outcome = undefined;
    await session.open('user');
    await session.setFacing('environment');
    assert.equal(geolocator.signals.length, 1);
    session.close();
    assert.deepEqual([geolocator.running, orientation.running], [0, 0]);
  });

  it('runs no sensor once the camera is closed while another one opens', async () => {
    const {session, cameras, geolocator} = setup();
    await session.open('user');
    cameras.answered = new Promise(() => undefined);
    void session.setFacing('environment');
    assert.deepEqual([session.state.name, geolocator.running], ['pending', 1]);
    session.close();
    assert.equal(geolocator.running, 0);
  });

  for (const outcome of [
    {name: 'denied'},
    {name: 'blocked', byPolicy: false},
    {name: 'not-found'},
    {name: 'in-use'},
  ] satisfies CameraOutcome[]) {
    it(`runs no sensor while there is no camera any more: ${outcome.name}`, async () => {
      const {session, cameras, geolocator, orientation} = setup();
      await session.open('user');
      cameras.outcome = outcome;
      await settled(cameras.opened[0]?.lose());
      assert.notEqual(session.state.name, 'live');
      assert.deepEqual([geolocator.running, orientation.running], [0, 0]);
      cameras.outcome = undefined;
      await session.requestPermissions('user');
      assert.deepEqual([geolocator.running, orientation.running], [1, 1]);
      assert.deepEqual([geolocator.requests, geolocator.signals.length], [1, 2]);
    });
  }

  it('tells what a picture is sealed with, and of each change of that alone', async () => {
    const {session, geolocator, orientation} = setup();
    await session.open('user');
    const seen: unknown[] = [];
    const look = () => seen.push(session.state.name === 'live' && session.state.includes.join());
    look();
    session.addEventListener('change', look);
    geolocator.tell({gps: {unavailableReason: 'permission_denied'}});
    geolocator.tell({gps: {unavailableReason: 'timeout'}});
    geolocator.tell({gps: {latitude: 1, longitude: 2}}, 0);
    geolocator.tell({gps: {latitude: 1, longitude: 3}}, 0);
    orientation.tell({orientation: {roll: 1, pitch: 2, yaw: 3}}, 0);
    assert.deepEqual(seen, [
      'place,camera,device',
      'camera,device',
      // The person cannot mend it any more.
      'camera,device',
      'place,camera,device',
      'place,attitude,camera,device',
    ]);
  });

  it('tells why no place is sealed, where a person can mend that', async () => {
    const {session, geolocator} = setup();
    await session.open('user');
    const seen: unknown[] = [];
    session.addEventListener('change', () => {
      seen.push(session.state.name === 'live' && session.state.placeOff);
    });
    for (const unavailableReason of ['permission_not_requested', 'permission_denied'] as const) {
      geolocator.tell({gps: {unavailableReason}});
    }
    geolocator.tell({gps: {unavailableReason: 'timeout'}});
    geolocator.tell({gps: {latitude: 1, longitude: 2}}, 0);
    assert.deepEqual(seen, ['permission_not_requested', 'permission_denied', undefined, undefined]);
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

  it('opens without waiting for anything where the browser has allowed it before, and asks nobody', async () => {
    const {session, cameras} = setup();
    cameras.isGranted = true;
    const states: string[] = [];
    session.addEventListener('change', () => states.push(session.state.name));
    const opening = session.openIfGranted('user');
    assert.equal(cameras.requests.length, 1);
    await opening;
    assert.deepEqual(states, ['starting', 'live', 'live']);
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
    await settled(cameras.change());
    assert.equal(session.state.name, 'live');
  });

  it('goes on with another camera when one is taken away, and says so where there is none', async () => {
    const {session, cameras} = setup();
    await session.open('user');
    await settled(cameras.opened[0]?.lose());
    assert.equal(cameras.on, 1);
    cameras.outcome = {name: 'not-found'};
    await settled(cameras.opened[1]?.lose());
    assert.ok(session.state.name === 'failed' && session.state.error.code === 'device_lost');
  });

  it('tells whether there is another camera as they come and go', async () => {
    const {session, cameras} = setup();
    await session.open('user');
    cameras.cameras = 1;
    await settled(cameras.change());
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

describe('asking for everything in one gesture', () => {
  it('asks for motion before anything is awaited, for the camera without waiting for that', async () => {
    const {session, cameras, motionPermission, geolocator} = setup();
    motionPermission.answer = new Promise(() => undefined);
    const asked = session.requestPermissions('user');
    assert.deepEqual([motionPermission.requests, cameras.requests.length], [1, 1]);
    assert.deepEqual([geolocator.requests, geolocator.signals.length], [1, 0]);
    await asked;
    assert.ok(session.state.name === 'live' && session.state.facing === 'user');
    assert.equal(geolocator.running, 1);
  });

  it('opens no other camera where one is live, and asks anew for what was not granted alone', async () => {
    const {session, cameras, motionPermission, geolocator, orientation, motion, network} = setup();
    await session.open('environment');
    assert.equal(geolocator.requests, 0, 'nobody has pressed anything');
    geolocator.tell({gps: {unavailableReason: 'permission_denied'}});
    orientation.tell({orientation: {unavailableReason: 'permission_not_requested'}});
    await session.requestPermissions('environment');
    assert.deepEqual([motionPermission.requests, cameras.requests.length], [1, 1]);
    const starts = [geolocator, orientation, motion, network].map(({signals}) => signals.length);
    assert.deepEqual(starts, [2, 2, 1, 1]);
    assert.deepEqual(geolocator.requestsAtStart, [0, 1]);
    assert.deepEqual([geolocator.running, orientation.running], [1, 1]);
  });

  it('leaves a place alone that is switched off, or that the page tells', async () => {
    const locate = () => new Promise<Gps>(() => undefined);
    for (const config of [{sensors: {gps: false}} as const, {locationProvider: {locate}}]) {
      const {session, geolocator} = setup(config);
      await session.requestPermissions('user');
      assert.deepEqual([geolocator.requests, geolocator.signals.length], [0, 0]);
    }
  });

  it('says how the camera stands where motion and place are refused', async () => {
    const {session, cameras, motionPermission, geolocator, page, kept} = setup();
    motionPermission.answer = Promise.resolve('denied');
    geolocator.readings = {sections: {gps: {unavailableReason: 'permission_denied'}}};
    await session.requestPermissions('user');
    await session.takePicture(page.protection);
    assert.deepEqual(kept[0]?.metadata.gps, {unavailableReason: 'permission_denied'});
    session.close();
    cameras.outcome = {name: 'denied'};
    await session.requestPermissions('user');
    assert.equal(session.state.name, 'denied');
  });
});
