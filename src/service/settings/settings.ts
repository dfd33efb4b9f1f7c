import {availableParallelism, homedir} from 'node:os';
import {isIP} from 'node:net';
import {join, resolve} from 'node:path';
import type {Environment} from '../environment.js';
import {readDestinations, type Destination} from '../webhooks/addresses.js';
import {SettingsError} from './settings-error.js';

const MIB = 1024 * 1024;
const HOUR_MS = 60 * 60 * 1000;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** official: the C2PA trust lists. interim: the list that was closed, which makes nobody trusted. */
export const usedLists = ['official', 'interim'] as const;
export type UsedList = (typeof usedLists)[number];

const withoutTimestamp = ['refuse', 'seal'] as const;

/** What an operator can set. Times are milliseconds, sizes bytes. */
export interface Settings {
  /** Address to listen on. */
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** Port for operators and monitoring; absent: none. 0 takes any free port. */
  adminPort?: number;
  /** Address that it listens on. */
  adminHost: string;
  /** Folder with server.pem, server.key and clients.pem for mutual TLS on it; absent: plain HTTP on loopback alone. */
  adminTls?: string;
  /** Folder of keys and certificates; made with mode 0700. */
  dataFolder: string;
  /** Folder with signer.pem, signer.key and trust.pem of the live environment. */
  liveFolder: string;
  /** PEM file, or folder of PEM files, of further authorities whose signers are trusted. */
  trustAnchors?: string;
  /** The same of time-stamp authorities. */
  timeStampAnchors?: string;
  /** The lists that each environment uses beside its own roots. */
  trustLists: Readonly<Record<Environment, readonly UsedList[]>>;
  /** How often lists in the data folder are looked for. */
  trustListsEvery: number;
  /**
   * Time-stamp authorities (RFC 3161) that stamp the live environment's seals, asked in this order. May hold names and
   * passwords.
   */
  timestampAddresses: readonly string[];
  /** Most requests to them in a minute, together; 0 sets no limit. */
  timestampsPerMinute: number;
  /** How long one of them may take. */
  timestampTimeout: number;
  /** What the live environment does where none of them gives a stamp: refuse (503), or seal without. */
  withoutTimestamp: (typeof withoutTimestamp)[number];
  /**
   * Address at which clients find the service's root, where a proxy passes another Host or path on: what they sign
   * names it. Without a slash at its end.
   */
  publicAddress?: string;
  /**
   * Proxies whose X-Forwarded-For is believed: addresses, or ranges of them (10.0.0.0/8), or loopback,
   * linklocal, uniquelocal. Nobody else's is.
   */
  trustedProxies: readonly string[];
  /** Origins of pages that may call the service from elsewhere; "*" for any. */
  allowedOrigins: readonly string[];
  /** Largest image. */
  imageLimit: number;
  /** Largest recording. */
  audioLimit: number;
  /** Processes that `serve` runs, with one address. */
  processes: number;
  /** Worker threads that read and seal media, of all processes together. */
  threads: number;
  /** Most memory that one thread's engine may take. */
  engineMemory: number;
  /** How long a thread may work on one file. */
  jobTimeout: number;
  /** Files that may wait for a thread; more are told to come back (503). */
  queueLength: number;
  /** Request bodies that may be held at the same time, together; more are told to come back (503). */
  bodyMemory: number;
  /** How long an answer is kept for a repeated request (Idempotency-Key). */
  answerLifetime: number;
  /** What kept answers may take in the data folder; above it, no API key may have more than its equal part. */
  answersLimit: number;
  /** Most answers that are kept for one API key; more requests are then refused (429). */
  answersPerKey: number;
  /** Most bytes of them. */
  answersPerKeyLimit: number;
  /**
   * URL of a Redis or Valkey that keeps API keys, answers and nonces instead of the data folder. May hold a password.
   */
  redis?: string;
  /** Folder of the audit log; absent: none is kept. */
  auditFolder?: string;
  /** Where events are sent, and which; see docs/webhooks.md. */
  webhooks: readonly Destination[];
  /** File of the secret or private key that webhooks are signed with. */
  webhooksKeyFile?: string;
  /** `keyid` of their signatures; by default made of the key. */
  webhooksKeyId?: string;
  /** How long an event is sent again until its address accepts it. */
  webhooksLifetime: number;
  /** How long one attempt may take. */
  webhooksTimeout: number;
  /** Most attempts at the same time, for each address. */
  webhooksConcurrency: number;
  /** What events that wait, and those that were given up, may take in the store; each address has its equal part. */
  webhooksRoom: number;
  /** Requests per key and minute; 0 sets no limit. */
  requestsPerMinute: number;
  /** What each key may have in flight, and do in a day, unless it says otherwise itself; 0 sets no limit. */
  concurrencyPerKey: number;
  sealsPerDay: number;
  inspectionsPerDay: number;
  /** Requests per address and minute that may have wrong credentials or ask for what is not there; 0 sets no limit. */
  refusalsPerMinute: number;
  /** How long a client may take to send a request. */
  requestTimeout: number;
  /** How long a connection may stay without any traffic. */
  connectionTimeout: number;
  logLevel: LogLevel;
}

