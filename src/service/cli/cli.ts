#!/usr/bin/env node
import {parseArgs} from 'node:util';
import {runKeys} from './cli-keys.js';
import {UsageError} from '../settings/settings-error.js';
import {SettingsError} from '../settings/settings-error.js';

const HELP = `sealed-capture: the service that seals captures with Content Credentials, and inspects them

  sealed-capture serve [--port PORT] [--host HOST]
  sealed-capture keys create --environment sandbox|live [--name NAME] [--signed-only] [--json]
  sealed-capture keys list [--json]
  sealed-capture keys revoke ID [--json]

Environment variables
  PORT, HOST                          where serve listens (8080, localhost)
  SEALED_CAPTURE_DATA                 folder of keys and certificates
                                      (~/.local/share/sealed-capture)
  SEALED_CAPTURE_LIVE                 folder with signer.pem, signer.key and trust.pem of the live
                                      environment, optionally timestamp.pem and timestamp.key
                                      (live in the data folder)
  SEALED_CAPTURE_TRUST_ANCHORS        PEM file, or folder of PEM files, of further roots to trust
  SEALED_CAPTURE_PUBLIC_ADDRESS       where clients find the service, such as https://seals.example,
                                      behind a proxy that passes another Host or path on
  SEALED_CAPTURE_ALLOWED_ORIGINS      origins of pages that may call the service, or *
  SEALED_CAPTURE_IMAGE_LIMIT_MIB      largest image (20)
  SEALED_CAPTURE_AUDIO_LIMIT_MIB      largest recording (32)
  SEALED_CAPTURE_THREADS              threads that read and seal media (one per core)
  SEALED_CAPTURE_ENGINE_MEMORY_MIB    most memory of each thread's engine (256)
  SEALED_CAPTURE_JOB_TIMEOUT_MS       how long a thread may work on one file (10000)
  SEALED_CAPTURE_QUEUE                files that may wait for a thread (64)
  SEALED_CAPTURE_BODY_MEMORY_MIB      uploads that are held at once, together (160)
  SEALED_CAPTURE_IDEMPOTENCY_HOURS    how long a repeated request gets the same answer (24)
  SEALED_CAPTURE_ANSWERS_MIB          most that kept answers take in the data folder; above it, the
                                      oldest go early (1024)
  SEALED_CAPTURE_REDIS                redis:// or rediss:// URL of a Redis or Valkey that keeps them
                                      and the API keys instead, for services that act as one; it
                                      must write changes to disk and not evict
  SEALED_CAPTURE_REQUESTS_PER_MINUTE  requests per key, 0 for any number (60000)
  SEALED_CAPTURE_REQUEST_TIMEOUT_MS   how long a client may take to send a request (120000)
  SEALED_CAPTURE_LOG                  fatal, error, warn, info, debug or silent (info)

Exit status: 0 done, 1 failed, 2 wrong usage.
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
    case undefined:
      throw new UsageError('Say what to do: serve or keys.');
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
if (asksForHelp(args)) {
  process.stdout.write(HELP);
} else {
  try {
    await run(args);
  } catch (error) {
    if (isUsageError(error)) {
      process.stderr.write(`sealed-capture: ${error.message}\nTry: sealed-capture --help\n`);
      process.exitCode = 2;
    } else if (error instanceof SettingsError) {
      process.stderr.write(`sealed-capture: ${error.message}\n`);
      process.exitCode = 1;
    } else {
      throw error;
    }
  }
}
