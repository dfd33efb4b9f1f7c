import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import type {SealableMediaType} from '@sealed-capture/seal/model/media-type.js';
import {judgeSets} from '@sealed-capture/seal/model/sets/judge-sets.js';
import {jpeg, mp3, png, webp} from '../../../seal/test/sources.js';
import {auditFiles} from '../../src/audit/audit-files.js';
import {jpegOf} from '../requests.js';
import {temporaryFolder} from '../service-fixture.js';
import {job} from './set-requests.js';
import {SetService} from './set-service.js';

const ANSWERS_MS = 500;

describe('POST protect with a set', () => {
  let service: SetService;
  let audit = '';
  before(async () => {
    audit = await temporaryFolder();
    service = await SetService.start({auditFolder: audit, threads: 2});
  });
  after(() => service.fixture.close());

  const lastEntry = async () => {
    const names = await auditFiles(audit);
    const text = await readFile(join(audit, names.at(-1)!), 'utf8');
    return JSON.parse(text.trimEnd().split('\n').at(-1)!) as Record<string, unknown>;
  };

  it('numbers files without and with a history among photos of the page, and the set is complete', async () => {
    const id = randomUUID();
    const of = (index: number) => ({id, job, index});
    const {file: history} = await service.protect(jpegOf(5000));
    const broken = Buffer.from((await service.protect(jpegOf(6000))).file);
    broken[broken.length - 100]! ^= 1;
    const keep = {texts: {parent: 'keep-broken'}};
    const files = [
      await service.seal(of(1)),
      await service.protect(jpegOf(4000), of(2)),
      await service.protect(history, of(3)),
      await service.protect(broken, of(4), keep),
      await service.seal(of(5)),
    ];
    const sets = await service.setsOf(files);
    assert.deepEqual(
      sets.map(({index, previous, captureId, told}) => ({index, previous, captureId, told})),
      files.map(({captureId}, at) => ({
        index: at + 1,
        previous: sets[at - 1]?.seal,
        captureId,
        told: {job, index: at + 1},
      })),
    );
    assert.match((await service.inspect(files[3]!)).reason, /made from had a broken seal/);
    const captures = files.map(({captureId}, at) => ({
      captureId,
      index: at + 1,
      capturedAt: '2026-11-29T10:00:00.000Z',
    }));
    const closing = {captures, discarded: [], shots: []};
    const record = await service.seal({id, job, closing});
    const {seals} = await service.setOf(record);
    assert.deepEqual(
      seals,
      sets.map(({index, captureId, digest, seal}) => ({index, captureId, digest, seal})),
    );
    const judged = await Promise.all(
      [...files, record].map(async (one, at) => ({
        file: `${at}`,
        result: await service.inspect(one),
      })),
    );
    const whole = judgeSets(judged);
    assert.equal(whole.state, 'complete');
    assert.match(whole.reason, /^5 of 5, in order, 5 chosen, not taken here, none missing\./);
    const without = judgeSets(judged.filter((_, at) => at !== 2)).sets[0];
    assert.deepEqual(
      [without?.state, without?.missing.map(({index}) => index)],
      ['incomplete', [3]],
    );
  });

  const files: [name: string, media: Uint8Array, type: SealableMediaType][] = [
    ['a JPEG', jpeg, 'image/jpeg'],
    ['a PNG', png, 'image/png'],
    ['a WebP', webp, 'image/webp'],
    ['an MP3', mp3, 'audio/mpeg'],
  ];
  for (const [name, media, type] of files) {
    it(`numbers ${name}, and the same file above the seal that it got`, async () => {
      const id = randomUUID();
      const first = await service.protect(media, {id, job}, {type});
      const second = await service.protect(first.file, {id, job}, {type});
      const [one, other] = await service.setsOf([first, second]);
      assert.deepEqual([one?.index, other?.index, other?.previous], [1, 2, one?.seal]);
    });
  }

  it('numbers uploads and photos that arrive at the same time without gaps', async () => {
    const id = randomUUID();
    const {file: history} = await service.protect(jpegOf(5000));
    const sealed = await Promise.all([
      ...Array.from({length: 3}, () => service.protect(history, {id, job})),
      ...Array.from({length: 3}, () => service.protect(jpegOf(4000), {id, job})),
      ...Array.from({length: 3}, () => service.seal({id, job})),
    ]);
    const sets = (await service.setsOf(sealed)).sort((one, other) => one.index - other.index);
    assert.deepEqual(
      sets.map(({index, previous}) => [index, previous]),
      sets.map((_, at) => [at + 1, sets[at - 1]?.seal]),
    );
  });

  it('numbers uploads to two services with one data folder without gaps', async () => {
    const {folder: dataFolder} = service.fixture;
    const other = await SetService.start({dataFolder}, service.key);
    const id = randomUUID();
    const sealed = await Promise.all(
      [service, other, service, other, service, other].map((one) =>
        one.protect(jpegOf(4000), {id, job}),
      ),
    );
    await other.fixture.app.close();
    const sets = (await service.setsOf(sealed)).sort((a, b) => a.index - b.index);
    assert.deepEqual(
      sets.map(({set, index, previous}) => [set, index, previous]),
      sets.map((_, at) => [sets[0]?.set, at + 1, sets[at - 1]?.seal]),
    );
  });

  it('answers a repeated request with the same number, whatever set it names', async () => {
    const id = randomUUID();
    const media = jpegOf(4000);
    const captureId = randomUUID();
    const first = await service.protect(media, {id, job, index: 1}, {captureId});
    for (const set of [{id, job, index: 1}, {id: randomUUID(), job}, undefined]) {
      const again = await service.protect(media, set, {captureId});
      assert.ok(again.isReplayed);
      assert.deepEqual(again.file, first.file);
    }
    assert.equal((await service.setOf(await service.seal({id, job}))).index, 2);
  });

  it('says of a capture that it was sealed before when the answer was lost, by either route', async () => {
    const {folder: dataFolder} = service.fixture;
    const forgetful = await SetService.start({dataFolder, answerLifetime: ANSWERS_MS});
    const id = randomUUID();
    const captureId = randomUUID();
    const {file: history} = await service.protect(jpegOf(5000));
    await forgetful.protect(history, {id, job});
    const lost = await forgetful.protect(history, {id, job}, {captureId});
    await sleep(2 * ANSWERS_MS);
    const again = await forgetful.protect(history, {id, job}, {captureId: captureId.toUpperCase()});
    await sleep(2 * ANSWERS_MS);
    const last = await forgetful.seal({id, job}, {captureId});
    await forgetful.fixture.app.close();
    const sets = await service.setsOf([lost, again, last]);
    assert.deepEqual(
      sets.map(({index, again: earlier}) => [index, earlier]),
      [
        [2, undefined],
        [3, 2],
        [4, 2],
      ],
    );
  });

  it('gives no number to a file that cannot be sealed', async () => {
    const id = randomUUID();
    const answer = await service.ask(jpeg.subarray(0, 200), {id, job});
    assert.equal(answer.status, 422);
    assert.equal((await service.setOf(await service.protect(jpeg, {id, job}))).index, 1);
  });

  it('records set and number in the audit log', async () => {
    const sealed = await service.protect(jpegOf(4000), {id: randomUUID(), job});
    const {set, index} = await service.setOf(sealed);
    const entry = await lastEntry();
    assert.deepEqual(
      [entry['event'], entry['captureId'], entry['set'], entry['index']],
      ['protected', sealed.captureId, set, index],
    );
    await service.protect(jpegOf(4000));
    assert.equal('set' in (await lastEntry()), false);
  });
});
