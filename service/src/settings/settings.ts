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

/** The settings of an operator. Times are in milliseconds, sizes in bytes. */
export interface Settings {
  /** Address to listen on. */
  host: string;
  /** 0 uses any free port. */
  port: number;
  /** Port for operators and monitoring; absent: none. 0 uses any free port. */
  adminPort?: number;
  /** Address that the admin port listens on. */
  adminHost: string;
  /**
   * Folder with server.pem, server.key and clients.pem for mutual TLS on the admin port; absent: plain HTTP on
   * loopback only.
   */
  adminTls?: string;
  /** Folder of keys and certificates; created with mode 0700. */
  dataFolder: string;
  /** Folder with signer.pem, signer.key and trust.pem of the live environment. */
  liveFolder: string;
  /** Interval of the checks for new certificates and keys in the live folder. */
  liveFolderEvery: number;
  /** Where the key of the live environment's certificate is. */
  signer: SignerSetting;
  /** Where the passphrase of an encrypted signer.key is. */
  keyPassphrase?: SecretSource;
  /** Longest time for a signature by a remote key. */
  signerTimeout: number;
  /** PEM file, or folder of PEM files, of additional authorities whose signers are trusted. */
  trustAnchors?: string;
  /** PEM file, or folder of PEM files, of additional time-stamp authorities. */
  timeStampAnchors?: string;
  /** The lists that each environment uses in addition to its own roots. */
  trustLists: Readonly<Record<Environment, readonly UsedList[]>>;
  /** Interval of the checks for new lists in the data folder. */
  trustListsEvery: number;
  /**
   * Time-stamp authorities (RFC 3161) for the live environment's seals, asked in this order. The addresses may
   * contain names and passwords.
   */
  timestampAddresses: readonly string[];
  /** Most requests to all of them in a minute; 0 means no limit. */
  timestampsPerMinute: number;
  /** Longest time for a request to one of them. */
  timestampTimeout: number;
  /** What the live environment does if none of them gives a stamp: refuse (503), or seal without. */
  withoutTimestamp: 'refuse' | 'seal';
  /**
   * Address of the service's root for clients, if a proxy forwards another Host or path. Signed requests name it.
   * Without a final slash.
   */
  publicAddress?: string;
  /**
   * Proxies whose X-Forwarded-For is trusted: addresses, ranges (10.0.0.0/8), or loopback, linklocal, uniquelocal.
   * That of other clients is ignored.
   */
  trustedProxies: readonly string[];
  /** Origins of pages that may call the service from another origin; "*" for any. */
  allowedOrigins: readonly string[];
  /** Largest image. */
  imageLimit: number;
  /** Largest recording. */
  audioLimit: number;
  /** Number of processes that `serve` runs, with one address. */
  processes: number;
  /** Number of worker threads that read and seal media, in all processes together. */
  threads: number;
  /** Most memory for the engine of one thread, in bytes. */
  engineMemory: number;
  /** Longest time that a thread may work on one file, in milliseconds. */
  jobTimeout: number;
  /** Number of files that may wait for a thread; further requests get 503. */
  queueLength: number;
  /** Memory for all request bodies together; further requests get 503. */
  bodyMemory: number;
  /** How long an answer is stored for repeated requests (Idempotency-Key). */
  answerLifetime: number;
  /** Memory of stored answers in the data folder; above it, no API key may use more than its equal share. */
  answersLimit: number;
  /** Most stored answers of one API key; further requests are refused (429). */
  answersPerKey: number;
  /** Most bytes of the stored answers of one API key. */
  answersPerKeyLimit: number;
  /**
   * URL of a Redis or Valkey that stores API keys, answers and nonces instead of the data folder. May contain a
   * password.
   */
  redis?: string;
  /** Folder of the audit log; absent: there is none. */
  auditFolder?: string;
  /** Where events are sent, and which; see docs/webhooks.md. */
  webhooks: readonly Destination[];
  /** File of the secret or private key that webhooks are signed with. */
  webhooksKeyFile?: string;
  /** `keyid` of webhook signatures; default: derived from the key. */
  webhooksKeyId?: string;
  /** How long an event is retried until its address accepts it. */
  webhooksLifetime: number;
  /** Longest time for one attempt. */
  webhooksTimeout: number;
  /** Most simultaneous attempts for each address. */
  webhooksConcurrency: number;
  /** Bytes of waiting and given-up events in the store; each address has an equal share. */
  webhooksRoom: number;
  /** Requests per key and minute; 0 means no limit. */
  requestsPerMinute: number;
  /** Requests without a key per network and minute; 0 means no limit. */
  openRequestsPerMinute: number;
  /** Limits for each key without its own: requests in flight, and work in a day. 0 means no limit. */
  concurrencyPerKey: number;
  sealsPerDay: number;
  inspectionsPerDay: number;
  /** Requests per network and minute with wrong credentials or for something that does not exist; 0 means no limit. */
  refusalsPerMinute: number;
  /** Delay of the event loop, averaged over a second, above which requests are refused; 0 means no limit. */
  eventLoopLimit: number;
  /** Size of the heap above which requests are refused; 0 means no limit. */
  heapLimit: number;
  /** Longest time that a client may take to send a request. */
  requestTimeout: number;
  /** Longest time without traffic on a connection. */
  connectionTimeout: number;
  logLevel: LogLevel;
}

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
  return settingsOf(found.values, env);
}

/** Faults of single settings and of combinations. */
export function allFaults({values, faults}: Found): readonly string[] {
  if (faults.length > 0) return faults;
  const together = adminFault(
    values.SEALED_CAPTURE_ADMIN_PORT,
    values.SEALED_CAPTURE_ADMIN_HOST,
    values.SEALED_CAPTURE_ADMIN_TLS,
  );
  return together === undefined ? [] : [together];
}

/** Why the admin port must not be opened with these settings; undefined if it may be. */
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
    openRequestsPerMinute: values.SEALED_CAPTURE_OPEN_REQUESTS_PER_MINUTE,
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

/** The lists in the order of use, each once. */
const inOrder = (lists: readonly UsedList[]): readonly UsedList[] =>
  usedLists.filter((list) => lists.includes(list));

/** The platform's folder for a program's own data, outside the sources. */
function defaultDataFolder(env: Variables): string {
  const base =
    env['XDG_DATA_HOME']?.trim() ||
    (process.platform === 'win32' && env['LOCALAPPDATA']?.trim()) ||
    join(homedir(), '.local', 'share');
  return join(base, 'sealed-capture');
}
