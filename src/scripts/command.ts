#!/usr/bin/env node
/**
 * The command `sealed-capture` of the elements' package. It has commands of its own and forwards all others to
 * the service's package, whose command has the same name, so that all commands work whichever of the two npm
 * installs.
 */
import {createRequire} from 'node:module';
import {resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {VERSION} from '@sealed-capture/seal/model/version.js';
import {visibleJson} from '@sealed-capture/seal/model/text/visible-json.js';
import {copyScriptsCommand} from './copy-scripts-command.js';

const SERVICE = 'sealed-capture-service';

/** The service's own command, if it is installed beside the page's packages. */
function serviceCommand(): string | undefined {
  for (const from of [resolve('package.json'), import.meta.url]) {
    try {
      return createRequire(from).resolve(`${SERVICE}/command`);
    } catch {
      // Not installed there.
    }
  }
  return undefined;
}

const HELP = `sealed-capture: web components that capture, seal and inspect

  sealed-capture copy-scripts FOLDER
      copies what pages load beside their modules (workers, the engine) to a folder that is
      served, where a bundler leaves it behind
  sealed-capture check-upload URL
      tests an upload server as the elements use it; check-upload --help says more

Everything else (serve, config, keys, audit, webhooks, inspect, redact, timestamp, csr, trust)
is the service's:
  npm install ${SERVICE}
`;

const [command, ...rest] = process.argv.slice(2);
// Nobody reads the output any more, as in `sealed-capture --help | head -1`. The status is that of SIGPIPE.
process.stdout.on('error', () => command === 'serve' || process.exit(141));
if (command === 'copy-scripts' && !rest.includes('--help') && !rest.includes('-h')) {
  process.exitCode = await copyScriptsCommand(rest);
} else if (command === 'check-upload') {
  const {checkUploadCommand} = await import('./check-upload-command.js');
  process.exitCode = await checkUploadCommand(rest);
} else if (command === '--version') {
  process.stdout.write(`${VERSION}\n`);
} else {
  const service = serviceCommand();
  if (service !== undefined) {
    await import(pathToFileURL(service).href);
  } else if (command === undefined || ['help', '--help', '-h', 'copy-scripts'].includes(command)) {
    process.stdout.write(HELP);
  } else {
    process.stderr.write(
      `sealed-capture: ${visibleJson(command)} is not among the commands of the elements. ` +
        `Those of the service come with it: npm install ${SERVICE}\n`,
    );
    process.exitCode = 2;
  }
}
