import {aTimeout, expect} from '@open-wc/testing';
import {openDB} from 'idb';
import type {RecordedPart} from '../../../src/ports/audio/recorder.js';
import {CaptureDatabase} from '../../../src/worker/storage/capture-database.js';
import {CaptureShelf} from '../../../src/worker/storage/capture-shelf.js';
import type {DatabaseConnection} from '../../../src/worker/storage/database-connection.js';
import {RecordingDatabase} from '../../../src/worker/storage/recording-database.js';
import {RecordingShelf} from '../../../src/worker/storage/recording-shelf.js';
import {TestDatabase} from './database-fixture.js';
import {
  bytesOfAll,
  completeOf,
  infoFrame,
  isSame,
  partOf,
  partsUntil,
  recordingJob,
  SAMPLES,
  soundOf,
} from './recordings-fixture.js';

const NOW = 5_000;
const CLAIM = {owner: 'visit', ended: [], now: NOW};
const STORED = {name: 'stored'} as const;

class ImpatientDatabase extends RecordingDatabase {
  constructor(connection: DatabaseConnection) {
    super(connection, 100);
  }
}

class UnreadableDatabase extends RecordingDatabase {
  override read(): Promise<undefined> {
    return Promise.reject(new Error('unreadable'));
  }
}

/** A database that stores parts slowly. */
class SlowDatabase extends RecordingDatabase {
  override async addPart(...part: Parameters<RecordingDatabase['addPart']>): Promise<boolean> {
    await aTimeout(50);
    return super.addPart(...part);
  }
}

