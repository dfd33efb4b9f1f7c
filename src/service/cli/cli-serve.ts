import {parseArgs} from 'node:util';
import {closeOnSignals, startService} from '../running-service.js';
import {readSettings} from '../settings/settings.js';
import {UsageError} from '../settings/settings-error.js';

/** `sealed-capture serve`: runs until it is told to stop. */
export async function runServe(args: readonly string[]): Promise<void> {
  const {values} = parseArgs({
    args: [...args],
    options: {port: {type: 'string'}, host: {type: 'string'}},
  });
  if (values.port !== undefined && !/^\d{1,5}$/.test(values.port)) {
    throw new UsageError('--port must be a number from 0 to 65535.');
  }
  const settings = readSettings({
    ...process.env,
    ...(values.port !== undefined && {PORT: values.port}),
    ...(values.host !== undefined && {HOST: values.host}),
  });
  const service = await startService(settings);
  closeOnSignals(service);
  process.stdout.write(`sealed-capture listens on ${service.address}\n`);
}