/**
 * Settings from environment variables, with a default for each.
 * @throws {SettingsError} naming the variable and what it may hold
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const dataFolder = resolve(value(env, 'SEALED_CAPTURE_DATA') ?? defaultDataFolder(env));
  const anchors = value(env, 'SEALED_CAPTURE_TRUST_ANCHORS');
  const timeStampAnchors = value(env, 'SEALED_CAPTURE_TSA_TRUST_ANCHORS');
  const audit = value(env, 'SEALED_CAPTURE_AUDIT');
  const adminTls = value(env, 'SEALED_CAPTURE_ADMIN_TLS');
  const webhooksKey = value(env, 'SEALED_CAPTURE_WEBHOOKS_KEY');
  const lists = trustLists(env, 'SEALED_CAPTURE_TRUST_LISTS', usedLists);
  return {
    host: value(env, 'HOST') ?? 'localhost',
    port: integer(env, 'PORT', 8080, 0, 65_535),
    adminPort:
      value(env, 'SEALED_CAPTURE_ADMIN_PORT') === undefined
        ? undefined
        : integer(env, 'SEALED_CAPTURE_ADMIN_PORT', 0, 0, 65_535),
    adminHost: value(env, 'SEALED_CAPTURE_ADMIN_HOST') ?? '127.0.0.1',
    adminTls: adminTls === undefined ? undefined : resolve(adminTls),
    dataFolder,
    liveFolder: resolve(value(env, 'SEALED_CAPTURE_LIVE') ?? join(dataFolder, 'live')),
    trustAnchors: anchors === undefined ? undefined : resolve(anchors),
    timeStampAnchors: timeStampAnchors === undefined ? undefined : resolve(timeStampAnchors),
    trustLists: {
      sandbox: trustLists(env, 'SEALED_CAPTURE_SANDBOX_TRUST_LISTS', lists),
      live: trustLists(env, 'SEALED_CAPTURE_LIVE_TRUST_LISTS', lists),
    },
    trustListsEvery: 60_000,
    timestampAddresses: addresses(env, 'SEALED_CAPTURE_TIMESTAMP'),
    timestampsPerMinute: integer(env, 'SEALED_CAPTURE_TIMESTAMP_PER_MINUTE', 600, 0, 100_000),
    timestampTimeout: integer(env, 'SEALED_CAPTURE_TIMESTAMP_TIMEOUT_MS', 4_000, 100, 15_000),
    withoutTimestamp: choice(env, 'SEALED_CAPTURE_WITHOUT_TIMESTAMP', withoutTimestamp, 'refuse'),
    publicAddress: address(env, 'SEALED_CAPTURE_PUBLIC_ADDRESS'),
    trustedProxies: proxies(env, 'SEALED_CAPTURE_TRUSTED_PROXIES'),
    allowedOrigins: origins(env, 'SEALED_CAPTURE_ALLOWED_ORIGINS'),
    imageLimit: integer(env, 'SEALED_CAPTURE_IMAGE_LIMIT_MIB', 20, 1, 64) * MIB,
    audioLimit: integer(env, 'SEALED_CAPTURE_AUDIO_LIMIT_MIB', 32, 1, 64) * MIB,
    processes: integer(env, 'SEALED_CAPTURE_PROCESSES', 1, 1, 64),
    threads: integer(env, 'SEALED_CAPTURE_THREADS', availableParallelism(), 1, 256),
    engineMemory: integer(env, 'SEALED_CAPTURE_ENGINE_MEMORY_MIB', 256, 16, 4096) * MIB,
    jobTimeout: integer(env, 'SEALED_CAPTURE_JOB_TIMEOUT_MS', 10_000, 100, 600_000),
    queueLength: integer(env, 'SEALED_CAPTURE_QUEUE', 64, 0, 10_000),
    bodyMemory: integer(env, 'SEALED_CAPTURE_BODY_MEMORY_MIB', 160, 1, 65_536) * MIB,
    answerLifetime: integer(env, 'SEALED_CAPTURE_IDEMPOTENCY_HOURS', 24, 1, 720) * HOUR_MS,
    answersLimit: integer(env, 'SEALED_CAPTURE_ANSWERS_MIB', 1024, 1, 1024 * 1024) * MIB,
    answersPerKey: integer(env, 'SEALED_CAPTURE_ANSWERS_PER_KEY', 1_000_000, 1, 1e9),
    answersPerKeyLimit:
      integer(env, 'SEALED_CAPTURE_ANSWERS_PER_KEY_MIB', 512, 1, 1024 * 1024) * MIB,
    redis: redisUrl(env, 'SEALED_CAPTURE_REDIS'),
    auditFolder: audit === undefined ? undefined : resolve(audit),
    webhooks: readDestinations(
      'SEALED_CAPTURE_WEBHOOKS',
      listed(value(env, 'SEALED_CAPTURE_WEBHOOKS')),
    ),
    webhooksKeyFile: webhooksKey === undefined ? undefined : resolve(webhooksKey),
    webhooksKeyId: value(env, 'SEALED_CAPTURE_WEBHOOKS_KEY_ID'),
    webhooksLifetime: integer(env, 'SEALED_CAPTURE_WEBHOOKS_HOURS', 24, 1, 720) * HOUR_MS,
    webhooksTimeout: integer(env, 'SEALED_CAPTURE_WEBHOOKS_TIMEOUT_MS', 10_000, 100, 60_000),
    webhooksConcurrency: integer(env, 'SEALED_CAPTURE_WEBHOOKS_CONCURRENCY', 4, 1, 256),
    webhooksRoom: integer(env, 'SEALED_CAPTURE_WEBHOOKS_MIB', 64, 1, 65_536) * MIB,
    requestsPerMinute: integer(env, 'SEALED_CAPTURE_REQUESTS_PER_MINUTE', 60_000, 0, 1e9),
    concurrencyPerKey: integer(env, 'SEALED_CAPTURE_CONCURRENCY_PER_KEY', 0, 0, 1e9),
    sealsPerDay: integer(env, 'SEALED_CAPTURE_SEALS_PER_DAY', 0, 0, 1e9),
    inspectionsPerDay: integer(env, 'SEALED_CAPTURE_INSPECTIONS_PER_DAY', 0, 0, 1e9),
    refusalsPerMinute: integer(env, 'SEALED_CAPTURE_REFUSALS_PER_MINUTE', 300, 0, 1e9),
    requestTimeout: integer(env, 'SEALED_CAPTURE_REQUEST_TIMEOUT_MS', 120_000, 1_000, 3_600_000),
    connectionTimeout: 60_000,
    logLevel: choice(env, 'SEALED_CAPTURE_LOG', logLevels, 'info'),
  };
}

/** Outside the sources, where this platform keeps a program's own data. */
function defaultDataFolder(env: Readonly<Record<string, string | undefined>>): string {
  const base =
    value(env, 'XDG_DATA_HOME') ??
    (process.platform === 'win32' ? value(env, 'LOCALAPPDATA') : undefined) ??
    join(homedir(), '.local', 'share');
  return join(base, 'sealed-capture');
}

