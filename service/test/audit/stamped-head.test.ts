import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {auditFiles} from '../../src/audit/audit-files.js';
import {AuditLog} from '../../src/audit/audit-log.js';
import type {StampedHead} from '../../src/audit/stamped-head.js';
import {runCommand} from '../cli/run-command.js';
import {temporaryFolder} from '../service-fixture.js';
import {clockUnder, honest, makeRoot, pemOf, serveTsa, type TestServer} from '../timestamps/tsa.js';

describe('a head of the audit log with a time stamp', () => {
  const captureId = randomUUID();
  let folder = '';
  let tsa: TestServer;
  const file = (name: string) => join(folder, name);
  /** The operator's machine has the log; a third party has files alone. */
  const run = (...args: string[]) =>
    runCommand(args, {
      environment: {
        SEALED_CAPTURE_DATA: file('data'),
        SEALED_CAPTURE_AUDIT: folder,
        SEALED_CAPTURE_TIMESTAMP: tsa.address.href,
        SEALED_CAPTURE_TSA_TRUST_ANCHORS: file('root.pem'),
      },
    });
  const byOthers = (...args: string[]) =>
    runCommand(args, {environment: {SEALED_CAPTURE_DATA: file('others')}});
  const append = async (...captureIds: string[]) => {
    const log = await AuditLog.open(folder);
    for (const one of captureIds) {
      await log.append({event: 'sealed', environment: 'live', keyId: 'a-key', captureId: one});
    }
    await log.close();
  };

  before(async () => {
    folder = await temporaryFolder();
    const root = await makeRoot();
    await writeFile(file('root.pem'), pemOf(root));
    await writeFile(file('other.pem'), pemOf(await makeRoot()));
    tsa = await serveTsa(honest(await clockUnder(root)));
    await append(captureId, randomUUID());
    const stamped = await run('audit', 'stamp');
    assert.equal(stamped.status, 0, stamped.err);
    await writeFile(file('heads.jsonl'), stamped.out);
    await append(randomUUID());
  });
  after(async () => {
    await tsa.close();
    await rm(folder, {recursive: true, force: true});
  });

  it('shows later that nothing before it was changed, and says when that was', async () => {
    const {status, out} = await run('audit', 'verify', '--stamped', file('heads.jsonl'));
    assert.equal(status, 0, out);
    assert.match(out, /Compared with a head that was stamped at 20\d\d-\S+Z\./);
    assert.match(out, /complete and unchanged up to the given head/);
    const [name = ''] = await auditFiles(folder);
    const text = await readFile(file(name), 'utf8');
    await writeFile(file(name), text.replace('a-key', 'b-key'));
    assert.equal((await run('audit', 'verify', '--stamped', file('heads.jsonl'))).status, 1);
    await writeFile(file(name), text);
  });

  it('lets others check a proof who have noted nothing, if they trust the authority', async () => {
    const proof = await run('audit', 'prove', captureId, '--stamped', file('heads.jsonl'));
    assert.equal(proof.status, 0, proof.err);
    await writeFile(file('proof.jsonl'), proof.out);
    const check = (...more: string[]) => byOthers('audit', 'verify', file('proof.jsonl'), ...more);
    const trusted = await check('--stamped', file('heads.jsonl'), '--trust', file('root.pem'));
    assert.equal(trusted.status, 0, trusted.out);
    assert.match(trusted.out, /is in the log with the given head, which was stamped at 20\d\d-/);
    const untrusted = await check('--stamped', file('heads.jsonl'), '--trust', file('other.pem'));
    assert.equal(untrusted.status, 1);
    assert.match(untrusted.out, /heads\.jsonl, line 1: .*no trusted root/);
    assert.equal((await check()).status, 3);
  });

  it('does not hold for another head, nor a spoilt time stamp, nor one without', async () => {
    const {head, timeStamp} = JSON.parse(
      await readFile(file('heads.jsonl'), 'utf8'),
    ) as StampedHead;
    for (const wrong of [
      {head: head.replace(/.$/, (digit) => (digit === '0' ? '1' : '0')), timeStamp},
      {head, timeStamp: `AAAA${timeStamp.slice(4)}`},
      {head, timeStamp: ''},
      {head},
      {head: '', timeStamp},
      1,
    ]) {
      await writeFile(file('wrong.jsonl'), JSON.stringify(wrong));
      const {status, out} = await run('audit', 'verify', '--stamped', file('wrong.jsonl'));
      assert.equal(status, 1, JSON.stringify(wrong));
      assert.match(out, /wrong\.jsonl, line 1: /);
    }
  });

  it('is not made for a log that was changed', async () => {
    const [name = ''] = await auditFiles(folder);
    const text = await readFile(file(name), 'utf8');
    await writeFile(file(name), text.replace('a-key', 'b-key'));
    const {status, out, err} = await run('audit', 'stamp');
    assert.deepEqual([status, out], [1, '']);
    assert.match(err, /The log was changed/);
    await writeFile(file(name), text);
  });
});
