import {ENGINE_MEMORY, ENGINE_TIME_MS} from '@sealed-capture/seal/engine/refusals/limits.js';
import Type, {type Static} from 'typebox';
import {readDestinations} from '../webhooks/addresses.js';
import {
  addresses,
  choice,
  choices,
  integer,
  origins,
  parsedList,
  parsedText,
  path,
  proxies,
  publicAddress,
  redisUrl,
  text,
} from './kinds.js';
import {secretSource, signerSetting} from './signer-setting.js';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** official: the C2PA trust lists. interim: the closed list, which makes no signer trusted. */
export const usedLists = ['official', 'interim'] as const;
export type UsedList = (typeof usedLists)[number];

const ofTrust = {page: 'trust-lists.md'};
const ofStamps = {page: 'time-stamps.md'};

/** All settings with their documentation, in the order in which they are listed. */
export const schema = Type.Object(
  {
    SEALED_CAPTURE_CONFIG: Type.Optional(
      path({
        what: 'JSON file with settings by these names; what is set in the environment counts instead',
        page: 'service.md#a-file-of-settings',
      }),
    ),
    PORT: integer({
      what: 'port where serve listens; 0 takes any free one',
      minimum: 0,
      maximum: 65_535,
      default: 8080,
    }),
    HOST: text({what: 'address where it listens', default: 'localhost'}),
    SEALED_CAPTURE_ADMIN_PORT: Type.Optional(
      integer({
        what: 'port for operators and monitoring: health, metrics',
        page: 'service.md#the-admin-port',
        minimum: 0,
        maximum: 65_535,
      }),
    ),
    SEALED_CAPTURE_ADMIN_HOST: text({
      what: 'address where that listens; without TLS on loopback alone',
      default: '127.0.0.1',
    }),
    SEALED_CAPTURE_ADMIN_TLS: Type.Optional(
      path({
        what: 'folder with server.pem, server.key and clients.pem (who issues the certificates of its clients) for mutual TLS there; all that changes the service needs it',
      }),
    ),
    SEALED_CAPTURE_DATA: Type.Optional(
      path({
        what: 'folder of keys and certificates, readable by their owner alone',
        shown: '~/.local/share/sealed-capture',
      }),
    ),
    SEALED_CAPTURE_LIVE: Type.Optional(
      path({
        what: 'folder with signer.pem, signer.key and trust.pem of the live environment, optionally timestamp.pem and timestamp.key',
        shown: 'live in the data folder',
        page: 'live.md',
      }),
    ),
    SEALED_CAPTURE_SIGNER: parsedText(signerSetting, {
      what: 'where the key of live seals is: file (signer.key), a PKCS #11 URI, awskms:KEY or the https address of a remote signer',
      must: 'must be file, a PKCS #11 URI (pkcs11:…), awskms:KEY, or the https address of a remote signer',
      default: 'file',
      page: 'signing-keys.md',
    }),
    SEALED_CAPTURE_SIGNER_TIMEOUT_MS: integer({
      what: 'how long a signature by a key elsewhere may take',
      minimum: 100,
      maximum: 15_000,
      default: 4_000,
    }),
    SEALED_CAPTURE_KEY_PASSPHRASE: Type.Optional(
      parsedText(secretSource, {
        what: 'where the passphrase of an encrypted signer.key is: file:PATH or env:NAME',
        must: 'must say where the passphrase is: file:PATH or env:NAME',
        page: 'signing-keys.md',
      }),
    ),
    SEALED_CAPTURE_TRUST_ANCHORS: Type.Optional(
      path({
        what: 'PEM file, or folder of PEM files, of further authorities whose signers are trusted',
        ...ofTrust,
      }),
    ),
    SEALED_CAPTURE_TSA_TRUST_ANCHORS: Type.Optional(
      path({what: 'the same of time-stamp authorities', ...ofTrust}),
    ),
    SEALED_CAPTURE_TRUST_LISTS: choices(usedLists, {
      what: 'lists that are used beside those: official, interim or both, or none',
      default: usedLists,
      ...ofTrust,
    }),
    SEALED_CAPTURE_SANDBOX_TRUST_LISTS: Type.Optional(
      choices(usedLists, {what: 'the same for the sandbox', shown: 'the same', ...ofTrust}),
    ),
    SEALED_CAPTURE_LIVE_TRUST_LISTS: Type.Optional(
      choices(usedLists, {
        what: 'the same for the live environment',
        shown: 'the same',
        ...ofTrust,
      }),
    ),
    SEALED_CAPTURE_TIMESTAMP: addresses({
      what: 'addresses of time-stamp authorities (RFC 3161) for live seals, asked in this order; they go before timestamp.pem',
      ...ofStamps,
    }),
    SEALED_CAPTURE_TIMESTAMP_TIMEOUT_MS: integer({
      what: 'how long one of them may take',
      minimum: 100,
      maximum: 15_000,
      default: 4_000,
    }),
    SEALED_CAPTURE_TIMESTAMP_PER_MINUTE: integer({
      what: 'most requests to them, 0 for any number',
      minimum: 0,
      maximum: 100_000,
      default: 600,
    }),
    SEALED_CAPTURE_WITHOUT_TIMESTAMP: choice(['refuse', 'seal'], {
      what: 'what happens to live seals where none gives a time stamp: refuse or seal',
      default: 'refuse',
      ...ofStamps,
    }),
    SEALED_CAPTURE_PUBLIC_ADDRESS: Type.Optional(
      publicAddress({
        what: "where clients find the service, such as https://seals.example, behind a proxy that passes another Host or path on; the sandbox's certificates name it",
        shown: "the request's own",
      }),
    ),
    SEALED_CAPTURE_TRUSTED_PROXIES: proxies({
      what: 'addresses or ranges (10.0.0.0/8, loopback) of proxies whose X-Forwarded-For is believed',
    }),
    SEALED_CAPTURE_ALLOWED_ORIGINS: origins({
      what: 'origins of pages elsewhere that may call the service, of apps, too (capacitor://localhost), or *',
    }),
    SEALED_CAPTURE_IMAGE_LIMIT_MIB: integer({
      what: 'largest image',
      minimum: 1,
      maximum: 64,
      default: 20,
    }),
    SEALED_CAPTURE_AUDIO_LIMIT_MIB: integer({
      what: 'largest recording, video or other file',
      minimum: 1,
      maximum: 64,
      default: 32,
    }),
    SEALED_CAPTURE_PROCESSES: integer({
      what: 'processes that serve runs, with one address',
      page: 'service.md#several-processes',
      minimum: 1,
      maximum: 64,
      default: 1,
    }),
    SEALED_CAPTURE_THREADS: Type.Optional(
      integer({
        what: 'threads that read and seal media',
        shown: 'one per core',
        minimum: 1,
        maximum: 256,
      }),
    ),
    SEALED_CAPTURE_ENGINE_MEMORY_MIB: integer({
      what: "most memory of each thread's engine",
      minimum: 16,
      maximum: 4096,
      default: ENGINE_MEMORY / 1024 / 1024,
    }),
    SEALED_CAPTURE_JOB_TIMEOUT_MS: integer({
      what: 'how long a thread may work on one file',
      minimum: 100,
      maximum: 600_000,
      default: ENGINE_TIME_MS,
    }),
    SEALED_CAPTURE_QUEUE: integer({
      what: 'files that may wait for a thread',
      minimum: 0,
      maximum: 10_000,
      default: 64,
    }),
    SEALED_CAPTURE_BODY_MEMORY_MIB: integer({
      what: 'uploads that are held at once, together; an eighth beside it is for bodies of POST seal',
      minimum: 1,
      maximum: 65_536,
      default: 160,
    }),
    SEALED_CAPTURE_IDEMPOTENCY_HOURS: integer({
      what: 'how long a repeated request gets the same answer',
      minimum: 1,
      maximum: 720,
      default: 24,
    }),
    SEALED_CAPTURE_ANSWERS_MIB: integer({
      what: 'what kept answers take in the data folder; above it, no key may have more than its equal part',
      minimum: 1,
      maximum: 1024 * 1024,
      default: 1024,
    }),
    SEALED_CAPTURE_ANSWERS_PER_KEY: integer({
      what: 'answers that are kept for one key; above it, its new requests are refused',
      minimum: 1,
      maximum: 1e9,
      default: 1_000_000,
    }),
    SEALED_CAPTURE_ANSWERS_PER_KEY_MIB: integer({
      what: 'most that they take',
      minimum: 1,
      maximum: 1024 * 1024,
      default: 512,
    }),
    SEALED_CAPTURE_REDIS: Type.Optional(
      redisUrl({
        what: 'redis:// or rediss:// URL of a Redis or Valkey that keeps them and the API keys instead, for services that act as one; it must write changes to disk and not evict',
        page: 'many-services.md',
      }),
    ),
    SEALED_CAPTURE_AUDIT: Type.Optional(
      path({
        what: 'folder of an append-only log of seals, refusals and changes of keys; nothing is sealed that cannot be noted there',
        page: 'audit.md',
      }),
    ),
    SEALED_CAPTURE_WEBHOOKS: parsedList(readDestinations, {
      what: 'addresses that events are sent to, each with what it gets: https://hooks.example/seals#sealed+inspected',
      page: 'webhooks.md',
      must: 'must list addresses such as https://hooks.example/seals#sealed+certificate.expiring',
    }),
    SEALED_CAPTURE_WEBHOOKS_KEY: Type.Optional(
      path({what: 'file with the secret or private key that they are signed with'}),
    ),
    SEALED_CAPTURE_WEBHOOKS_KEY_ID: Type.Optional(
      text({what: 'keyid of their signatures', shown: 'made of the key'}),
    ),
    SEALED_CAPTURE_WEBHOOKS_HOURS: integer({
      what: 'how long an event is sent again until it is accepted',
      minimum: 1,
      maximum: 720,
      default: 24,
    }),
    SEALED_CAPTURE_WEBHOOKS_TIMEOUT_MS: integer({
      what: 'how long one attempt may take',
      minimum: 100,
      maximum: 60_000,
      default: 10_000,
    }),
    SEALED_CAPTURE_WEBHOOKS_CONCURRENCY: integer({
      what: 'attempts at the same time, for each address',
      minimum: 1,
      maximum: 256,
      default: 4,
    }),
    SEALED_CAPTURE_WEBHOOKS_MIB: integer({
      what: 'what events that wait or were given up take; above it, new ones are dropped',
      minimum: 1,
      maximum: 65_536,
      default: 64,
    }),
    SEALED_CAPTURE_REQUESTS_PER_MINUTE: integer({
      what: 'requests per key, 0 for any number',
      minimum: 0,
      maximum: 1e9,
      default: 60_000,
    }),
    SEALED_CAPTURE_OPEN_REQUESTS_PER_MINUTE: integer({
      what: 'requests that need no key (trust anchors, limits, OCSP, time stamps of the sandbox), per network (/24, /64), 0 for any number',
      page: 'service.md#when-many-ask-at-once',
      minimum: 0,
      maximum: 1e9,
      default: 1_200,
    }),
    SEALED_CAPTURE_CONCURRENCY_PER_KEY: integer({
      what: 'requests that a key may have in flight, 0 for any number',
      page: 'keys.md#what-a-key-may-have',
      minimum: 0,
      maximum: 1e9,
      default: 0,
    }),
    SEALED_CAPTURE_SEALS_PER_DAY: integer({
      what: 'files that a key may seal in a day, 0 for any number',
      page: 'keys.md#what-a-key-may-have',
      minimum: 0,
      maximum: 1e9,
      default: 0,
    }),
    SEALED_CAPTURE_INSPECTIONS_PER_DAY: integer({
      what: 'files that a key may inspect in a day, 0 for any number',
      page: 'keys.md#what-a-key-may-have',
      minimum: 0,
      maximum: 1e9,
      default: 0,
    }),
    SEALED_CAPTURE_REFUSALS_PER_MINUTE: integer({
      what: 'requests per network (/24, /64) that may have wrong credentials or ask for what is not there, 0 for any number',
      minimum: 0,
      maximum: 1e9,
      default: 300,
    }),
    SEALED_CAPTURE_EVENT_LOOP_LIMIT_MS: integer({
      what: 'how late the event loop of a process may be, on average over a second, before it refuses requests (503), 0 for any time',
      page: 'service.md#when-many-ask-at-once',
      minimum: 0,
      maximum: 60_000,
      default: 0,
    }),
    SEALED_CAPTURE_HEAP_LIMIT_MIB: integer({
      what: 'how large its heap may be before it does, 0 for any size',
      minimum: 0,
      maximum: 65_536,
      default: 0,
    }),
    SEALED_CAPTURE_REQUEST_TIMEOUT_MS: integer({
      what: 'how long a client may take to send a request',
      minimum: 1_000,
      maximum: 3_600_000,
      default: 120_000,
    }),
    SEALED_CAPTURE_LOG: choice(logLevels, {
      what: 'what is logged: fatal, error, warn, info, debug or silent',
      default: 'info',
    }),
  },
  {additionalProperties: false},
);

/** The values of all settings, including defaults, by their names. */
export type Values = Static<typeof schema>;
export type Name = keyof Values;
