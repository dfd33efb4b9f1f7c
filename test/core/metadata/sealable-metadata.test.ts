import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {afterEach, describe, it} from 'node:test';
import {Value} from 'typebox/value';
import {shapeModules} from '../../../demo/section-shapes.js';
import {obfuscated} from '../../../src/core/metadata/obfuscated-place.js';
import {sealableMetadata} from '../../../src/core/metadata/sealable-metadata.js';
import {sectionShapes, type SectionName} from '../../../src/core/metadata/section-shapes.js';
import {CaptureMetadata, sections} from '@sealed-capture/seal/model/capture-metadata.js';
import {closeAll, london, setup} from '../camera/preview-fixture.js';
import {settled} from '../../settled.js';
import {Page} from '../queue/queue-fixture.js';

afterEach(closeAll);

/** A JSON schema, as far as the sections use it. */
interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
}

const values: unknown[] = [
  ...[0, -0, 1, -1, 0.5, 89.9, 90, 90.1, -90, 180, -180, 180.1, 359.9, 360, -360, 360.1, -360.1],
  ...[1e300, -1e300, Number.MIN_VALUE, Number.MAX_VALUE, NaN, Infinity, -Infinity],
  ...['', 'x', '1', 'x'.repeat(64), 'x'.repeat(65), 'x'.repeat(1024), 'x'.repeat(1025), '\ud83d'],
  ...['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.123Z', '2026-13-01T00:00:00Z', '2026-01-01'],
  ...['2026-01-01T00:00:60Z', '2026-02-30T00:00:00Z', '2026-01-01t00:00:00z', 'disabled', 'rain'],
  ...[true, false, null, undefined, {}, [], [1], {x: 1}, {unavailableReason: 'disabled'}],
  ...[[], ['GPRS'], [3], ['x'.repeat(65)], Array.from({length: 17}, () => 'x')].map(
    (technologies) => ({technologies}),
  ),
];

/** Each field with each value, alone and beside a valid field. */
function* attempts(schema: Schema): Generator<object> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    for (const value of values) yield {[name]: value};
    if (field.properties) for (const inner of attempts(field)) yield {[name]: inner};
  }
  yield* [{}, {unknown: 1}];
}

const taken = (metadata: object, radius?: number) => {
  const problems: string[] = [];
  const fit = sealableMetadata({...metadata}, radius, (problem) => problems.push(problem));
  return {fit, problems};
};

describe('the check whether a section can be sealed', () => {
  const names = Object.keys(sections).filter((name) => name !== 'features') as SectionName[];

  it('uses shapes that are generated from the schema of the service', async () => {
    for (const [path, text] of await shapeModules()) {
      assert.equal(await readFile(path, 'utf8'), text, 'Run: npm run shapes');
    }
  });

  it('covers every section of the service', () => {
    assert.deepEqual(Object.keys(sectionShapes).sort(), [...names].sort());
  });

  for (const name of names) {
    it(`accepts exactly what the service accepts: ${name}`, () => {
      const schema = sections[name] as Schema;
      const survivors = new Set<string>();
      const place = name === 'gps' ? {latitude: 1, longitude: 2} : {};
      for (const attempt of attempts(schema)) {
        const given = {[name]: {...place, ...attempt}};
        const {fit, problems} = taken(given);
        assert.ok(Value.Check(CaptureMetadata, fit), JSON.stringify(given));
        for (const [field, value] of Object.entries(fit[name] ?? {})) {
          if ((attempt as Record<string, unknown>)[field] === value) survivors.add(field);
        }
        if (!Value.Check(CaptureMetadata, given) && Object.values(attempt).some((v) => v != null)) {
          assert.equal(
            problems.length > 0 || 'unavailableReason' in attempt,
            true,
            JSON.stringify(given),
          );
        }
      }
      const nested = ['field', 'cellular', 'focusPoint', 'original'];
      for (const field of Object.keys(schema.properties ?? {})) {
        const isTaken = survivors.has(field) || nested.includes(field);
        assert.ok(isTaken || field === 'unavailableReason', `${field} is never taken`);
      }
    });
  }

  it('accepts everything that a device may report', () => {
    const full = {
      magnetometer: {heading: 3, headingAccuracy: 2, field: {x: 1, y: 2, z: 3}},
      network: {wifi: false, cellular: {technologies: ['GPRS']}},
      gravity: {unavailableReason: 'not_supported'},
      camera: {focusPoint: {x: 0.5, y: 1}, selfTimer: 3},
      gps: london,
    };
    assert.deepEqual(taken(full), {fit: full, problems: []});
  });
});

