import {expect} from '@open-wc/testing';
import {openDB} from 'idb';
import {LEASE_MS, sealed, type Job} from '@sealed-capture/seal/model/job/job.js';
import {CaptureDatabase} from '../../../src/worker/storage/capture-database.js';
import {CaptureShelf} from '../../../src/worker/storage/capture-shelf.js';
import {RecordingDatabase} from '../../../src/worker/storage/recording-database.js';
import type {StoredSet} from '../../../src/worker/storage/sets/stored-set.js';
import {TestDatabase} from './database-fixture.js';
import {infoFrame, partsUntil, recordingJob} from './recordings-fixture.js';

const endpoint = 'https://shop.example/protection';
const bytes = new Uint8Array([0xff, 0xd8, 1, 2, 3]).buffer;
const claim = {endpoint, owner: 'visit', ended: [], now: 1_000};
const DISCARDED_AT = '2026-01-01T00:00:09.000Z';

let captured = 0;
const jobOf = (further: Partial<Job> = {}): Job => ({
  captureId: crypto.randomUUID(),
  mode: 'image',
  mediaType: 'image/jpeg',
  endpoint,
  capturedAt: new Date(Date.UTC(2026, 0, 1) + 1_000 * captured++).toISOString(),
  visit: 'visit',
  metadata: {},
  set: {job: 'claim 4711'},
  state: {name: 'waiting', dueAt: 0, attempts: 0},
  ...further,
});
const closingOf = (further: Partial<Job> = {}): Job =>
  jobOf({set: {job: 'claim 4711', closing: []}, ...further});

const base64 = (digest: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(digest)));
const sha256 = async (media: ArrayBuffer): Promise<string> =>
  base64(await crypto.subtle.digest('SHA-256', media));

