import {ENGINE_MEMORY, ENGINE_TIME_MS} from '@sealed-capture/seal/engine/refusals/limits.js';
import Type, {type StaticDecode} from 'typebox';
import {readDestinations} from '../webhooks/addresses.js';
import {
  addresses,
  choice,
  choices,
  hours,
  integer,
  mebibytes,
  origins,
  parsedList,
  parsedText,
  path,
  proxies,
  publicAddress,
  redisUrl,
  text,
  type Notes,
} from './kinds.js';
import {secretSource, signerSetting} from './signer-setting.js';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** official: the C2PA trust lists. interim: the closed list, which makes no signer trusted. */
export const usedLists = ['official', 'interim'] as const;
export type UsedList = (typeof usedLists)[number];

const ofTrust = {page: 'trust-lists.md'};
const ofStamps = {page: 'time-stamps.md'};

/** Lists in the order of use, each once. */
const lists = (variable: string, notes: Notes & {default?: readonly UsedList[]}) =>
  Type.Decode(choices(variable, usedLists, notes), (given) =>
    usedLists.filter((list) => given.includes(list)),
  );

/**
 * All settings, in the order in which they are listed: how each is read from its variable, checked, and documented.
 * Times are in milliseconds, sizes in bytes.
 */
export const schema = Type.Object(
  {
    config: Type.Optional(
      path('SEALED_CAPTURE_CONFIG', {
        what: 'JSON file with settings by these names; what is set in the environment counts instead',
        page: 'service.md#a-file-of-settings',
      }),
    ),
    port: integer('PORT', {
      what: 'port where serve listens; 0 takes any free one',
      minimum: 0,
      maximum: 65_535,
      default: 8080,
    }),
    host: text('HOST', {what: 'address where it listens', default: 'localhost'}),
    adminPort: Type.Optional(
      integer('SEALED_CAPTURE_ADMIN_PORT', {
        what: 'port for operators and monitoring: health, metrics',
        page: 'service.md#the-admin-port',
        minimum: 0,
        maximum: 65_535,
      }),
    ),
    adminHost: text('SEALED_CAPTURE_ADMIN_HOST', {
      needs: 'SEALED_CAPTURE_ADMIN_PORT',
      what: 'address where that listens; without TLS on loopback alone',
      default: '127.0.0.1',
    }),
    adminTls: Type.Optional(
      path('SEALED_CAPTURE_ADMIN_TLS', {
        needs: 'SEALED_CAPTURE_ADMIN_PORT',
        what: 'folder with server.pem, server.key and clients.pem (who issues the certificates of its clients) for mutual TLS there; all that changes the service needs it',
      }),
    ),
    dataFolder: Type.Optional(
      path('SEALED_CAPTURE_DATA', {
        what: 'folder of keys and certificates, readable by their owner alone',
        shown: '~/.local/share/sealed-capture',
      }),
    ),
    liveFolder: Type.Optional(
      path('SEALED_CAPTURE_LIVE', {
        what: 'folder with signer.pem, signer.key and trust.pem of the live environment, optionally timestamp.pem and timestamp.key',
        shown: 'live in the data folder',
        page: 'live.md',
      }),
    ),
    signer: parsedText('SEALED_CAPTURE_SIGNER', signerSetting, {
      what: 'where the key of live seals is: file (signer.key), a PKCS #11 URI, awskms:KEY or the https address of a remote signer',
      must: 'must be file, a PKCS #11 URI (pkcs11:…), awskms:KEY, or the https address of a remote signer',
      default: 'file',
      page: 'signing-keys.md',
    }),
    signerTimeout: integer('SEALED_CAPTURE_SIGNER_TIMEOUT_MS', {
      what: 'how long a signature by a key elsewhere may take',
      minimum: 100,
      maximum: 15_000,
      default: 4_000,
    }),
    keyPassphrase: Type.Optional(
      parsedText('SEALED_CAPTURE_KEY_PASSPHRASE', secretSource, {
        what: 'where the passphrase of an encrypted signer.key is: file:PATH or env:NAME',
        must: 'must say where the passphrase is: file:PATH or env:NAME',
        page: 'signing-keys.md',
      }),
    ),
    trustAnchors: Type.Optional(
      path('SEALED_CAPTURE_TRUST_ANCHORS', {
        what: 'PEM file, or folder of PEM files, of further authorities whose signers are trusted',
        ...ofTrust,
      }),
    ),
    timeStampAnchors: Type.Optional(
      path('SEALED_CAPTURE_TSA_TRUST_ANCHORS', {
        what: 'the same of time-stamp authorities',
        ...ofTrust,
      }),
    ),
    trustLists: lists('SEALED_CAPTURE_TRUST_LISTS', {
      what: 'lists that are used beside those: official, interim or both, or none',
      default: usedLists,
      ...ofTrust,
    }),
    sandboxTrustLists: Type.Optional(
      lists('SEALED_CAPTURE_SANDBOX_TRUST_LISTS', {
        what: 'the same for the sandbox',
        shown: 'the same',
        ...ofTrust,
      }),
    ),
    liveTrustLists: Type.Optional(
      lists('SEALED_CAPTURE_LIVE_TRUST_LISTS', {
        what: 'the same for the live environment',
        shown: 'the same',
        ...ofTrust,
      }),
    ),
    timestampAddresses: addresses('SEALED_CAPTURE_TIMESTAMP', {
      what: 'addresses of time-stamp authorities (RFC 3161) for live seals, asked in this order; they go before timestamp.pem',
      ...ofStamps,
    }),
    timestampTimeout: integer('SEALED_CAPTURE_TIMESTAMP_TIMEOUT_MS', {
      what: 'how long one of them may take',
      minimum: 100,
      maximum: 15_000,
      default: 4_000,
    }),
    timestampsPerMinute: integer('SEALED_CAPTURE_TIMESTAMP_PER_MINUTE', {
      what: 'most requests to them, 0 for any number',
      minimum: 0,
      maximum: 100_000,
      default: 600,
    }),
    withoutTimestamp: choice('SEALED_CAPTURE_WITHOUT_TIMESTAMP', ['refuse', 'seal'], {
      what: 'what happens to live seals where none gives a time stamp: refuse or seal',
      default: 'refuse',
      ...ofStamps,
    }),
    publicAddress: Type.Optional(
      publicAddress('SEALED_CAPTURE_PUBLIC_ADDRESS', {
        what: "where clients find the service, such as https://seals.example, behind a proxy that passes another Host or path on; the sandbox's certificates name it",
        shown: "the request's own",
      }),
    ),
    trustedProxies: proxies('SEALED_CAPTURE_TRUSTED_PROXIES', {
      what: 'addresses or ranges (10.0.0.0/8, loopback) of proxies whose X-Forwarded-For is believed',
    }),
    allowedOrigins: origins('SEALED_CAPTURE_ALLOWED_ORIGINS', {
      what: 'origins of pages elsewhere that may call the service, of apps, too (capacitor://localhost), or *',
    }),
    imageLimit: mebibytes('SEALED_CAPTURE_IMAGE_LIMIT_MIB', {
      what: 'largest image',
      minimum: 1,
      maximum: 64,
      default: 20,
    }),
    audioLimit: mebibytes('SEALED_CAPTURE_AUDIO_LIMIT_MIB', {
      what: 'largest recording, video or other file',
      minimum: 1,
      maximum: 64,
      default: 32,
    }),
    processes: integer('SEALED_CAPTURE_PROCESSES', {
      what: 'processes that serve runs, with one address',
      page: 'service.md#several-processes',
      minimum: 1,
      maximum: 64,
      default: 1,
    }),
    threads: Type.Optional(
      integer('SEALED_CAPTURE_THREADS', {
        what: 'threads that read and seal media',
        shown: 'one per core',
        minimum: 1,
        maximum: 256,
      }),
    ),
    engineMemory: mebibytes('SEALED_CAPTURE_ENGINE_MEMORY_MIB', {
      what: "most memory of each thread's engine",
      minimum: 16,
      maximum: 4096,
      default: ENGINE_MEMORY / 1024 / 1024,
    }),
    jobTimeout: integer('SEALED_CAPTURE_JOB_TIMEOUT_MS', {
      what: 'how long a thread may work on one file',
      minimum: 100,
      maximum: 600_000,
      default: ENGINE_TIME_MS,
    }),
    queueLength: integer('SEALED_CAPTURE_QUEUE', {
      what: 'files that may wait for a thread',
      minimum: 0,
      maximum: 10_000,
      default: 64,
    }),
    bodyMemory: mebibytes('SEALED_CAPTURE_BODY_MEMORY_MIB', {
      what: 'uploads that are held at once, together; an eighth beside it is for bodies of POST seal',
      minimum: 1,
      maximum: 65_536,
      default: 160,
    }),
    answerLifetime: hours('SEALED_CAPTURE_IDEMPOTENCY_HOURS', {
      what: 'how long a repeated request gets the same answer',
      minimum: 1,
      maximum: 720,
      default: 24,
    }),
    answersLimit: mebibytes('SEALED_CAPTURE_ANSWERS_MIB', {
      what: 'what kept answers take in the data folder; above it, no key may have more than its equal part',
      minimum: 1,
      maximum: 1024 * 1024,
      default: 1024,
    }),
    answersPerKey: integer('SEALED_CAPTURE_ANSWERS_PER_KEY', {
      what: 'answers that are kept for one key; above it, its new requests are refused',
      minimum: 1,
      maximum: 1e9,
      default: 1_000_000,
    }),
    answersPerKeyLimit: mebibytes('SEALED_CAPTURE_ANSWERS_PER_KEY_MIB', {
      what: 'most that they take',
      minimum: 1,
      maximum: 1024 * 1024,
      default: 512,
    }),
    redis: Type.Optional(
      redisUrl('SEALED_CAPTURE_REDIS', {
        what: 'redis:// or rediss:// URL of a Redis or Valkey that keeps them and the API keys instead, for services that act as one; it must write changes to disk and not evict',
        page: 'many-services.md',
      }),
    ),
    auditFolder: Type.Optional(
      path('SEALED_CAPTURE_AUDIT', {
        what: 'folder of an append-only log of seals, refusals and changes of keys; nothing is sealed that cannot be noted there',
        page: 'audit.md',
      }),
    ),
    webhooks: parsedList('SEALED_CAPTURE_WEBHOOKS', readDestinations, {
      what: 'addresses that events are sent to, each with what it gets: https://hooks.example/seals#sealed+inspected',
      page: 'webhooks.md',
      must: 'must list addresses such as https://hooks.example/seals#sealed+certificate.expiring',
    }),
    webhooksKeyFile: Type.Optional(
      path('SEALED_CAPTURE_WEBHOOKS_KEY', {
        needs: 'SEALED_CAPTURE_WEBHOOKS',
        what: 'file with the secret or private key that they are signed with',
      }),
    ),
    webhooksKeyId: Type.Optional(
      text('SEALED_CAPTURE_WEBHOOKS_KEY_ID', {
        needs: 'SEALED_CAPTURE_WEBHOOKS',
        what: 'keyid of their signatures',
        shown: 'made of the key',
      }),
    ),
    webhooksLifetime: hours('SEALED_CAPTURE_WEBHOOKS_HOURS', {
      what: 'how long an event is sent again until it is accepted',
      minimum: 1,
      maximum: 720,
      default: 24,
    }),
    webhooksTimeout: integer('SEALED_CAPTURE_WEBHOOKS_TIMEOUT_MS', {
      what: 'how long one attempt may take',
      minimum: 100,
      maximum: 60_000,
      default: 10_000,
    }),
    webhooksConcurrency: integer('SEALED_CAPTURE_WEBHOOKS_CONCURRENCY', {
      what: 'attempts at the same time, for each address',
      minimum: 1,
      maximum: 256,
      default: 4,
    }),
    webhooksRoom: mebibytes('SEALED_CAPTURE_WEBHOOKS_MIB', {
      what: 'what events that wait or were given up take; above it, new ones are dropped',
      minimum: 1,
      maximum: 65_536,
      default: 64,
    }),
    requestsPerMinute: integer('SEALED_CAPTURE_REQUESTS_PER_MINUTE', {
      what: 'requests per key, 0 for any number',
      minimum: 0,
      maximum: 1e9,
      default: 60_000,
    }),
    openRequestsPerMinute: integer('SEALED_CAPTURE_OPEN_REQUESTS_PER_MINUTE', {
      what: 'requests that need no key (trust anchors, limits, OCSP, time stamps of the sandbox), per network (/24, /64), 0 for any number',
      page: 'service.md#when-many-ask-at-once',
      minimum: 0,
      maximum: 1e9,
      default: 1_200,
    }),
    concurrencyPerKey: integer('SEALED_CAPTURE_CONCURRENCY_PER_KEY', {
      what: 'requests that a key may have in flight, 0 for any number',
      page: 'keys.md#what-a-key-may-have',
      minimum: 0,
      maximum: 1e9,
      default: 0,
    }),
    sealsPerDay: integer('SEALED_CAPTURE_SEALS_PER_DAY', {
      what: 'files that a key may seal in a day, 0 for any number',
      page: 'keys.md#what-a-key-may-have',
      minimum: 0,
      maximum: 1e9,
      default: 0,
    }),
    inspectionsPerDay: integer('SEALED_CAPTURE_INSPECTIONS_PER_DAY', {
      what: 'files that a key may inspect in a day, 0 for any number',
      page: 'keys.md#what-a-key-may-have',
      minimum: 0,
      maximum: 1e9,
      default: 0,
    }),
    refusalsPerMinute: integer('SEALED_CAPTURE_REFUSALS_PER_MINUTE', {
      what: 'requests per network (/24, /64) that may have wrong credentials or ask for what is not there, 0 for any number',
      minimum: 0,
      maximum: 1e9,
      default: 300,
    }),
    eventLoopLimit: integer('SEALED_CAPTURE_EVENT_LOOP_LIMIT_MS', {
      what: 'how late the event loop of a process may be, on average over a second, before it refuses requests (503), 0 for any time',
      page: 'service.md#when-many-ask-at-once',
      minimum: 0,
      maximum: 60_000,
      default: 0,
    }),
    heapLimit: mebibytes('SEALED_CAPTURE_HEAP_LIMIT_MIB', {
      what: 'how large its heap may be before it does, 0 for any size',
      minimum: 0,
      maximum: 65_536,
      default: 0,
    }),
    requestTimeout: integer('SEALED_CAPTURE_REQUEST_TIMEOUT_MS', {
      what: 'how long a client may take to send a request',
      minimum: 1_000,
      maximum: 3_600_000,
      default: 120_000,
    }),
    logLevel: choice('SEALED_CAPTURE_LOG', logLevels, {
      what: 'what is logged: fatal, error, warn, info, debug or silent',
      default: 'info',
    }),
  },
  {additionalProperties: false},
);

/** The values of all settings with a value. */
export type Values = StaticDecode<typeof schema>;
