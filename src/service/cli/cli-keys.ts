import {parseArgs} from 'node:util';
import {environments, type Environment} from '../../model/environment.js';
import {ApiKeys, type KeySummary} from '../auth/api-keys.js';
import {readSettings} from '../settings/settings.js';
import {SettingsError} from '../settings/settings-error.js';
import {UsageError} from '../settings/settings-error.js';

/** `sealed-capture keys …`: makes, lists and revokes API keys, also while the service runs. */
export async function runKeys(args: readonly string[]): Promise<void> {
  const [action, ...rest] = args;
  const keys = new ApiKeys(readSettings(process.env).dataFolder);
  switch (action) {
    case 'create':
      return create(keys, rest);
    case 'list':
      return list(keys, rest);
    case 'revoke':
      return revoke(keys, rest);
    default:
      throw new UsageError('Say what to do with keys: create, list or revoke.');
  }
}

async function create(keys: ApiKeys, args: string[]): Promise<void> {
  const {values} = parseArgs({
    args,
    options: {
      environment: {type: 'string'},
      name: {type: 'string'},
      'signed-only': {type: 'boolean'},
      json: {type: 'boolean'},
    },
  });
  const signedOnly = values['signed-only'];
  const created = await keys.create(environmentOf(values.environment), values.name ?? '', {
    signedOnly,
  });
  print(
    values.json,
    created,
    `id      ${created.id}\nkey     ${created.key}\nsecret  ${created.secret}\n\n` +
      `${signedOnly ? 'Sign requests with the secret; sent itself, the key is refused.\n' : ''}` +
      'Keep them now: the key cannot be shown again.',
  );
}

async function list(keys: ApiKeys, args: string[]): Promise<void> {
  const {values} = parseArgs({args, options: {json: {type: 'boolean'}}});
  const all = await keys.list();
  print(values.json, all, all.length > 0 ? all.map(line).join('\n') : 'There are no keys yet.');
}

async function revoke(keys: ApiKeys, args: string[]): Promise<void> {
  const {values, positionals} = parseArgs({
    args,
    allowPositionals: true,
    options: {json: {type: 'boolean'}},
  });
  const [id, ...others] = positionals;
  if (id === undefined || others.length > 0) throw new UsageError('Name one key to revoke by id.');
  const revoked = await keys.revoke(id);
  if (!revoked) throw new SettingsError(`There is no key with the id ${JSON.stringify(id)}.`);
  print(values.json, revoked, line(revoked));
}

function environmentOf(text: string | undefined): Environment {
  const environment = environments.find((one) => one === text);
  if (!environment) throw new UsageError(`Give --environment ${environments.join(' or ')}.`);
  return environment;
}

const line = (key: KeySummary): string =>
  [key.id, key.environment.padEnd(7), key.createdAt, stateOf(key), key.name].join('  ').trimEnd();

function stateOf({revokedAt, signedOnly}: KeySummary): string {
  if (revokedAt) return `revoked ${revokedAt}`;
  return signedOnly ? 'active, signs only' : 'active';
}

function print(json: boolean | undefined, value: unknown, text: string): void {
  process.stdout.write(`${json ? JSON.stringify(value) : text}\n`);
}