describe('the shelf of recordings', () => {
  let storage: TestDatabase;
  beforeEach(() => (storage = new TestDatabase()));
  afterEach(() => storage.close());

  /** The store of one worker. A second one is that of another page, or of the same page after a reload. */
  function open(Recordings = RecordingDatabase) {
    const connection = storage.open();
    const captures = new CaptureShelf(new CaptureDatabase(connection));
    const clock = {now: () => NOW};
    const recordings = new RecordingShelf(new Recordings(connection), captures, clock);
    const record = async (parts: readonly RecordedPart[], job = recordingJob()) => {
      await recordings.begin(job);
      for (const part of parts) await recordings.addPart(job.captureId, part);
      return job;
    };
    return {captures, recordings, record};
  }

  /** The number of entries in each store. */
  async function counts(): Promise<Record<string, number>> {
    const raw = await openDB(storage.name);
    const names = ['jobs', 'media', 'recordings', 'parts'];
    const entries = await Promise.all(
      names.map(async (name) => [name, await raw.count(name)] as const),
    );
    raw.close();
    return Object.fromEntries(entries);
  }

  /** Changes one stored part. */
  async function change(
    captureId: string,
    index: number,
    change: (part: {bytes: ArrayBuffer}) => unknown,
  ): Promise<void> {
    const raw = await openDB(storage.name);
    const part = (await raw.get('parts', [captureId, index])) as {bytes: ArrayBuffer};
    await raw.delete('parts', [captureId, index]);
    const changed = change(part);
    if (changed) await raw.put('parts', changed);
    raw.close();
  }
  const spoil = (part: {bytes: ArrayBuffer}) => {
    const bytes = new Uint8Array(part.bytes.slice(0));
    bytes[1000]! ^= 1;
    return {...part, bytes: bytes.buffer};
  };
  const lose = () => undefined;
  /** A part without sound, as a page's own encoder may return. */
  const noSound = (index: number): RecordedPart => ({...partOf(index), bytes: new ArrayBuffer(8)});

  const mediaOf = async (captureId: string): Promise<ArrayBuffer | string> => {
    const read = await open()
      .captures.media(captureId)
      .catch(({code}: {code: string}) => code);
    return read ?? 'nothing';
  };

  describe('that are finished', () => {
    it('become captures whose media are the parts in place', async () => {
      const {recordings, record} = open();
      const parts = partsUntil(3);
      const job = await record(parts);
      const done = {...job, duration: 6};
      expect(await recordings.finish(done, completeOf(parts))).to.deep.equal(STORED);
      expect(await counts()).to.deep.equal({jobs: 1, media: 1, recordings: 0, parts: 3});
      expect(await open().captures.get(job.captureId)).to.deep.equal(done);
      const expected = await bytesOfAll([infoFrame, ...parts.map(({bytes}) => bytes)]);
      expect(isSame((await mediaOf(job.captureId)) as ArrayBuffer, expected)).to.equal(true);
    });

    it('may be finished while the last part is being written', async () => {
      const {recordings} = open(SlowDatabase);
      const job = recordingJob();
      const parts = partsUntil(2);
      const all = [
        recordings.begin(job),
        ...parts.map((part) => recordings.addPart(job.captureId, part)),
        recordings.finish(job, completeOf(parts)),
      ];
      expect(await Promise.all(all)).to.deep.equal([STORED, STORED, STORED, STORED]);
      expect(await counts()).to.deep.equal({jobs: 1, media: 1, recordings: 0, parts: 2});
    });

    it('stay in memory, so that sealing reads nothing from the storage', async () => {
      const {captures, recordings, record} = open();
      const parts = partsUntil(2);
      const job = await record(parts);
      await recordings.finish(job, completeOf(parts));
      await change(job.captureId, 1, lose);
      const media = await captures.media(job.captureId);
      const expected = await bytesOfAll([infoFrame, ...parts.map(({bytes}) => bytes)]);
      expect(isSame(media ?? new ArrayBuffer(0), expected)).to.equal(true);
    });

    it('are written completely if a part is missing, in place of the parts', async () => {
      const {recordings, record} = open();
      const parts = partsUntil(3);
      const job = await record([partOf(1), partOf(3)]);
      expect(await recordings.finish(job, completeOf(parts))).to.deep.equal(STORED);
      expect(await counts()).to.deep.equal({jobs: 1, media: 1, recordings: 0, parts: 0});
      const expected = await bytesOfAll([infoFrame, ...parts.map(({bytes}) => bytes)]);
      expect(isSame((await mediaOf(job.captureId)) as ArrayBuffer, expected)).to.equal(true);
    });

    it('are written completely if they began in a browser that stored nothing then', async () => {
      const {recordings} = open();
      const job = recordingJob();
      storage.full = ['recordings'];
      expect(await recordings.begin(job)).to.deep.include({name: 'memory'});
      expect(await recordings.addPart(job.captureId, partOf(1))).to.deep.include({name: 'memory'});
      storage.full = [];
      expect(await recordings.finish(job, completeOf(partsUntil(1)))).to.deep.equal(STORED);
      expect(await counts()).to.deep.equal({jobs: 1, media: 1, recordings: 0, parts: 0});
    });

    it('stay in memory if there is no space, and their parts are kept for the next visit', async () => {
      const {captures, recordings, record} = open();
      const parts = partsUntil(2);
      const job = await record(parts);
      storage.full = ['jobs'];
      const keeping = await recordings.finish(job, completeOf(parts));
      expect(keeping).to.deep.include({name: 'memory'});
      expect(keeping.failure?.code).to.equal('storage_full');
      expect(await counts()).to.deep.equal({jobs: 0, media: 0, recordings: 1, parts: 2});
      const media = await captures.media(job.captureId);
      const expected = await bytesOfAll([infoFrame, ...parts.map(({bytes}) => bytes)]);
      expect(isSame(media ?? new ArrayBuffer(0), expected)).to.equal(true);
      storage.full = [];
      await captures.remove(job.captureId);
      expect(await counts()).to.deep.equal({jobs: 0, media: 0, recordings: 0, parts: 0});
      expect(await captures.get(job.captureId)).to.equal(undefined);
    });

    it('are deleted with their parts, and with no others', async () => {
      const {captures, recordings, record} = open();
      const parts = partsUntil(2);
      const [job, other] = [await record(parts), await record(parts)];
      await recordings.finish(job, completeOf(parts));
      await captures.remove(job.captureId);
      expect(await counts()).to.deep.equal({jobs: 0, media: 0, recordings: 1, parts: 2});
      expect(await recordings.unfinished()).to.deep.equal([other]);
    });

    for (const [what, alter] of Object.entries({spoilt: spoil, lost: lose})) {
      it(`are not returned if the storage has a part ${what}`, async () => {
        const {recordings, record} = open();
        const parts = partsUntil(3);
        const job = await record(parts);
        await recordings.finish(job, completeOf(parts));
        await change(job.captureId, 2, alter);
        expect(await mediaOf(job.captureId)).to.equal('media_unsupported');
      });
    }
  });

  describe('that are discarded', () => {
    it('are deleted with their parts, including one that is being written', async () => {
      const {recordings, record} = open();
      const job = await record(partsUntil(2));
      const late = recordings.addPart(job.captureId, partOf(3));
      await recordings.discard(job.captureId);
      await late;
      await recordings.addPart(job.captureId, partOf(4));
      expect(await counts()).to.deep.equal({jobs: 0, media: 0, recordings: 0, parts: 0});
    });
  });

  it('that were discarded while the storage failed are deleted at the next check', async () => {
    const {recordings, record} = open();
    const job = await record(partsUntil(2));
    storage.full = ['parts'];
    const refused = await recordings.discard(job.captureId).catch((error: unknown) => error);
    expect(refused).to.have.property('code', 'storage_full');
    expect(await recordings.unfinished()).to.deep.equal([]);
    storage.full = [];
    await recordings.unfinished();
    expect(await counts()).to.deep.equal({jobs: 0, media: 0, recordings: 0, parts: 0});
  });

  describe('that are interrupted', () => {
    it('are found by the next visit, with every part that was reported as stored', async () => {
      const job = await open().record(partsUntil(3));
      const {recordings, captures} = open();
      expect(await recordings.unfinished()).to.deep.equal([job]);
      const recovered = await recordings.recover(job);
      expect(recovered?.job).to.deep.equal({
        ...job,
        duration: (3 * SAMPLES) / 48_000,
        recovered: true,
        state: {name: 'waiting', dueAt: NOW, attempts: 0},
      });
      expect(recovered?.keeping).to.deep.equal(STORED);
      const {blob} = recovered ?? {blob: new Blob()};
      expect(blob.type).to.equal('audio/mpeg');
      const sound = await bytesOfAll(partsUntil(3).map(({bytes}) => bytes));
      expect(isSame(await soundOf(blob, 3), sound)).to.equal(true);
      expect(await recordings.unfinished()).to.deep.equal([]);
      expect(await captures.get(job.captureId)).to.deep.equal(recovered?.job);
      const kept = await mediaOf(job.captureId);
      expect(isSame(kept as ArrayBuffer, await blob.arrayBuffer())).to.equal(true);
      // Sealing reads nothing from the storage.
      await change(job.captureId, 1, lose);
      expect((await captures.media(job.captureId))?.byteLength).to.equal(blob.size);
    });

    it('become what they are recovered as, held or not', async () => {
      const job = await open().record(partsUntil(1));
      const {recordings, captures} = open();
      const as = recordingJob({captureId: job.captureId, visit: 'next', state: {name: 'held'}});
      const recovered = await recordings.recover(as);
      const expected = {...as, duration: SAMPLES / 48_000, recovered: true};
      expect(recovered?.job).to.deep.equal(expected);
      expect(await captures.get(job.captureId)).to.deep.equal(expected);
    });

    for (const [what, alter] of Object.entries({spoilt: spoil, missing: lose})) {
      it(`return what precedes a part that is ${what}`, async () => {
        const job = await open().record(partsUntil(4));
        await change(job.captureId, 3, alter);
        const recovered = await open().recordings.recover(job);
        expect(recovered?.job.duration).to.equal((2 * SAMPLES) / 48_000);
        const sound = await bytesOfAll(partsUntil(2).map(({bytes}) => bytes));
        const {blob} = recovered ?? {blob: new Blob()};
        expect(isSame(await soundOf(blob, 2), sound)).to.equal(true);
        const kept = (await mediaOf(job.captureId)) as ArrayBuffer;
        expect(isSame(kept, await blob.arrayBuffer())).to.equal(true);
        expect(await counts()).to.deep.equal({jobs: 1, media: 1, recordings: 0, parts: 2});
      });
    }

    it('return what precedes a part without sound', async () => {
      const job = await open().record([partOf(1), noSound(2), partOf(3)]);
      const recovered = await open().recordings.recover(job);
      expect(recovered?.job.duration).to.equal(SAMPLES / 48_000);
      expect(await counts()).to.deep.equal({jobs: 1, media: 1, recordings: 0, parts: 1});
    });

    it('are deleted if they contain no sound', async () => {
      const job = await open().record([noSound(1), partOf(2)]);
      expect(await open().recordings.recover(job)).to.equal(undefined);
      expect(await counts()).to.deep.equal({jobs: 0, media: 0, recordings: 0, parts: 0});
    });

    it('are deleted if no part was stored, or not the first', async () => {
      const [none, notFirst] = [await open().record([]), await open().record([partOf(2)])];
      const {recordings} = open();
      expect(await recordings.recover(none)).to.equal(undefined);
      expect(await recordings.recover(notFirst)).to.equal(undefined);
      expect(await counts()).to.deep.equal({jobs: 0, media: 0, recordings: 0, parts: 0});
    });

    it('are recovered by one of two simultaneous pages', async () => {
      const job = await open().record(partsUntil(2));
      const both = await Promise.all([
        open().recordings.recover(job),
        open().recordings.recover(job),
      ]);
      expect(both.filter(Boolean)).to.have.length(1);
      expect(await counts()).to.deep.equal({jobs: 1, media: 1, recordings: 0, parts: 2});
      expect(await open().recordings.recover(job)).to.equal(undefined);
    });

    it('stay unchanged if there is no space to make them captures', async () => {
      const job = await open().record(partsUntil(2));
      storage.full = ['jobs'];
      const {recordings} = open();
      const refused = await recordings.recover(job).catch((error: unknown) => error);
      expect(refused).to.have.property('code', 'storage_full');
      storage.full = [];
      expect((await recordings.recover(job))?.job.captureId).to.equal(job.captureId);
    });
  });

  describe('whose storage fails for a moment', () => {
    for (const [what, failing] of [
      ['at the beginning', 0],
      ['at the first part', 1],
      ['at the second', 2],
    ] as const) {
      it(`lose nothing that was reported as stored: ${what}`, async () => {
        const {recordings} = open();
        const job = recordingJob();
        const told: string[] = [];
        for (let index = 0; index <= 10; index++) {
          storage.full = index === failing ? ['recordings'] : [];
          const keeping =
            index === 0
              ? await recordings.begin(job)
              : await recordings.addPart(job.captureId, partOf(index));
          told.push(keeping.name);
        }
        const expected = Array.from(told, (_, i) => (i === failing ? 'memory' : 'stored'));
        expect(told).to.deep.equal(expected);
        const recovered = await open().recordings.recover(job);
        expect(recovered?.job.duration).to.equal((10 * SAMPLES) / 48_000);
        const sound = await bytesOfAll(partsUntil(10).map(({bytes}) => bytes));
        expect(isSame(await soundOf(recovered?.blob ?? new Blob(), 10), sound)).to.equal(true);
      });
    }

    it('have the properties of their last start, with the parts that arrived before', async () => {
      const {recordings, record} = open();
      const job = await record([partOf(1)]);
      storage.full = ['parts'];
      await recordings.addPart(job.captureId, partOf(2));
      storage.full = [];
      const metadata = {network: {wifi: true}};
      expect(await recordings.begin({...job, metadata})).to.deep.equal(STORED);
      const next = open().recordings;
      expect(await next.unfinished()).to.deep.equal([{...job, metadata}]);
      const recovered = await next.recover(job);
      expect(recovered?.job.duration).to.equal((2 * SAMPLES) / 48_000);
    });
  });

  it('that the storage never answers for end anyway, in memory', async () => {
    const {captures, recordings, record} = open(ImpatientDatabase);
    const job = await record(partsUntil(1));
    const release = await storage.hold('recordings', 'parts');
    const keeping = await recordings.addPart(job.captureId, partOf(2));
    const parts = partsUntil(2);
    const finished = await recordings.finish(job, completeOf(parts));
    for (const {name} of [keeping, finished]) expect(name).to.equal('memory');
    expect(finished.failure?.code).to.equal('storage_unavailable');
    expect(await captures.claim({...CLAIM, endpoint: job.endpoint})).to.not.equal(undefined);
    await release();
    // A late part is not written, because it would be sealed twice.
    expect(await counts()).to.deep.equal({jobs: 0, media: 0, recordings: 1, parts: 1});
  });

  it('that cannot be read are left to the next visit, even if their encoder crashed', async () => {
    const {recordings, record} = open(UnreadableDatabase);
    const job = await record(partsUntil(2));
    const refused = await recordings.recover(job).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(Error);
    expect((await open().recordings.recover(job))?.job.duration).to.equal((2 * SAMPLES) / 48_000);
  });

  describe('whose storage is full', () => {
    it('report this, keep further parts in memory, and lose none of them', async () => {
      const {captures, recordings, record} = open();
      const job = await record(partsUntil(2));
      storage.full = ['parts'];
      for (const index of [3, 4]) {
        const keeping = await recordings.addPart(job.captureId, partOf(index));
        expect(keeping.name).to.equal('memory');
        expect(keeping.failure?.code).to.equal('storage_full');
      }
      // Their encoder crashes, too.
      const recovered = await recordings.recover(job);
      expect(recovered?.keeping.name).to.equal('memory');
      expect(recovered?.job.duration).to.equal((4 * SAMPLES) / 48_000);
      const sound = await bytesOfAll(partsUntil(4).map(({bytes}) => bytes));
      expect(isSame(await soundOf(recovered?.blob ?? new Blob(), 4), sound)).to.equal(true);
      expect(await captures.get(job.captureId)).to.deep.equal(recovered?.job);
    });

    it('are written completely once there is space again', async () => {
      const {recordings, record} = open();
      const job = await record(partsUntil(1));
      storage.full = ['parts'];
      await recordings.addPart(job.captureId, partOf(2));
      storage.full = [];
      const parts = partsUntil(2);
      expect(await recordings.finish(job, completeOf(parts))).to.deep.equal(STORED);
      expect(await counts()).to.deep.equal({jobs: 1, media: 1, recordings: 0, parts: 0});
    });

    it('are recovered from memory if nothing could be written', async () => {
      const {recordings, record} = open();
      storage.full = ['recordings'];
      const job = await record(partsUntil(2));
      const recovered = await recordings.recover(job);
      expect(recovered?.keeping.name).to.equal('memory');
      expect(recovered?.job.duration).to.equal((2 * SAMPLES) / 48_000);
    });
  });

  it('end after half an hour as fast as after a moment, and return all of it', async function () {
    this.timeout(60_000);
    const {recordings, record} = open();
    const parts = partsUntil(900);
    const job = await record(parts);
    const complete = completeOf(parts);
    const start = performance.now();
    await recordings.finish(job, complete);
    const finished = performance.now();
    const media = (await mediaOf(job.captureId)) as ArrayBuffer;
    const read = performance.now();
    expect(media.byteLength).to.equal(complete.blob.size);
    expect(finished - start).to.be.lessThan(1_000);
    expect(read - finished).to.be.lessThan(10_000);
  });

  it('are written with strict durability', async () => {
    const {captures, recordings, record} = open();
    const parts = partsUntil(1);
    const job = await record(parts);
    await recordings.finish(job, completeOf(parts));
    await captures.remove(job.captureId);
    await recordings.discard((await record([])).captureId);
    expect(storage.durabilities).to.eql(Array.from({length: 6}, () => 'strict'));
  });
});
