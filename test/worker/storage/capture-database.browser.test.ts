import {expect} from '@open-wc/testing';
import {openDB} from 'idb';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {LEASE_MS, released, sealed, type Job} from '@sealed-capture/seal/model/job/job.js';
import {CaptureDatabase} from '../../../src/worker/storage/capture-database.js';
import {CaptureShelf} from '../../../src/worker/storage/capture-shelf.js';
import {RecordingDatabase} from '../../../src/worker/storage/recording-database.js';
import {TestDatabase} from './database-fixture.js';

const endpoint = 'https://shop.example/protection';
const bytes = new Uint8Array([0xff, 0xd8, 1, 2, 3]).buffer;
const claim = {endpoint, owner: 'visit', ended: [], now: 1_000};

const jobOf = (further: Partial<Job> = {}): Job => ({
  captureId: crypto.randomUUID(),
  mode: 'image',
  mediaType: 'image/jpeg',
  endpoint,
  capturedAt: '2026-01-01T00:00:00.000Z',
  visit: 'visit',
  metadata: {},
  state: {name: 'waiting', dueAt: 0, attempts: 0},
  ...further,
});

describe('the capture database', () => {
  let storage: TestDatabase;
  const open = (): CaptureDatabase => new CaptureDatabase(storage.open());

  beforeEach(() => (storage = new TestDatabase()));
  afterEach(() => storage.close());

  it('stores job and media over a reload', async () => {
    const job = jobOf();
    await open().add(job, bytes);
    const reloaded = open();
    expect(await reloaded.get(job.captureId)).to.deep.equal(job);
    expect(await reloaded.list()).to.deep.equal([job]);
    expect(new Uint8Array((await reloaded.media(job.captureId)) ?? [])).to.deep.equal(
      new Uint8Array(bytes),
    );
  });

  it('keeps the later note about a copy, whoever writes the job, also when its file is deleted', async () => {
    const database = open();
    const job = jobOf();
    await database.add(job, bytes);
    const lastCopy = {made: 'shared', at: '2026-01-01T00:00:02.000Z'} as const;
    await database.replace({...job, lastCopy}, job.state);
    const stale = {...job, lastCopy: {made: 'saved', at: '2026-01-01T00:00:01.000Z'} as const};
    for (const before of [job, stale]) {
      await database.replace(before, job.state);
      expect((await database.get(job.captureId))?.lastCopy).to.deep.equal(lastCopy);
    }
    const done = sealed(job, new ArrayBuffer(9), '2026-01-01T00:00:03.000Z');
    await database.replace(done, job.state);
    const next = {name: 'delivered', keptUntil: 0, listedUntil: 9_000} as const;
    await database.handOver({captureId: job.captureId, now: 5_000, next});
    const [listed] = await open().list();
    expect(listed?.lastCopy).to.deep.equal(lastCopy);
  });

  it('keeps a delivered job without its media and without what the device knew, and frees room from kept files alone', async () => {
    const database = open();
    const metadata = {tags: {claim: '17'}, gps: {latitude: 1, longitude: 2}};
    const [sent, kept] = [jobOf({metadata}), jobOf({metadata})];
    for (const job of [sent, kept]) {
      await database.add(job, bytes);
      await database.replace(
        sealed(job, new ArrayBuffer(9), '2026-01-01T00:00:01.000Z'),
        job.state,
      );
    }
    const next = {name: 'delivered', keptUntil: 0, listedUntil: 9_000} as const;
    expect(await database.handOver({captureId: sent.captureId, now: 5_000, next})).to.equal(true);
    const kept9 = {...next, keptUntil: 9_000};
    await database.handOver({captureId: kept.captureId, now: 5_000, next: kept9});
    expect(await database.media(sent.captureId)).to.equal(undefined);
    expect((await database.media(kept.captureId))?.byteLength).to.equal(bytes.byteLength);
    expect((await database.get(sent.captureId))?.metadata).to.deep.equal({tags: {claim: '17'}});
    // Once it was handed over, it is not handed over again.
    expect(await database.handOver({captureId: sent.captureId, now: 5_000, next})).to.equal(false);
    expect(await database.makeRoom()).to.equal(true);
    expect(await database.media(kept.captureId)).to.equal(undefined);
    expect(await database.makeRoom()).to.equal(false);
    const states = (await database.list()).map(({state}) => state);
    expect(states.map((state) => state.name === 'delivered' && state.listedUntil)).to.deep.equal([
      9_000, 9_000,
    ]);
  });

  it('stores neither job nor media if one of them cannot be stored', async () => {
    const database = open();
    const job = jobOf();
    // A value that cannot be cloned.
    const unstorable = {...job, metadata: {tags: () => undefined}} as unknown as Job;
    const refused = await database.add(unstorable, bytes).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(SealedCaptureError);
    expect(await database.list()).to.deep.equal([]);
    expect(await database.media(job.captureId)).to.equal(undefined);
  });

  it('does not change a capture that is added again, and reports that it is stored', async () => {
    const [worker, page] = [open(), open()];
    const job = jobOf();
    await worker.add(job, bytes);
    const done = sealed(job, new ArrayBuffer(1), '2026-01-01T00:00:01.000Z');
    await worker.replace(done, job.state);
    await page.add(job, new Uint8Array([9]).buffer);
    expect(await page.get(job.captureId)).to.deep.equal(done);
    expect((await page.media(job.captureId))?.byteLength).to.equal(bytes.byteLength);
    expect(await new CaptureShelf(page).add(job, bytes)).to.deep.equal({name: 'stored'});
    expect((await page.list()).length).to.equal(1);
  });

  it('that never answers costs a limited time: the capture stays in memory, and is not written later', async () => {
    await open().list();
    const release = await storage.hold('jobs', 'media');
    const shelf = new CaptureShelf(new CaptureDatabase(storage.open(), 100));
    const job = jobOf();
    const keeping = await shelf.add(job, bytes);
    expect(keeping.name).to.equal('memory');
    expect(keeping.failure?.code).to.equal('storage_unavailable');
    expect(await shelf.claim(claim)).to.have.property('captureId', job.captureId);
    await release();
    expect(await open().list()).to.deep.equal([]);
  });

  it('writes with strict durability, except what could be repeated', async () => {
    const database = open();
    const job = jobOf({state: {name: 'held'}});
    const due = released(job, 0);
    await database.add(job, bytes);
    await database.replace(due, job.state);
    const mine = await database.claim(claim);
    await database.replace(
      sealed(due, new ArrayBuffer(8), '2026-01-01T00:00:01.000Z'),
      mine?.state ?? due.state,
    );
    await database.remove(job.captureId);
    const discarded = jobOf();
    await database.add(discarded, bytes);
    await database.remove(discarded.captureId);
    const wanted = ['strict', 'strict', 'relaxed', 'relaxed', 'relaxed', 'strict', 'strict'];
    expect(storage.durabilities).to.deep.equal(wanted);
  });

  it('lets one of two pages claim a job', async () => {
    await open().add(jobOf(), bytes);
    const claims = await Promise.all([open().claim(claim), open().claim(claim)]);
    expect(claims.filter(Boolean)).to.have.length(1);
  });

  it('returns the oldest due job of the endpoint first', async () => {
    const database = open();
    const older = jobOf({capturedAt: '2025-01-01T00:00:00.000Z'});
    await database.add(jobOf(), bytes);
    await database.add(older, bytes);
    await database.add(jobOf({endpoint: 'https://other.example', capturedAt: '2024'}), bytes);
    const later = {name: 'waiting', dueAt: 5_000, attempts: 0} as const;
    await database.add(jobOf({capturedAt: '2023', state: later}), bytes);
    expect((await database.claim(claim))?.captureId).to.equal(older.captureId);
    expect(await database.claim(claim)).not.to.equal(undefined);
    expect(await database.claim(claim)).to.equal(undefined);
  });

  it('returns a job again after its lease, or at once if its visit has ended', async () => {
    const database = open();
    await database.add(jobOf(), bytes);
    await database.claim(claim);
    const other = {...claim, owner: 'other'};
    expect(await database.claim(other)).to.equal(undefined);
    const second = await database.claim({...other, ended: ['visit']});
    expect(second?.state).to.have.property('owner', 'other');
    const late = {...claim, now: claim.now + LEASE_MS};
    expect((await database.claim(late))?.state).to.have.property('owner', 'visit');
  });

  it('changes a job only for its current owner', async () => {
    const database = open();
    await database.add(jobOf(), bytes);
    const first = await database.claim(claim);
    const second = await database.claim({...claim, now: claim.now + LEASE_MS, owner: 'other'});
    if (!first || !second) throw new Error('nothing to claim');
    const done = sealed(first, new ArrayBuffer(8), '2026-01-01T00:00:01.000Z');
    expect(await database.replace(done, first.state)).to.equal(false);
    expect(await database.replace(done, second.state)).to.equal(true);
    expect((await database.get(first.captureId))?.state.name).to.equal('sealed');
  });

  it('deletes job and media together', async () => {
    const database = open();
    const job = jobOf();
    await database.add(job, bytes);
    await database.remove(job.captureId);
    expect(await database.list()).to.deep.equal([]);
    expect(await database.media(job.captureId)).to.equal(undefined);
  });

  for (const {where, full} of [
    {where: 'in the database', full: []},
    {where: 'in memory, because the browser has no room', full: ['jobs']},
  ]) {
    it(`deletes a capture only in the state that the caller expects: ${where}`, async () => {
      const shelf = new CaptureShelf(open());
      const asked = {name: 'held', awaits: 'review'} as const;
      const job = jobOf({state: asked});
      const used: Job = {...job, state: {name: 'held'}};
      storage.full = full;
      await shelf.add(job, bytes);
      storage.full = [];
      expect(await shelf.replace(used, asked)).to.equal(true);
      expect(await shelf.remove(job.captureId, asked)).to.equal(false);
      expect(await shelf.get(job.captureId)).to.deep.equal(used);
      expect((await shelf.media(job.captureId))?.byteLength).to.equal(bytes.byteLength);
      expect(await shelf.remove(job.captureId, used.state)).to.equal(true);
      expect(await shelf.list()).to.deep.equal([]);
      expect(await shelf.media(job.captureId)).to.equal(undefined);
      expect(await shelf.remove(job.captureId, used.state)).to.equal(false);
    });
  }

  it('opens a new connection if the old one has died', async () => {
    const database = open();
    await database.add(jobOf(), bytes);
    storage.connections[0]?.close();
    expect(await database.list()).to.have.length(1);
    expect(storage.connections).to.have.length(2);
  });

  it('returns the stored bytes as a Blob, if the browser stores Blobs', async function () {
    if (!('userAgentData' in navigator)) this.skip();
    const job = jobOf();
    await open().add(job, new Blob([bytes], {type: job.mediaType}));
    const read = await open().media(job.captureId);
    expect(new Uint8Array(read ?? new ArrayBuffer(0))).to.deep.equal(new Uint8Array(bytes));
  });

  it('continues with the data of the previous version', async () => {
    const job = jobOf();
    const {captureId} = job;
    const sha256 = await crypto.subtle.digest('SHA-256', bytes);
    const older = await openDB(storage.name, 1, {
      upgrade(database) {
        const jobs = database.createObjectStore('jobs', {keyPath: 'captureId'});
        jobs.createIndex('by-state', ['endpoint', 'state.name', 'capturedAt']);
        database.createObjectStore('media', {keyPath: 'captureId'});
      },
    });
    await older.add('jobs', job);
    await older.add('media', {captureId, bytes, sha256});
    older.close();
    const database = open();
    expect(await database.list()).to.deep.equal([job]);
    expect(new Uint8Array((await database.media(captureId)) ?? [])).to.deep.equal(
      new Uint8Array(bytes),
    );
    expect((await database.claim(claim))?.captureId).to.equal(captureId);
    await new RecordingDatabase(storage.open()).begin(jobOf());
  });

  it('asks for a reload if a newer version of the page has been open', async () => {
    (await openDB(storage.name, 99)).close();
    const refused = await open()
      .add(jobOf(), bytes)
      .catch((error: unknown) => error);
    expect(refused).to.have.property('code', 'storage_unavailable');
    expect(refused).to.have.property('message').that.contains('Reload the page');
  });

  it('is not blocked by an invalid record, and deletes none', async () => {
    const database = open();
    const good = jobOf();
    await database.add(good, bytes);
    const raw = await openDB(storage.name);
    const spoilt = jobOf({capturedAt: '2020-01-01T00:00:00.000Z'});
    const records = [
      {captureId: 'empty'},
      {captureId: 'a', endpoint, state: {name: 'waiting'}, capturedAt: '2020'},
      {captureId: 'b', endpoint, state: {name: 'sealing'}, capturedAt: '2020', mode: 7},
      {...spoilt, state: {name: 'waiting', dueAt: 'soon', attempts: 0}},
    ];
    for (const record of records) await raw.put('jobs', record);
    await raw.put('recordings', {captureId: 'c'});
    const listed = await database.list();
    expect(listed.map(({captureId, state}) => [captureId, state.name])).to.have.deep.members([
      [good.captureId, 'waiting'],
      [spoilt.captureId, 'failed'],
    ]);
    expect(await database.get('a')).to.equal(undefined);
    expect((await database.claim(claim))?.captureId).to.equal(good.captureId);
    expect(await database.claim(claim)).to.equal(undefined);
    expect(await new RecordingDatabase(storage.open()).unfinished()).to.deep.equal([]);
    expect(await raw.count('jobs')).to.equal(5);
    const [again] = listed.filter(({captureId}) => captureId === spoilt.captureId);
    if (!again) throw new Error('not listed');
    expect(await database.replace(released(again, 0), again.state)).to.equal(true);
    expect((await database.claim(claim))?.captureId).to.equal(spoilt.captureId);
    raw.close();
  });

  it('lists sealed jobs without their manifests, which it returns separately', async () => {
    const database = open();
    const job = sealed(jobOf(), new ArrayBuffer(16_384), '2026-01-01T00:00:01.000Z');
    await database.add(job, bytes);
    const [listed] = await database.list();
    expect(listed?.state).to.deep.equal({...job.state, manifest: new ArrayBuffer(0)});
    expect(await database.get(job.captureId)).to.deep.equal(job);
  });

  it('returns no job to a page that is already processing it, whatever the clock', async () => {
    const database = open();
    await database.add(jobOf(), bytes);
    const job = await database.claim(claim);
    const later = {...claim, now: claim.now + 10 * LEASE_MS};
    expect(await database.claim({...later, running: [job?.captureId ?? '']})).to.equal(undefined);
    expect((await database.claim(later))?.captureId).to.equal(job?.captureId);
  });

  it('closes for a newer version of the page', async () => {
    await open().add(jobOf(), bytes);
    const newer = await openDB(storage.name, 5);
    expect(newer.version).to.equal(5);
    newer.close();
  });

  it('returns no media that the storage has damaged', async () => {
    const database = open();
    const job = jobOf();
    await database.add(job, bytes);
    const raw = await openDB(storage.name);
    const stored = (await raw.get('media', job.captureId)) as {bytes: ArrayBuffer};
    await raw.put('media', {...stored, bytes: new ArrayBuffer(5)});
    raw.close();
    const refused = await database.media(job.captureId).catch((error: unknown) => error);
    expect(refused).to.have.property('code', 'media_unsupported');
  });

  it('lists a thousand captures without loading their media', async function () {
    this.timeout(60_000);
    const database = open();
    const large = new ArrayBuffer(100_000);
    await Promise.all(Array.from({length: 1000}, () => database.add(jobOf(), large)));
    const start = performance.now();
    expect(await database.list()).to.have.length(1000);
    expect(performance.now() - start).to.be.lessThan(1000);
  });
});
