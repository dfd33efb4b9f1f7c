#!/usr/bin/env node
import {parseArgs} from 'node:util';
import {VERSION} from '../../model/version.js';
import {runKeys} from './cli-keys.js';
import {UsageError} from '../settings/settings-error.js';
import {SettingsError} from '../settings/settings-error.js';

const HELP = `sealed-capture: the service that seals captures with Content Credentials, and inspects them

  sealed-capture serve [--port PORT] [--host HOST]
  sealed-capture keys create --environment sandbox|live [--name NAME] [--signed-only]
                             [--roles ROLE,... | --may-claim-capture | --no-may-claim-capture]
                             [--expires DAY|TIME|90d] [--origin ORIGIN]...
                             [--per-minute N] [--concurrency N] [--seals-per-day N]
                             [--inspections-per-day N] [--json]
                        roles: seal, claim-capture, protect, inspect, redact, mint;
                        a limit of 0: any number; without one: as the service has it
  sealed-capture keys list [--json]
  sealed-capture keys change ID [--name NAME] [--roles ROLE,...] [--expires DAY|TIME|90d|none]
                             [--origin ORIGIN|none]... [--per-minute N|none] ... [--json]
  sealed-capture keys rotate ID [--overlap 24h] [--json]
                        makes another key and secret of the same id; those of before work as
                        well for the overlap (30m, 24h, 7d; 0: not at all)
  sealed-capture keys revoke ID [--json]
  sealed-capture redact FILE [--place] [--device] [--gathered] [--capture] [--reason TEXT]
                        [--out FILE | --in-place] [--keep-place-in-file]
                        [--environment sandbox|live]
                        takes parts of what was sealed out of the seal, which stays valid;
                        writes NAME.redacted.EXT beside the file unless told otherwise
  sealed-capture timestamp FILE [--out FILE | --in-place] [--environment sandbox|live]
                        adds an independent time stamp to a seal that has none;
                        writes NAME.stamped.EXT beside the file unless told otherwise
  sealed-capture inspect FILE|FOLDER|-... [--trust-list PEM] [--tsa-trust-list PEM] [--time RFC3339]
                         [--json | --crjson] [--progress]
  sealed-capture csr --country CC --organisation NAME --name PRODUCT [--unit NAME] [--record-id UUID]
                     [--algorithm ES256|ES384] [--key FILE] [--out FILE]
                     makes a key for the live environment, and a request for its certificate
  sealed-capture audit verify [PROOFS] [--folder FOLDER] [--head HASH]... [--json]
  sealed-capture audit export [--folder FOLDER] [--from TIME] [--to TIME]
  sealed-capture audit prove CAPTURE_ID [--folder FOLDER]
                     checks the audit log of SEALED_CAPTURE_AUDIT, writes it out as JSON lines, or
                     proves that an entry is in it without the others
  sealed-capture webhooks list [--json]
  sealed-capture webhooks retry ID | --all
  sealed-capture webhooks discard ID | --all
                     lists events that no receiver has accepted, sends them again or removes them
  sealed-capture webhooks key
                     prints the id and the public key that receivers check signatures with
  sealed-capture copy-scripts FOLDER
                     copies what pages load beside their modules (workers, the engine) to a folder
                     that is served, where a bundler leaves it behind; needs the package of the
                     elements, sealed-capture, beside this one
  sealed-capture --version
  sealed-capture trust list [--json]
  sealed-capture trust update [--from FILE|URL] [--json]

Environment variables
  PORT, HOST                          where serve listens (8080, localhost)
  SEALED_CAPTURE_ADMIN_PORT           port for operators and monitoring: health, metrics (none)
  SEALED_CAPTURE_ADMIN_HOST           where it listens; without TLS on loopback alone (127.0.0.1)
  SEALED_CAPTURE_ADMIN_TLS            folder with server.pem, server.key and clients.pem (who issues
                                      the certificates of its clients) for mutual TLS; all that
                                      changes the service needs it (none)
  SEALED_CAPTURE_DATA                 folder of keys and certificates
                                      (~/.local/share/sealed-capture)
  SEALED_CAPTURE_LIVE                 folder with signer.pem, signer.key and trust.pem of the live
                                      environment, optionally timestamp.pem and timestamp.key
                                      (live in the data folder)
  SEALED_CAPTURE_TRUST_ANCHORS        PEM file, or folder of PEM files, of further authorities whose
                                      signers are trusted
  SEALED_CAPTURE_TSA_TRUST_ANCHORS    the same of time-stamp authorities
  SEALED_CAPTURE_TRUST_LISTS          lists that are used beside those: official, interim or both,
                                      or none (official,interim)
  SEALED_CAPTURE_SANDBOX_TRUST_LISTS, SEALED_CAPTURE_LIVE_TRUST_LISTS
                                      the same for one environment
  SEALED_CAPTURE_TIMESTAMP            addresses of time-stamp authorities (RFC 3161) for live seals,
                                      asked in this order; they go before timestamp.pem
  SEALED_CAPTURE_TIMESTAMP_TIMEOUT_MS how long one of them may take (4000)
  SEALED_CAPTURE_TIMESTAMP_PER_MINUTE most requests to them, 0 for any number (600)
  SEALED_CAPTURE_WITHOUT_TIMESTAMP    refuse or seal where none gives a time stamp (refuse)
  SEALED_CAPTURE_PUBLIC_ADDRESS       where clients find the service, such as https://seals.example,
                                      behind a proxy that passes another Host or path on; the
                                      sandbox's certificates name it
  SEALED_CAPTURE_TRUSTED_PROXIES      addresses or ranges (10.0.0.0/8, loopback) of proxies that
                                      are believed whom they ask for, by X-Forwarded-For (none)
  SEALED_CAPTURE_ALLOWED_ORIGINS      origins of pages that may call the service, or *
  SEALED_CAPTURE_IMAGE_LIMIT_MIB      largest image (20)
  SEALED_CAPTURE_AUDIO_LIMIT_MIB      largest recording (32)
  SEALED_CAPTURE_PROCESSES            processes that serve runs, with one address (1)
  SEALED_CAPTURE_THREADS              threads that read and seal media (one per core)
  SEALED_CAPTURE_ENGINE_MEMORY_MIB    most memory of each thread's engine (256)
  SEALED_CAPTURE_JOB_TIMEOUT_MS       how long a thread may work on one file (10000)
  SEALED_CAPTURE_QUEUE                files that may wait for a thread (64)
  SEALED_CAPTURE_BODY_MEMORY_MIB      uploads that are held at once, together (160);
                                      an eighth beside it is for bodies of POST seal
  SEALED_CAPTURE_IDEMPOTENCY_HOURS    how long a repeated request gets the same answer (24)
  SEALED_CAPTURE_ANSWERS_MIB          what kept answers take in the data folder; above it, no key
                                      may have more than its equal part (1024)
  SEALED_CAPTURE_ANSWERS_PER_KEY      answers that are kept for one key; above it, its new requests
                                      are refused (1000000)
  SEALED_CAPTURE_ANSWERS_PER_KEY_MIB  most that they take (512)
  SEALED_CAPTURE_REDIS                redis:// or rediss:// URL of a Redis or Valkey that keeps them
                                      and the API keys instead, for services that act as one; it
                                      must write changes to disk and not evict
  SEALED_CAPTURE_AUDIT                folder of an append-only log of seals, refusals and changes of
                                      keys; nothing is sealed that cannot be noted there (none)
  SEALED_CAPTURE_WEBHOOKS             addresses that events are sent to, each with what it gets:
                                      https://hooks.example/seals#sealed+inspected (none)
  SEALED_CAPTURE_WEBHOOKS_KEY         file with the secret or private key that they are signed with
  SEALED_CAPTURE_WEBHOOKS_KEY_ID      keyid of their signatures (made of the key)
  SEALED_CAPTURE_WEBHOOKS_HOURS       how long an event is sent again until it is accepted (24)
  SEALED_CAPTURE_WEBHOOKS_TIMEOUT_MS  how long one attempt may take (10000)
  SEALED_CAPTURE_WEBHOOKS_CONCURRENCY attempts at the same time, for each address (4)
  SEALED_CAPTURE_WEBHOOKS_MIB         what events that wait or were given up take; above it, new
                                      ones are dropped (64)
  SEALED_CAPTURE_REQUESTS_PER_MINUTE  requests per key, 0 for any number (60000)
  SEALED_CAPTURE_CONCURRENCY_PER_KEY  requests that a key may have in flight, 0 for any number (0)
  SEALED_CAPTURE_SEALS_PER_DAY, SEALED_CAPTURE_INSPECTIONS_PER_DAY
                                      what a key may do in a day of UTC, 0 for any number (0)
  SEALED_CAPTURE_REFUSALS_PER_MINUTE  requests per address that may have wrong credentials or ask for
                                      what is not there, 0 for any number (300)
  SEALED_CAPTURE_REQUEST_TIMEOUT_MS   how long a client may take to send a request (120000)
  SEALED_CAPTURE_LOG                  fatal, error, warn, info, debug or silent (info)

Exit status: 0 done, 1 failed, 2 wrong usage.
Of inspect: 0 all are valid; 1 at least one is invalid; else 3 at least one could not be read or checked,
or there is none; else 2 at least one is untrusted, interim or carries no seal; 64 wrong usage or trust list.
`;

