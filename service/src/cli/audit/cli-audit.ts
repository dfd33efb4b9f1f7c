import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {timeOf} from '../../audit/audit-entry.js';
import {auditFiles, linesOf} from '../../audit/audit-files.js';
import {proveCapture} from '../../audit/audit-proof.js';
import {SettingsError, UsageError} from '../../settings/settings-error.js';
import {givenHeads} from './given-heads.js';
import {complain, sayJson} from '../terminal.js';
import {folderOf, reading, write} from './reading.js';
import {verify} from './verify.js';

/**
 * `sealed-capture-service audit …`: checks the audit log, exports it, proves single entries, and has its head stamped, also while the service
 * runs.
 */
export async function runAudit(args: readonly string[]): Promise<void> {
  const [action, ...rest] = args;
  const run = actions.get(action ?? '');
  if (!run)
    throw new UsageError('Say what to do with the audit log: verify, export, prove or stamp.');
  await run(rest);
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
        const at = Date.parse((isWhole && timeOf(line)) || '');
        if (at >= from && at < to) await write(`${shown(line.toString())}\n`);
      }
    }
  });
}

/** As it is for files and programs; on a terminal without what could control it. */
const shown = (line: string): string => (process.stdout.isTTY ? visibleText(line) : line);

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
    options: {
      folder: {type: 'string'},
      head: {type: 'string'},
      stamped: {type: 'string'},
      trust: {type: 'string'},
    },
  });
  const [captureId, ...others] = positionals;
  if (captureId === undefined || others.length > 0) {
    throw new UsageError('Name one capture by its id.');
  }
  const folder = folderOf(values.folder);
  const {head, ...flags} = values;
  const given = await givenHeads({...flags, ...(head !== undefined && {head: [head]})});
  const {noted} = given;
  if (noted && noted.single.length > 0) {
    throw new UsageError('--head takes the head of a whole log here, as `audit verify` prints it.');
  }
  if (given.faults.length > 0) throw new SettingsError(given.faults.join('\n'));
  const {entries, proofs, faults} = await reading(folder, () =>
    proveCapture(folder, captureId, noted),
  );
  if (faults.length > 0) {
    process.exitCode = 1;
    complain(`The log was changed: see \`audit verify\`. ${faults[0]}`);
  }
  if (entries === 0) {
    throw new SettingsError(
      `The audit log has no entry of the capture ${JSON.stringify(captureId)}.`,
    );
  }
  if (proofs.length === 0) {
    throw new SettingsError('The given head was noted before the entry was written.');
  }
  for (const proof of proofs) sayJson(proof);
}

const actions = new Map([
  ['verify', verify],
  ['export', exportAll],
  ['prove', prove],
  // Loaded only if it is used, as it takes time.
  ['stamp', async (args: string[]) => (await import('./stamps.js')).stamp(args)],
]);
