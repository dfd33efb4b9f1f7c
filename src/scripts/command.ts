#!/usr/bin/env node
/** The command `sealed-capture` of the elements' package. */
import {VERSION} from '@sealed-capture/seal/model/version.js';
import {visibleJson} from '@sealed-capture/seal/model/text/visible-json.js';
import {copyScriptsCommand} from './copy-scripts-command.js';

const HELP = `sealed-capture: web components that capture, seal and inspect

  sealed-capture copy-scripts FOLDER
      copies what pages load beside their modules (workers, the engine) to a folder that is
      served, where a bundler leaves it behind
  sealed-capture check-upload URL
      tests an upload server as the elements use it; check-upload --help says more

The service has a command of its own, sealed-capture-service: npm install sealed-capture-service
`;

const [command, ...rest] = process.argv.slice(2);
// Nobody reads the output any more, as in `sealed-capture --help | head -1`. The status is that of SIGPIPE.
process.stdout.on('error', () => process.exit(141));
if (command === 'copy-scripts' && !rest.includes('--help') && !rest.includes('-h')) {
  process.exitCode = await copyScriptsCommand(rest);
} else if (command === 'check-upload') {
  const {checkUploadCommand} = await import('./check-upload-command.js');
  process.exitCode = await checkUploadCommand(rest);
} else if (command === '--version') {
  process.stdout.write(`${VERSION}\n`);
} else if (command === undefined || ['help', '--help', '-h', 'copy-scripts'].includes(command)) {
  process.stdout.write(HELP);
} else {
  process.stderr.write(
    `sealed-capture: there is no command ${visibleJson(command)}. Try: sealed-capture --help\n`,
  );
  process.exitCode = 2;
}
