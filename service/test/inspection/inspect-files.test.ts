import assert from 'node:assert/strict';
import {rm, truncate, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {Readable} from 'node:stream';
import {after, before, describe, it} from 'node:test';
import type {EngineJob} from '../../src/engine/engine-jobs.js';
import {inspectFiles} from '../../src/inspection/inspect-files.js';
import {mediaFiles} from '../../src/inspection/media-files.js';
import {Room} from '../../src/inspection/room.js';
import {jpeg} from '../../../seal/test/sources.js';
import {temporaryFolder} from '../service-fixture.js';

const MIB = 1024 * 1024;

describe('the jobs of an inspection of files', () => {
  let folder: string;
  before(async () => void (folder = await temporaryFolder()));
  after(() => rm(folder, {recursive: true}));

  it('take the configured time limit, and more for a file that is read by ranges', async () => {
    await writeFile(join(folder, 'large.jpg'), jpeg);
    await truncate(join(folder, 'large.jpg'), 100 * MIB);
    await writeFile(join(folder, 'small.jpg'), jpeg);
    const jobs: EngineJob[] = [];
    const outcomes = inspectFiles(mediaFiles([folder]), {
      pool: {
        run: (job) => {
          jobs.push(job);
          return Promise.resolve({name: 'refused', status: 409, detail: 'It is only noted.'});
        },
      },
      crJson: false,
      timeLimit: 3000,
      ahead: 1,
      limit: 256 * MIB,
      room: new Room(256 * MIB, 1),
      standardInput: Readable.from([]),
      signal: new AbortController().signal,
    });
    for await (const outcome of outcomes) assert.equal(outcome.name, 'unreadable');
    const limits = jobs.map((job) => [job.name, 'timeLimit' in job ? job.timeLimit : undefined]);
    assert.deepEqual(limits, [
      ['inspect-file', 3000 + 100 * 100],
      ['inspect', undefined],
    ]);
  });
});
