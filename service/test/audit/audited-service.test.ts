import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {randomUUID} from 'node:crypto';
import {appendFile, readFile, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {after, before, describe, it} from 'node:test';
import {hashOf, headAfter, NO_HEAD, previousOf} from '../../src/audit/audit-entry.js';
import {auditFiles} from '../../src/audit/audit-files.js';
import {runCommand} from '../cli/run-command.js';
import {envelope, idempotent, jpegOf, protectForm, sealRequest} from '../requests.js';
import {ofSet, setIn} from '../sets/set-requests.js';
import {startFixture, temporaryFolder, type ServiceFixture} from '../service-fixture.js';
import {smallDisk} from '../small-disk.js';

type Entry = Record<string, unknown>;

/** The head after a line that a proof begins with. */
const headOf = (line: string): string =>
  headAfter(previousOf(Buffer.from(line)) ?? NO_HEAD, hashOf(Buffer.from(line)));

const entriesIn = async (folder: string): Promise<Entry[]> => {
  const texts = (await auditFiles(folder)).map((name) => readFile(join(folder, name), 'utf8'));
  return (await Promise.all(texts))
    .flatMap((text) => text.trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as Entry)
    .filter(({event}) => event !== 'began');
};

describe('a service with an audit log', () => {
  let audit = '';
  let service: ServiceFixture;
  before(async () => {
    audit = await temporaryFolder();
    service = await startFixture({auditFolder: audit});
  });
  after(async () => {
    await service.close();
    await rm(audit, {recursive: true, force: true});
  });
  const last = async () => (await entriesIn(audit)).at(-1);

  it('records each seal once, with its key, capture, digest and certificate, without a location', async () => {
    const request = sealRequest({
      metadata: {
        gps: {latitude: 47.123456, longitude: 8.654321, latLongAccuracy: 5},
        tags: {secret: 'x7'},
      },
    });
    for (let time = 0; time < 2; time++) {
      const answer = await service.post('/seal', request, idempotent(request));
      assert.equal(answer.statusCode, 200, answer.body);
    }
    const entries = await entriesIn(audit);
    assert.equal(entries.length, 1);
    const {at, previous, certificate, ...entry} = entries[0] ?? {};
    assert.deepEqual(entry, {
      event: 'sealed',
      environment: 'sandbox',
      keyId: service.sandbox.id,
      captureId: request.captureId,
      sha256: Buffer.from(request.digest, 'base64').toString('hex'),
    });
    assert.match(`${String(at)} ${String(previous)}`, /^2\d{3}-.* [0-9a-f]{64}$/);
    assert.match(String(certificate), /^[0-9a-f]+$/);
    assert.doesNotMatch(JSON.stringify(entries), /47\.1|8\.65|x7/);
  });

  it('records the number of a seal in its set', async () => {
    const id = randomUUID();
    for (const index of [1, 2]) {
      const request = ofSet(id);
      const answer = await service.post('/seal', request, idempotent(request));
      const {set} = setIn(answer.rawPayload);
      const entry = await last();
      assert.deepEqual([entry?.set, entry?.index], [set, index]);
    }
  });

  it('records uploads by the digest of the file that was sent', async () => {
    const media = jpegOf(2_000);
    const {payload, headers} = await protectForm(media, 'image/jpeg', {tags: {site: 'B'}});
    assert.equal((await service.post('/protect', payload, headers)).statusCode, 200);
    const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(media));
    const entry = await last();
    assert.equal(entry?.['event'], 'protected');
    assert.equal(entry?.['sha256'], Buffer.from(digest).toString('hex'));
  });

  it('records what is refused to a key, but neither inspections nor requests with unknown keys', async () => {
    const request = sealRequest({manifestSize: 100});
    const refused = await service.post('/seal', request, idempotent(request));
    assert.equal(refused.statusCode, 400);
    const {event, status, path, keyId} = (await last()) ?? {};
    assert.deepEqual([event, status, keyId], ['refused', 400, service.sandbox.id]);
    assert.match(String(path), /\/seal$/);
    const before = (await entriesIn(audit)).length;
    await service.post('/inspect', envelope(jpegOf(500)));
    const strange = {'x-api-key': 'wrong', ...idempotent(sealRequest())};
    assert.equal((await service.post('/seal', sealRequest(), strange)).statusCode, 401);
    assert.equal((await entriesIn(audit)).length, before);
  });

  it('records repeated refusals of a key by their number, at most once a minute', async () => {
    const own = await temporaryFolder();
    const limited = await startFixture({auditFolder: own, requestsPerMinute: 5});
    const statuses: number[] = [];
    for (let time = 0; time < 100; time++) {
      const request = sealRequest({manifestSize: 100});
      statuses.push((await limited.post('/seal', request, idempotent(request))).statusCode);
    }
    await limited.close();
    assert.deepEqual([...new Set(statuses)], [400, 429]);
    const entries = await entriesIn(own);
    assert.deepEqual(
      entries.map(({status, count}) => [status, count]),
      [
        [400, undefined],
        [429, undefined],
        [400, 4],
        [429, 94],
      ],
    );
    await rm(own, {recursive: true, force: true});
  });

  it('is verified, exported and proved with commands, and records changes of keys as well', async () => {
    const environment = {SEALED_CAPTURE_DATA: service.folder, SEALED_CAPTURE_AUDIT: audit};
    const run = (...args: string[]) => runCommand(args, {environment});
    const made = await run('keys', 'create', '--environment', 'sandbox', '--json');
    const {id, key} = JSON.parse(made.out) as {id: string; key: string};
    await run('keys', 'revoke', id);
    const changes = (await entriesIn(audit)).slice(-2);
    assert.deepEqual(
      changes.map(({event, keyId}) => [event, keyId]),
      [
        ['key-created', id],
        ['key-revoked', id],
      ],
    );
    assert.ok(!JSON.stringify(changes).includes(key));
    const checked = await run('audit', 'verify');
    assert.equal(checked.status, 0, checked.err);
    assert.match(
      checked.out,
      /they agree with each other. Only a head that was noted before shows/,
    );
    const [, head = ''] = /^head (.*)$/m.exec(checked.out) ?? [];
    const compared = await run('audit', 'verify', '--head', head);
    assert.match(compared.out, /complete and unchanged up to the given head/);
    assert.equal((await run('audit', 'verify', '--head', 'a1b2')).status, 2);
    const [sealed] = await entriesIn(audit);
    const written = await run('audit', 'export', '--from', '2026-01-01');
    assert.ok(written.out.includes(String(sealed?.['captureId'])));
    assert.equal((await run('audit', 'export', '--to', '2026-01-01')).out, '');
    const proof = await run('audit', 'prove', String(sealed?.['captureId']));
    const path = join(service.folder, 'proof.jsonl');
    await writeFile(path, proof.out);
    const alone = await run('audit', 'verify', path);
    assert.equal(alone.status, 3);
    assert.match(alone.out, /consistent in itself only/);
    const held = await run('audit', 'verify', path, '--head', head);
    assert.equal(held.status, 0, held.out);
    assert.match(held.out, /is in the log with the given head/);
    const other = head.replace(/[0-9a-f]{64}/g, 'f'.repeat(64));
    assert.equal((await run('audit', 'verify', path, '--head', other)).status, 1);
    const forged = JSON.parse(proof.out) as {entry: string};
    const hostile = forged.entry.replace('sandbox', 'sand\u001b[2J\u202ebox');
    await writeFile(
      path,
      JSON.stringify({...forged, entry: hostile, head: headOf(hostile), following: [], then: []}),
    );
    const shown = await run('audit', 'verify', path);
    assert.match(shown.out, /sand\[U\+001B\]\[2J\[U\+202E\]box/);
    await writeFile(path, proof.out.replace('sandbox', 'live'));
    assert.equal((await run('audit', 'verify', path)).status, 1);
    const again = await run('audit', 'prove', String(sealed?.['captureId']), '--head', head);
    assert.equal(again.out, proof.out);
    assert.equal((await run('audit', 'prove', 'nobody')).status, 1);
    assert.equal((await run('audit')).status, 2);
    const [file = ''] = await auditFiles(audit);
    await appendFile(join(audit, file), '{"previous":"5d');
    const cut = await run('audit', 'verify');
    assert.match(cut.out, /an entry whose request may have been answered/);
  });
});

it('a service whose audit log cannot be written seals nothing, reports that, and continues once there is space', async (test) => {
  const disk = smallDisk(48 * 1024);
  if (!disk) return test.skip('This process may not mount a file system.');
  const service = await startFixture({auditFolder: disk.folder});
  try {
    let answer;
    let sealed = 0;
    for (let number = 0; number < 300; number++) {
      const request = sealRequest();
      answer = await service.post('/seal', request, idempotent(request));
      if (answer.statusCode !== 200) break;
      sealed++;
    }
    assert.equal(answer?.statusCode, 503);
    assert.match(answer?.body ?? '', /The audit log cannot be written/);
    assert.ok(Number(answer?.headers['retry-after']) > 0);
    assert.equal((await entriesIn(disk.folder)).length, sealed);
    const readiness = async () =>
      (await service.app.inject('/readyz')).json<{status: string; audit: string}>();
    const {status, audit} = await readiness();
    assert.deepEqual([status, audit], ['degraded', 'failing']);
    const inspected = await service.post('/inspect', envelope(jpegOf(500)));
    assert.equal(inspected.statusCode, 200, 'inspection goes on');
    execFileSync('mount', ['-o', 'remount,size=1m', disk.folder]);
    const request = sealRequest();
    assert.equal((await service.post('/seal', request, idempotent(request))).statusCode, 200);
    assert.equal((await entriesIn(disk.folder)).length, sealed + 1);
    await sleep(1_010);
    assert.equal((await readiness()).audit, 'working');
  } finally {
    await service.close();
    disk.close();
  }
});