/** Set and not empty: an empty variable is what shells and compose files leave behind for "unset". */
function value(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
): string | undefined {
  const text = env[name]?.trim();
  return text === '' ? undefined : text;
}

function integer(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  fallback: number,
  minimum: number,
  maximum: number,
): number {
  const text = value(env, name);
  if (text === undefined) return fallback;
  const number = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (!(number >= minimum && number <= maximum)) {
    throw new SettingsError(`${name} must be a whole number from ${minimum} to ${maximum}.`);
  }
  return number;
}

function choice<T extends string>(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  choices: readonly T[],
  fallback: T,
): T {
  const text = value(env, name);
  if (text === undefined) return fallback;
  const chosen = choices.find((one) => one === text);
  if (!chosen) throw new SettingsError(`${name} must be one of: ${choices.join(', ')}.`);
  return chosen;
}

function trustLists(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  fallback: readonly UsedList[],
): readonly UsedList[] {
  const text = value(env, name);
  if (text === undefined) return fallback;
  if (text === 'none') return [];
  const named = listed(text);
  const chosen = usedLists.filter((list) => named.includes(list));
  if (named.length === 0 || chosen.length !== new Set(named).size) {
    throw new SettingsError(
      `${name} must be none, or one or more of ${usedLists.join(', ')}, separated by commas.`,
    );
  }
  return chosen;
}

