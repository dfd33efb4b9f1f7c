import {readFile} from 'node:fs/promises';
import {parseArgs} from 'node:util';
import {parseJson} from '@sealed-capture/seal/model/service-error.js';
import {checkAudit} from '../../audit/audit-check.js';
import {
  checkStampedHead,
  imprintOf,
  type CheckedHead,
  type StampedHead,
} from '../../audit/stamped-head.js';
import {readAnchors} from '../../trust/anchor-files.js';
import {readSettings} from '../../settings/settings.js';
import {SettingsError} from '../../settings/settings-error.js';
import {AuthorityTrust} from '../../timestamps/authority-trust.js';
import {openTime} from '../../timestamps/open-time.js';
import {reasonOf} from '../../timestamps/time-stamp-client.js';
import {loadList} from '../../trust/list-files.js';
import {sayJson} from '../terminal.js';
import {folderOf, linesOfText, reading} from './reading.js';

/** Heads with time stamps that hold, and sentences about those that do not. */
interface StampedHeads {
  heads: CheckedHead[];
  faults: string[];
}

/** Reads the heads in a file, one on each line as `audit stamp` prints them, and verifies their time stamps. */
export async function readStamped(
  stamped: string,
  trust: string | undefined,
): Promise<StampedHeads> {
  const found: StampedHeads = {heads: [], faults: []};
  const authorities = new AuthorityTrust(await stampAnchors(trust));
  const lines = linesOfText(await reading(stamped, () => readFile(stamped, 'utf8')));
  if (lines.length === 0) throw new SettingsError(`There is no head in ${stamped}.`);
  for (const [index, line] of lines.entries()) {
    const checked = await checkStampedHead(parseJson(line), authorities);
    if ('reason' in checked) {
      found.faults.push(`${stamped}, line ${index + 1}: ${checked.reason}`);
    } else {
      found.heads.push(checked);
    }
  }
  return found;
}

/** Roots of time-stamp authorities, PEM: the given ones, those of the settings, and the official list. */
async function stampAnchors(trust: string | undefined): Promise<string> {
  const {timeStampAnchors, dataFolder} = readSettings(process.env);
  const {list} = await loadList(dataFolder, 'c2pa-tsa-trust-list', () => {});
  const given = await Promise.all([readAnchors(trust), readAnchors(timeStampAnchors)]);
  return [...given, list].map(({pem}) => pem).join('\n');
}

/** `audit stamp`: prints the head of the log with a time stamp of the configured authority. */
export async function stamp(args: string[]): Promise<void> {
  const {values} = parseArgs({args, options: {folder: {type: 'string'}}});
  const settings = readSettings(process.env);
  const folder = folderOf(values.folder);
  if (settings.timestampAddresses.length === 0) {
    throw new SettingsError(
      'Set SEALED_CAPTURE_TIMESTAMP to the address of a time-stamp authority.',
    );
  }
  const {head, faults} = await reading(folder, () => checkAudit(folder));
  if (faults.length > 0) {
    throw new SettingsError(`The log was changed: see \`audit verify\`. ${faults[0]}`);
  }
  if (head === '') throw new SettingsError(`There is no audit log in ${folder}.`);
  const anchors = await stampAnchors(undefined);
  try {
    const token = await openTime(settings, () => anchors, false, {})?.stamp(imprintOf(head));
    const timeStamp = Buffer.from(token ?? []).toString('base64');
    sayJson({head, timeStamp} satisfies StampedHead);
  } catch (cause) {
    const reason = reasonOf(cause instanceof Error && cause.cause);
    throw new SettingsError(`No time-stamp authority gives a time stamp now. ${reason}`, {cause});
  }
}
