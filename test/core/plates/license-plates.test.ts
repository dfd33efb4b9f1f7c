import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {Accounts} from '../../../src/core/credentials/accounts.js';
import {Connection} from '../../../src/core/queue/connection/connection.js';
import {Connections} from '../../../src/core/queue/connection/connections.js';
import {Reports} from '../../../src/core/queue/connection/reports.js';
import type {QueueParts} from '../../../src/core/queue/queue-parts.js';
import {Ledger} from '../../../src/core/queue/store/ledger.js';
import {LicensePlates} from '../../../src/core/plates/license-plates.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {Job} from '@sealed-capture/seal/model/job/job.js';
import {
  awaiting,
  boundingBox,
  confirmed,
  FakeDetector,
  read,
  setup,
  unseen,
  withPlate,
} from './plates-fixture.js';
import {settled} from '../../settled.js';
import {draft, ENDPOINT, FakeClient, PAGE, photo, drawn, keptIn} from '../queue/queue-fixture.js';

describe('a picture whose license plate is to be read', () => {
  it('is stored and reported first, then passed to the detector, then reported again', async () => {
    const {page, detector, stored} = setup();
    const captureId = await page.capture();
    assert.deepEqual(page.client.heard, ['capture']);
    assert.equal(await detector.pictures[0]?.text(), 'raw');
    assert.deepEqual(stored(captureId)?.state, awaiting);
    await settled(detector.answer(read));
    assert.deepEqual(page.client.heard, ['capture', 'license-plate']);
    assert.deepEqual(page.client.plates, [{captureId, mode: 'image', licensePlateInfo: unseen}]);
    assert.deepEqual(stored(captureId)?.metadata.features, {licensePlateInfo: unseen});
    const [summary] = page.protection.captures;
    assert.deepEqual([summary?.progress, summary?.licensePlateInfo], [awaiting, unseen]);
    assert.equal(page.calls.length, 0);
  });

  it('is reported without a plate if the detector finds none', async () => {
    const {page, captureId, stored} = await withPlate({}, null);
    assert.deepEqual(page.client.plates, [{captureId, mode: 'image'}]);
    assert.deepEqual(stored(captureId)?.state, awaiting);
    assert.deepEqual(page.reports, []);
  });

  const missing = 'https://example.org/plates/det.onnx cannot be loaded: status 404.';
  for (const [thrown, told] of [
    [new TypeError('no idea what AB 12 CDE means'), 'failed: TypeError.'],
    ['AB 12 CDE?', 'failed.'],
    [undefined, 'failed.'],
    [
      new SealedCaptureError('worker_unavailable', missing),
      `failed (worker_unavailable): ${missing}`,
    ],
  ] as const) {
    it(`is reported without a plate if the detector fails, and the console says that it ${told}`, async () => {
      const {page, detector, stored} = setup();
      const captureId = await page.capture();
      await settled(detector.fail(thrown));
      assert.deepEqual(page.client.plates, [{captureId, mode: 'image'}]);
      assert.deepEqual(page.reports, [`sealed-capture: licensePlateDetector ${told}`]);
      assert.deepEqual(stored(captureId)?.state, awaiting);
    });
  }

  it('is kept if the detector is invalid', async () => {
    const licensePlateDetector = {} as FakeDetector;
    const {page} = setup({licensePlateDetector});
    await page.capture();
    assert.deepEqual(page.client.heard, ['capture', 'license-plate']);
  });

  it('loses an invalid box, and nothing else', async () => {
    const plate = {...read, boundingBox: {...boundingBox, x: NaN}};
    const {page, captureId} = await withPlate({}, plate);
    const {detectedPlateNumber} = unseen;
    const licensePlateInfo = {detectedPlateNumber};
    assert.deepEqual(page.client.plates, [{captureId, mode: 'image', licensePlateInfo}]);
    assert.match(
      String(page.reports[0]),
      /licensePlateDetector\.boundingBox\.x has to be a finite/,
    );
  });

  it('is processed one at a time', async () => {
    const {page, detector} = setup();
    const first = await page.capture();
    const second = await page.capture();
    assert.equal(detector.pictures.length, 1);
    await settled(detector.answer());
    assert.equal(detector.pictures.length, 2);
    await settled(detector.answer(read));
    assert.deepEqual(
      page.client.plates.map(({captureId}) => captureId),
      [first, second],
    );
  });

  it('is not reported again after it was discarded', async () => {
    const {page, detector, browser} = setup();
    await page.protection.discard(await page.capture());
    await settled(detector.answer(read));
    assert.deepEqual(page.client.heard, ['capture']);
    assert.deepEqual([browser.captures.list(), page.progress], [[], []]);
  });

  it('is not processed after its client is released, nor are the following', async () => {
    const {page, detector, stored} = setup();
    const captureId = await page.capture();
    await page.capture();
    page.protection.release();
    assert.equal(detector.signals[0]?.aborted, true);
    await settled(detector.answer(read));
    assert.equal(detector.pictures.length, 1);
    assert.deepEqual(page.client.heard, ['capture', 'capture']);
    assert.equal(stored(captureId)?.metadata.features, undefined);
    assert.deepEqual(stored(captureId)?.state, awaiting);
    assert.deepEqual(page.reports, []);
  });

  it('is not processed after the queue is closed', async () => {
    const {page, detector} = setup();
    await page.capture();
    page.queue.close();
    assert.equal(detector.signals[0]?.aborted, true);
    await settled();
    assert.deepEqual(page.client.heard, ['capture']);
  });

  it('is reported after a while if the detector never answers, without blocking others', async () => {
    const silent = new FakeDetector();
    const licensePlateDetector = {
      detect: (picture: Blob, signal: AbortSignal) =>
        silent.pictures.length === 0 ? silent.detect(picture, signal) : Promise.resolve(read),
    };
    const client = new FakeClient({apiKey: 'key', licensePlateDetector});
    const connection = new Connection(client, () => PAGE, new Accounts(() => undefined));
    const reports: unknown[] = [];
    const stored = new Map<string, Job>();
    const store = {
      get: (captureId: string) => Promise.resolve(stored.get(captureId)),
      replace: () => Promise.resolve(true),
      media: () => Promise.resolve(photo),
    };
    const ledger = new Ledger(store, () => undefined);
    for (const captureId of ['first', 'second']) {
      const job = {captureId, mode: 'image', endpoint: ENDPOINT, visit: 'this', metadata: {}};
      stored.set(captureId, {...job, capturedAt: captureId, state: awaiting} as Job);
      ledger.set(stored.get(captureId)!);
    }
    const connections = new Connections(ledger);
    connections.add(connection);
    const report = (problem: unknown) => reports.push(problem);
    const parts = {
      ports: {
        report,
        store,
      },
      ledger,
      visits: {own: 'this'},
      connections,
      reports: new Reports(ledger, connections, report),
      signal: new AbortController().signal,
    } as unknown as QueueParts;
    const plates = new LicensePlates(parts, 20);
    plates.start();
    await new Promise((resolve) => setTimeout(resolve, 60));
    assert.equal(silent.signals[0]?.aborted, true);
    assert.deepEqual(client.plates, [
      {captureId: 'first', mode: 'image'},
      {captureId: 'second', mode: 'image', licensePlateInfo: unseen},
    ]);
    assert.deepEqual(reports, ['sealed-capture: licensePlateDetector failed: TimeoutError.']);
  });

  it('is reported as being read until the detector has answered', async () => {
    const {page, detector} = setup();
    const told: unknown[] = [];
    page.client.onChange = () => told.push(page.protection.captures[0]?.plateReading);
    await page.capture();
    await drawn();
    assert.equal(told.at(-1), 'underway');
    await settled(detector.answer());
    await drawn();
    assert.equal(told.at(-1), 'done');
  });

  it('is processed even if the page sets a plate for all captures', async () => {
    const {page, detector} = setup({features: {licensePlateInfo: {plateNumber: 'XY 1'}}});
    await page.capture();
    assert.equal(detector.pictures.length, 1);
  });

  it('is processed even if its client has changed its endpoint meanwhile', async () => {
    const {page, detector} = setup();
    await page.capture();
    const captureId = await page.capture();
    page.client.config = {...page.client.config, baseUrl: 'https://other.example/'};
    page.protection.configurationChanged();
    for (let i = 0; i < 2; i++) await settled(detector.answer());
    assert.equal(page.client.plates[1]?.captureId, captureId);
  });

  it('is processed by the detector of its own client', async () => {
    const {page, detector} = setup();
    const own = new FakeDetector();
    const client = new FakeClient({apiKey: 'key', licensePlateDetector: own});
    const protection = page.queue.connect(client);
    await protection.add(draft, async (job) => ({
      blob: photo,
      keeping: await page.store.add(job, photo),
    }));
    await settled();
    assert.deepEqual([detector.pictures.length, own.pictures.length], [0, 1]);
  });

  it('is never a recording', async () => {
    const {page, detector} = setup();
    await page.capture({mode: 'audio', mediaType: 'audio/mpeg'});
    assert.equal(detector.pictures.length, 0);
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
  });
});

