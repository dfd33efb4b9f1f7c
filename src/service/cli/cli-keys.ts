import {parseArgs} from 'node:util';
import {environments, type Environment} from '../environment.js';
import {ApiKeys, type KeySummary} from '../keys/api-keys.js';
import {readSettings} from '../settings/settings.js';
import {SettingsError, UsageError} from '../settings/settings-error.js';
import {openLog} from '../audit/open-audit.js';
import type {AuditEvent} from '../audit/audit-entry.js';
import {openLastingStore} from '../store/open-stores.js';

/** In characters. */
const LONGEST_NAME = 200;

/** `sealed-capture keys …`: makes, lists and revokes API keys, also while the service runs. */
export async function runKeys(args: readonly string[]): Promise<void> {
  const [action, ...rest] = args;
  const run = actions.get(action ?? '');
  if (!run) throw new UsageError('Say what to do with keys: create, list or revoke.');
  await run(rest);
}

/** Only once the command line is known to be right: it creates the store where there is none. */
async function withKeys<T>(work: (keys: ApiKeys) => Promise<T>): Promise<T> {
  const settings = readSettings(process.env);
  const store = await openLastingStore(settings);
  try {
    return await work(new ApiKeys(settings.dataFolder, store));
  } finally {
    await store.close();
  }
}

/** Where an audit log is kept. */
async function note(
  event: AuditEvent['event'],
  {environment, id}: Pick<KeySummary, 'environment' | 'id'>,
): Promise<void> {
  const {auditFolder} = readSettings(process.env);
  if (auditFolder === undefined) return;
  const log = await openLog(auditFolder);
  await log.append({event, environment, keyId: id}).finally(() => log.close());
}

async function create(args: string[]): Promise<void> {
  const {values} = parseArgs({
    args,
    allowNegative: true,
    options: {
      environment: {type: 'string'},
      name: {type: 'string'},
      'signed-only': {type: 'boolean'},
      'may-claim-capture': {type: 'boolean'},
      json: {type: 'boolean'},
    },
  });
  if (args.includes('--may-claim-capture') && args.includes('--no-may-claim-capture')) {
    throw new UsageError('Give either --may-claim-capture or --no-may-claim-capture.');
  }
  const signedOnly = values['signed-only'];
  const mayClaimCapture = values['may-claim-capture'] ?? !signedOnly;
  const environment = environmentOf(values.environment);
  const name = nameOf(values.name);
  const created = await withKeys((keys) =>
    keys.create(environment, name, {signedOnly, mayClaimCapture}),
  );
  await note('key-created', {environment, id: created.id});
  print(
    values.json,
    created,
    `id      ${created.id}\nkey     ${created.key}\nsecret  ${created.secret}\n\n` +
      `${signedOnly ? 'Sign requests with the secret; sent itself, the key is refused.\n' : ''}` +
      `${mayClaimCapture ? '' : 'Pages that capture cannot seal with it, nor with its tokens: make one with --may-claim-capture for them.\n'}` +
      'Keep them now: the key cannot be shown again.',
  );
}

async function list(args: string[]): Promise<void> {
  const {values} = parseArgs({args, options: {json: {type: 'boolean'}}});
  const all = await withKeys((keys) => keys.list());
  print(values.json, all, all.length > 0 ? all.map(line).join('\n') : 'There are no keys yet.');
}

async function revoke(args: string[]): Promise<void> {
  const {values, positionals} = parseArgs({
    args,
    allowPositionals: true,
    options: {json: {type: 'boolean'}},
  });
  const [id, ...others] = positionals;
  if (id === undefined || others.length > 0) throw new UsageError('Name one key to revoke by id.');
  const revoked = await withKeys((keys) => keys.revoke(id));
  if (!revoked) throw new SettingsError(`There is no key with the id ${JSON.stringify(id)}.`);
  await note('key-revoked', revoked);
  print(values.json, revoked, line(revoked));
}

const actions = new Map([
  ['create', create],
  ['list', list],
  ['revoke', revoke],
]);

function environmentOf(text: string | undefined): Environment {
  const environment = environments.find((one) => one === text);
  if (!environment) throw new UsageError(`Give --environment ${environments.join(' or ')}.`);
  return environment;
}

/** They break the lines of a list, or steer the terminal that shows it. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

function nameOf(text = ''): string {
  if ([...text].length > LONGEST_NAME || text.search(CONTROL) >= 0) {
    throw new UsageError(
      `--name takes at most ${LONGEST_NAME} characters, without line breaks and other control characters.`,
    );
  }
  return text;
}

/** Keys of earlier versions may have any name. */
const line = (key: KeySummary): string =>
  [
    key.id,
    key.environment.padEnd(7),
    key.createdAt,
    stateOf(key),
    key.name.replace(CONTROL, '\uFFFD'),
  ]
    .join('  ')
    .trimEnd();

function stateOf({revokedAt, signedOnly, mayClaimCapture}: KeySummary): string {
  if (revokedAt) return `revoked ${revokedAt}`;
  const state = signedOnly ? 'active, signs only' : 'active';
  return mayClaimCapture ? state : `${state}, claims no captures`;
}

function print(json: boolean | undefined, value: unknown, text: string): void {
  process.stdout.write(`${json ? JSON.stringify(value) : text}\n`);
}
