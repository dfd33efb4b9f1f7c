import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {checkAudit} from '../audit/audit-check.js';
import {auditFiles, linesOf} from '../audit/audit-files.js';
import {readNoted, type NotedHeads} from '../audit/audit-head.js';
import {checkProof, proveCapture, type ProofResult} from '../audit/audit-proof.js';
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

/** Exit status of a proof that was compared with no head. */
const PROVES_NOTHING = 3;

function notedHeads(texts: readonly string[] | undefined): NotedHeads | undefined {
  if (texts === undefined) return undefined;
  const noted = readNoted(texts);
  if (!noted) throw new UsageError('--head takes a head as `audit verify` prints it.');
  return noted;
}

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
  const noted = notedHeads(values.head);
  if (proof !== undefined) return verifyProofs(proof, noted);
  const folder = folderOf(values.folder);
  const report = await reading(folder, () => checkAudit(folder, noted));
  if (values.json) {
    await write(`${JSON.stringify(report)}\n`);
  } else {
    const {files, entries, faults, cut, head} = report;
    const lines = [
      ...faults,
      ...cut.map(
        (name) =>
          `${name} ends in an incomplete line, as after a power cut, or if it was shortened: an entry whose request may have been answered.`,
      ),
      `${entries} entries in ${files} files: ${faults.length > 0 ? 'CHANGED' : noted ? 'complete and unchanged up to the given head' : 'they agree with each other. Only a head that was noted before shows whether the newest were removed: give it with --head'}.`,
      `head ${head}`,
    ];
    await write(`${lines.join('\n')}\n`);
  }
  if (report.faults.length > 0) process.exitCode = 1;
}

/** Verifies proofs, one on each line, as `prove` prints them. */
async function verifyProofs(path: string, noted: NotedHeads | undefined): Promise<void> {
  const text = await reading(path, () => readFile(path, 'utf8'));
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0) throw new SettingsError(`There is no proof in ${path}.`);
  const results = lines.map((line) => checkProof(parseJson(line), noted));
  for (const result of results) await write(`${proofWords(result)}\n`);
  const names = results.map(({name}) => name);
  if (names.includes('fails')) process.exitCode = 1;
  else if (names.includes('consistent in itself')) process.exitCode = PROVES_NOTHING;
}

function proofWords(result: ProofResult): string {
  switch (result.name) {
    case 'fails':
      return `This proof does not hold. ${result.reason}`;
    case 'holds':
      return `${result.entry}\nstands in the log with the given head.`;
    case 'consistent in itself':
      return `${result.entry}\nis consistent in itself only: who made it may have invented it. Compare it with a head that you noted, or have from somebody you trust: --head.`;
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
    options: {folder: {type: 'string'}, head: {type: 'string'}},
  });
  const [captureId, ...others] = positionals;
  if (captureId === undefined || others.length > 0) {
    throw new UsageError('Name one capture by its id.');
  }
  const folder = folderOf(values.folder);
  const noted = notedHeads(values.head === undefined ? undefined : [values.head]);
  if (noted && noted.single.length > 0) {
    throw new UsageError('--head takes the head of a whole log here, as `audit verify` prints it.');
  }
  const {entries, proofs, faults} = await reading(folder, () =>
    proveCapture(folder, captureId, noted),
  );
  if (faults.length > 0) {
    process.exitCode = 1;
    process.stderr.write(`The log was changed: see \`audit verify\`. ${faults[0]}\n`);
  }
  if (entries === 0) {
    throw new SettingsError(
      `The audit log has no entry of the capture ${JSON.stringify(captureId)}.`,
    );
  }
  if (proofs.length === 0) {
    throw new SettingsError('The given head was noted before the entry was written.');
  }
  for (const proof of proofs) await write(`${JSON.stringify(proof)}\n`);
}

const actions = new Map([
  ['verify', verify],
  ['export', exportAll],
  ['prove', prove],
]);
