import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {constants, writeFileSync} from 'node:fs';
import {
  appendFile,
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, it} from 'node:test';
import {checkAudit, readAudit} from '../../src/audit/audit-check.js';
import {hashOf, headAfter, lineOf, NO_HEAD, type AuditEvent} from '../../src/audit/audit-entry.js';
import {auditFiles, LogFiles} from '../../src/audit/audit-files.js';
import {fileName, headText, readNoted, type NotedHeads} from '../../src/audit/audit-head.js';
import {checkProof, proveCapture} from '../../src/audit/audit-proof.js';
import {AuditLog} from '../../src/audit/audit-log.js';
import {temporaryFolder} from '../service-fixture.js';
import {smallDisk} from '../small-disk.js';

const entry = (change: Partial<AuditEvent> = {}): AuditEvent => ({
  event: 'sealed',
  environment: 'sandbox',
  keyId: 'a-key',
  captureId: randomUUID(),
  ...change,
});

describe('an audit log', () => {
  let folder = '';
  beforeEach(async () => void (folder = await temporaryFolder()));
  afterEach(() => rm(folder, {recursive: true, force: true}));

  /** Advances the time, so that files have an order. */
  let time = Date.UTC(2026, 0, 1);
  const open = (fileSize?: number) =>
    AuditLog.open(folder, () => new Date((time += 1_000)), fileSize);
  const write = async (count: number, fileSize?: number) => {
    const log = await open(fileSize);
    for (let number = 0; number < count; number++) await log.append(entry());
    await log.close();
  };
  const only = async () => {
    const [name = ''] = await auditFiles(folder);
    return join(folder, name);
  };
  const change = async (path: string, by: (lines: string[]) => string[]) => {
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    await writeFile(path, `${by(lines).join('\n')}\n`);
  };

  it('stays consistent over concurrent entries, several files and several runs', async () => {
    const log = await open(20_000);
    await Promise.all(Array.from({length: 300}, () => log.append(entry())));
    for (let number = 0; number < 100; number++) await log.append(entry());
    await log.close();
    await write(5);
    const [first, second] = [await open(), await open()];
    await Promise.all([first.append(entry()), second.append(entry())]);
    await Promise.all([first.close(), second.close()]);
    await write(1);
    const report = await checkAudit(folder);
    assert.deepEqual(report.faults, []);
    assert.equal(report.entries, 408 + report.files);
    assert.ok(report.files >= 6, `${report.files} files`);
    assert.equal(report.head.split(',').length, 1, report.head);
  });

  it('resolves only after the entry is in the file', async () => {
    const log = await open();
    const captureId = randomUUID();
    await log.append(entry({captureId}));
    assert.ok((await readFile(await only(), 'utf8')).includes(captureId));
    await log.close();
  });

  const noProc = process.platform === 'linux' ? false : 'there is no /proc here';
  it('flushes the file to disk', {skip: noProc}, async () => {
    const log = await open();
    await log.append(entry());
    const path = await only();
    const files = await Promise.all(
      (await readdir('/proc/self/fd')).map(async (fd) => ({
        fd,
        target: await readlink(`/proc/self/fd/${fd}`).catch(() => ''),
      })),
    );
    const {fd} = files.find(({target}) => target === path)!;
    const [, flags = ''] = /flags:\s*([0-7]+)/.exec(
      await readFile(`/proc/self/fdinfo/${fd}`, 'utf8'),
    )!;
    assert.ok(parseInt(flags, 8) & constants.O_DSYNC, flags);
    await log.close();
  });

  it('detects an entry that was changed, removed or moved', async () => {
    for (const by of [
      (lines: string[]) => lines.map((line) => line.replace('a-key', 'b-key')),
      (lines: string[]) => lines.filter((_, index) => index !== 3),
      ([a = '', b = '', c = '', ...rest]: string[]) => [a, c, b, ...rest],
    ]) {
      await write(6);
      const path = await only();
      await change(path, by);
      const {faults} = await checkAudit(folder);
      assert.match(faults.join(), /line \d+: it does not follow/);
      await rm(path);
    }
  });

  it('detects that the end of a file, or a whole file, was removed', async () => {
    await write(4);
    await write(4);
    const path = await only();
    await change(path, (lines) => lines.slice(0, -1));
    assert.match(
      (await checkAudit(folder)).faults.join(),
      /line 5: it is gone, which line 1 of \S+ names/,
    );
    await rm(path);
    assert.match(
      (await checkAudit(folder)).faults.join(),
      /line 1: the file is gone, with 5 or more lines/,
    );
  });

  it('detects with a head that was recorded elsewhere that the newest entries were removed', async () => {
    await write(4);
    const noted = readNoted([(await checkAudit(folder)).head]);
    await write(2);
    assert.deepEqual((await checkAudit(folder, noted)).faults, []);
    for (const name of await auditFiles(folder)) {
      await change(join(folder, name), (lines) => lines.slice(0, 2));
    }
    assert.match(
      (await checkAudit(folder, noted)).faults.join(),
      /line 3: this and all up to line 5/,
    );
  });

  it('knows a file that was begun while its head was made', async () => {
    const log = await open();
    await log.append(entry());
    // As the other process has left it: the file is there, and its first line names an earlier line of the first.
    const [other = ''] = [fileName(new Date(time + 1_000), 'abcdef012345')];
    const before = headText(await new LogFiles(folder).openEnds());
    await log.append(entry());
    const began = lineOf(NO_HEAD, new Date(time), {event: 'began', file: other, after: before});
    const path = join(folder, other);
    // Begun before, or after the files were listed.
    for (const isThere of [true, false]) {
      if (isThere) await writeFile(path, '');
      const {head} = (await readAudit(folder, undefined, () => writeFileSync(path, ''))).report;
      await writeFile(path, `${began.toString()}\n`);
      assert.deepEqual((await checkAudit(folder, readNoted([head]))).faults, []);
      await rm(path);
    }
    await log.close();
  });

  it('has no first line that names a file without a line of it, which would hide its end', async () => {
    await write(3);
    const [hidden = ''] = await auditFiles(folder);
    const [end] = await new LogFiles(folder).openEnds();
    const file = fileName(new Date((time += 1_000)), 'abcdef012345');
    const after = headText([{...end!, lines: 0}]);
    const began = lineOf(NO_HEAD, new Date(time), {event: 'began', file, after});
    await writeFile(join(folder, file), `${began.toString()}\n`);
    await write(1);
    const {faults} = await checkAudit(folder);
    assert.match(faults.join(), new RegExp(`${file}, line 1: it names ${hidden} without a line`));
  });

  it('names each end that another file names by its head, but not by its name', async () => {
    await write(3);
    const [end] = await new LogFiles(folder).openEnds();
    const file = fileName(new Date((time += 1_000)), 'abcdef012345');
    const other = fileName(new Date(0), 'abcdef012346');
    const after = headText([{...end!, file: other}]);
    const began = lineOf(NO_HEAD, new Date(time), {event: 'began', file, after});
    await writeFile(join(folder, file), `${began.toString()}\n`);
    const ends = await new LogFiles(folder).openEnds();
    assert.ok(ends.some((one) => one.file === end?.file));
    const {head, faults} = await checkAudit(folder);
    assert.equal(head.split(',').length, 2);
    assert.match(faults.join(), new RegExp(`${other}, line 1: the file is gone`));
  });

  it('is read from files alone, not from what has their names', async () => {
    await write(1);
    await mkdir(join(folder, fileName(new Date(0), 'abcdef012345')));
    await symlink('/dev/urandom', join(folder, fileName(new Date(0), 'abcdef012346')));
    await write(1);
    assert.deepEqual((await checkAudit(folder)).faults, []);
    assert.equal((await auditFiles(folder)).length, 2);
  });

  it('is checked without a fault while processes write, begin files and end', async () => {
    let noted: NotedHeads | undefined;
    let isOver = false;
    const writing = async () => {
      while (!isOver) await write(20, 2_000);
    };
    const writers = [writing(), writing()];
    for (let round = 0; round < 30; round++) {
      const {faults, cut, head} = await checkAudit(folder, noted);
      assert.deepEqual([faults, cut], [[], []]);
      noted = readNoted([head]);
    }
    isOver = true;
    await Promise.all(writers);
  });

  it('reads the logs of earlier versions, and goes on from them', async () => {
    const name = fileName(new Date(time), '0123456789ab');
    const lines = [{event: 'began', after: {}}, entry({captureId: 'old'}), entry()];
    let head = NO_HEAD;
    const texts = lines.map((line) => {
      const text = JSON.stringify({previous: head, at: new Date(time).toISOString(), ...line});
      head = headAfter(head, hashOf(Buffer.from(text)));
      return `${text}\n`;
    });
    await writeFile(join(folder, name), texts.join(''));
    const second = JSON.stringify({
      previous: NO_HEAD,
      at: new Date(time).toISOString(),
      event: 'began',
      after: {[name]: head},
    });
    await writeFile(join(folder, fileName(new Date(time + 1), '0123456789ac')), `${second}\n`);
    await write(1);
    const {faults, head: whole} = await checkAudit(folder, readNoted([head]));
    assert.deepEqual(faults, []);
    assert.equal(whole.split(',').length, 1);
    const {proofs} = await proveCapture(folder, 'old');
    assert.deepEqual(checkProof(proofs[0], readNoted([whole])).name, 'holds');
    await change(join(folder, name), (all) => all.slice(0, -1));
    assert.match(
      (await checkAudit(folder)).faults.join(),
      new RegExp(`${name}, line 2: it is not what`),
    );
  });

  it('continues after half a line, as after a power cut, and reports it', async () => {
    await write(3);
    await appendFile(await only(), '{"previous":"');
    await write(2);
    const {faults, cut, entries} = await checkAudit(folder);
    assert.deepEqual(faults, []);
    assert.equal(cut.length, 1, 'the incomplete line is reported');
    assert.equal(entries, 7);
  });

  it('contains exactly the confirmed entries if the disk is full', async (test) => {
    const disk = smallDisk(64 * 1024);
    if (!disk) return test.skip('This process may not mount a file system.');
    try {
      const log = await AuditLog.open(disk.folder);
      const kept: string[] = [];
      const lost: string[] = [];
      for (let number = 0; number < 400; number++) {
        const captureId = randomUUID();
        await log.append(entry({captureId})).then(
          () => kept.push(captureId),
          () => lost.push(captureId),
        );
      }
      assert.ok(kept.length > 100 && lost.length > 100, `${kept.length} kept, ${lost.length} lost`);
      const [name = ''] = await auditFiles(disk.folder);
      const text = await readFile(join(disk.folder, name), 'utf8');
      assert.ok(kept.every((captureId) => text.includes(captureId)));
      assert.ok(!lost.some((captureId) => text.includes(captureId)));
      const {faults, cut, files} = await checkAudit(disk.folder);
      assert.deepEqual([faults, cut, files], [[], [], 1]);
      await log.close();
    } finally {
      disk.close();
    }
  });
});
