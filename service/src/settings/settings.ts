import {availableParallelism, homedir} from 'node:os';
import {join} from 'node:path';
import {Value} from 'typebox/value';
import type {Environment} from '../environment.js';
import {isLoopback} from './loopback.js';
import {readValues, type Found, type Variables} from './read-values.js';
import {schema, type UsedList, type Values} from './schema.js';
import {SettingsError} from './settings-error.js';

export {logLevels, type LogLevel, type UsedList} from './schema.js';

type ListSettings = 'trustLists' | 'sandboxTrustLists' | 'liveTrustLists';

/** The settings of an operator, by the names of {@link schema}. Times are in milliseconds, sizes in bytes. */
export type Settings = Omit<Values, 'config' | ListSettings> & {
  dataFolder: string;
  liveFolder: string;
  threads: number;
  /** The lists that each environment uses in addition to its own roots. */
  trustLists: Readonly<Record<Environment, readonly UsedList[]>>;
  /** Interval of the checks for new certificates and keys in the live folder. */
  liveFolderEvery: number;
  /** Interval of the checks for new lists in the data folder. */
  trustListsEvery: number;
  /** Longest time without traffic on a connection. */
  connectionTimeout: number;
};

/**
 * Reads the settings from environment variables, and from the file that SEALED_CAPTURE_CONFIG names. Each has a
 * default.
 * @throws {SettingsError} naming all faults, and what is valid
 */
export function readSettings(env: Variables): Settings {
  return settingsIn(readValues(env), env);
}

/**
 * Makes the settings from values that were read from `env`.
 * @throws {SettingsError} as {@link readSettings} does
 */
export function settingsIn(found: Found, env: Variables): Settings {
  const faults = allFaults(found);
  if (faults.length > 0) throw new SettingsError(faults);
  return settingsOf(found, env);
}

/** Faults of single settings and of combinations. */
export function allFaults(found: Found): readonly string[] {
  if (found.faults.length > 0) return found.faults;
  const {adminPort, adminHost, adminTls} = valuesOf(found);
  const together = adminFault(adminPort, adminHost, adminTls);
  return together === undefined ? [] : [together];
}

/** Only for settings without faults. */
const valuesOf = ({effective}: Found): Values => {
  const set = effective.filter(({value}) => value !== undefined);
  return Value.Decode(schema, Object.fromEntries(set.map(({key, value}) => [key, value])));
};

/** Why the admin port must not be opened with these settings; undefined if it may be. */
export function adminFault(
  port: number | undefined,
  host: string,
  tls: string | undefined,
): string | undefined {
  if (port === undefined || tls !== undefined || isLoopback(host)) return undefined;
  return `The admin port may listen on ${host} only with mutual TLS: name a folder with certificates in SEALED_CAPTURE_ADMIN_TLS, or leave SEALED_CAPTURE_ADMIN_HOST at 127.0.0.1.`;
}

function settingsOf(found: Found, env: Variables): Settings {
  const {
    config: _config,
    trustLists,
    sandboxTrustLists,
    liveTrustLists,
    ...values
  } = valuesOf(found);
  const dataFolder = values.dataFolder ?? defaultDataFolder(env);
  return {
    ...values,
    dataFolder,
    liveFolder: values.liveFolder ?? join(dataFolder, 'live'),
    threads: values.threads ?? availableParallelism(),
    trustLists: {
      sandbox: sandboxTrustLists ?? trustLists,
      live: liveTrustLists ?? trustLists,
    },
    liveFolderEvery: 10_000,
    trustListsEvery: 60_000,
    connectionTimeout: 60_000,
  };
}

/** The platform's folder for a program's own data, outside the sources. */
function defaultDataFolder(env: Variables): string {
  const base =
    env['XDG_DATA_HOME']?.trim() ||
    (process.platform === 'win32' && env['LOCALAPPDATA']?.trim()) ||
    join(homedir(), '.local', 'share');
  return join(base, 'sealed-capture');
}
