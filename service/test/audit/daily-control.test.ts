import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {appendFile, copyFile, cp, mkdir, readFile, rename, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {hashOf, headAfter, lineOf, NO_HEAD, type AuditEvent} from '../../src/audit/audit-entry.js';
import {auditFiles} from '../../src/audit/audit-files.js';
import {fileName} from '../../src/audit/audit-head.js';
import {AuditLog} from '../../src/audit/audit-log.js';
import {command} from '../cli/child-service.js';
import {temporaryFolder} from '../service-fixture.js';

const guide = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
const [, control = ''] =
  /### The daily control of the audit log\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(guide) ?? [];

/** How the manual begins the file of heads. */
const [, beginning = ''] = /Begin it once with `([^`]+)`/.exec(guide) ?? [];

const linesIn = async (path: string) => (await readFile(path, 'utf8')).trimEnd().split('\n');
const put = (path: string, lines: readonly string[]) =>
  writeFile(path, lines.map((line) => `${line}\n`).join(''));

/** The lines with new hashes, as somebody writes them who knows how the log is made. */
function rechained(lines: readonly string[]): string[] {
  let head = NO_HEAD;
  return lines.map((line) => {
    const {previous: _, ...entry} = JSON.parse(line) as Record<string, unknown>;
    const made = JSON.stringify({previous: head, ...entry});
    head = headAfter(head, hashOf(Buffer.from(made)));
    return made;
  });
}
const headOf = (lines: readonly string[]) =>
  lines.reduce((head, line) => headAfter(head, hashOf(Buffer.from(line))), NO_HEAD);

/** Advances the time, so that files have an order. */
let time = Date.UTC(2026, 0, 1);
const now = () => new Date((time += 1_000));
let count = 0;
const entry = (): AuditEvent => ({
  event: 'sealed',
  environment: 'live',
  keyId: 'a-key',
  captureId: `capture-${++count}`,
});
const append = async (log: AuditLog, number: number) => {
  for (let done = 0; done < number; done++) await log.append(entry());
};

/**
 * Files of the log when its head is noted: of a process that has ended, of two that run, and of a command. Their
 * lines go on afterwards.
 */
interface Names {
  /** Full, and continued in another file. */
  full: string;
  /** Of a process that runs; named early by the files after it, and longer since. */
  running: string;
  /** Of a command. */
  command: string;
  /** The newest; it runs, too. */
  newest: string;
  /** Begun after the head was noted. */
  later: string;
}

describe('the daily control of the audit log', () => {
  let root = '';
  let log = '';
  const heads = () => join(root, 'heads');
  let names: Names;
  /** Lines of the running file when the head was noted. */
  let noted = 0;
  let lengthOfFull = 0;

  const run = (folder: string, script = control): Promise<{status: number; out: string}> =>
    new Promise((resolve) => {
      const words = [process.execPath, ...command].map((word) => `'${word}'`).join(' ');
      const seals = `seals() { (cd '${process.cwd()}' && ${words} "$@"); }`;
      execFile(
        'sh',
        ['-c', `${seals}\n${script}`],
        {cwd: root, env: {...process.env, SEALED_CAPTURE_AUDIT: folder}},
        (error, stdout, stderr) =>
          resolve({status: error ? Number(error.code) : 0, out: stdout + stderr}),
      );
    });

  before(async () => {
    root = await temporaryFolder();
    log = join(root, 'log');
    await mkdir(log);
    const ended = await AuditLog.open(log, now, 4_000);
    await append(ended, 30);
    await ended.close();
    const running = await AuditLog.open(log, now);
    await append(running, 10);
    const before = await auditFiles(log);
    const ofCommand = await AuditLog.open(log, now);
    await append(ofCommand, 1);
    await ofCommand.close();
    const newest = await AuditLog.open(log, now);
    await append(newest, 5);
    await append(running, 20);
    const [full = '', ...others] = await auditFiles(log);
    names = {
      full,
      running: before.at(-1) ?? '',
      command: others.at(-2) ?? '',
      newest: others.at(-1) ?? '',
      later: '',
    };
    noted = (await linesIn(join(log, names.running))).length;
    lengthOfFull = (await linesIn(join(log, full))).length;
    assert.equal((await run(log)).status, 2, 'without a file of heads');
    assert.equal((await run(log, beginning)).status, 0);
    await append(newest, 5);
    await append(running, 5);
    const later = await AuditLog.open(log, now);
    await append(later, 3);
    await Promise.all([running, newest, later].map((one) => one.close()));
    names.later = (await auditFiles(log)).at(-1) ?? '';
    await copyFile(heads(), join(root, 'first-heads'));
  });
  after(() => rm(root, {recursive: true, force: true}));

  /** Runs the control on a copy of the log, changed. */
  const onCopy = async (change: (folder: string) => Promise<unknown>) => {
    const folder = join(root, 'copy');
    await rm(folder, {recursive: true, force: true});
    await cp(log, folder, {recursive: true});
    await copyFile(join(root, 'first-heads'), heads());
    await change(folder);
    const result = await run(folder);
    return {...result, added: (await linesIn(heads())).length - 1, folder};
  };
  const edit = async (path: string, by: (lines: string[]) => string[]) =>
    put(path, by(await linesIn(path)));

  it('is written in the manual, and notes one head for each day', async () => {
    assert.match(control, /audit verify/);
    const [head = ''] = await linesIn(join(root, 'first-heads'));
    // The two that run; all others are named by their first lines.
    assert.deepEqual(
      head.split(',').map((mark) => `audit-${mark.split(':')[0]}.jsonl`),
      [names.running, names.newest],
    );
  });

  const honest: [what: string, change: (folder: string) => Promise<unknown>][] = [
    ['nothing was changed since', () => Promise.resolve()],
    [
      'services, a command and a restart went on',
      async (folder) => {
        const logs = [await AuditLog.open(folder, now, 2_000), await AuditLog.open(folder, now)];
        await Promise.all(logs.map((one) => append(one, 30)));
        await Promise.all(logs.map((one) => one.close()));
        await (await AuditLog.open(folder, now)).close();
      },
    ],
    [
      'a power cut left half a line, and the service was started again',
      async (folder) => {
        await appendFile(join(folder, names.newest), '{"previous":"5d');
        await (await AuditLog.open(folder, now)).close();
      },
    ],
    [
      'a full copy was put back',
      async (folder) => {
        await cp(folder, `${folder}-backup`, {recursive: true});
        await rm(folder, {recursive: true});
        await rename(`${folder}-backup`, folder);
      },
    ],
  ];
  for (const [what, change] of honest) {
    it(`finds nothing where ${what}, and notes the new head`, async () => {
      const {status, out, added} = await onCopy(change);
      assert.equal(status, 0, out);
      assert.equal(added, 1);
    });
  }

  const forge = (line: string) => line.replace('a-key', 'b-key');
  const at = (folder: string, name: keyof Names) => join(folder, names[name]);
  /** What was done to the log, the file and line that the control is to name, and how it is done. */
  const manipulations: [
    what: string,
    named: () => [file: string, line: number],
    change: (folder: string) => Promise<unknown>,
  ][] = [
    [
      'the last noted entry of a growing file was deleted',
      () => [names.running, noted],
      (folder) => edit(at(folder, 'running'), (lines) => lines.slice(0, noted - 1)),
    ],
    [
      'half of the entries of a growing file were deleted',
      () => [names.running, 13],
      (folder) => edit(at(folder, 'running'), (lines) => lines.slice(0, 12)),
    ],
    [
      'all entries but the first of the newest file were deleted',
      () => [names.newest, 2],
      (folder) => edit(at(folder, 'newest'), (lines) => lines.slice(0, 1)),
    ],
    [
      'the noted end of a file was cut within its line',
      () => [names.running, noted],
      async (folder) => {
        const path = at(folder, 'running');
        const lines = (await linesIn(path)).slice(0, noted);
        await writeFile(path, lines.join('\n').slice(0, -40));
      },
    ],
    [
      'an entry of a full file was changed',
      () => [names.full, 6],
      (folder) =>
        edit(at(folder, 'full'), (lines) => lines.map((line, i) => (i === 4 ? forge(line) : line))),
    ],
    [
      'the last entry of the command was changed',
      () => [names.command, 2],
      (folder) =>
        edit(at(folder, 'command'), (lines) =>
          lines.map((line, i) => (i === 1 ? forge(line) : line)),
        ),
    ],
    [
      'an entry of a growing file was changed, and all hashes after it made anew',
      () => [names.running, noted],
      (folder) =>
        edit(at(folder, 'running'), (lines) =>
          rechained(lines.map((line, i) => (i === 7 ? forge(line) : line))),
        ),
    ],
    [
      'a full file was written anew',
      () => [names.full, lengthOfFull],
      (folder) => edit(at(folder, 'full'), (lines) => rechained(lines.map(forge))),
    ],
    [
      'all files were written anew, with the hashes of each other',
      () => [names.running, noted],
      async (folder) => {
        const files = await auditFiles(folder);
        const old = new Map<string, string>();
        for (const file of files) {
          const path = join(folder, file);
          const lines = await linesIn(path);
          const changed = lines.map((line) => {
            let text = forge(line);
            for (const [from, to] of old) text = text.replaceAll(from, to);
            return text;
          });
          const made = rechained(changed);
          lines.forEach((_, i) =>
            old.set(headOf(lines.slice(0, i + 1)), headOf(made.slice(0, i + 1))),
          );
          await put(path, made);
        }
      },
    ],
    [
      'an entry was removed, and all hashes after it made anew',
      () => [names.running, noted],
      (folder) =>
        edit(at(folder, 'running'), (lines) => rechained(lines.filter((_, i) => i !== 7))),
    ],
    [
      'an entry was removed',
      () => [names.newest, 4],
      (folder) => edit(at(folder, 'newest'), (lines) => lines.filter((_, i) => i !== 3)),
    ],
    [
      'two entries were exchanged',
      () => [names.running, 8],
      (folder) =>
        edit(at(folder, 'running'), (lines) => [
          ...lines.slice(0, 7),
          lines[8]!,
          lines[7]!,
          ...lines.slice(9),
        ]),
    ],
    [
      'two entries were exchanged, and all hashes after them made anew',
      () => [names.newest, 6],
      (folder) =>
        edit(at(folder, 'newest'), ([first, a, b, ...rest]) =>
          rechained([first!, b!, a!, ...rest]),
        ),
    ],
    [
      'an entry was added among others',
      () => [names.running, noted],
      (folder) =>
        edit(at(folder, 'running'), (lines) =>
          rechained([...lines.slice(0, 5), forge(lines[5]!), ...lines.slice(5)]),
        ),
    ],
    ['a full file was deleted', () => [names.full, 1], (folder) => rm(at(folder, 'full'))],
    [
      "the command's file was deleted",
      () => [names.command, 1],
      (folder) => rm(at(folder, 'command')),
    ],
    [
      'the newest files were deleted',
      () => [names.newest, 1],
      (folder) => Promise.all([rm(at(folder, 'newest')), rm(at(folder, 'later'))]),
    ],
    [
      'a file was emptied',
      () => [names.running, 1],
      (folder) => writeFile(at(folder, 'running'), ''),
    ],
    [
      'all files were deleted',
      () => [names.running, 1],
      async (folder) => {
        for (const file of await auditFiles(folder)) await rm(join(folder, file));
      },
    ],
    [
      'a running file was put back from an earlier copy, and the service went on',
      () => [names.running, 21],
      async (folder) => {
        await edit(at(folder, 'running'), (lines) => lines.slice(0, 20));
        const again = await AuditLog.open(folder, now);
        await append(again, 3);
        await again.close();
      },
    ],
    [
      'the contents of two files were exchanged',
      () => [names.full, 1],
      async (folder) => {
        await rename(at(folder, 'full'), join(folder, 'x'));
        await rename(at(folder, 'command'), at(folder, 'full'));
        await rename(join(folder, 'x'), at(folder, 'command'));
      },
    ],
    [
      'a file was renamed',
      () => [names.command, 1],
      (folder) =>
        rename(at(folder, 'command'), join(folder, fileName(new Date(0), 'abcdef012345'))),
    ],
    [
      'a file was copied under another name',
      () => [fileName(new Date(0), 'abcdef012345'), 1],
      (folder) => copyFile(at(folder, 'full'), join(folder, fileName(new Date(0), 'abcdef012345'))),
    ],
    [
      'a file of forged entries was added',
      () => [fileName(new Date(0), 'abcdef012345'), 1],
      async (folder) => {
        const file = fileName(new Date(0), 'abcdef012345');
        const first = lineOf(NO_HEAD, new Date(0), {event: 'began', file, after: ''});
        const lines = rechained([first.toString(), JSON.stringify(entry())]);
        await put(join(folder, file), lines);
      },
    ],
    [
      'a file of forged entries was added that goes on from an old line',
      () => [fileName(new Date(time), 'abcdef012345'), 1],
      async (folder) => {
        const file = fileName(new Date(time), 'abcdef012345');
        const [began = ''] = await linesIn(at(folder, 'command'));
        const {after} = JSON.parse(began) as {after: string};
        const first = lineOf(NO_HEAD, new Date(time), {event: 'began', file, after});
        await put(join(folder, file), rechained([first.toString(), JSON.stringify(entry())]));
      },
    ],
    [
      'a file of forged entries was added in the form of an earlier version, which goes on from an old line',
      () => [fileName(new Date(time), 'abcdef012345'), 1],
      async (folder) => {
        const old = await linesIn(at(folder, 'running'));
        const after = {
          [names.running]: headOf(old.slice(0, 5)),
          [names.newest]: headOf((await linesIn(at(folder, 'newest'))).slice(0, 2)),
        };
        const first = JSON.stringify({
          previous: NO_HEAD,
          at: new Date(time),
          event: 'began',
          after,
        });
        const file = fileName(new Date(time), 'abcdef012345');
        await put(join(folder, file), rechained([first, JSON.stringify(entry())]));
      },
    ],
    [
      'entries before the head were written anew up to a break after it',
      () => [names.running, noted],
      (folder) =>
        edit(at(folder, 'running'), (lines) => [
          ...rechained(lines.slice(0, noted + 2).map((line, i) => (i === 7 ? forge(line) : line))),
          ...lines.slice(noted + 2),
        ]),
    ],
    [
      'a line with an old date was added to a file that ended long ago',
      () => [names.full, lengthOfFull + 1],
      (folder) =>
        edit(at(folder, 'full'), (lines) =>
          rechained([...lines, lines[3]!.replace('2026-01-01', '2025-01-01')]),
        ),
    ],
    [
      'a file with old dates was added, which goes on from the present end',
      () => [fileName(new Date('2025-01-01'), 'abcdef012345'), 1],
      async (folder) => {
        const made = await AuditLog.open(folder, () => new Date('2025-01-01'));
        await append(made, 1);
        await made.close();
        const files = await auditFiles(folder);
        await rename(
          join(folder, files[0]!),
          join(folder, fileName(new Date('2025-01-01'), 'abcdef012345')),
        );
      },
    ],
    [
      'something long was put in place of entries',
      () => [names.running, 6],
      (folder) =>
        edit(at(folder, 'running'), (lines) => [...lines.slice(0, 5), 'x'.repeat(2_000_000)]),
    ],
    [
      'the time of a first line was changed, and all hashes after it made anew',
      () => [names.newest, 6],
      (folder) =>
        edit(at(folder, 'newest'), ([first, ...rest]) =>
          rechained([first!.replace('2026-01-01', '2026-01-02'), ...rest]),
        ),
    ],
  ];
  for (const [what, named, change] of manipulations) {
    it(`names the file and the line where ${what}, and notes no head`, async () => {
      const {status, out, added} = await onCopy(change);
      const [file, line] = named();
      assert.equal(status, 1, out);
      assert.ok(out.includes(`${file}, line ${line}: `), `${file}, line ${line}, but:\n${out}`);
      assert.equal(added, 0);
    });
  }
});
