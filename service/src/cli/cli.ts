#!/usr/bin/env node
import {parseArgs} from 'node:util';
import {VERSION} from '@sealed-capture/seal/model/version.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {endWithReader} from './end-with-reader.js';
import {runKeys} from './keys/cli-keys.js';
import {settingsHelp} from '../settings/describe.js';
import {UsageError} from '../settings/settings-error.js';
import {SettingsError} from '../settings/settings-error.js';
import {complain, complainOfBug} from './terminal.js';

const HELP = `sealed-capture-service: the service that seals captures with Content Credentials, and inspects them

sealed-capture-service COMMAND …

  serve [--port PORT] [--host HOST]
  keys create --environment sandbox|live [--name NAME] [--signed-only]
              [--roles ROLE,... | --may-claim-capture | --no-may-claim-capture]
              [--expires DAY|TIME|90d] [--origin ORIGIN]...
              [--per-minute N] [--concurrency N] [--seals-per-day N]
              [--inspections-per-day N] [--json]
      roles: seal, claim-capture, protect, inspect, redact, mint;
      a limit of 0: any number; without one: as the service has it
  keys list [--json]
  keys change ID [--name NAME] [--roles ROLE,...] [--expires DAY|TIME|90d|none]
              [--origin ORIGIN|none]... [--per-minute N|none] ... [--json]
  keys rotate ID [--overlap 24h] [--json]
      makes another key and secret of the same id; those of before work as
      well for the overlap (30m, 24h, 7d; 0: not at all)
  keys revoke ID [--json]
  redact FILE [--place] [--device] [--gathered] [--capture] [--reason TEXT]
      [--out FILE | --in-place] [--keep-place-in-file]
      [--environment sandbox|live]
      takes parts of what was sealed out of the seal, which stays valid;
      writes NAME.redacted.EXT beside the file unless told otherwise
  timestamp FILE [--out FILE | --in-place] [--environment sandbox|live]
      adds an independent time stamp to a seal that has none;
      writes NAME.stamped.EXT beside the file unless told otherwise
  inspect FILE|FOLDER|-... [--trust-list PEM] [--tsa-trust-list PEM] [--time RFC3339]
      [--json | --crjson] [--progress]
  inspect-set FOLDER|FILE... [--trust-list PEM] [--tsa-trust-list PEM] [--time RFC3339]
      [--json] [--progress]
      says of which sets the files are part, whether each set is complete,
      and what is missing, exchanged, changed or out of order
  csr --country CC --organisation NAME --name PRODUCT [--unit NAME] [--record-id UUID]
      [--algorithm ES256|ES384] [--key FILE] [--out FILE]
      makes a key for the live environment, and a request for its certificate
  audit verify [PROOFS] [--folder FOLDER] [--head HEAD]... [--json]
      [--stamped FILE] [--trust FILE]
  audit export [--folder FOLDER] [--from TIME] [--to TIME]
  audit prove CAPTURE_ID [--folder FOLDER] [--head HEAD]
      [--stamped FILE] [--trust FILE]
  audit stamp [--folder FOLDER]
      checks the audit log of SEALED_CAPTURE_AUDIT, writes it out as JSON lines, or
      proves that an entry is in it without the others, or has its head stamped
  webhooks list [--json]
  webhooks retry ID | --all
  webhooks discard ID | --all
      lists events that no receiver has accepted, sends them again or removes them
  webhooks key
      prints the id and the public key that receivers check signatures with
  config check [--json]
      says all that is wrong with the settings and with what they name, and what keeps
      an environment from sealing; asks the time-stamp authorities for a stamp each
  config show [--json]
      what is set, and where: environment, file or default; without passwords
  --version
  trust list [--json]
  trust update [--from FILE|URL] [--json]

Settings: environment variables, or a file (SEALED_CAPTURE_CONFIG)
${settingsHelp()}

Exit status: 0 done, 1 failed, 2 wrong usage, 3 proofs that were compared with no head.
Of inspect: 0 all are valid; 1 at least one is invalid; else 3 at least one could not be read or checked,
or there is none; else 2 at least one is untrusted, interim or carries no seal; 64 wrong usage or trust list.
Of inspect-set: 0 all sets are complete; 1 at least one is incomplete; else 2 at least one is open or unconfirmed;
3 no file is part of a set, or none could be read; 64 wrong usage or trust list.
`;

async function run(args: readonly string[]): Promise<void> {
  const [command, ...rest] = args;
  switch (command) {
    case 'serve': {
      // Imported only here: engine and web server would slow down every other command.
      const {runServe} = await import('./cli-serve.js');
      return runServe(rest);
    }
    case 'config': {
      const {runConfig} = await import('./cli-config.js');
      return runConfig(rest);
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
    case 'inspect-set': {
      const {inspectSetCommand} = await import('./cli-inspect-set.js');
      return inspectSetCommand(rest);
    }
    case 'trust': {
      const {runTrust} = await import('./cli-trust.js');
      return runTrust(rest);
    }
    case 'audit': {
      const {runAudit} = await import('./audit/cli-audit.js');
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
    case undefined:
      throw new UsageError(
        'Say what to do: serve, config, keys, redact, timestamp, inspect, inspect-set, csr, audit, webhooks or trust.',
      );
    default:
      throw new UsageError(`There is no command ${JSON.stringify(command)}.`);
  }
}

const asksForHelp = (args: string[]): boolean =>
  parseArgs({args, strict: false, options: {help: {type: 'boolean', short: 'h'}}}).values.help ===
    true || args[0] === 'help';

/** node:util reports invalid options with codes of this form. */
const isUsageError = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof Error && 'code' in error && /^ERR_PARSE_ARGS/.test(String(error.code)));

const args = process.argv.slice(2);
endWithReader(args[0] === 'serve');
/** Statuses below 64 are results of an inspection. */
const status =
  args[0] === 'inspect' || args[0] === 'inspect-set'
    ? {usage: 64, settings: 64, bug: 70}
    : {usage: 2, settings: 1, bug: 1};
if (asksForHelp(args)) {
  process.stdout.write(HELP);
} else {
  try {
    if (args[0] === '--version') process.stdout.write(`${VERSION}\n`);
    else await run(args);
  } catch (error) {
    if (isUsageError(error)) {
      complain(`${visibleText(error.message)}\nTry: sealed-capture-service --help`);
      process.exitCode = status.usage;
    } else if (error instanceof SettingsError) {
      complain(error.message);
      process.exitCode = status.settings;
    } else {
      complainOfBug(error);
      process.exitCode = status.bug;
    }
  }
}