describe('a person who confirms the plate', () => {
  const answers: [said: string, sealed: object | undefined][] = [
    ['AB 12 CDE', confirmed],
    ['  AB 12 CDE\n', confirmed],
    ['AB 12 CDF', {...unseen, plateNumber: 'AB 12 CDF', wasEdited: true}],
    ['', {detectedPlateNumber: 'AB 12 CDE', boundingBox, wasEdited: true}],
  ];
  for (const [said, sealed] of answers) {
    it(`overrides the detector: ${JSON.stringify(said)}`, async () => {
      const {page, captureId, sealedInfo} = await withPlate();
      await settled(page.protection.confirmLicensePlate(captureId, said));
      assert.deepEqual(sealedInfo(), [sealed]);
      assert.deepEqual(page.client.heard, ['capture', 'license-plate', 'protected']);
    });
  }

  it('can enter what no detector read, or that there is no plate', async () => {
    const typed = await withPlate({}, null);
    await settled(typed.page.protection.confirmLicensePlate(typed.captureId, 'XY 1'));
    assert.deepEqual(typed.sealedInfo(), [{plateNumber: 'XY 1', wasEdited: true}]);
    const none = await withPlate({}, null);
    await settled(none.page.protection.confirmLicensePlate(none.captureId, ' '));
    assert.equal(none.page.calls.length, 1);
    assert.equal('features' in (none.page.calls[0]?.job.metadata ?? {}), false);
  });

  it('overrides a detector that answers later, whose answer is not stored', async () => {
    for (const autoProtect of [true, false]) {
      const {page, detector, sealedInfo} = setup({autoProtect});
      const captureId = await page.capture();
      await page.protection.confirmLicensePlate(captureId, 'XY 1');
      await settled(detector.answer(read));
      await settled(page.protection.enqueueProtection());
      assert.deepEqual(sealedInfo(), [{plateNumber: 'XY 1', wasEdited: true}]);
      assert.deepEqual(page.client.plates, []);
    }
  });

  it('overrides it even while its answer is being stored', async () => {
    const {page, detector, sealedInfo} = setup({autoProtect: false});
    const captureId = await page.capture();
    const {get} = page.store;
    let confirming: Promise<void> | undefined;
    page.store.get = async (id) => {
      const job = await get(id);
      page.store.get = get;
      confirming = page.protection.confirmLicensePlate(captureId, 'XY 1');
      await new Promise((resolve) => setImmediate(resolve));
      return job;
    };
    await settled(detector.answer(read));
    await confirming;
    await settled(page.protection.enqueueProtection());
    assert.deepEqual(sealedInfo(), [
      {detectedPlateNumber: 'AB 12 CDE', plateNumber: 'XY 1', boundingBox, wasEdited: true},
    ]);
  });

  it('does not release a capture that the page releases, and can correct the plate until then', async () => {
    const {page, captureId, stored, sealedInfo} = await withPlate({autoProtect: false});
    await settled(page.protection.confirmLicensePlate(captureId, 'XY 1'));
    assert.deepEqual(stored(captureId)?.state, {name: 'held'});
    assert.deepEqual(page.progress, [{name: 'held'}]);
    await page.protection.confirmLicensePlate(captureId, 'AB 12 CDE');
    await settled(page.protection.enqueueProtection(captureId));
    assert.deepEqual(sealedInfo(), [confirmed]);
  });

  it('can do so without any detector', async () => {
    const {page, sealedInfo} = setup({autoProtect: false, licensePlateDetector: undefined});
    const captureId = await page.capture();
    await page.protection.confirmLicensePlate(captureId, 'XY 1');
    await settled(page.protection.enqueueProtection());
    assert.deepEqual(sealedInfo(), [{plateNumber: 'XY 1', wasEdited: true}]);
  });

  it('gets an error for a text that cannot be sealed, and for a capture that is not held', async () => {
    const {page, captureId, stored} = await withPlate();
    const {protection} = page;
    for (const text of ['A'.repeat(65), 12 as unknown as string]) {
      const refused = protection.confirmLicensePlate(captureId, text);
      await assert.rejects(refused, {code: 'configuration_invalid'});
    }
    assert.deepEqual(stored(captureId)?.state, awaiting);
    await assert.rejects(protection.confirmLicensePlate('x', 'A'), {code: 'capture_unknown'});
    await settled(protection.confirmLicensePlate(captureId, 'A'));
    const late = protection.confirmLicensePlate(captureId, 'B');
    await assert.rejects(late, {code: 'capture_unknown'});
  });

  it('is not needed if the page releases the capture, whose plate is sealed as detected, not as confirmed', async () => {
    const {page, sealedInfo} = await withPlate();
    await settled(page.protection.enqueueProtection());
    assert.deepEqual(sealedInfo(), [{detectedPlateNumber: 'AB 12 CDE', boundingBox}]);
  });

  it('may be the page itself, before the plate is read or when it releases the capture', async () => {
    const features = {licensePlateInfo: {plateNumber: 'XY 1'}};
    const before = await withPlate({features});
    await settled(before.page.protection.enqueueProtection());
    assert.deepEqual(before.sealedInfo(), [{...unseen, plateNumber: 'XY 1'}]);
    const then = await withPlate();
    await settled(then.page.protection.enqueueProtection(then.captureId, {features}));
    assert.deepEqual(then.sealedInfo(), [{plateNumber: 'XY 1'}]);
  });

  it('gets the picture again after a reload', async () => {
    const {page, captureId} = await withPlate();
    const next = await page.next({config: {apiKey: 'key'}});
    const [summary] = next.protection.captures;
    assert.deepEqual([summary?.progress, summary?.licensePlateInfo], [awaiting, unseen]);
    await settled(next.protection.confirmLicensePlate(captureId, 'XY 1'));
    const {licensePlateInfo} = next.calls[0]?.job.metadata.features ?? {};
    assert.deepEqual(licensePlateInfo, {...unseen, plateNumber: 'XY 1', wasEdited: true});
    assert.equal(next.client.sealed[0]?.restored, true);
  });
});