async function run(args: readonly string[]): Promise<void> {
  const [command, ...rest] = args;
  switch (command) {
    case 'serve': {
      // Loaded only here: the engine and the web server would make every other command slow.
      const {runServe} = await import('./cli-serve.js');
      return runServe(rest);
    }
    case 'keys':
      return runKeys(rest);
    case 'redact': {
      const {runRedact} = await import('./cli-redact.js');
      return runRedact(rest);
    }
    case 'timestamp': {
      const {runTimestamp} = await import('./cli-timestamp.js');
      return runTimestamp(rest);
    }
    case 'inspect': {
      const {inspectCommand} = await import('./cli-inspect.js');
      return inspectCommand(rest);
    }
    case 'trust': {
      const {runTrust} = await import('./cli-trust.js');
      return runTrust(rest);
    }
    case 'audit': {
      const {runAudit} = await import('./cli-audit.js');
      return runAudit(rest);
    }
    case 'webhooks': {
      const {runWebhooks} = await import('./cli-webhooks.js');
      return runWebhooks(rest);
    }
    case 'csr': {
      const {runCsr} = await import('./cli-csr.js');
      return runCsr(rest);
    }
    case 'copy-scripts': {
      const {runElementsCommand} = await import('./cli-elements.js');
      return runElementsCommand();
    }
    case undefined:
      throw new UsageError(
        'Say what to do: serve, keys, redact, timestamp, inspect, csr, audit, webhooks, copy-scripts or trust.',
      );
    default:
      throw new UsageError(`There is no command ${JSON.stringify(command)}.`);
  }
}

const asksForHelp = (args: string[]): boolean =>
  parseArgs({args, strict: false, options: {help: {type: 'boolean', short: 'h'}}}).values.help ===
    true || args[0] === 'help';

/** Wrong options are reported by node:util with codes of this form. */
const isUsageError = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof Error && 'code' in error && /^ERR_PARSE_ARGS/.test(String(error.code)));

const args = process.argv.slice(2);
/** Those below 64 say what an inspection found. */
const status =
  args[0] === 'inspect' ? {usage: 64, settings: 64, bug: 70} : {usage: 2, settings: 1, bug: 1};
if (asksForHelp(args)) {
  process.stdout.write(HELP);
} else {
  try {
    if (args[0] === '--version') process.stdout.write(`${VERSION}\n`);
    else await run(args);
  } catch (error) {
    if (isUsageError(error)) {
      process.stderr.write(`sealed-capture: ${error.message}\nTry: sealed-capture --help\n`);
      process.exitCode = status.usage;
    } else if (error instanceof SettingsError) {
      process.stderr.write(`sealed-capture: ${error.message}\n`);
      process.exitCode = status.settings;
    } else {
      console.error(error);
      process.exitCode = status.bug;
    }
  }
}
