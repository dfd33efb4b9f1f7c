import {expect} from '@open-wc/testing';
import {openDB} from 'idb';
import {sealed, type Job} from '@sealed-capture/seal/model/job/job.js';
import {CaptureDatabase} from '../../../src/worker/storage/capture-database.js';
import {CaptureShelf} from '../../../src/worker/storage/capture-shelf.js';
import {RecordingDatabase} from '../../../src/worker/storage/recording-database.js';
import {StoredPreviews} from '../../../src/worker/storage/stored-previews.js';
import {TestDatabase} from './database-fixture.js';

const bytes = new Uint8Array([0xff, 0xd8, 1, 2, 3]).buffer;
const picture = (size = 100): ArrayBuffer => new ArrayBuffer(size);

const jobOf = (minute: number, further: Partial<Job> = {}): Job => ({
  captureId: crypto.randomUUID(),
  mode: 'image',
  mediaType: 'image/jpeg',
  endpoint: 'https://shop.example/protection',
  capturedAt: `2026-01-01T00:0${minute}:00.000Z`,
  visit: 'visit',
  metadata: {},
  state: {name: 'waiting', dueAt: 0, attempts: 0},
  ...further,
});

describe('stored previews', () => {
  let storage: TestDatabase;
  let database: CaptureDatabase;
  let previews: StoredPreviews;
  beforeEach(() => {
    storage = new TestDatabase();
    const connection = storage.open();
    database = new CaptureDatabase(connection);
    previews = new StoredPreviews(connection);
  });
  afterEach(() => storage.close());

  const seal = async (job: Job): Promise<void> => {
    await database.add(job, bytes);
    const done = sealed(job, new ArrayBuffer(9), '2026-01-01T00:00:01.000Z');
    await database.replace(done, job.state);
  };
  /** A photo that was delivered; with `keptUntil`, its file is kept. */
  const deliver = async (minute: number, keptUntil = 0): Promise<string> => {
    const job = jobOf(minute);
    await seal(job);
    const next = {name: 'delivered', keptUntil, listedUntil: 9_000} as const;
    await database.handOver({captureId: job.captureId, now: 5_000, next});
    return job.captureId;
  };
  const sizes = (ids: readonly string[]): Promise<(number | undefined)[]> =>
    Promise.all(ids.map(async (id) => (await database.preview(id))?.size));

  it('are read as JPEGs, also after a reload, and are not the photo’s media', async () => {
    const id = await deliver(0);
    await previews.addPreview(id, picture(), 1_000);
    const reloaded = new CaptureDatabase(storage.open());
    const preview = await reloaded.preview(id);
    expect([preview?.type, preview?.size]).to.eql(['image/jpeg', 100]);
    expect(await reloaded.media(id)).to.equal(undefined);
  });

  it('are those of the newest photos that the budget has room for', async () => {
    const ids = [await deliver(1), await deliver(3), await deliver(2)];
    for (const id of ids) await previews.addPreview(id, picture(), 250);
    expect(await sizes(ids)).to.eql([undefined, 100, 100]);
    await previews.addPreview(ids[2] ?? '', picture(), 0);
    expect(await sizes(ids)).to.eql([undefined, undefined, undefined]);
  });

  it('are stored only of a delivered photo that is listed without its file', async () => {
    const waiting = jobOf(0);
    await seal(waiting);
    const ids = [waiting.captureId, await deliver(1, 9_000), await deliver(2)];
    await database.remove(ids[2] ?? '');
    for (const id of ids) await previews.addPreview(id, picture(), 1_000);
    expect(await sizes(ids)).to.eql([undefined, undefined, undefined]);
  });

  it('are deleted with the job', async () => {
    const id = await deliver(0);
    await previews.addPreview(id, picture(), 1_000);
    await database.remove(id);
    expect(await sizes([id])).to.eql([undefined]);
  });

  it('are the first to go, oldest first, when room is needed, and no file goes with them', async () => {
    const kept = await deliver(0, 9_000);
    const ids: string[] = [];
    for (let count = 0; count < 18; count++) ids.push(await deliver(count % 9));
    for (const id of ids) await previews.addPreview(id, picture(), 10_000);
    expect(await database.makeRoom()).to.equal(true);
    const left = (await sizes(ids)).map((size, index) => (size ? index : undefined));
    expect(left.filter((index) => index !== undefined)).to.eql([8, 17]);
    expect(await database.media(kept)).not.to.equal(undefined);
    await database.makeRoom();
    expect((await sizes(ids)).every((size) => size === undefined)).to.equal(true);
    expect(await database.media(kept)).not.to.equal(undefined);
    await database.makeRoom();
    expect(await database.media(kept)).to.equal(undefined);
    expect(await database.makeRoom()).to.equal(false);
    expect(await database.list(), 'the photos stay listed').to.have.length(19);
  });

  it('make room for a capture that finds none', async () => {
    const id = await deliver(0);
    await previews.addPreview(id, picture(), 1_000);
    const shelf = new CaptureShelf(database);
    let isFull = true;
    const add = database.add.bind(database);
    database.add = (...given) => {
      if (isFull) storage.full = ['media'];
      return add(...given).finally(() => {
        storage.full = [];
        isFull = false;
      });
    };
    expect(await shelf.add(jobOf(1), bytes)).to.eql({name: 'stored'});
    expect(await sizes([id])).to.eql([undefined]);
  });

  it('come with a version of the storage that deletes nothing of the one before', async () => {
    const older = await openDB(storage.name, 2, {
      upgrade(raw) {
        const jobs = raw.createObjectStore('jobs', {keyPath: 'captureId'});
        jobs.createIndex('by-state', ['endpoint', 'state.name', 'capturedAt']);
        raw.createObjectStore('media', {keyPath: 'captureId'});
        raw.createObjectStore('recordings', {keyPath: 'captureId'});
        raw.createObjectStore('parts', {keyPath: ['captureId', 'index']});
      },
    });
    const [job, recording] = [jobOf(0), jobOf(1, {mode: 'audio', mediaType: 'audio/mpeg'})];
    const {captureId} = job;
    const sha256 = await crypto.subtle.digest('SHA-256', bytes);
    await older.add('jobs', job);
    await older.add('media', {captureId, bytes, sha256});
    await older.add('recordings', recording);
    // An open tab of the older version closes its connection, as every version does.
    older.addEventListener('versionchange', () => older.close());
    expect(await database.list()).to.eql([job]);
    expect((await database.media(captureId))?.byteLength).to.equal(bytes.byteLength);
    expect(await new RecordingDatabase(storage.open()).unfinished()).to.eql([recording]);
    const id = await deliver(2);
    await previews.addPreview(id, picture(), 1_000);
    expect(await sizes([id])).to.eql([100]);
  });
});
