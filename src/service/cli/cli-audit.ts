import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {checkAudit, checkProof, proveCapture} from '../audit/audit-check.js';
import {auditFiles, linesOf} from '../audit/audit-files.js';
import {textAt} from '../../model/json/loose-json.js';
import {parseJson} from '../../model/service-error.js';
import {fileProblem} from '../files/file-problem.js';
import {Output} from '../inspection/output.js';
import {readSettings} from '../settings/settings.js';
import {SettingsError, UsageError} from '../settings/settings-error.js';

/**
 * `sealed-capture audit …`: checks the audit log, exports it, and proves single entries, also while the service
 * runs.
 */
export async function runAudit(args: readonly string[]): Promise<void> {
  const [action, ...rest] = args;
  const run = actions.get(action ?? '');
  if (!run) throw new UsageError('Say what to do with the audit log: verify, export or prove.');
  await run(rest);
}

function folderOf(given: string | undefined): string {
  const folder = given ?? readSettings(process.env).auditFolder;
  if (folder === undefined) {
    throw new UsageError('Give --folder, or set SEALED_CAPTURE_AUDIT as for the service.');
  }
  return folder;
}

/** Turns an error of the file system into a sentence. */
async function reading<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    throw new SettingsError(fileProblem(path, 'read', cause, 'name another with --folder'), {
      cause,
    });
  }
}

const output = new Output(process.stdout, process.stderr, false);
const write = (text: string): Promise<void> => output.write(text);

async function verify(args: string[]): Promise<void> {
  const {values, positionals} = parseArgs({
    args,
    allowPositionals: true,
    options: {
      folder: {type: 'string'},
      head: {type: 'string', multiple: true},
      json: {type: 'boolean'},
    },
  });
  const [proof, ...others] = positionals;
  if (others.length > 0) throw new UsageError('Name one file of proofs, or none.');
  if (proof !== undefined) return verifyProofs(proof);
  const folder = folderOf(values.folder);
  const report = await reading(folder, () => checkAudit(folder, values.head));
  if (values.json) {
    await write(`${JSON.stringify(report)}\n`);
  } else {
    const {files, entries, faults, cut, heads} = report;
    const lines = [
      ...faults,
      ...cut.map(
        (name) => `${name} ends in half a line, as after a power cut. Nothing was answered for it.`,
      ),
      `${entries} entries in ${files} files: ${faults.length === 0 ? 'complete and unchanged' : 'CHANGED'}.`,
      ...Object.entries(heads).map(([name, head]) => `head ${head} ${name}`),
    ];
    await write(`${lines.join('\n')}\n`);
  }
  if (report.faults.length > 0) process.exitCode = 1;
}

/** Verifies proofs, one on each line, as `prove` prints them. */
async function verifyProofs(path: string): Promise<void> {
  const text = await reading(path, () => readFile(path, 'utf8'));
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) throw new SettingsError(`There is no proof in ${path}.`);
  for (const line of lines) {
    const proof = parseJson(line);
    if (!checkProof(proof)) {
      process.exitCode = 1;
      await write('This proof does not hold.\n');
    } else {
      await write(`${proof.entry}\nstands in the log with the head ${proof.head}.\n`);
    }
  }
}

async function exportAll(args: string[]): Promise<void> {
  const {values} = parseArgs({
    args,
    options: {folder: {type: 'string'}, from: {type: 'string'}, to: {type: 'string'}},
  });
  const folder = folderOf(values.folder);
  const from = instant(values.from, '--from') ?? -Infinity;
  const to = instant(values.to, '--to') ?? Infinity;
  await reading(folder, async () => {
    for (const name of await auditFiles(folder)) {
      for await (const {line, isWhole} of linesOf(join(folder, name))) {
        const at = isWhole ? timeOf(line) : undefined;
        if (at !== undefined && at >= from && at < to) await write(`${line.toString()}\n`);
      }
    }
  });
}

function timeOf(line: Buffer): number | undefined {
  const at = textAt(parseJson(line.toString()), 'at');
  return at === undefined ? undefined : Date.parse(at);
}

function instant(text: string | undefined, option: string): number | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time))
    throw new UsageError(`${option} takes a date such as 2026-11-24T08:00:00Z.`);
  return time;
}

async function prove(args: string[]): Promise<void> {
  const {values, positionals} = parseArgs({
    args,
    allowPositionals: true,
    options: {folder: {type: 'string'}},
  });
  const [captureId, ...others] = positionals;
  if (captureId === undefined || others.length > 0) {
    throw new UsageError('Name one capture by its id.');
  }
  const folder = folderOf(values.folder);
  const proofs = await reading(folder, () => proveCapture(folder, captureId));
  if (proofs.length === 0) {
    throw new SettingsError(
      `The audit log has no entry of the capture ${JSON.stringify(captureId)}.`,
    );
  }
  for (const proof of proofs) await write(`${JSON.stringify(proof)}\n`);
}

const actions = new Map([
  ['verify', verify],
  ['export', exportAll],
  ['prove', prove],
]);
