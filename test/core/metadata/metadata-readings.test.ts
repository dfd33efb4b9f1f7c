import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import {Value} from 'typebox/value';
import {ProvidedSensor} from '../../../src/core/metadata/provided-sensor.js';
import {CaptureMetadata, type Gps} from '@sealed-capture/seal/model/capture-metadata.js';
import type {ProtectionConfig, Sensors} from '@sealed-capture/seal/model/protection-config.js';
import {closeAll, london, setup} from '../camera/preview-fixture.js';
import {settled} from '../../settled.js';

afterEach(closeAll);

const sections = [
  'gps',
  'atmospheric',
  'magnetometer',
  'orientation',
  'acceleration',
  'gravity',
  'rotationRate',
  'network',
  'device',
  'camera',
] as const;
type SectionName = (typeof sections)[number];

const disabled = {unavailableReason: 'disabled'};
const pressure = {pressure: 1013};
const answering = (answer: unknown) => ({read: () => Promise.resolve(answer as object)});

async function live(config: ProtectionConfig = {}) {
  const all = setup({apiKey: 'key', ...config});
  await settled(all.session.open('environment'));
  return all;
}

describe('the metadata of a picture', () => {
  it('have every section, each with its values or the reason why there are none', async () => {
    const {session, kept, page} = await live();
    await session.takePicture(page.protection);
    const {capturedAt, ...metadata} = kept[0]?.metadata ?? {};
    assert.deepEqual(Object.keys(metadata).sort(), [...sections].sort());
    assert.equal(capturedAt, '2026-01-01T00:00:00.000Z');
    assert.deepEqual(metadata.atmospheric, {unavailableReason: 'not_supported'});
    assert.deepEqual(metadata.gps, london);
    assert.deepEqual(metadata.camera, {deviceName: 'Fake'});
    assert.ok(Value.Check(CaptureMetadata, kept[0]?.metadata));
  });

  it('are those that were shown before, with the age of each reading', async () => {
    const {session, kept, page, browser, orientation} = await live();
    orientation.tell({orientation: {roll: 1, pitch: 2, yaw: 3}}, browser.time - 40);
    browser.time += 2_000;
    const {metadata, ages} = session.contents();
    assert.deepEqual(ages, {gps: 2_000, orientation: 2_040});
    await session.takePicture(page.protection);
    const {capturedAt} = kept[0] ?? {};
    assert.deepEqual(kept[0]?.metadata, {...metadata, capturedAt});
  });

  it('have no impossible location, even if the browser reports one', async () => {
    const {session, geolocator} = await live();
    geolocator.tell({gps: {...london, speed: -1}}, 0);
    assert.deepEqual(session.contents().metadata.gps, london);
    geolocator.tell({gps: {latitude: 91, longitude: 0}}, 0);
    assert.deepEqual(session.contents().metadata.gps, {unavailableReason: 'error'});
  });

  it('have only reasons without a camera', () => {
    const {session} = setup();
    const {metadata, ages} = session.contents();
    for (const name of sections) {
      const reason = name === 'atmospheric' ? 'not_supported' : 'not_available';
      if (name === 'device') assert.ok(metadata.device?.sdkVersion);
      else assert.deepEqual(metadata[name], {unavailableReason: reason}, name);
    }
    assert.deepEqual(ages, {});
  });

  it('take the shutter negligible time', async () => {
    const {session} = await live({locationObfuscationRadius: 500, appId: 'shop'});
    session.contents();
    const start = performance.now();
    for (let i = 0; i < 100; i++) session.contents();
    assert.ok((performance.now() - start) / 100 < 5);
  });
});

