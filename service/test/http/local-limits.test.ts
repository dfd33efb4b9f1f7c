import assert from 'node:assert/strict';
import {it} from 'node:test';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {Verification} from '../../../src/worker/inspection/verification.js';
import {beyondLimits} from '@sealed-capture/seal/engine/refusals/beyond-limits.js';
import {compileEngine} from '@sealed-capture/seal/node/engine-module.js';
import {envelope, jpegOf} from '../requests.js';
import {startFixture} from '../service-fixture.js';

const MIB = 1024 * 1024;
const ENGINE_MEMORY = 12 * MIB;

// The only test in its file, because a thread has one engine, which crashes in this test.
it('gives a file that needs too much memory the verdict of the service, from an engine that reports its crash', async () => {
  const large = jpegOf(16 * MIB);
  const service = await startFixture({engineMemory: ENGINE_MEMORY});
  const answer = await service.post('/inspect', envelope(large));
  await service.close();
  assert.deepEqual(beyondLimits('crash'), answer.json<InspectionResult>());

  const verification = new Verification();
  verification.prepare(await compileEngine(ENGINE_MEMORY));
  await verification.open(new Blob([new Uint8Array(large)]));
  assert.deepEqual(await verification.judge(''), {name: 'crashed'});
});
