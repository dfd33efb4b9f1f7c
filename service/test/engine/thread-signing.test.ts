import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {setTimeout as sleep} from 'node:timers/promises';
import {after, before, describe, it} from 'node:test';
import {compileEngine} from '@sealed-capture/seal/node/engine-module.js';
import type {Signer} from '@sealed-capture/seal/writing/signer.js';
import type {Sealer} from '../../src/certificates/sealer.js';
import type {ProtectJob} from '../../src/engine/engine-jobs.js';
import {EnginePool} from '../../src/engine/engine-pool.js';
import {SignerUnavailable} from '../../src/signing/claim-signer.js';
import {makeAuthority, type TestAuthority} from '../../../seal/test/pki.js';
import {jpegOf} from '../requests.js';

const MIB = 1024 * 1024;
const JOB_MS = 3_000;

const media = jpegOf(1000);

function shared(bytes: Uint8Array): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(bytes.length);
  Buffer.from(buffer).set(bytes);
  return buffer;
}

/** The threads have a short time limit per job, and the keys stay in the main thread. */
describe('A thread that seals an upload', () => {
  let pool: EnginePool;
  let authority: TestAuthority;
  before(async () => {
    authority = await makeAuthority();
    const json = Buffer.from(JSON.stringify({signers: authority.rootPem, timeStamps: ''}));
    pool = await EnginePool.start({
      threads: 1,
      queueLength: 1,
      jobTimeout: JOB_MS,
      trust: () => ({version: 1, json: shared(json)}),
      workerData: {
        engine: await compileEngine(256 * MIB),
        engineMemory: 256 * MIB,
        imageLimit: MIB,
        audioLimit: MIB,
      },
    });
  });
  after(() => pool.close());

  const protect = (sign: Signer['sign'], hashed = media) => {
    const buffer = shared(media);
    const {certificateChain} = authority.signer;
    const own = {certificateChain, algorithm: 'ES256', sign} as const;
    const identity = {signer: {...own, isElsewhere: true, isWorking: true, close: () => {}}};
    const sealer = {identity, signer: own} as unknown as Sealer;
    const job: ProtectJob = {
      name: 'protect',
      buffer,
      length: buffer.byteLength,
      digest: createHash('sha256').update(hashed).digest(),
      mediaType: 'image/jpeg',
      captureId: '8c0b8e0a-6d1e-4d5c-9d31-6a8f4e0c9a11',
      metadata: {},
      environment: 'sandbox',
      sealer,
    };
    return pool.run(job, new AbortController().signal);
  };

  it('has its claim signed once, in the main thread, with a signer that cannot be sent to a thread', async () => {
    let count = 0;
    const outcome = await protect((bytes) => {
      count++;
      return authority.withoutTime.sign(bytes);
    });
    assert.equal(outcome.name, 'protected');
    assert.equal(count, 1);
  });

  const sign = (bytes: Uint8Array) => authority.withoutTime.sign(bytes);

  it('reads the sealed file before it returns it, and refuses one that reads as changed', async () => {
    // As if the media had been changed in memory after they were hashed.
    const outcome = await protect(sign, jpegOf(999));
    assert.equal(outcome.name, 'refused');
    assert.equal(outcome.status, 422);
    assert.match(
      outcome.detail,
      /^This file cannot be sealed: readers would say of the result, “The file was changed/,
    );
  });

  it('reads the file that a patch makes, and refuses it if it reads as changed', async () => {
    const made = await protect(sign);
    assert.ok(made.name === 'protected');
    const read = (upload: Uint8Array) =>
      pool.run(
        {
          name: 'read-back',
          buffer: shared(upload),
          length: upload.length,
          mediaType: 'image/jpeg',
          patch: made.patch,
          environment: 'sandbox',
        },
        new AbortController().signal,
      );
    assert.deepEqual((await read(media)).name, 'protected');
    const changed = Uint8Array.from(media);
    changed[changed.length - 3]! ^= 1;
    assert.equal((await read(changed)).name, 'refused');
  });

  it('waits for a slow signature without using its own time limit', async () => {
    const outcome = await protect(async (bytes) => {
      await sleep(JOB_MS + 100);
      return authority.withoutTime.sign(bytes);
    });
    assert.equal(outcome.name, 'protected');
  });

  it('seals nothing without a signature, and reports why', async () => {
    const gone = new SignerUnavailable('gone', 1_000);
    await assert.rejects(
      protect(() => Promise.reject(gone)),
      (error) => error === gone,
    );
    assert.equal((await protect((bytes) => authority.withoutTime.sign(bytes))).name, 'protected');
  });

  it('seals nothing if the signature is wrong', async () => {
    await assert.rejects(
      protect(() => new Uint8Array(64)),
      /signature does not hold/,
    );
  });
});