describe('a section that is turned off', () => {
  for (const name of sections) {
    it(`is sealed as disabled: ${name}`, async () => {
      const {session, ...sources} = await live({sensors: {[name]: false}});
      assert.deepEqual(session.contents().metadata[name], disabled);
      assert.equal(name in session.contents().ages, false);
      const source: Partial<Record<SectionName, keyof typeof sources>> = {
        gps: 'geolocator',
        magnetometer: 'compass',
        orientation: 'orientation',
        network: 'network',
        device: 'device',
      };
      const of = source[name];
      if (of) assert.deepEqual((sources[of] as {signals: unknown}).signals, []);
    });
  }

  it('does not start the motion sensor only if all its sections are off', async () => {
    const off: Sensors = {acceleration: false, gravity: false};
    const some = await live({sensors: off});
    assert.equal(some.motion.running, 1);
    const all = await live({sensors: {...off, rotationRate: false}});
    assert.equal(all.motion.signals.length, 0);
  });

  it('calls no provider, requests no newer location, and hides the location of a provider, too', async () => {
    let asked = 0;
    const locate = (): Promise<Gps> => Promise.resolve({...london, altitude: ++asked});
    const {session, page, kept, geolocator} = await live({
      locationProvider: {locate},
      sensors: {gps: false},
    });
    await session.takePicture(page.protection);
    assert.deepEqual(kept[0]?.metadata.gps, disabled);
    assert.deepEqual([asked, geolocator.signals.length, geolocator.asked.length], [0, 0, 0]);
    assert.equal(page.calls.length, 0);
    await settled();
    assert.equal(page.calls.length, 1);
  });

  it('is removed at once when it is turned off while the camera is live, and restored when turned on', async () => {
    const {session, page, geolocator, compass} = await live();
    page.client.config = {sensors: {gps: false, magnetometer: answering({heading: 3})}};
    assert.deepEqual(session.contents().metadata.gps, disabled);
    assert.deepEqual([geolocator.running, compass.running], [0, 0]);
    await settled();
    assert.deepEqual(session.contents().metadata.magnetometer, {heading: 3});
    page.client.config = {};
    assert.deepEqual(session.contents().metadata.gps, london);
    assert.deepEqual([geolocator.running, compass.running], [1, 1]);
  });

  it('disappears from the list of metadata within seconds, without a request', async () => {
    const {session, page} = await live();
    const changed = new Promise((resolve) => {
      session.addEventListener('change', resolve, {once: true});
    });
    page.client.config = {sensors: {gps: false}};
    await changed;
    assert.ok(session.state.name === 'live' && !session.state.includes.includes('place'));
  });
});