/** Never repeated in a message: it may hold a password. */
function redisUrl(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
): string | undefined {
  const text = value(env, name);
  if (text === undefined) return undefined;
  if (!URL.canParse(text) || !['redis:', 'rediss:'].includes(new URL(text).protocol)) {
    throw new SettingsError(`${name} must be a URL such as redis://localhost:6379.`);
  }
  return text;
}

const listed = (text = ''): string[] => text.split(/[\s,]+/).filter(Boolean);

/** Never repeated in a message: they may hold passwords. */
function addresses(env: Readonly<Record<string, string | undefined>>, name: string): string[] {
  const list = listed(value(env, name));
  for (const text of list) {
    if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
      throw new SettingsError(
        `${name} must list addresses such as http://timestamp.example/rfc3161, separated by commas.`,
      );
    }
  }
  return list;
}

function address(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
): string | undefined {
  const text = value(env, name)?.replace(/\/+$/, '');
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // An origin and perhaps a path, written as browsers write it.
  const written = url && `${url.origin}${url.pathname}`.replace(/\/$/, '');
  if (!url || !/^https?:$/.test(url.protocol) || written !== text) {
    throw new SettingsError(
      `${name} must be an address such as https://seals.example or https://example.org/seals.`,
    );
  }
  return text;
}

const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

function proxies(env: Readonly<Record<string, string | undefined>>, name: string): string[] {
  const list = listed(value(env, name));
  for (const range of list) {
    if (!NAMED_RANGES.includes(range) && !isRange(range)) {
      throw new SettingsError(
        `${name} must list addresses of proxies or ranges of them, such as 10.0.0.7 or 10.0.0.0/8, or ${NAMED_RANGES.join(', ')}, separated by commas; not ${JSON.stringify(range)}.`,
      );
    }
  }
  return list;
}

/** An IP address, or one with the number of its leading bits that count. */
function isRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

function origins(env: Readonly<Record<string, string | undefined>>, name: string): string[] {
  const list = listed(value(env, name));
  for (const origin of list) {
    if (origin !== '*' && originOf(origin) !== origin) {
      throw new SettingsError(
        `${name} must list origins such as https://example.org, separated by commas; not ${JSON.stringify(origin)}.`,
      );
    }
  }
  return list;
}

/** As browsers send it; undefined where the address has none. */
export function originOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const {origin, protocol, host} = new URL(address);
  if (origin !== 'null') return origin;
  // Pages in apps have schemes of their own (capacitor://localhost), which a URL here gives no origin.
  return host ? `${protocol}//${host}`.toLowerCase() : undefined;
}
