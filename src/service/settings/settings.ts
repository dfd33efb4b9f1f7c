import {availableParallelism, homedir} from 'node:os';
import {join, resolve} from 'node:path';
import type {Environment} from '../environment.js';
import {readDestinations, type Destination} from '../webhooks/addresses.js';
import {isLoopback} from './loopback.js';
import {readValues, type Found, type Variables} from './read-values.js';
import {usedLists, type LogLevel, type UsedList, type Values} from './schema.js';
import {SettingsError} from './settings-error.js';
import {
  secretSource,
  signerSetting,
  type SecretSource,
  type SignerSetting,
} from './signer-setting.js';

export {logLevels, usedLists, type LogLevel, type UsedList} from './schema.js';

const MIB = 1024 * 1024;
const HOUR_MS = 60 * 60 * 1000;

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
  /** How often the live environment's folder is looked at for other certificates and keys. */
  liveFolderEvery: number;
  /** Where the key of the live environment's certificate is. */
  signer: SignerSetting;
  /** Where the passphrase of an encrypted signer.key is. */
  keyPassphrase?: SecretSource;
  /** How long a signature by a key elsewhere may take. */
  signerTimeout: number;
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
  withoutTimestamp: 'refuse' | 'seal';
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
  /** How late the event loop may be, on average over a second, before requests are refused; 0 sets no limit. */
  eventLoopLimit: number;
  /** How large the heap may be; 0 sets no limit. */
  heapLimit: number;
  /** How long a client may take to send a request. */
  requestTimeout: number;
  /** How long a connection may stay without any traffic. */
  connectionTimeout: number;
  logLevel: LogLevel;
}

/**
 * Settings from environment variables, and from the file that SEALED_CAPTURE_CONFIG names, with a default for each.
 * @throws {SettingsError} naming all that is wrong, and what it may hold
 */
export function readSettings(env: Variables): Settings {
  return settingsIn(readValues(env), env);
}

/** The settings in values that were read from `env` already. @throws {SettingsError} as {@link readSettings} does */
export function settingsIn(found: Found, env: Variables): Settings {
  const faults = allFaults(found);
  if (faults.length > 0) throw new SettingsError(faults.join('\n'));
  return settingsOf(found.values, env);
}

/** What is wrong with single settings, and with them together. */
export function allFaults({values, faults}: Found): readonly string[] {
  if (faults.length > 0) return faults;
  const together = adminFault(
    values.SEALED_CAPTURE_ADMIN_PORT,
    values.SEALED_CAPTURE_ADMIN_HOST,
    values.SEALED_CAPTURE_ADMIN_TLS,
  );
  return together === undefined ? [] : [together];
}

/** Why the admin port may not be opened so; undefined where it may. */
export function adminFault(
  port: number | undefined,
  host: string,
  tls: string | undefined,
): string | undefined {
  if (port === undefined || tls !== undefined || isLoopback(host)) return undefined;
  return `The admin port may listen on ${host} only with mutual TLS: name a folder with certificates in SEALED_CAPTURE_ADMIN_TLS, or leave SEALED_CAPTURE_ADMIN_HOST at 127.0.0.1.`;
}

