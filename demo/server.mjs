// Serves the built demo and the service on one origin, until it is told to stop. The argument is the service's module, if
// it is not the built one.
import {fileURLToPath} from 'node:url';

const [, , module = 'service/dist/index.js'] = process.argv;
const {closeOnSignals, readSettings, SettingsError, startService} = await import(
  new URL(`../${module}`, import.meta.url).href
);
const built = (folder) => fileURLToPath(new URL(`../dist/${folder}`, import.meta.url));

try {
  const settings = readSettings(process.env);
  const service = await startService({
    // The log is limited to failures, so that the visitor sees the line with the address.
    ...settings,
    logLevel: process.env.SEALED_CAPTURE_LOG ? settings.logLevel : 'warn',
    site: {root: built('demo'), docs: built('site')},
  });
  closeOnSignals(service);
  console.log(`sealed-capture is ready at ${service.address}`);
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
