import {waitUntil} from '@open-wc/testing';
import type {CameraState} from '../../../src/core/camera/camera-session.js';
import type {CaptureContents} from '../../../src/core/metadata/capture-contents.js';
import type {Shot} from '../../../src/elements/capture-image/shots/shot.js';
import type {CaptureMetadata} from '@sealed-capture/seal/model/capture-metadata.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {Sensors} from '@sealed-capture/seal/model/protection-config.js';
import {unavailableReasons} from '@sealed-capture/seal/model/unavailable-reason.js';
import {ControlsFixture, controlledStream} from '../capture-image/controls-fixture.js';
import {CaptureImageFixture} from '../capture-image/fixture.js';
import {live} from '../fake-core.js';
import {all, change, ownWayBack} from '../kit.js';
import {given, progresses} from './given.js';
import {settled, type Screens} from './screens.js';

const broken = (code: 'device_lost' | 'part_missing' | 'not_supported') =>
  ({name: 'failed', error: new SealedCaptureError(code, 'For developers.')}) as const;

const states: readonly CameraState[] = [
  {name: 'off'},
  {name: 'pending'},
  {name: 'starting'},
  {name: 'denied'},
  {name: 'denied', unasked: true},
  {name: 'blocked', byPolicy: false},
  {name: 'blocked', byPolicy: true},
  {name: 'not-found'},
  {name: 'in-use'},
  {name: 'insecure'},
  broken('device_lost'),
  broken('part_missing'),
  broken('not_supported'),
  live(),
  {...live(), includes: [], placeOff: 'permission_denied'},
];

async function* obstacles(begin: Parameters<Screens>[0]): AsyncGenerator<string> {
  const fixture = await CaptureImageFixture.create();
  const {element} = fixture;
  await begin(element);
  for (const state of states) {
    await settled(element, fixture.show(state));
    const isBlocked = state.name === 'blocked' && !state.byPolicy;
    if (isBlocked) {
      const shown = '.permission-button, .screen li';
      await settled(
        element,
        waitUntil(() => fixture.has(shown), 'its words are loaded'),
      );
      yield `${JSON.stringify(state)}, with the browser's button`;
      await settled(element, ownWayBack(element, '.screen li'));
    }
    yield JSON.stringify(state);
  }
  for (const sensors of fewer) {
    await change(element, {sensors});
    await settled(element, fixture.show({name: 'off'}));
    yield `off, without ${Object.keys(sensors).join()}`;
  }
  await change(element, {disabled: true});
  yield 'disabled';
}

const noSensors: Sensors = {
  ...{gps: false, orientation: false, magnetometer: false},
  ...{acceleration: false, gravity: false, rotationRate: false},
};

const fewer: readonly Sensors[] = [{gps: false}, {orientation: false}, noSensors];

const known: CaptureContents = {
  metadata: {
    gps: {latitude: 48.137154, longitude: 11.576124, latLongAccuracy: 8, altitude: 519.2, speed: 1},
    atmospheric: {altitude: 512, pressure: 954.2},
    magnetometer: {unavailableReason: 'permission_not_requested'},
    orientation: {roll: 1.2, pitch: -88, yaw: 0},
    acceleration: {x: 0.1, y: 9.8, z: 0},
    network: {wifi: true, cellular: {technologies: []}},
    device: {model: given.model, os: given.os, userAgent: given.browser},
    camera: {
      ...{deviceName: given.camera, aperture: 1.7, iso: 64, shutterSpeed: '1/80', flash: false},
      ...{zoomLevel: 2, focusMode: 'continuous', whiteBalanceMode: 'manual', selfTimer: 3},
      ...{focusPoint: {x: 0.5, y: 0.25}, lowLightBoost: true},
    },
  },
  ages: {gps: 12_400, acceleration: 60, orientation: 200_000},
};

async function* contents(begin: Parameters<Screens>[0]): AsyncGenerator<string> {
  const fixture = await CaptureImageFixture.create();
  const {core, element} = fixture;
  await begin(element);
  core.camera.known = known;
  element.tags = {[given.tag]: given.name};
  element.licensePlateDetector = {detect: () => Promise.resolve(undefined)};
  element.locationObfuscationRadius = 500;
  await fixture.show(live());
  await settled(element, fixture.find('.pill').click());
  yield 'known';
  element.features = {licensePlateInfo: {plateNumber: given.plate, wasEdited: true}};
  element.locationObfuscationRadius = 2000;
  for (const unavailableReason of unavailableReasons) {
    const metadata = {...known.metadata, gps: {unavailableReason}, camera: {unavailableReason}};
    core.camera.known = {...known, metadata};
    await settled(element, element.requestUpdate());
    yield unavailableReason;
    if (unavailableReason !== 'permission_denied') continue;
    await settled(element, ownWayBack(element, '.contents .button'));
    yield `${unavailableReason}, without the browser's button`;
  }
}

