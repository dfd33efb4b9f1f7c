import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {rm, truncate, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, it} from 'node:test';
import {readDetached} from '@sealed-capture/seal/detached/read-detached.js';
import {compileEngine} from '@sealed-capture/seal/node/engine-module.js';
import {DetachedSeals} from '../../src/inspection/detached-seal.js';
import {Verification} from '../../../src/worker/inspection/verification.js';
import {detachedSeal} from '../../../seal/test/detached/detached-seal.js';
import {makeAuthority} from '../../../seal/test/pki.js';
import {startEngine} from '../../../seal/test/seal-file.js';
import {jpeg} from '../../../seal/test/sources.js';
import {temporaryFolder} from '../service-fixture.js';

const MIB = 1024 * 1024;

let folder: string;
before(async () => void (folder = await temporaryFolder()));
after(() => rm(folder, {recursive: true}));

it('gives the same answer for a detached seal of more than 32 MiB in command and page', async () => {
  await writeFile(join(folder, 'a.jpg'), jpeg);
  await writeFile(join(folder, 'a.c2pa'), '');
  await truncate(join(folder, 'a.c2pa'), 32 * MIB + 1);
  const engine = await startEngine('');
  const seal = await new DetachedSeals().of(join(folder, 'a.jpg'));
  assert.ok(seal);
  const command = await readDetached(engine, jpeg, seal);
  assert.equal(command.labelState, 'unchecked');
  assert.match(command.reason, /a\.c2pa\. It is larger than 32 MiB/);

  const verification = new Verification();
  verification.prepare(await compileEngine(512 * MIB));
  await verification.open(new File([Uint8Array.from(jpeg)], 'a.jpg'));
  await verification.attach(new File([new Uint8Array(32 * MIB + 1)], 'a.c2pa'));
  const page = await verification.judge('');
  assert.deepEqual(page.name === 'judged' && page.result, command);
});

it('does not wait for a pipe in place of a detached seal', async (t) => {
  if (process.platform === 'win32') return t.skip('Windows has no such pipes');
  await writeFile(join(folder, 'b.jpg'), jpeg);
  execFileSync('mkfifo', [join(folder, 'b.jpg.c2pa')]);
  assert.equal(await new DetachedSeals().of(join(folder, 'b.jpg')), undefined);
});

it('judges a seal that may be of another file in the page as in the command', async () => {
  const authority = await makeAuthority();
  await startEngine(authority.rootPem);
  const bytes = Uint8Array.from(await detachedSeal(jpeg, 'image/jpeg', authority));
  const verification = new Verification();
  verification.prepare(await compileEngine(512 * MIB));
  const stateWith = async (name: string) => {
    const changed = Buffer.concat([jpeg, Buffer.from([0])]);
    await verification.open(new File([changed], 'a.jpg'));
    await verification.attach(new File([bytes], name));
    const answer = await verification.judge(authority.rootPem);
    return answer.name === 'judged' && answer.result.labelState;
  };
  assert.equal(await stateWith('a.c2pa'), 'unchecked');
  assert.equal(await stateWith('a.jpg.c2pa'), 'invalid');
});