describe('the sets of captures in the database', () => {
  let storage: TestDatabase;
  const open = (): CaptureDatabase => new CaptureDatabase(storage.open());
  const sets = async (): Promise<StoredSet[]> => {
    const raw = await openDB(storage.name);
    const all = (await raw.getAll('sets')) as StoredSet[];
    raw.close();
    return all;
  };
  const numbers = async (): Promise<(number | undefined)[]> =>
    (await open().list()).map(({set}) => set?.index);

  beforeEach(() => {
    storage = new TestDatabase();
    captured = 0;
  });
  afterEach(() => storage.close());

  const seal = async (database: CaptureDatabase, job: Job | undefined): Promise<void> => {
    if (!job) throw new Error('Nothing was claimed.');
    const done = sealed(job, new ArrayBuffer(1), '2026-01-01T00:01:00.000Z');
    expect(await database.replace(done, job.state)).to.equal(true);
  };

  it('give each capture the next number, with the hash of the file before it, over a reload', async () => {
    await open().add(jobOf(), bytes);
    const second = jobOf({metadata: {features: {shot: {id: 'front', label: 'Front'}}}});
    await open().add(second, new Blob([new Uint8Array([9])]));
    const third = jobOf();
    const database = open();
    await database.add(third, bytes);
    const [set, ...others] = await sets();
    expect(others).to.deep.equal([]);
    expect(set).to.include({endpoint, account: '', job: 'claim 4711', last: 3});
    const digests = [await sha256(bytes), await sha256(new Uint8Array([9]).buffer)];
    expect(set?.captures.map(({index, digest, shot}) => [index, digest, shot])).to.deep.equal([
      [1, digests[0], undefined],
      [2, digests[1], 'front'],
      [3, digests[0], undefined],
    ]);
    expect(await database.setRequest(third)).to.deep.equal({
      id: set?.id,
      job: 'claim 4711',
      index: 3,
      previous: digests[1],
    });
  });

  it('give no number twice although two pages store captures at once', async () => {
    const [one, other] = [open(), open()];
    await Promise.all(
      Array.from({length: 20}, (_, at) => (at % 2 ? one : other).add(jobOf(), bytes)),
    );
    const given = await numbers();
    expect(given.sort((a = 0, b = 0) => a - b)).to.deep.equal(
      Array.from({length: 20}, (_, at) => at + 1),
    );
    expect((await sets()).length).to.equal(1);
  });

  it('give no number to a capture that cannot be stored, or that is stored already', async () => {
    const database = open();
    const first = jobOf();
    await database.add(first, bytes);
    const unstorable = {...jobOf(), metadata: {tags: () => undefined}} as unknown as Job;
    await database.add(unstorable, bytes).catch(() => undefined);
    await database.add(first, bytes);
    expect((await sets())[0]).to.include({last: 1});
    expect((await sets())[0]?.captures.length).to.equal(1);
    await database.add(jobOf(), bytes);
    expect(await numbers()).to.deep.equal([1, 2]);
  });

  it('keep the place of a capture whatever a page writes of it', async () => {
    const database = open();
    const job = jobOf({state: {name: 'held'}});
    await database.add(job, bytes);
    const stored = await database.get(job.captureId);
    // As the page knows it, without the number.
    expect(await database.replace({...job, metadata: {tags: {a: 'b'}}}, job.state)).to.equal(true);
    expect((await database.get(job.captureId))?.set).to.deep.equal(stored?.set);
    expect(stored?.set?.index).to.equal(1);
  });

  it('remember a capture that was discarded, and no deletion after the delivery', async () => {
    const database = open();
    const [gone, over, kept] = [jobOf(), jobOf(), jobOf()];
    for (const job of [gone, over, kept]) await database.add(job, bytes);
    await database.remove(gone.captureId, undefined, DISCARDED_AT);
    await database.remove(over.captureId);
    const closing = closingOf();
    await database.add(closing, bytes);
    const request = await database.setRequest(closing);
    expect(request?.closing?.captures.map((one) => one.captureId)).to.deep.equal([
      over.captureId,
      kept.captureId,
    ]);
    expect(request?.closing?.discarded).to.deep.equal([
      {
        captureId: gone.captureId,
        index: 1,
        capturedAt: gone.capturedAt,
        digest: await sha256(bytes),
        discardedAt: DISCARDED_AT,
      },
    ]);
    expect(request?.index).to.equal(undefined);
    expect((await sets())[0]?.changedAt).to.equal(DISCARDED_AT);
    // Strict, as the number was written: what a person was told is deleted must be listed.
    expect(storage.durabilities.at(3)).to.equal('strict');
  });

  it('remember the discarding of a capture whose job is gone already', async () => {
    const database = open();
    const job = jobOf();
    await database.add(job, bytes);
    await database.remove(job.captureId);
    await database.remove(job.captureId, undefined, DISCARDED_AT);
    expect((await sets())[0]?.captures[0]?.discardedAt).to.equal(DISCARDED_AT);
  });

  it('forget neither the deletion nor the capture if deleting fails', async () => {
    const database = open();
    const job = jobOf({state: {name: 'held', awaits: 'review'}});
    await database.add(job, bytes);
    const another = {name: 'waiting', dueAt: 0, attempts: 0} as const;
    expect(await database.remove(job.captureId, another, DISCARDED_AT)).to.equal(false);
    expect((await sets())[0]?.captures[0]?.discardedAt).to.equal(undefined);
    expect(await database.remove(job.captureId, job.state, DISCARDED_AT)).to.equal(true);
    expect((await sets())[0]?.captures[0]?.discardedAt).to.equal(DISCARDED_AT);
    expect(await database.list()).to.deep.equal([]);
  });

  it('give recordings numbers when they end, a long one without a digest', async () => {
    const connection = storage.open();
    const [recordings, database] = [
      new RecordingDatabase(connection),
      new CaptureDatabase(connection),
    ];
    await database.add(jobOf(), bytes);
    const [inParts, whole] = [
      recordingJob({set: {job: 'claim 4711'}}),
      recordingJob({set: {job: 'claim 4711'}}),
    ];
    await recordings.begin(inParts);
    for (const part of partsUntil(2)) await recordings.addPart(inParts.captureId, part);
    expect((await sets())[0]).to.include({last: 1});
    expect(await recordings.finish(inParts, infoFrame, 2)).to.equal(true);
    await recordings.finishWhole(whole, bytes);
    await database.add(jobOf(), bytes);
    const digest = await sha256(bytes);
    const [set] = await sets();
    expect(set?.captures.map((one) => [one.index, one.digest])).to.deep.equal([
      [1, digest],
      [2, undefined],
      [3, digest],
      [4, digest],
    ]);
    expect((await database.get(whole.captureId))?.set).to.not.have.property('previous');
  });

  it('are of one endpoint, account and job each', async () => {
    const database = open();
    await database.add(jobOf(), bytes);
    await database.add(jobOf({account: 'a1'}), bytes);
    await database.add(jobOf({endpoint: `${endpoint}/sandbox`}), bytes);
    await database.add(jobOf({set: {job: 'claim 4712'}}), bytes);
    expect(await numbers()).to.deep.equal([1, 1, 1, 1]);
    expect((await sets()).length).to.equal(4);
  });

  it('remember a capture that moves to another endpoint, and give its number to no other', async () => {
    const database = open();
    const [first, second] = [jobOf(), jobOf()];
    for (const job of [first, second]) await database.add(job, bytes);
    const elsewhere = 'https://other.example/protection';
    expect(await database.replace({...second, endpoint: elsewhere}, second.state)).to.equal(true);
    await database.add(jobOf(), bytes);
    const all = await sets();
    const [here, there] = [endpoint, elsewhere].map((one) =>
      all.find((set) => set.endpoint === one),
    );
    expect(here?.captures.map(({index, movedAt}) => [index, !!movedAt])).to.deep.equal([
      [1, false],
      [2, true],
      [3, false],
    ]);
    expect(there?.captures).to.deep.equal([
      {
        captureId: second.captureId,
        index: 1,
        capturedAt: second.capturedAt,
        digest: await sha256(bytes),
      },
    ]);
    const moved = await database.get(second.captureId);
    expect(moved?.set).to.deep.equal({job: 'claim 4711', id: there?.id, index: 1});
    // What is discarded there has left the first set.
    await database.remove(second.captureId, undefined, DISCARDED_AT);
    const after = (await sets()).flatMap(({captures}) => captures);
    const discarded = after.filter(({discardedAt}) => discardedAt);
    expect(discarded.map(({index, movedAt}) => [index, movedAt])).to.deep.equal([[1, undefined]]);
  });

  it('keep a closing record that would move to where nothing of its job is', async () => {
    const database = open();
    await database.add(jobOf(), bytes);
    const closing = closingOf();
    await database.add(closing, bytes);
    const before = await database.get(closing.captureId);
    const elsewhere = {...closing, endpoint: 'https://other.example/protection'};
    expect(await database.replace(elsewhere, closing.state)).to.equal(true);
    expect(await database.get(closing.captureId)).to.deep.equal(before);
    expect((await sets()).length).to.equal(1);
    await database.add(jobOf({endpoint: elsewhere.endpoint}), bytes);
    expect(await database.replace(elsewhere, closing.state)).to.equal(true);
    expect(await database.get(closing.captureId)).to.include({endpoint: elsewhere.endpoint});
  });

  it('are not closed if their record is spoilt or gone', async () => {
    const database = open();
    await database.add(jobOf(), bytes);
    const closing = closingOf();
    await database.add(closing, bytes);
    const raw = await openDB(storage.name);
    const [set] = (await raw.getAll('sets')) as StoredSet[];
    await raw.put('sets', {...set, captures: 'spoilt'});
    const code = (): Promise<unknown> =>
      database.setRequest(closing).catch((thrown: {code?: string}) => thrown.code);
    expect(await code()).to.equal('capture_unknown');
    await raw.delete('sets', set?.id ?? '');
    raw.close();
    expect(await code()).to.equal('capture_unknown');
  });

  it('are sealed one at a time and in order, by whichever page, and beside captures of no set', async () => {
    const [one, other] = [open(), open()];
    const [first, second] = [jobOf(), jobOf()];
    await one.add(first, bytes);
    await one.add(second, bytes);
    const single = jobOf({set: undefined});
    await one.add(single, bytes);
    const mine = await one.claim(claim);
    expect(mine?.captureId).to.equal(first.captureId);
    expect((await other.claim(claim))?.captureId).to.equal(single.captureId);
    expect(await other.claim(claim)).to.equal(undefined);
    await seal(one, mine);
    expect((await other.claim(claim))?.captureId).to.equal(second.captureId);
  });

  it('wait for one that the page is at the end of asking for, although it is stored as waiting again', async () => {
    const database = open();
    const [first, second] = [jobOf(), jobOf()];
    await database.add(first, bytes);
    await database.add(second, bytes);
    const {set} = (await database.claim(claim)) ?? {};
    const asking = {...claim, running: [first.captureId], sets: [set?.id ?? '']};
    const stored = await database.get(first.captureId);
    expect(await database.replace(first, stored?.state ?? first.state)).to.equal(true);
    expect(await database.claim(asking)).to.equal(undefined);
    expect((await database.claim(claim))?.captureId).to.equal(first.captureId);
  });

  it('are sealed in their order, not in that of the device’s clock, which may be set back', async () => {
    const database = open();
    const ids: string[] = [];
    for (const second of [30, 20, 10]) {
      const job = jobOf({capturedAt: `2026-01-01T00:00:${second}.000Z`});
      ids.push(job.captureId);
      await database.add(job, bytes);
    }
    for (const captureId of ids) {
      const job = await database.claim(claim);
      expect(job?.captureId).to.equal(captureId);
      await seal(database, job);
    }
  });

  it('are sealed in their order after an outage, whichever is due first', async () => {
    const database = open();
    const failure = {code: 'network_failed', message: ''} as const;
    const waiting = (dueAt: number) =>
      ({name: 'waiting', dueAt, attempts: 0, unanswered: 1, failure}) as const;
    const [first, second] = [
      jobOf({state: waiting(claim.now + 10_000)}),
      jobOf({state: waiting(claim.now)}),
    ];
    for (const job of [first, second]) await database.add(job, bytes);
    const mine = await database.claim(claim);
    expect(mine?.captureId).to.equal(first.captureId);
    await seal(database, mine);
    expect((await database.claim(claim))?.captureId).to.equal(second.captureId);
  });

  it('are sealed in their order while the first of them is measured, whichever is due first', async () => {
    const database = open();
    const state = {name: 'waiting', dueAt: claim.now + 4_000, attempts: 0} as const;
    const [first, second] = [jobOf({state}), jobOf()];
    for (const job of [first, second]) await database.add(job, bytes);
    expect(await database.claim(claim)).to.equal(undefined);
    const mine = await database.claim({...claim, now: claim.now + 4_000});
    expect(mine?.captureId).to.equal(first.captureId);
    await seal(database, mine);
    expect((await database.claim(claim))?.captureId).to.equal(second.captureId);
  });

  it('are continued although the page that sealed one has died, and although one failed or waits', async () => {
    const database = open();
    const failure = {code: 'rate_limited', message: 'Later.', retryAfter: 60_000} as const;
    const late = jobOf({state: {name: 'waiting', dueAt: 50_000, attempts: 1, failure}});
    const failed = jobOf({state: {name: 'failed', failure, attempts: 1}});
    const [held, dying, last] = [jobOf({state: {name: 'held'}}), jobOf(), jobOf()];
    for (const job of [late, failed, held, dying, last]) await database.add(job, bytes);
    expect((await database.claim(claim))?.captureId).to.equal(dying.captureId);
    expect(await database.claim({...claim, owner: 'other', ended: []})).to.equal(undefined);
    const again = await database.claim({...claim, owner: 'other', ended: ['visit']});
    expect(again?.captureId).to.equal(dying.captureId);
    const after = {...claim, now: claim.now + 2 * LEASE_MS};
    expect((await database.claim(after))?.captureId).to.equal(late.captureId);
  });

  it('go before a chosen file that was too large for the connection, but its closing record does not', async () => {
    const database = open();
    const failure = {code: 'service_unavailable', message: 'Too slow.'} as const;
    const slow = jobOf({
      metadata: {imported: {chosenAt: '2026-01-01T00:00:00.000Z'}},
      state: {name: 'waiting', dueAt: 0, attempts: 1, failure},
    });
    const others = Array.from({length: 10}, () => jobOf());
    for (const job of [slow, ...others, closingOf()]) await database.add(job, bytes);
    const order: (string | undefined)[] = [];
    for (let count = 0; count <= others.length; count++) {
      const job = await database.claim(claim);
      order.push(job?.captureId);
      await seal(database, job);
    }
    expect(order).to.eql([...others, slow].map(({captureId}) => captureId));
  });

  it('are found among many that are of no set', async () => {
    const database = open();
    const first = jobOf();
    await database.add(first, bytes);
    for (let count = 0; count < 12; count++) await database.add(jobOf(), bytes);
    const single = jobOf({set: undefined});
    await database.add(single, bytes);
    expect((await database.claim(claim))?.captureId).to.equal(first.captureId);
    expect((await database.claim(claim))?.captureId).to.equal(single.captureId);
  });

  it('are closed when nothing of them is unsealed, and by one record at a time', async () => {
    const database = open();
    const held = jobOf({state: {name: 'held'}});
    await database.add(held, bytes);
    const closings = [closingOf(), closingOf()];
    for (const closing of closings) await database.add(closing, bytes);
    expect(await database.claim(claim)).to.equal(undefined);
    expect(await database.hasUnsealed((await sets())[0]?.id ?? '')).to.equal(true);
    const waiting = {name: 'waiting', dueAt: 0, attempts: 0} as const;
    await database.replace({...held, state: waiting}, held.state);
    const photo = await database.claim(claim);
    expect(photo?.captureId).to.equal(held.captureId);
    expect(await database.claim(claim)).to.equal(undefined);
    await seal(database, photo);
    const first = await database.claim(claim);
    expect(first?.set?.closing).to.deep.equal([]);
    expect(await database.claim(claim)).to.equal(undefined);
    await seal(database, first);
    expect((await database.claim(claim))?.set?.closing).to.deep.equal([]);
  });

  it('are closed with the newest list of shots, whichever record is sealed last', async () => {
    const database = open();
    await database.add(jobOf(), bytes);
    const shots = [{id: 'front', label: 'Front'}];
    const first = closingOf({set: {job: 'claim 4711', closing: shots}});
    await database.add(first, bytes);
    expect((await database.setRequest(first))?.closing?.shots).to.deep.equal(shots);
    const newer = [...shots, {id: 'roof', label: 'Roof', skipped: {reason: 'unsafe' as const}}];
    await database.add(closingOf({set: {job: 'claim 4711', closing: newer}}), bytes);
    expect((await database.setRequest(first))?.closing?.shots).to.deep.equal(newer);
  });

  it('are closed each, if several of a job have changed, and the newest at least', async () => {
    const database = open();
    const shelf = new CaptureShelf(database);
    await database.add(jobOf(), bytes);
    const raw = await openDB(storage.name);
    const [set] = (await raw.getAll('sets')) as StoredSet[];
    const first = set!.id;
    await raw.put('sets', {...set, closings: 899});
    raw.close();
    // The first one is full.
    const photo = jobOf();
    await database.add(photo, bytes);
    const second = (await database.get(photo.captureId))?.set?.id ?? '';
    expect(second).not.to.equal(first);
    const closing = closingOf();
    expect(await shelf.setsToClose(closing)).to.deep.equal([first, second]);
    const closings = [first, second].map((id) =>
      closingOf({set: {job: 'claim 4711', id, closing: []}}),
    );
    for (const record of closings) expect((await shelf.add(record, bytes)).name).to.equal('stored');
    const placed = (await shelf.list()).filter(({set: one}) => one?.closing);
    expect(placed.map(({set: one}) => [one?.id, one?.last, one?.nth])).to.have.deep.members([
      [first, 1, 900],
      [second, 1, 1],
    ]);
    expect(await shelf.setsToClose(closing)).to.deep.equal([second]);
    // One that has failed closes nothing.
    const failure = {code: 'request_rejected', message: 'No.'} as const;
    const [failed] = closings;
    const stored = await database.get(failed!.captureId);
    await database.replace(
      {...stored!, state: {name: 'failed', failure, attempts: 1}},
      stored!.state,
    );
    expect(await shelf.setsToClose(closing)).to.deep.equal([first]);
    await shelf.remove(closings[1]!.captureId, undefined, DISCARDED_AT);
    expect(await shelf.setsToClose(closing)).to.deep.equal([first, second]);
  });

  it('are closed in memory and in the database, each by a record of its own', async () => {
    await open().add(jobOf(), bytes);
    storage.full = ['media', 'sets'];
    const shelf = new CaptureShelf(open());
    await shelf.add(jobOf(), bytes);
    storage.full = [];
    const ids = await shelf.setsToClose(closingOf());
    expect(ids.length).to.equal(2);
    const places: string[] = [];
    for (const id of ids) {
      const record = closingOf({set: {job: 'claim 4711', id, closing: []}});
      places.push((await shelf.add(record, bytes)).name);
      const request = await shelf.setRequest(record);
      expect([request?.id, request?.closing?.captures.length]).to.deep.equal([id, 1]);
    }
    expect(places).to.have.members(['stored', 'memory']);
  });

  it('refuse a closing record for which there is no room, and say why', async () => {
    const database = open();
    await database.add(jobOf(), bytes);
    const shelf = new CaptureShelf(database);
    const [id] = await shelf.setsToClose(closingOf());
    storage.full = ['media', 'sets'];
    const record = closingOf({set: {job: 'claim 4711', id: id!, closing: []}});
    const refused = await shelf.add(record, bytes).catch((thrown: unknown) => thrown);
    expect(refused).to.have.property('code', 'storage_full');
    expect(await shelf.list()).to.have.length(1);
  });

  it('read one set alone for the deletion of one of its captures', async () => {
    const database = open();
    const [one, other] = [jobOf(), jobOf({set: {job: 'claim 4712'}})];
    for (const job of [one, other]) await database.add(job, bytes);
    const raw = await openDB(storage.name);
    const [spoilt] = ((await raw.getAll('sets')) as StoredSet[]).filter(
      ({job}) => job === 'claim 4712',
    );
    // A record that also claims the capture.
    const captures = [{captureId: one.captureId, index: 1, capturedAt: one.capturedAt}];
    await raw.put('sets', {...spoilt, captures});
    raw.close();
    await database.remove(one.captureId, undefined, DISCARDED_AT);
    const marked = (await sets()).filter((set) => set.captures.some((it) => it.discardedAt));
    expect(marked.map(({job}) => job)).to.deep.equal(['claim 4711']);
  });

  it('refuse a closing record of a job without captures, and store nothing of it', async () => {
    const shelf = new CaptureShelf(open());
    const refused = await shelf.add(closingOf(), bytes).catch((thrown: unknown) => thrown);
    expect(refused).to.have.property('code', 'capture_unknown');
    expect(await shelf.list()).to.deep.equal([]);
    expect(await sets()).to.deep.equal([]);
  });

  it('have the numbers of captures that are in memory only, as long as there is room for numbers', async () => {
    await open().list();
    storage.full = ['media'];
    const shelf = new CaptureShelf(open());
    const [first, second] = [jobOf(), jobOf()];
    expect((await shelf.add(first, bytes)).name).to.equal('memory');
    storage.full = [];
    await shelf.add(second, bytes);
    expect((await shelf.setRequest(first))?.index).to.equal(1);
    expect((await shelf.setRequest(second))?.index).to.equal(2);
    expect((await shelf.setRequest(second))?.previous).to.equal(await sha256(bytes));
    // The page stores it once more when the worker has died with it.
    const next = new CaptureShelf(open());
    await next.add(first, bytes);
    expect((await next.setRequest(first))?.index).to.equal(1);
    expect((await sets())[0]?.captures.length).to.equal(2);
    await shelf.remove(first.captureId, undefined, DISCARDED_AT);
    expect((await sets())[0]?.captures[0]?.discardedAt).to.equal(DISCARDED_AT);
  });

  it('are others in memory if not even numbers can be stored, so that none is given twice', async () => {
    await open().add(jobOf(), bytes);
    storage.full = ['media', 'sets'];
    const shelf = new CaptureShelf(open());
    const jobs = [jobOf(), jobOf()];
    for (const job of jobs) expect((await shelf.add(job, bytes)).name).to.equal('memory');
    const id = (await shelf.setRequest(jobs[0]!))?.id ?? '';
    const closing = closingOf({set: {job: 'claim 4711', id, closing: []}});
    expect((await shelf.add(closing, bytes)).name).to.equal('memory');
    jobs.push(closing);
    const requests = await Promise.all(jobs.map((job) => shelf.setRequest(job)));
    expect(requests.map((one) => one?.index)).to.deep.equal([1, 2, undefined]);
    expect(requests[0]?.id).not.to.equal((await sets())[0]?.id);
    expect(requests[2]?.closing?.captures.length).to.equal(2);
    // One at a time, and the closing record last.
    storage.full = ['jobs', 'media', 'sets'];
    const mine = await shelf.claim(claim);
    expect(mine?.captureId).to.equal(jobs[0]?.captureId);
    expect(await shelf.claim(claim).catch(() => undefined)).to.equal(undefined);
  });

  it('close nothing in memory while a stored capture of theirs is not sealed', async () => {
    const database = open();
    const held = jobOf({state: {name: 'held'}});
    await database.add(held, bytes);
    storage.full = ['media'];
    const shelf = new CaptureShelf(database);
    expect((await shelf.add(closingOf(), bytes)).name).to.equal('memory');
    storage.full = [];
    expect(await shelf.claim(claim)).to.equal(undefined);
    await shelf.remove(held.captureId, undefined, DISCARDED_AT);
    expect((await shelf.claim(claim))?.set?.closing).to.deep.equal([]);
  });

  it('are forgotten when their time is over and nothing of them is left to be sealed, or with their account', async () => {
    const database = open();
    const [old, open2] = [
      jobOf({set: {job: 'old'}, capturedAt: '2025-01-01T00:00:00.000Z'}),
      jobOf({set: {job: 'open'}, capturedAt: '2025-01-01T00:00:00.000Z'}),
    ];
    const theirs = jobOf({set: {job: 'theirs'}, account: 'a1'});
    for (const job of [old, open2, theirs]) await database.add(job, bytes);
    await database.remove(old.captureId);
    const names = async (): Promise<string[]> => (await sets()).map(({job}) => job).sort();
    await database.forgetSets({unchangedSince: '2024-12-31T00:00:00.000Z'});
    expect(await names()).to.deep.equal(['old', 'open', 'theirs']);
    await database.forgetSets({unchangedSince: '2025-04-01T00:00:00.000Z'});
    expect(await names()).to.deep.equal(['open', 'theirs']);
    await database.forgetSets({account: 'a1'});
    expect(await names()).to.deep.equal(['open']);
  });

  it('begin anew after 900 captures, and if their record is spoilt', async () => {
    const database = open();
    await database.add(jobOf(), bytes);
    const raw = await openDB(storage.name);
    const [set] = (await raw.getAll('sets')) as StoredSet[];
    const captures = Array.from({length: 900}, (_, at) => ({
      captureId: `c${at}`,
      index: at + 1,
      capturedAt: '2026-01-01T00:00:00.000Z',
    }));
    await raw.put('sets', {...set, last: 900, captures});
    const next = jobOf();
    await database.add(next, bytes);
    const numbered = (await database.get(next.captureId))?.set;
    expect(numbered).to.include({index: 1});
    expect(numbered?.id).not.to.equal(set?.id);
    await raw.put('sets', {...set, id: numbered?.id, captures: 'spoilt'});
    const last = jobOf();
    await database.add(last, bytes);
    expect((await database.get(last.captureId))?.set?.index).to.equal(1);
    raw.close();
  });

  it('come to a database of the version before without a loss', async () => {
    const raw = await openDB(storage.name, 3, {
      upgrade(database) {
        const jobs = database.createObjectStore('jobs', {keyPath: 'captureId'});
        jobs.createIndex('by-state', ['endpoint', 'state.name', 'capturedAt']);
        database.createObjectStore('media', {keyPath: 'captureId'});
        database.createObjectStore('recordings', {keyPath: 'captureId'});
        database.createObjectStore('parts', {keyPath: ['captureId', 'index']});
        const previews = database.createObjectStore('previews', {keyPath: 'captureId'});
        previews.createIndex('by-age', ['capturedAt', 'size']);
      },
    });
    const before = jobOf({set: undefined});
    const {captureId} = before;
    await raw.put('jobs', before);
    const hash = await crypto.subtle.digest('SHA-256', bytes);
    await raw.put('media', {captureId, bytes, sha256: hash});
    await raw.put('recordings', recordingJob());
    raw.close();
    const database = open();
    expect(await database.list()).to.deep.equal([before]);
    expect((await database.media(captureId))?.byteLength).to.equal(bytes.byteLength);
    expect((await new RecordingDatabase(storage.open()).unfinished()).length).to.equal(1);
    await database.add(jobOf(), bytes);
    expect((await database.claim(claim))?.captureId).to.equal(captureId);
    expect((await database.claim(claim))?.set?.index).to.equal(1);
  });
});
