import {readFileSync} from 'node:fs';
import {Value} from 'typebox/value';
import {fileProblem} from '../files/file-problem.js';
import type {Setting} from './kinds.js';
import {nearest} from './nearest.js';
import {schema, type Values} from './schema.js';

export type Variables = Readonly<Record<string, string | undefined>>;

export const settings = Object.entries(schema.properties) as unknown as readonly [
  keyof Values,
  Setting,
][];
const names = settings.map(([, {variable}]) => variable);

export interface Effective {
  key: keyof Values;
  /** The setting's variable. */
  name: string;
  setting: Setting;
  /** Undefined if the setting is not set and has no default to show. */
  value: unknown;
  from: 'default' | 'environment' | 'file';
}

export interface Found {
  effective: readonly Effective[];
  /** All faults of single settings, as sentences for the operator. With any fault, the values must not be used. */
  faults: readonly string[];
  /** Probable mistakes that do no harm. */
  warnings: readonly string[];
}

/** Reads the environment, and the file that SEALED_CAPTURE_CONFIG names. Reports all faults, not only the first. */
export function readValues(env: Variables): Found {
  const file = readFile(textOf(env, 'SEALED_CAPTURE_CONFIG'));
  const faults = [...file.faults];
  const effective = settings.map(([key, setting]): Effective => {
    const {variable: name} = setting;
    const set = textOf(env, name);
    const given = set ?? file.values[name];
    if (given === undefined) return {key, name, setting, value: setting.default, from: 'default'};
    const value = typeof given === 'string' ? valueOf(setting, given) : given;
    const from = set === undefined ? 'file' : 'environment';
    const wrong = faultOf(setting, value);
    if (wrong !== undefined) {
      faults.push(`${name}${wrong}${from === 'file' ? ' (in SEALED_CAPTURE_CONFIG)' : ''}.`);
    }
    return {key, name, setting, value, from};
  });
  return {
    effective,
    faults,
    warnings: [...unknownVariables(env), ...idleSettings(effective)],
  };
}

/** The value of a variable that is set and not empty: shells and compose files leave empty variables for unset ones. */
function textOf(env: Variables, name: string): string | undefined {
  const text = env[name]?.trim();
  return text === '' ? undefined : text;
}

/** Converts a text to the setting's type. A text that cannot be converted is returned unchanged, and refused later. */
function valueOf({type}: Setting, text: string): unknown {
  switch (type) {
    case 'integer':
      return /^\d{1,15}$/.test(text) ? Number(text) : text;
    case 'array':
      return text === 'none' ? [] : text.split(/[\s,]+/).filter(Boolean);
    case 'string':
      return text;
  }
}

/** What is wrong, to follow the setting's name. */
function faultOf(setting: Setting, value: unknown): string | undefined {
  const [error] = Value.Errors(setting, value);
  if (!error) return undefined;
  const what = error.keyword === '~refine' ? error.message : setting.must;
  return /^\W/.test(what) ? what : ` ${what}`;
}

interface SettingsFile {
  values: Readonly<Record<string, unknown>>;
  faults: readonly string[];
}

function readFile(path: string | undefined): SettingsFile {
  if (path === undefined) return {values: {}, faults: []};
  const refused = (fault: string): SettingsFile => ({values: {}, faults: [fault]});
  let content: string;
  try {
    content = readFileSync(path, 'utf8');
  } catch (error) {
    const why = fileProblem(path, 'read', error, 'name another file in SEALED_CAPTURE_CONFIG');
    return refused(`The settings cannot be read. ${why}`);
  }
  let values: unknown;
  try {
    values = JSON.parse(content);
  } catch {
    // The parser's message would quote the file, which may contain a password.
    return refused(`${path} (SEALED_CAPTURE_CONFIG) is not JSON.`);
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    return refused(
      `${path} (SEALED_CAPTURE_CONFIG) must hold an object of settings, such as {"PORT": 8080}.`,
    );
  }
  const given = values as Record<string, unknown>;
  const faults = Object.keys(given).flatMap((name) => {
    if (name === 'SEALED_CAPTURE_CONFIG')
      return [`${name} cannot stand in the file that it names.`];
    return isKnown(name)
      ? []
      : [`There is no setting ${JSON.stringify(name)} (in ${path}).${meant(name)}`];
  });
  return {values: given, faults};
}

const isKnown = (name: string): boolean => names.includes(name);

const meant = (name: string): string => {
  const near = nearest(name, names);
  return near === undefined ? '' : ` Is ${near} meant?`;
};

function idleSettings(effective: readonly Effective[]): string[] {
  const set = new Map(
    effective.filter(({from}) => from !== 'default').map((one) => [one.name, one]),
  );
  const idle = settings.flatMap(([, {variable, needs}]) =>
    needs !== undefined && set.has(variable) && !set.has(needs)
      ? [`${variable} changes nothing without ${needs}.`]
      : [],
  );
  const signer = set.get('SEALED_CAPTURE_SIGNER')?.value ?? 'file';
  if (set.has('SEALED_CAPTURE_KEY_PASSPHRASE') && signer !== 'file') {
    idle.push(
      'SEALED_CAPTURE_KEY_PASSPHRASE changes nothing: SEALED_CAPTURE_SIGNER names a key that is in no file.',
    );
  }
  return idle;
}

/**
 * Variables that the service sets for its own processes, and those that Kubernetes sets for a service named
 * sealed-capture.
 */
const OTHERS =
  /^SEALED_CAPTURE_(SIBLINGS|PROCESS_NUMBER|SERVICE_HOST|SERVICE_PORT(_\w+)?|PORT(_\d+_(TCP|UDP)(_\w+)?)?)$/;

const unknownVariables = (env: Variables): string[] =>
  Object.keys(env)
    .filter((name) => name.startsWith('SEALED_CAPTURE_') && !isKnown(name) && !OTHERS.test(name))
    .map((name) => `There is no setting ${name}: it changes nothing.${meant(name)}`);