function settingsOf(values: Values, env: Variables): Settings {
  const dataFolder = resolve(values.SEALED_CAPTURE_DATA ?? defaultDataFolder(env));
  const lists = values.SEALED_CAPTURE_TRUST_LISTS;
  const passphrase = values.SEALED_CAPTURE_KEY_PASSPHRASE;
  return {
    host: values.HOST,
    port: values.PORT,
    adminPort: values.SEALED_CAPTURE_ADMIN_PORT,
    adminHost: values.SEALED_CAPTURE_ADMIN_HOST,
    adminTls: resolved(values.SEALED_CAPTURE_ADMIN_TLS),
    dataFolder,
    liveFolder: resolve(values.SEALED_CAPTURE_LIVE ?? join(dataFolder, 'live')),
    liveFolderEvery: 10_000,
    signer: signerSetting(values.SEALED_CAPTURE_SIGNER, 'SEALED_CAPTURE_SIGNER'),
    keyPassphrase:
      passphrase === undefined
        ? undefined
        : secretSource(passphrase, 'SEALED_CAPTURE_KEY_PASSPHRASE'),
    signerTimeout: values.SEALED_CAPTURE_SIGNER_TIMEOUT_MS,
    trustAnchors: resolved(values.SEALED_CAPTURE_TRUST_ANCHORS),
    timeStampAnchors: resolved(values.SEALED_CAPTURE_TSA_TRUST_ANCHORS),
    trustLists: {
      sandbox: inOrder(values.SEALED_CAPTURE_SANDBOX_TRUST_LISTS ?? lists),
      live: inOrder(values.SEALED_CAPTURE_LIVE_TRUST_LISTS ?? lists),
    },
    trustListsEvery: 60_000,
    timestampAddresses: values.SEALED_CAPTURE_TIMESTAMP,
    timestampsPerMinute: values.SEALED_CAPTURE_TIMESTAMP_PER_MINUTE,
    timestampTimeout: values.SEALED_CAPTURE_TIMESTAMP_TIMEOUT_MS,
    withoutTimestamp: values.SEALED_CAPTURE_WITHOUT_TIMESTAMP,
    publicAddress: values.SEALED_CAPTURE_PUBLIC_ADDRESS?.replace(/\/+$/, ''),
    trustedProxies: values.SEALED_CAPTURE_TRUSTED_PROXIES,
    allowedOrigins: values.SEALED_CAPTURE_ALLOWED_ORIGINS,
    imageLimit: values.SEALED_CAPTURE_IMAGE_LIMIT_MIB * MIB,
    audioLimit: values.SEALED_CAPTURE_AUDIO_LIMIT_MIB * MIB,
    processes: values.SEALED_CAPTURE_PROCESSES,
    threads: values.SEALED_CAPTURE_THREADS ?? availableParallelism(),
    engineMemory: values.SEALED_CAPTURE_ENGINE_MEMORY_MIB * MIB,
    jobTimeout: values.SEALED_CAPTURE_JOB_TIMEOUT_MS,
    queueLength: values.SEALED_CAPTURE_QUEUE,
    bodyMemory: values.SEALED_CAPTURE_BODY_MEMORY_MIB * MIB,
    answerLifetime: values.SEALED_CAPTURE_IDEMPOTENCY_HOURS * HOUR_MS,
    answersLimit: values.SEALED_CAPTURE_ANSWERS_MIB * MIB,
    answersPerKey: values.SEALED_CAPTURE_ANSWERS_PER_KEY,
    answersPerKeyLimit: values.SEALED_CAPTURE_ANSWERS_PER_KEY_MIB * MIB,
    redis: values.SEALED_CAPTURE_REDIS,
    auditFolder: resolved(values.SEALED_CAPTURE_AUDIT),
    webhooks: readDestinations('SEALED_CAPTURE_WEBHOOKS', values.SEALED_CAPTURE_WEBHOOKS),
    webhooksKeyFile: resolved(values.SEALED_CAPTURE_WEBHOOKS_KEY),
    webhooksKeyId: values.SEALED_CAPTURE_WEBHOOKS_KEY_ID,
    webhooksLifetime: values.SEALED_CAPTURE_WEBHOOKS_HOURS * HOUR_MS,
    webhooksTimeout: values.SEALED_CAPTURE_WEBHOOKS_TIMEOUT_MS,
    webhooksConcurrency: values.SEALED_CAPTURE_WEBHOOKS_CONCURRENCY,
    webhooksRoom: values.SEALED_CAPTURE_WEBHOOKS_MIB * MIB,
    requestsPerMinute: values.SEALED_CAPTURE_REQUESTS_PER_MINUTE,
    concurrencyPerKey: values.SEALED_CAPTURE_CONCURRENCY_PER_KEY,
    sealsPerDay: values.SEALED_CAPTURE_SEALS_PER_DAY,
    inspectionsPerDay: values.SEALED_CAPTURE_INSPECTIONS_PER_DAY,
    refusalsPerMinute: values.SEALED_CAPTURE_REFUSALS_PER_MINUTE,
    eventLoopLimit: values.SEALED_CAPTURE_EVENT_LOOP_LIMIT_MS,
    heapLimit: values.SEALED_CAPTURE_HEAP_LIMIT_MIB * MIB,
    requestTimeout: values.SEALED_CAPTURE_REQUEST_TIMEOUT_MS,
    connectionTimeout: 60_000,
    logLevel: values.SEALED_CAPTURE_LOG,
  };
}

const resolved = (path: string | undefined): string | undefined =>
  path === undefined ? undefined : resolve(path);

/** Each once. */
const inOrder = (lists: readonly UsedList[]): readonly UsedList[] =>
  usedLists.filter((list) => lists.includes(list));

/** Outside the sources, where this platform keeps a program's own data. */
function defaultDataFolder(env: Variables): string {
  const base =
    env['XDG_DATA_HOME']?.trim() ||
    (process.platform === 'win32' && env['LOCALAPPDATA']?.trim()) ||
    join(homedir(), '.local', 'share');
  return join(base, 'sealed-capture');
}
