import {spawn} from 'node:child_process';
import {createHash} from 'node:crypto';
import {once} from 'node:events';
import {readFile, rm, mkdtemp} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {text} from 'node:stream/consumers';
import type {AuditReport} from '../../service/src/audit/audit-check.js';
import {AuditLog} from '../../service/src/audit/audit-log.js';
import type {Figure, Group} from '../figure.js';
import {isQuick, rounds} from '../quick.js';
import {root} from '../root.js';
import {timed} from '../samples.js';
import {uuidOf} from '../soak/random.js';
import {mebibytes, MemoryWatch} from './memory.js';

const ENTRIES = rounds(10_000_000, 100_000);
/** Number of entries that are flushed together. */
const BATCH = 10_000;
const LONGEST_S = 120;

const command = resolve(root, 'service/dist/cli.js');

/** Written with the service's own log code; the entries are like those of seals. */
async function writeLog(folder: string): Promise<void> {
  const log = await AuditLog.open(folder);
  const sha256 = createHash('sha256').update('media').digest('hex');
  const captureId = uuidOf('audit');
  const entry = {
    event: 'sealed',
    environment: 'sandbox',
    keyId: 'AbCdEfGhIjKl',
    captureId,
    sha256,
    certificate: sha256.slice(0, 32),
  } as const;
  for (let written = 0; written < ENTRIES; written += BATCH) {
    const batch = Array.from({length: Math.min(BATCH, ENTRIES - written)}, () => log.append(entry));
    await Promise.all(batch);
  }
  await log.close();
}

/** Runs `sealed-capture-service audit verify` as an operator does. */
async function verify(folder: string) {
  const args = ['audit', 'verify', '--json', '--folder', folder];
  const child = spawn(process.execPath, [command, ...args], {stdio: ['ignore', 'pipe', 'inherit']});
  const stop = () => child.kill('SIGKILL');
  process.once('exit', stop);
  const memory = new MemoryWatch(() => memoryOf(child.pid), 100);
  const ended = once(child, 'exit');
  const report = JSON.parse(await text(child.stdout)) as AuditReport;
  await ended;
  memory.stop();
  process.off('exit', stop);
  return {report, memory};
}

/** Resident memory in bytes, on Linux; rejects on other systems. */
async function memoryOf(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

async function measure(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sealed-capture-load-'));
  try {
    const writing = await timed(() => writeLog(folder));
    let verified: Awaited<ReturnType<typeof verify>> | undefined;
    const seconds = (await timed(async () => (verified = await verify(folder)))) / 1000;
    if (!verified) throw new Error('The log was not verified.');
    const {report, memory} = verified;
    return [
      {
        what: `audit verify, ${ENTRIES.toLocaleString('en')} entries`,
        value: seconds,
        unit: 's',
        target: {of: 'value', atMost: LONGEST_S},
        note: `${(ENTRIES / seconds / 1000).toFixed(0)} thousand entries/s; written in ${(writing / 1000).toFixed(0)} s`,
      },
      ...(isQuick ? [] : [memoryFigure(memory)]),
      {
        what: 'entries that were not found, and faults of the log',
        value: report.faults.length + Math.abs(report.entries - report.files - ENTRIES),
        unit: '',
        target: {of: 'value', atMost: 0},
        isFault: true,
        note: `${report.files} files`,
      },
    ];
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}

const memoryFigure = (memory: MemoryWatch): Figure => ({
  what: 'memory at its end',
  value: mebibytes(memory.mean(0.9, 1)),
  unit: 'MiB',
  baseline: {what: 'in its second tenth', value: mebibytes(memory.mean(0.1, 0.2))},
  target: {of: 'ratio', atMost: 1.1},
  note: `${mebibytes(memory.most).toFixed(0)} MiB at most`,
});

export const audit: Group = {name: 'audit', measure, longest: rounds(900, 180)};
