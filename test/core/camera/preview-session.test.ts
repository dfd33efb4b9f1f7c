import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {Gps} from '@sealed-capture/seal/model/capture-metadata.js';
import type {CameraOutcome} from '../../../src/ports/camera/camera.js';
import {closeAll, setup} from './preview-fixture.js';
import {settled} from '../../settled.js';
import {photo} from '../queue/queue-fixture.js';

afterEach(closeAll);

describe('a camera session', () => {
  it('goes from off through pending and starting to live, and reports each change', async () => {
    const {session} = setup();
    const states: string[] = [];
    session.addEventListener('change', () => states.push(session.state.name));
    await session.open('user');
    // The second `live` reports the sensor readings.
    assert.deepEqual(states, ['pending', 'starting', 'live', 'live']);
    assert.ok(session.state.name === 'live' && session.state.canSwitch);
  });

  it('leaves no camera on if it is closed while it opens', async () => {
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

  it('leaves no camera on if it is closed while the cameras are listed', async () => {
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

  it('leaves only the newest camera on if it is opened twice', async () => {
    const {session, cameras, stills} = setup();
    await Promise.all([session.open('user'), session.open('environment')]);
    assert.equal(cameras.on, 1);
    assert.equal(stills.attached, 1);
    assert.ok(session.state.name === 'live' && session.state.facing === 'environment');
  });

  it('turns the camera off and removes its listeners when it is closed', async () => {
    const {session, cameras, stills} = setup();
    await session.open('user');
    session.close();
    assert.equal(cameras.on, 0);
    assert.equal(stills.attached, 0);
    assert.equal(cameras.watching?.aborted, true);
  });

  it('runs the sensors once, from the first live camera until it is closed', async () => {
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

  it('runs no sensor if the camera is closed while another one opens', async () => {
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
    it(`runs no sensor after the camera is lost: ${outcome.name}`, async () => {
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

  it('reports with what a picture is sealed, and only changes of that', async () => {
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
      // The person cannot change this.
      'camera,device',
      'place,camera,device',
      'place,attitude,camera,device',
    ]);
  });

  it('reports why no location is sealed if a person can change that', async () => {
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

  it('turns the old camera off before it requests the other one', async () => {
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

  it('opens without a gesture only if the browser shows no prompt', async () => {
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

  it('opens at once and without a prompt if the browser granted the permission before', async () => {
    const {session, cameras} = setup();
    cameras.isGranted = true;
    const states: string[] = [];
    session.addEventListener('change', () => states.push(session.state.name));
    const opening = session.openIfGranted('user');
    assert.equal(cameras.requests.length, 1);
    await opening;
    assert.deepEqual(states, ['starting', 'live', 'live']);
  });

  it('reports why there is no camera', async () => {
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

  it('opens again without help when the permission is granted in the settings', async () => {
    const {session, cameras} = setup();
    cameras.outcome = {name: 'denied'};
    await session.open('user');
    cameras.outcome = undefined;
    cameras.state = 'granted';
    await settled(cameras.change());
    assert.equal(session.state.name, 'live');
  });

  it('continues with another camera when one is disconnected, and reports if there is none', async () => {
    const {session, cameras} = setup();
    await session.open('user');
    await settled(cameras.opened[0]?.lose());
    assert.equal(cameras.on, 1);
    cameras.outcome = {name: 'not-found'};
    await settled(cameras.opened[1]?.lose());
    assert.ok(session.state.name === 'failed' && session.state.error.code === 'device_lost');
  });

  it('reports whether there is another camera when cameras are connected and disconnected', async () => {
    const {session, cameras} = setup();
    await session.open('user');
    cameras.cameras = 1;
    await settled(cameras.change());
    assert.ok(session.state.name === 'live' && !session.state.canSwitch);
  });
});

describe('taking a picture', () => {
  it('stores it with the current readings, and notifies the client', async () => {
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

  it('reports that a picture is being taken', async () => {
    const {session, page} = setup();
    await session.open('user');
    const picture = session.takePicture(page.protection);
    assert.equal(session.isCapturing, true);
    await picture;
    assert.equal(session.isCapturing, false);
  });

  it('rejects without a live camera', async () => {
    const {session, page} = setup();
    await assert.rejects(session.takePicture(page.protection), (error) => {
      assert.ok(error instanceof SealedCaptureError);
      return error.code === 'not_capturing';
    });
    assert.equal(session.isCapturing, false);
  });
});

describe('requesting all permissions in one gesture', () => {
  it('requests motion before the first await, and the camera without waiting for the answer', async () => {
    const {session, cameras, motionPermission, geolocator} = setup();
    motionPermission.answer = new Promise(() => undefined);
    const asked = session.requestPermissions('user');
    assert.deepEqual([motionPermission.requests, cameras.requests.length], [1, 1]);
    assert.deepEqual([geolocator.requests, geolocator.signals.length], [1, 0]);
    await asked;
    assert.ok(session.state.name === 'live' && session.state.facing === 'user');
    assert.equal(geolocator.running, 1);
  });

  it('opens no second camera if one is live, and requests only what was not granted', async () => {
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

  it('does not request a location that is turned off or that the page provides', async () => {
    const locate = () => new Promise<Gps>(() => undefined);
    for (const config of [{sensors: {gps: false}} as const, {locationProvider: {locate}}]) {
      const {session, geolocator} = setup(config);
      await session.requestPermissions('user');
      assert.deepEqual([geolocator.requests, geolocator.signals.length], [0, 0]);
    }
  });

  it('reports the state of the camera if motion and location are refused', async () => {
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
