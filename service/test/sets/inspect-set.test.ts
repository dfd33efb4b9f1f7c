import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {before, describe, it} from 'node:test';
import {serviceOfSuite} from '../service-fixture.js';
import {jpegOf, protectForm} from '../requests.js';
import {closedJob, inspectSet, kept, redacted, sealInSet, type Folder} from './sealed-folder.js';

const filesIn = (list: readonly {file: string}[]) => list.map(({file}) => file);

describe('POST inspect-set', () => {
  const service = serviceOfSuite({threads: 2});
  let base: string;
  let folder: Folder;
  let other: Folder;
  before(async () => {
    base = `${await service.app.listen({port: 0, host: '127.0.0.1'})}/protection/sandbox`;
    folder = await closedJob(service);
    other = await closedJob(service, 'claim 4712');
  });

  const inspect = (files: Folder) => inspectSet(base, service, files);
  const without = (...names: string[]) =>
    new Map([...folder].filter(([name]) => !names.includes(name)));

  it('finds a closed job complete, with its retake, its discarded photo and its skipped shot', async () => {
    const report = await inspect(folder);
    const [set, ...more] = report.sets;
    assert.equal(more.length, 0);
    assert.equal(report.state, 'complete');
    assert.match(
      report.reason,
      /^8 of 8, in order, 1 retaken, 1 discarded on the device, 1 skipped, none missing\./,
    );
    assert.equal(set?.job, 'claim 4711');
    assert.equal(set?.closing, 'closing.jpg');
    assert.match(set?.closedAt ?? '', /^20\d\d-.*Z$/);
    assert.deepEqual(filesIn(set?.files ?? []), [...folder.keys()].slice(0, 8));
    assert.deepEqual(set?.retaken, [
      {file: 'photo1.jpg', index: 1, shot: 'front', label: 'The front'},
    ]);
    assert.equal(set?.discarded[0]?.index, 9);
    assert.deepEqual(set?.skipped, [
      {shot: 'roof', label: 'The roof', reason: 'unsafe', words: 'It is icy'},
    ]);
    assert.deepEqual(
      report.files.map(({file, labelState}) => [file, labelState]),
      [...folder.keys()].map((name) => [name, 'valid']),
    );
  });

  it('names a removed file, an exchanged one and one that was added from another job', async () => {
    const broken = Buffer.from(folder.get('photo5.jpg')!);
    broken[broken.length - 5]! ^= 1;
    const {payload, headers} = await protectForm(jpegOf(2_000), 'image/jpeg', {});
    const single = (await service.post('/protect', payload, headers)).rawPayload;
    const files = without('photo3.jpg');
    files.set('photo4.jpg', other.get('photo4.jpg')!);
    files.set('photo5.jpg', broken);
    files.set('single.jpg', single);
    files.set('plain.jpg', jpegOf(2_000));
    files.set('notes.txt', Buffer.from('Neither photo nor recording.'));
    const report = await inspect(files);
    assert.equal(report.state, 'incomplete');
    const set = report.sets.find(({job}) => job === 'claim 4711');
    assert.deepEqual(
      set?.missing.map(({index, shot, label}) => [index, shot, label]),
      [
        [3, 'left', 'The left'],
        [4, 'right', 'The right'],
      ],
    );
    assert.deepEqual(filesIn(set?.changed ?? []), ['photo5.jpg']);
    assert.deepEqual([set?.found, set?.expected], [5, 8]);
    assert.deepEqual(set?.added, [{file: 'photo4.jpg', job: 'claim 4712'}]);
    const added = report.sets.find(({job}) => job === 'claim 4712');
    assert.deepEqual(filesIn(added?.files ?? []), ['photo4.jpg']);
    assert.equal(added?.state, 'incomplete');
    assert.deepEqual(report.others, [
      {file: 'single.jpg', why: 'no-set'},
      {file: 'plain.jpg', why: 'no-seal'},
      {file: 'notes.txt', why: 'other-kind'},
    ]);
  });

  it('finds a set complete of which one photo was redacted', async () => {
    const files = new Map(folder);
    files.set('photo2.jpg', await redacted(service, folder.get('photo2.jpg')!));
    const report = await inspect(files);
    assert.equal(report.files[1]?.labelState, 'valid', report.files[1]?.reason);
    assert.equal(report.state, 'complete', report.reason);
  });

  it('leaves a set open without its closing record, and closes nothing with a broken one', async () => {
    // The discarded photo has a number as well, of which only the closing record says what it was.
    assert.deepEqual((await inspect(without('closing.jpg'))).state, 'open');
    const files = new Map(folder);
    const broken = Buffer.from(folder.get('closing.jpg')!);
    broken[broken.length - 5]! ^= 1;
    files.set('closing.jpg', broken);
    const report = await inspect(files);
    assert.equal(report.state, 'open');
    assert.match(report.reason, /A closing record does not count: closing\.jpg\./);
  });

  it('says which photos were chosen, and not taken here', async () => {
    const id = randomUUID();
    const [taken, chosen] = [
      await sealInSet(service, id),
      await sealInSet(service, id, {isChosen: true}),
    ];
    const files = new Map([
      ['taken.jpg', taken.file],
      ['chosen.jpg', chosen.file],
    ]);
    const [set] = (await inspect(files)).sets;
    assert.deepEqual(
      set?.files.map((one) => one.chosen),
      [undefined, true],
    );
    assert.match(set?.reason ?? '', /^2 so far, in order, 1 chosen, not taken here\./);
  });

  it('goes by whole paths, in which two files may have the same name', async () => {
    const files = new Map([...folder].map(([name, file]) => [`claim/${name}`, file]));
    files.set('copy/photo1.jpg', folder.get('photo1.jpg')!);
    const report = await inspect(files);
    assert.equal(report.state, 'complete');
    assert.deepEqual(filesIn(report.sets[0]?.copies ?? []), ['copy/photo1.jpg']);
  });

  it('finds a job complete whose only photo was deleted before it was sealed', async () => {
    const discarded = [
      {...kept({captureId: randomUUID()}, 1), discardedAt: '2026-11-29T10:02:00.000Z'},
    ];
    const closing = {captures: [], discarded, shots: []};
    const {file} = await sealInSet(service, randomUUID(), {closing});
    const report = await inspect(new Map([['closing.jpg', file]]));
    assert.equal(report.state, 'complete');
    assert.match(report.reason, /^0 of 0, 1 discarded on the device, none missing\./);
  });

  it('confirms no set of which the service has lost the numbers before it was closed', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    const photo = await sealInSet(service, first, {index: 1});
    // The numbers are gone: the same UUID of the device begins a set.
    const closing = {captures: [kept(photo, 1)], discarded: [], shots: []};
    const {file} = await sealInSet(service, second, {closing});
    const report = await inspect(
      new Map([
        ['photo.jpg', photo.file],
        ['closing.jpg', file],
      ]),
    );
    const [set] = report.sets.filter((one) => one.closing !== undefined);
    assert.equal(set?.state, 'unconfirmed');
    assert.deepEqual(
      set?.elsewhere.map(({captureId}) => captureId),
      [photo.captureId],
    );
    assert.equal(report.state, 'unconfirmed');
  });
});
