import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {describe, it} from 'node:test';
import type {EngineJob, JobOutcome, ProtectJob} from '../../src/engine/engine-jobs.js';
import {unstampedPatch} from '../../src/sealing/late-stamp.js';
import {sealUpload} from '../../src/sealing/seal-upload.js';
import {TimeStampUnavailable, type IndependentTime} from '../../src/timestamps/independent-time.js';
import {makeAuthority} from '../../../seal/test/pki.js';
import {sealFile} from '../../../seal/test/seal-file.js';
import {jpeg} from '../../../seal/test/sources.js';

const {withoutTime} = await makeAuthority();
const job = {name: 'protect', mediaType: 'image/jpeg'} as unknown as ProtectJob;
const {signal} = new AbortController();
const refusal = 'This file cannot be sealed.';

/** A pool whose thread seals with room for a time stamp, and that reads files back with this outcome. */
async function poolThatReads(outcome: JobOutcome) {
  const source = {media: jpeg, mediaType: 'image/jpeg'} as const;
  const {sealed} = await sealFile(source, {...withoutTime, timestampSize: 4000});
  const seal = unstampedPatch(jpeg, sealed, false);
  const jobs: EngineJob[] = [];
  const run = (given: EngineJob): Promise<JobOutcome> => {
    jobs.push(given);
    return Promise.resolve(given.name === 'read-back' ? outcome : {name: 'unstamped', seal});
  };
  return {run, jobs};
}

const timeWith = (stamp: IndependentTime['stamp']) =>
  ({isOptional: true, tokenSize: 4000, stamp}) as unknown as IndependentTime;

describe('sealUpload', () => {
  const times = {
    'with its time stamp': timeWith(() => Promise.resolve(new Uint8Array(3000))),
    'without a time stamp that is not to be had': timeWith(() =>
      Promise.reject(new TimeStampUnavailable('None.', 1000)),
    ),
  };
  for (const [what, time] of Object.entries(times)) {
    it(`returns a file only after it was read ${what}`, async () => {
      const patch = new Uint8Array(1);
      const good = await poolThatReads({name: 'protected', patch});
      assert.equal((await sealUpload(good, job, time, signal)).patch, patch);
      assert.deepEqual(
        good.jobs.map(({name}) => name),
        ['protect', 'read-back'],
      );
      const bad = await poolThatReads({name: 'refused', status: 422, detail: refusal});
      await assert.rejects(sealUpload(bad, job, time, signal), {
        statusCode: 422,
        message: refusal,
      });
    });
  }

  it('has the number of a seal read in the file with its time stamp only if it is in a set', async () => {
    const set = {vouched: {set: randomUUID(), index: 1}, told: {job: 'claim 4711'}};
    const asked = async (upload: ProtectJob): Promise<unknown> => {
      const pool = await poolThatReads({name: 'protected', patch: new Uint8Array(1)});
      await sealUpload(pool, upload, times['with its time stamp'], signal);
      const [last] = pool.jobs.slice(-1);
      return last?.name === 'read-back' && last.isInSet;
    };
    assert.deepEqual([await asked(job), await asked({...job, set})], [false, true]);
  });
});