describe("a page's adapters", () => {
  it('provide what no browser does', async () => {
    const {session} = await live({sensors: {atmospheric: answering(pressure)}});
    const {metadata, ages} = session.contents();
    assert.deepEqual(metadata.atmospheric, pressure);
    assert.equal(ages.atmospheric, 0);
  });

  it('mark their values as statements of the page in a capture of the device', async () => {
    const locate = () => Promise.resolve(london);
    const sensors = {atmospheric: answering(pressure)};
    const {session, page, kept} = await live({locationProvider: {locate}, sensors});
    await session.takePicture(page.protection);
    page.client.config = {sensors: {atmospheric: false}};
    await session.takePicture(page.protection);
    assert.deepEqual(
      kept.map(({origin, gathered}) => [origin, gathered]),
      [
        ['capture', ['gps', 'atmospheric']],
        ['capture', undefined],
      ],
    );
  });

  it('provide the location in place of the browser, whose sensor is not started', async () => {
    const timestamp = '2025-12-31T23:59:50.000Z';
    const locate = () => Promise.resolve({...london, timestamp});
    const {session, geolocator} = await live({locationProvider: {locate}});
    assert.deepEqual(session.contents().metadata.gps, {...london, timestamp});
    assert.equal(session.contents().ages.gps, 10_000);
    assert.equal(geolocator.signals.length, 0);
  });

  const hostile: [name: string, answer: () => unknown][] = [
    ['invalid numbers', () => ({...london, pressure: NaN, heading: Infinity, speed: NaN})],
    ['an invalid latitude', () => ({latitude: 91, longitude: 0})],
    ['texts', () => ({latitude: '1', longitude: '2', pressure: '3', heading: '4'})],
    ['nothing', () => undefined],
    ['a list', () => [1, 2]],
    ['a rejection', () => Promise.reject(new Error('at 51.500729'))],
    ['an unknown reason', () => ({unavailableReason: 'rain'})],
    [
      'an exception',
      () => {
        throw new TypeError('at 51.500729');
      },
    ],
  ];
  for (const [name, answer] of hostile) {
    it(`lose no capture with ${name}, and the developer gets a report without values`, async () => {
      const ask = (): Promise<object> => answer() as Promise<object>;
      const {session, page, kept} = await live({
        locationProvider: {locate: ask},
        sensors: {atmospheric: {read: ask}, magnetometer: {read: ask}},
      });
      await session.takePicture(page.protection);
      assert.ok(Value.Check(CaptureMetadata, kept[0]?.metadata));
      assert.deepEqual(kept[0]?.metadata.atmospheric, {unavailableReason: 'error'});
      assert.ok(page.reports.length >= 2);
      assert.doesNotMatch(page.reports.join(), /51|91|rain/);
    });
  }

  it('replace the attitude and network of the browser, marked as statements of the page', async () => {
    const attitude = {roll: 1, pitch: 2, yaw: 3};
    const line = {wifi: false, cellular: {technologies: ['NR']}};
    const sensors = {orientation: answering(attitude), network: answering(line)};
    const {session, page, kept, orientation, network} = await live({sensors});
    const {metadata} = session.contents();
    assert.deepEqual([metadata.orientation, metadata.network], [attitude, line]);
    assert.deepEqual([orientation.signals.length, network.signals.length], [0, 0]);
    await session.takePicture(page.protection);
    assert.deepEqual(kept[0]?.gathered, ['orientation', 'network']);
  });

  it('are called at once if the page sets other adapters, and the old values are dropped', async () => {
    const provider = (latitude: number) => ({
      locate: (): Promise<Gps> => Promise.resolve({...london, latitude}),
    });
    const {session, page} = await live({
      locationProvider: provider(1),
      sensors: {atmospheric: answering(pressure)},
    });
    const gps = () => session.contents().metadata.gps;
    assert.equal(gps()?.latitude, 1);
    page.client.config = {
      locationProvider: provider(2),
      sensors: {atmospheric: answering({pressure: 5})},
    };
    assert.deepEqual(gps(), {unavailableReason: 'not_available'});
    await settled();
    assert.equal(gps()?.latitude, 2);
    assert.deepEqual(session.contents().metadata.atmospheric, {pressure: 5});
  });

  it('are removed if the page sets other options', async () => {
    const sensors = {atmospheric: {}, orientation: true} as unknown as Sensors;
    const {session, orientation} = await live({sensors});
    assert.deepEqual(session.contents().metadata.atmospheric, {unavailableReason: 'error'});
    assert.equal(orientation.running, 1);
  });
});

