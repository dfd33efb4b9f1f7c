import {parseArgs} from 'node:util';
import {environments, type Environment} from '../../environment.js';
import {ApiKeys, type CreatedKey, type KeySummary} from '../../keys/api-keys.js';
import {changeOf, propertiesOf, propertyOptions, spanIn} from './key-options.js';
import {DEFAULT_OVERLAP_MS, LONGEST_OVERLAP_MS} from '../../keys/key-rules.js';
import {keyLine} from './key-line.js';
import {readSettings} from '../../settings/settings.js';
import {SettingsError, UsageError} from '../../settings/settings-error.js';
import {openLog} from '../../audit/open-log.js';
import type {AuditEvent} from '../../audit/audit-entry.js';
import {openLastingStore} from '../../store/open-stores.js';
import {say, sayJson} from '../terminal.js';

/** `sealed-capture-service keys …`: creates, lists, changes and revokes API keys, also while the service runs. */
export async function runKeys(args: readonly string[]): Promise<void> {
  const [action, ...rest] = args;
  const run = actions.get(action ?? '');
  if (!run)
    throw new UsageError('Say what to do with keys: create, list, change, rotate or revoke.');
  await run(rest);
}

/** Opens the store, which creates it if there is none. Called only after the arguments were checked. */
async function withKeys<T>(work: (keys: ApiKeys) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env);
  const store = await openLastingStore(settings);
  try {
    return await work(new ApiKeys(settings.dataFolder, store));
  } finally {
    await store.close();
  }
}

/** Records the change in the audit log, if there is one. */
async function note(
  event: AuditEvent['event'],
  {environment, id}: Pick<KeySummary, 'environment' | 'id'>,
  changed?: string[],
): Promise<void> {
  const {auditFolder} = readSettings(process.env);
  if (auditFolder === undefined) return;
  const log = await openLog(auditFolder);
  try {
    await log.append({event, environment, keyId: id, ...(changed && {changed})});
  } finally {
    await log.close();
  }
}

async function create(args: string[]): Promise<void> {
  const {values} = parseArgs({
    args,
    allowNegative: true,
    options: {
      ...propertyOptions,
      environment: {type: 'string'},
      'signed-only': {type: 'boolean'},
      'may-claim-capture': {type: 'boolean'},
    },
  });
  if (args.includes('--may-claim-capture') && args.includes('--no-may-claim-capture')) {
    throw new UsageError('Give either --may-claim-capture or --no-may-claim-capture.');
  }
  const signedOnly = values['signed-only'];
  const environment = environmentOf(values.environment);
  const {name = '', ...properties} = propertiesOf(values, Date.now());
  if (properties.roles && values['may-claim-capture'] !== undefined) {
    throw new UsageError(
      'Give either --roles, with or without claim-capture, or --may-claim-capture.',
    );
  }
  const mayClaimCapture =
    properties.roles?.includes('claim-capture') ?? values['may-claim-capture'] ?? !signedOnly;
  const created = await withKeys((keys) =>
    keys.create(environment, name, {...properties, signedOnly, mayClaimCapture}),
  );
  await note('key-created', {environment, id: created.id});
  const mayMint = properties.roles?.includes('mint') ?? true;
  const isForSeals = properties.roles?.includes('seal') ?? true;
  print(
    values.json,
    created,
    credentials(created) +
      `${signedOnly ? 'Sign requests with the secret; sent itself, the key is refused.\n' : ''}` +
      `${mayClaimCapture || !isForSeals ? '' : `Pages that capture cannot seal with it${mayMint ? ', nor with its tokens' : ''}: make one with --may-claim-capture for them.\n`}` +
      'Keep them now: the key cannot be shown again.',
  );
}

async function list(args: string[]): Promise<void> {
  const {values} = parseArgs({args, options: {json: {type: 'boolean'}}});
  const all = await withKeys((keys) => keys.list());
  print(values.json, all, all.length > 0 ? all.map(line).join('\n') : 'There are no keys yet.');
}

async function change(args: string[]): Promise<void> {
  const {values, positionals} = parseArgs({args, allowPositionals: true, options: propertyOptions});
  const id = oneId(positionals, 'change');
  const changes = changeOf(values, Date.now());
  const changed = Object.keys(changes).sort();
  if (changed.length === 0) throw new UsageError('Say what to change, such as --roles.');
  const outcome = await withKeys((keys) => keys.change(id, changes));
  if (outcome.state !== 'changed') throw notThere(id, outcome.state);
  await note('key-changed', outcome.key, changed);
  print(values.json, outcome.key, line(outcome.key));
}

async function rotate(args: string[]): Promise<void> {
  const {values, positionals} = parseArgs({
    args,
    allowPositionals: true,
    options: {overlap: {type: 'string'}, json: {type: 'boolean'}},
  });
  const id = oneId(positionals, 'rotate');
  const overlap = values.overlap === undefined ? DEFAULT_OVERLAP_MS : spanIn(values.overlap);
  if (overlap === undefined || overlap > LONGEST_OVERLAP_MS) {
    throw new UsageError('--overlap takes a span such as 24h, 30m or 0, of at most 90d.');
  }
  const outcome = await withKeys((keys) => keys.rotate(id, overlap));
  if (outcome.state !== 'rotated') throw notThere(id, outcome.state);
  await note('key-rotated', outcome.key);
  const {formerUntil} = outcome.key;
  print(
    values.json,
    {...outcome.created, ...(formerUntil !== undefined && {formerUntil})},
    credentials(outcome.created) +
      `${formerUntil === undefined ? 'The former key and secret are refused from now on.' : `The former key and secret work until ${formerUntil}.`}\n` +
      'Keep the new ones now: the key cannot be shown again.',
  );
}

async function revoke(args: string[]): Promise<void> {
  const {values, positionals} = parseArgs({
    args,
    allowPositionals: true,
    options: {json: {type: 'boolean'}},
  });
  const id = oneId(positionals, 'revoke');
  const revoked = await withKeys((keys) => keys.revoke(id));
  if (!revoked) throw notThere(id, 'unknown');
  await note('key-revoked', revoked);
  print(values.json, revoked, line(revoked));
}

const actions = new Map([
  ['create', create],
  ['list', list],
  ['change', change],
  ['rotate', rotate],
  ['revoke', revoke],
]);

function oneId([id, ...others]: string[], what: string): string {
  if (id === undefined || others.length > 0) throw new UsageError(`Name one key to ${what} by id.`);
  return id;
}

const notThere = (id: string, state: 'unknown' | 'revoked'): SettingsError =>
  new SettingsError(
    state === 'unknown'
      ? `There is no key with the id ${JSON.stringify(id)}.`
      : `The key with the id ${JSON.stringify(id)} was revoked, and stays as it is.`,
  );

const credentials = ({id, key, secret}: CreatedKey): string =>
  `id      ${id}\nkey     ${key}\nsecret  ${secret}\n\n`;

function environmentOf(text: string | undefined): Environment {
  const environment = environments.find((one) => one === text);
  if (!environment) throw new UsageError(`Give --environment ${environments.join(' or ')}.`);
  return environment;
}

const line = (key: KeySummary): string => keyLine(key, Date.now());

function print(json: boolean | undefined, value: unknown, text: string): void {
  if (json) sayJson(value);
  else say(text);
}