const phone = {torch: true, zoom: {min: 1, max: 8, step: 0.1}};
const cameras = [
  {deviceId: 'back', name: given.camera, facing: 'environment'},
  {deviceId: 'front', name: given.otherCamera, facing: 'user'},
] as const;

async function* controls(begin: Parameters<Screens>[0]): AsyncGenerator<string> {
  const {state, stand} = controlledStream({...phone, focusMode: ['manual'], pointsOfInterest: {}});
  const fixture = await ControlsFixture.create(state, cameras);
  const {element} = fixture;
  element.surroundings.takesPoints = () => true;
  await begin(element);
  fixture.device.hold(0.2);
  for (const control of ['.torch', '.focus']) {
    if (!fixture.has(control)) continue;
    await settled(element, fixture.click(control));
    yield `${control} on`;
    await settled(element, fixture.click(control));
    yield `${control} off`;
  }
  stand.refuses = true;
  await settled(element, fixture.click('.torch'));
  yield 'the light failed';
  await settled(element, fixture.press('+'));
  yield 'the zoom failed';
  stand.refuses = false;
  await settled(element, fixture.click('[aria-controls=controls]'));
  await waitUntil(() => fixture.has('select'), 'the cameras are listed');
  yield 'opened';
  for (const input of all<HTMLInputElement>(element, '.guide input')) input.click();
  await settled(element);
  yield 'with guides';
  all<HTMLInputElement>(element, '.choices input')[2]?.click();
  await settled(element);
  yield 'with self-timer';
  await settled(element, fixture.click('.shutter'));
  yield 'counting down';
  await settled(element, fixture.second());
  yield 'a second later';
  await settled(element, fixture.click('.shutter'));
  yield 'cancelled';
}

async function* plates(begin: Parameters<Screens>[0]): AsyncGenerator<string> {
  const fixture = await CaptureImageFixture.create();
  const {core, element} = fixture;
  await begin(element);
  element.licensePlateDetector = {detect: () => Promise.resolve(undefined)};
  core.protection.firstProgress = {name: 'held', awaits: 'license-plate'};
  await fixture.show(live());
  const first = (await element.takePicture()).captureId;
  const second = (await element.takePicture()).captureId;
  await settled(element);
  await waitUntil(() => fixture.has('.plate canvas'), 'the excerpt is drawn');
  yield 'reading';
  const boundingBox = {x: 100, y: 100, width: 200, height: 50};
  core.protection.readPlate(first, {detectedPlateNumber: given.plate, boundingBox});
  await settled(element);
  yield 'read';
  await change(element, {autoProtect: false});
  yield 'read, sealed later';
  await settled(element, fixture.find('.plate .primary').click());
  core.protection.readPlate(second);
  await settled(element);
  yield 'none was read';
  await settled(element, all(element, '.plate button')[2]?.click());
  await waitUntil(() => fixture.has('.undo'), 'it can be taken back');
  yield 'retaken';
}

const wanted: readonly Shot[] = [
  {id: 'front', label: given.shots[0], hint: given.hint, required: true, overlay: 'vehicle-front'},
  {id: 'plate', label: given.shots[1], required: true},
  {id: 'meter', label: given.shots[2]},
  {id: 'left', label: given.shots[3]},
];