describe('a picture with a plate that could not be stored', () => {
  it('is read, confirmed and sealed from memory', async () => {
    const {page, detector, sealedInfo} = setup();
    page.store.keeping = keptIn('memory', 'storage_unavailable');
    const captureId = await page.capture();
    await settled(detector.answer(read));
    await settled(page.protection.confirmLicensePlate(captureId, 'XY 1'));
    assert.deepEqual(page.client.heard, ['capture', 'protect-error', 'license-plate', 'protected']);
    assert.equal(sealedInfo()[0]?.plateNumber, 'XY 1');
  });

  it('is held again once it can be stored, or sealed if it was confirmed before', async () => {
    for (const isConfirmed of [false, true]) {
      const {page, detector, sealedInfo} = setup();
      page.store.keeping = keptIn('nowhere');
      const captureId = await page.capture();
      await settled(detector.answer(read));
      assert.deepEqual(page.client.heard, ['capture', 'protect-error', 'license-plate']);
      assert.deepEqual(page.protection.captures[0]?.licensePlateInfo, unseen);
      if (isConfirmed) await page.protection.confirmLicensePlate(captureId, 'XY 1');
      assert.deepEqual(page.progress[0]?.name, 'failed');
      page.store.keeping = {name: 'stored'};
      await settled(page.protection.retryProtection(captureId));
      if (!isConfirmed) {
        assert.deepEqual(page.progress, [awaiting]);
        await settled(page.protection.confirmLicensePlate(captureId, 'XY 1'));
      }
      assert.deepEqual(sealedInfo(), [{...unseen, plateNumber: 'XY 1', wasEdited: true}]);
    }
  });

  it('is still confirmed by a person if the storage fails while the plate is recorded', async () => {
    const {page, detector} = setup();
    await page.capture();
    page.store.get = () => Promise.reject(new Error('Broken.'));
    await settled(detector.answer(read));
    assert.deepEqual(page.client.plates[0]?.licensePlateInfo, unseen);
  });
});