describe('an adapter as a sensor', () => {
  /** Called every 20 ms, with a limit of 20 ms for each answer. */
  function adapter(
    ask: (signal: AbortSignal) => Promise<unknown>,
    section: 'atmospheric' | 'gps' = 'atmospheric',
    clock = {now: () => 7},
  ) {
    const problems: string[] = [];
    const controller = new AbortController();
    const changes: unknown[] = [];
    const sensor = new ProvidedSensor({
      section,
      adapter: 'adapter',
      ask,
      clock,
      refuse: (problem) => problems.push(problem),
      timeout: 20,
      interval: 20,
    });
    const read = sensor.start(controller.signal, () => changes.push(read().sections[section]));
    return {problems, controller, changes, read};
  }
  const pause = (milliseconds: number) =>
    new Promise((resolve) => setTimeout(resolve, milliseconds));

  it('is not available before the first answer, and is then called repeatedly until it ends', async () => {
    let asked = 0;
    const {read, controller, changes} = adapter(() => Promise.resolve({pressure: ++asked}));
    assert.deepEqual(read(), {sections: {atmospheric: {unavailableReason: 'not_available'}}});
    await pause(60);
    assert.ok(asked > 1);
    assert.deepEqual(read(), {sections: {atmospheric: {pressure: asked}}, at: 7});
    assert.equal(changes.length, 1);
    controller.abort();
    const before = asked;
    await pause(60);
    assert.equal(asked, before);
  });

  it('times out if it never answers, and a late answer is ignored', async () => {
    const signals: AbortSignal[] = [];
    const answers: ((answer: object) => void)[] = [];
    const {read, controller} = adapter((signal) => {
      signals.push(signal);
      return new Promise((resolve) => answers.push(resolve));
    });
    await pause(35);
    assert.equal(signals[0]?.aborted, true);
    const timeout = {sections: {atmospheric: {unavailableReason: 'timeout'}}};
    assert.deepEqual(read(), timeout);
    await settled(answers[0]?.(pressure));
    assert.deepEqual(read(), timeout);
    controller.abort();
  });

  describe('that fails after an answer', () => {
    const failures: [name: string, answer: () => Promise<unknown>][] = [
      ['a rejection', () => Promise.reject(new Error('no signal'))],
      ['silence', () => new Promise(() => undefined)],
      ['no reading', () => Promise.resolve({pressure: NaN})],
      ['not_available', () => Promise.resolve({unavailableReason: 'not_available'})],
    ];
    const failing = (
      answer: () => Promise<unknown>,
      section: 'atmospheric' | 'gps',
      first: object,
    ) => {
      const clock = {time: 7, now: () => clock.time};
      let asked = 0;
      const ask = () => (asked++ === 0 ? Promise.resolve(first) : answer());
      return {...adapter(ask, section, clock), clock, asked: () => asked};
    };
    for (const [name, answer] of failures) {
      it(`keeps that answer for 30 s: ${name}`, async () => {
        const {read, controller, clock, changes, asked} = failing(answer, 'atmospheric', pressure);
        await pause(90);
        assert.ok(asked() > 1);
        assert.deepEqual(read(), {sections: {atmospheric: pressure}, at: 7});
        clock.time += 30_001;
        assert.ok(read().sections.atmospheric?.unavailableReason);
        await pause(90);
        assert.equal(changes.length, 2);
        controller.abort();
      });
    }

    it('keeps a location with a time of its own', async () => {
      const place = {...london, timestamp: '2026-01-01T00:00:00Z'};
      const broken = () => Promise.reject(new Error('no signal'));
      const {read, controller, clock} = failing(broken, 'gps', place);
      await pause(50);
      clock.time += 3_600_000;
      assert.deepEqual(read(), {sections: {gps: place}, at: Date.UTC(2026, 0, 1)});
      controller.abort();
    });

    for (const unavailableReason of ['permission_denied', 'disabled', 'not_supported']) {
      it(`reports at once that it is ${unavailableReason}`, async () => {
        const place = {...london, timestamp: '2026-01-01T00:00:00Z'};
        const gone = () => Promise.resolve({unavailableReason});
        const {read, controller} = failing(gone, 'gps', place);
        await pause(50);
        assert.deepEqual(read(), {sections: {gps: {unavailableReason}}});
        controller.abort();
      });
    }
  });

  it('is aborted when it ends, and changes nothing afterwards', async () => {
    let given: AbortSignal | undefined;
    let answer: (answer: object) => void = () => undefined;
    const {read, controller, changes} = adapter((signal) => {
      given = signal;
      return new Promise((resolve) => (answer = resolve));
    });
    controller.abort();
    assert.equal(given?.aborted, true);
    answer(pressure);
    await pause(40);
    assert.deepEqual(read().sections.atmospheric, {unavailableReason: 'not_available'});
    assert.deepEqual(changes, []);
  });
});
