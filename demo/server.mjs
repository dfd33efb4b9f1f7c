// Serves the built demo and the service on one origin, until it is told to stop.
import {mkdirSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {demo} from '../dist/demo-server/demo.js';
import {closeOnSignals, readSettings, SettingsError, startService} from '../service/dist/index.js';

const built = (folder) => fileURLToPath(new URL(`../dist/${folder}`, import.meta.url));

// The documentation may not have been written yet.
mkdirSync(built('site'), {recursive: true});

try {
  const settings = readSettings(process.env);
  const service = await startService({
    // The log is limited to failures, so that the visitor sees the line with the address.
    ...settings,
    logLevel: process.env.SEALED_CAPTURE_LOG ? settings.logLevel : 'warn',
    ...demo({root: built('demo'), docs: built('site')}),
  });
  closeOnSignals(service);
  console.log(`sealed-capture is ready at ${service.address}`);
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
