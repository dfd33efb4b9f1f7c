import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {createHash} from 'node:crypto';
import {parseArgs} from 'node:util';
import {shippedList} from '@sealed-capture/seal/node/shipped-lists.js';
import {makePrivateFolder, writePrivateFile} from '../files/private-files.js';
import {readSettings} from '../settings/settings.js';
import {SettingsError, UsageError} from '../settings/settings-error.js';
import {fetchList, sources, type FetchedList} from '../trust/fetch-list.js';
import {
  listFolder,
  listNames,
  listPath,
  loadList,
  type ListName,
  type LoadedList,
} from '../trust/list-files.js';
import {complain, say, sayJson} from './terminal.js';

/** Milliseconds for fetching all lists. */
const FETCH_MS = 60_000;

/** `sealed-capture-service trust …`: prints the trust lists and refreshes them, also while the service runs. */
export async function runTrust(args: readonly string[]): Promise<void> {
  const [action, ...rest] = args;
  switch (action) {
    case 'list':
      return list(rest);
    case 'update':
      return update(rest);
    default:
      throw new UsageError('Say what to do with the trust lists: list or update.');
  }
}

interface Told {
  list: string;
  from: 'package' | 'data folder';
  /** ISO 8601. */
  issued: string;
  nextUpdate?: string;
  /** Number of certificates, or of product records. */
  entries: number;
  /** SHA-256 of the file, hexadecimal. */
  sha256: string;
}

const countIn = (pem: string): number => pem.split('-----BEGIN').length - 1;

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

const told = (name: ListName, {text, list: found, from}: LoadedList): Told => ({
  list: name,
  from,
  issued: found.issued,
  ...('nextUpdate' in found && {nextUpdate: found.nextUpdate}),
  entries: 'pem' in found ? countIn(found.pem) : found.products.length,
  sha256: hashOf(text),
});

const day = (time: string): string => time.slice(0, 10);

function line({list: name, from, issued, nextUpdate, entries, sha256}: Told): string {
  const next = nextUpdate === undefined ? '' : `, next update ${day(nextUpdate)}`;
  const what = name === 'conforming-products-list' ? 'products' : 'certificates';
  return `${name}\n  ${entries} ${what}, of ${visibleText(day(issued))}${visibleText(next)}, from the ${from}\n  SHA-256 ${sha256}`;
}

async function list(args: string[]): Promise<void> {
  const {values} = parseArgs({args, options: {json: {type: 'boolean'}}});
  const {dataFolder} = readSettings(process.env);
  const refused: string[] = [];
  const lists = await Promise.all(
    listNames.map(async (name) =>
      told(
        name,
        await loadList(dataFolder, name, (error) =>
          refused.push(`${listPath(dataFolder, name)} is not used: ${messageOf(error)}`),
        ),
      ),
    ),
  );
  const text = await shippedList('interim-trust-list');
  const interim = JSON.parse(text) as {closed: string; anchors: string; allowed: string[]};
  const closed: Told = {
    list: 'interim-trust-list',
    from: 'package',
    issued: interim.closed,
    entries: countIn(interim.anchors) + interim.allowed.length,
    sha256: hashOf(text),
  };
  for (const one of refused) complain(visibleText(one));
  print(values.json, [...lists, closed]);
}

/** Fetches and checks all lists before it stores any. */
async function update(args: string[]): Promise<void> {
  const {values} = parseArgs({args, options: {from: {type: 'string'}, json: {type: 'boolean'}}});
  const {dataFolder} = readSettings(process.env);
  const signal = AbortSignal.timeout(FETCH_MS);
  const froms = values.from === undefined ? Object.values(sources) : [values.from];
  const fetched = await Promise.all(froms.map((from) => fetchList(from, signal)));
  for (const one of fetched) await refuseOlder(dataFolder, one);
  await makePrivateFolder(dataFolder);
  await makePrivateFolder(listFolder(dataFolder));
  for (const {name, text} of fetched) await writePrivateFile(listPath(dataFolder, name), text);
  print(
    values.json,
    fetched.map(({name, ...one}) => told(name, {...one, from: 'data folder'})),
  );
}

/** Refuses a list that is older than the stored one: it could restore signers that a newer list has removed. */
async function refuseOlder(dataFolder: string, {name, list: found}: FetchedList): Promise<void> {
  const {list: used} = await loadList(dataFolder, name);
  if (found.issued >= used.issued) return;
  throw new SettingsError(
    `The ${name} of ${day(found.issued)} is older than the one in use, of ${day(used.issued)}. Nothing was stored.`,
  );
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

function print(json: boolean | undefined, lists: readonly Told[]): void {
  if (json) sayJson(lists);
  else say(lists.map(line).join('\n'));
}
