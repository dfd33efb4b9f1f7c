import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {rm} from 'node:fs/promises';
import {afterEach, beforeEach, describe, it} from 'node:test';
import {checkAudit} from '../../src/audit/audit-check.js';
import {hashOf, headAfter, lineOf, NO_HEAD, type AuditEvent} from '../../src/audit/audit-entry.js';
import {fileName, headText, readNoted} from '../../src/audit/audit-head.js';
import {AuditLog} from '../../src/audit/audit-log.js';
import {checkProof, proveCapture, type Proof} from '../../src/audit/audit-proof.js';
import {temporaryFolder} from '../service-fixture.js';

const entry = (captureId: string = randomUUID()): AuditEvent => ({
  event: 'sealed',
  environment: 'live',
  keyId: 'a-key',
  captureId,
});

describe('a proof of an entry', () => {
  let folder = '';
  let time = Date.UTC(2026, 0, 1);
  const open = (fileSize?: number) =>
    AuditLog.open(folder, () => new Date((time += 1_000)), fileSize);
  const head = async () => (await checkAudit(folder)).head;
  const captureId = randomUUID();
  /** Heads that were noted before the entry, soon after it, and after several files more. */
  let noted: {before: string; soon: string; later: string};

  beforeEach(async () => {
    folder = await temporaryFolder();
    const [log, other] = [await open(1_500), await open()];
    await log.append(entry());
    const before = await head();
    await log.append(entry(captureId));
    await log.append(entry());
    const soon = await head();
    for (let number = 0; number < 20; number++) {
      await log.append(entry());
      await other.append(entry());
    }
    await Promise.all([log.close(), other.close()]);
    await (await open()).close();
    noted = {before, soon, later: await head()};
  });
  afterEach(() => rm(folder, {recursive: true, force: true}));

  const proofTo = async (to?: string): Promise<Proof> => {
    const {proofs, entries, faults} = await proveCapture(
      folder,
      captureId.toUpperCase(),
      to === undefined ? undefined : readNoted([to]),
    );
    assert.deepEqual([proofs.length, entries, faults], [1, 1, []]);
    return proofs[0]!;
  };
  const check = (proof: unknown, to?: string) =>
    checkProof(proof, to === undefined ? undefined : readNoted([to])).name;

  it('holds for the head that it leads to, over the files between, and shows no other entry of a request', async () => {
    const proof = await proofTo();
    assert.ok((proof.then?.length ?? 0) > 2, `${proof.then?.length} files more`);
    assert.equal(proof.head, noted.later);
    assert.equal(check(proof, noted.later), 'holds');
    assert.equal(JSON.stringify(proof).split('captureId').length, 2);
  });

  it('holds for a head that was noted on the way, and is short where that came soon', async () => {
    assert.equal(check(await proofTo(), noted.soon), 'holds');
    const short = await proofTo(noted.soon);
    assert.deepEqual([short.then, short.following.length], [undefined, 1]);
    assert.equal(check(short, noted.soon), 'holds');
  });

  it('holds for no head that was noted before the entry, and none can be made for it', async () => {
    assert.equal(check(await proofTo(), noted.before), 'fails');
    const {proofs, entries} = await proveCapture(folder, captureId, readNoted([noted.before]));
    assert.deepEqual([proofs, entries], [[], 1]);
  });

  it('without a head says no more than that it is consistent in itself', async () => {
    assert.equal(check(await proofTo()), 'consistent in itself');
    const made = lineOf(NO_HEAD, new Date(), entry(captureId));
    const invented = {
      file: 'any',
      entry: made.toString(),
      following: [],
      head: headAfter(NO_HEAD, hashOf(made)),
    };
    assert.equal(check(invented), 'consistent in itself');
    assert.equal(check(invented, noted.later), 'fails');
  });

  it('fails if its entry is in no file, and only its head was planted in a first line', () => {
    const made = lineOf(NO_HEAD, new Date(), entry(captureId));
    const secret = headAfter(NO_HEAD, hashOf(made));
    const file = fileName(new Date((time += 1_000)), 'abcdef012345');
    for (const [lines, named] of [
      [0, 'abcdef012346'],
      [1, 'abcdef012347'],
    ] as const) {
      const after = headText([{file: fileName(new Date(0), named), lines, head: secret}]);
      const began = lineOf(NO_HEAD, new Date(time), {event: 'began', file, after});
      const end = headAfter(NO_HEAD, hashOf(began));
      const proof = {
        file: fileName(new Date(0), 'abcdef012346'),
        entry: made.toString(),
        following: [],
        then: [{file, entry: began.toString(), following: []}],
        head: headText([{file, lines: 1, head: end}]),
      };
      assert.equal(checkProof(proof, readNoted([proof.head])).name, 'fails');
    }
  });

  it('fails if it is forged, shortened, exchanged or no proof', async () => {
    const proof = await proofTo();
    const [first, ...others] = proof.then ?? [];
    const changed = (text: string) => text.replace('a-key', 'b-key');
    for (const wrong of [
      {...proof, entry: changed(proof.entry)},
      {...proof, following: proof.following.slice(1)},
      {...proof, following: proof.following.slice(0, -1)},
      {...proof, then: others},
      {...proof, then: [first, ...others.slice(0, -1)]},
      {...proof, then: [...others].reverse()},
      {...proof, then: [{...first, entry: proof.entry}, ...others]},
      {...proof, head: 'f'.repeat(64)},
      {...proof, head: noted.before},
      {...proof, head: ''},
      {...proof, entry: 'no entry'},
      {},
      1,
      null,
    ]) {
      assert.equal(check(wrong), 'fails', JSON.stringify(wrong));
      assert.equal(check(wrong, noted.later), 'fails');
    }
    const other = await proveCapture(folder, randomUUID());
    assert.deepEqual([other.proofs, other.entries], [[], 0]);
  });
});