describe('a browser with made-up values', () => {
  it('makes no capture that the service refuses', async () => {
    const {session, orientation, device, network, cameras, kept, page} = setup();
    await session.open('user');
    orientation.tell({orientation: {roll: 361, pitch: NaN, yaw: -1e9}}, 0);
    device.tell({device: {userAgent: 'x'.repeat(3_000), model: 'Phone'}});
    network.tell({network: {wifi: 'yes'} as object});
    const camera = cameras.opened[0];
    assert.ok(camera);
    camera.describe = () => ({deviceName: 'Fake', iso: -1, zoomLevel: Infinity});
    await session.takePicture(page.protection);
    const {metadata} = kept[0] ?? {};
    assert.ok(Value.Check(CaptureMetadata, metadata));
    assert.deepEqual(metadata?.orientation, {unavailableReason: 'error'});
    assert.deepEqual(metadata?.network, {unavailableReason: 'error'});
    assert.deepEqual(metadata?.camera, {deviceName: 'Fake'});
    assert.equal(metadata?.device?.model, 'Phone');
    assert.deepEqual(page.client.errors, []);
  });
});

describe('media that the page itself provides', () => {
  async function sealed(metadata: unknown, radius?: number) {
    const page = new Page({
      config: {
        apiKey: 'key',
        locationObfuscationRadius: radius,
      },
    });
    await settled(page.capture({metadata: metadata as CaptureMetadata}));
    return {page, metadata: page.calls[0]?.job.metadata};
  }

  it('are sealed without what the service refuses, which the page gets reported once', async () => {
    const given = {
      gps: {latitude: NaN, longitude: NaN},
      orientation: {roll: 1, pitch: 400},
      moon: 1,
    };
    const {page, metadata} = await sealed({...given, features: {a: 1}, tags: {b: 'c', d: 5}});
    assert.ok(Value.Check(CaptureMetadata, metadata));
    const {capturedAt, ...rest} = metadata;
    assert.ok(capturedAt);
    assert.deepEqual(rest, {orientation: {roll: 1}, tags: {b: 'c'}});
    assert.deepEqual(
      page.client.invalid.map(({option, message}) => `${option}: ${message}`),
      [
        'metadata: metadata.gps.latitude has to be a finite number from -90 to 90.',
        'tags: tags.d has to be text of at most 4096 characters.',
        'features: features.a is not known.',
      ],
    );
    assert.equal(page.client.sealed.length, 1);
  });

  it('are sealed even if their metadata are missing or cannot be read', async () => {
    const throwing = {
      get gps(): object {
        throw new TypeError('at 51.500729');
      },
    };
    for (const metadata of [undefined, null, 'here', 3, [], {gps: {}}, {gps: 3}, throwing]) {
      const {page, metadata: fit} = await sealed(metadata);
      assert.deepEqual(Object.keys(fit ?? {}), ['capturedAt']);
      assert.doesNotMatch(JSON.stringify(page.client.errors), /51/);
    }
  });

  it('are sealed with the obfuscated location', async () => {
    const fix = {...london, altitude: 20, speed: 1};
    const {metadata} = await sealed({gps: fix}, 500);
    const {timestamp, ...hidden} = obfuscated(fix, 500);
    assert.equal(timestamp, undefined);
    assert.deepEqual(metadata?.gps, hidden);
    assert.notEqual(hidden.latitude, london.latitude);
    assert.deepEqual((await sealed({gps: fix})).metadata?.gps, fix);
    assert.deepEqual((await sealed({gps: fix}, NaN)).metadata?.gps, {
      unavailableReason: 'disabled',
    });
    // Half of the coordinates would reveal that half exactly.
    assert.equal((await sealed({gps: {latitude: london.latitude}}, 500)).metadata?.gps, undefined);
  });

  it('are not obfuscated again if the camera has done so', async () => {
    const {session, page, kept} = setup({apiKey: 'key', locationObfuscationRadius: 500});
    await session.open('user');
    const {gps} = session.contents().metadata;
    await session.takePicture(page.protection);
    assert.deepEqual(kept[0]?.metadata.gps, gps);
  });
});