async function* shots(begin: Parameters<Screens>[0]): AsyncGenerator<string> {
  const fixture = await CaptureImageFixture.create();
  const {core, element} = fixture;
  await begin(element);
  // A job of its own: the browser remembers which shots of a job are skipped.
  element.tags = {run: crypto.randomUUID()};
  element.shots = wanted;
  await fixture.show(live());
  await waitUntil(() => fixture.has('.shot'), 'the shots are there');
  yield 'asked for';
  const open = () => settled(element, fixture.find('.shot .what').click());
  const row = (index: number, button: number) =>
    settled(element, all(element, `.shots li:nth-child(${index}) .acts button`)[button]?.click());
  const take = () => settled(element, element.takePicture());
  await open();
  yield 'listed';
  await row(2, 1);
  yield 'a required one can be skipped';
  await row(2, 1);
  yield 'why one is skipped';
  await settled(element, all(element, '.shots form button')[0]?.click());
  await settled(element, fixture.find('.shot .skip').click());
  fixture.find<HTMLInputElement>('.shots form input').value = given.name;
  await settled(element, fixture.find('.shots form .primary').click());
  yield 'skipped';
  await take();
  await open();
  yield 'taken and skipped';
  for (const index of [3, 4]) {
    await row(index, 0);
    await take();
    await open();
  }
  await row(3, 0);
  yield 'being retaken';
  await take();
  yield 'all are done';
  await open();
  yield 'all are listed';
  for (const progress of progresses) {
    for (const {captureId} of element.protections) core.protection.advance(captureId, progress);
    await settled(element);
    yield JSON.stringify(progress);
  }
}

async function* visits(begin: Parameters<Screens>[0]): AsyncGenerator<string> {
  const fixture = await CaptureImageFixture.create();
  const {core, element} = fixture;
  await begin(element);
  element.tags = {run: crypto.randomUUID()};
  const canvas = new OffscreenCanvas(8, 6);
  canvas.getContext('2d')?.fillRect(0, 0, 8, 6);
  const picture = await canvas.convertToBlob();
  const expectedPlace = {latitude: 52.52, longitude: 13.405, radius: 25};
  const visit = {id: 'gate', label: given.shots[0], expectedPlace};
  element.shots = [{...visit, ghost: {picture, heading: 90, roll: 0, pitch: 90}}];
  await fixture.show(live());
  await waitUntil(() => fixture.has('.earlier'), 'the earlier picture is there');
  const timestamp = new Date().toISOString();
  const gps = {latitude: 52.52, longitude: 13.405, latLongAccuracy: 12, timestamp};
  const places: Record<string, CaptureMetadata> = {
    within: {gps},
    outside: {gps: {...gps, latitude: 52.6}},
    absent: {},
    rough: {gps: {...gps, latLongAccuracy: 900}},
    old: {gps: {...gps, timestamp: undefined}},
  };
  for (const [name, metadata] of Object.entries(places)) {
    const before = fixture.text('.place');
    core.camera.known = {metadata, ages: {}};
    await waitUntil(() => fixture.text('.place') !== before, 'the location is read');
    yield name;
  }
  for (const [heading, pitch] of [
    [60, 80],
    [120, 100],
    [90, 90],
  ]) {
    const metadata = {magnetometer: {heading}, orientation: {roll: 0, pitch}};
    core.camera.known = {metadata, ages: {}};
    const before = fixture.has('.aim') ? fixture.text('.aim') : '';
    await waitUntil(() => fixture.has('.aim') && fixture.text('.aim') !== before, 'it is read');
    yield `held at ${heading}, ${pitch}`;
  }
  await settled(element, fixture.find('.earlier button').click());
  yield 'without the earlier picture';
  element.shots = [{...visit, ghost: new Blob(['none'])}];
  await waitUntil(() => fixture.has('.failed'), 'it cannot be shown');
  yield 'it cannot be shown';
}

async function* quality(begin: Parameters<Screens>[0]): AsyncGenerator<string> {
  const fixture = await CaptureImageFixture.create();
  const {core, element} = fixture;
  await begin(element);
  element.quality = 'warn';
  await fixture.show(live());
  for (const [name, measured] of Object.entries({
    blurred: {sharpness: 0.1, meanLuminance: 0.4, clippedShare: 0},
    dark: {sharpness: 0.8, meanLuminance: 0.03, clippedShare: 0},
    overexposed: {sharpness: 0.8, meanLuminance: 0.9, clippedShare: 0.6},
  })) {
    core.camera.quality = measured;
    await settled(element, element.takePicture());
    await waitUntil(() => fixture.has('.quality'), 'the notice is there');
    yield name;
    await settled(element, fixture.find('.quality .retake').click());
    await waitUntil(() => fixture.has('.undo'), 'it can be taken back');
    yield `${name}, retaken`;
    await settled(element, fixture.find('.undo').click());
  }
}

/** The camera of an element, and what it asks for, before and after a photo. */
export const cameraScreens: Readonly<Record<string, Screens>> = {
  obstacles,
  contents,
  controls,
  plates,
  shots,
  visits,
  quality,
};
