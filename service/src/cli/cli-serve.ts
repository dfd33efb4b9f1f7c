import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {parseArgs} from 'node:util';
import {ProcessEnded, startProcesses} from '../processes/primary.js';
import {isOneOfSeveral} from '../processes/siblings.js';
import {serveWithOthers, shareOf} from '../processes/worker.js';
import {closeOnSignals, reloadOnSignal, startService} from '../running-service.js';
import {readValues} from '../settings/read-values.js';
import {settingsIn, type Settings} from '../settings/settings.js';
import {UsageError} from '../settings/settings-error.js';
import {complain, say} from './terminal.js';

/** `sealed-capture-service serve`: runs the service until it receives a signal. */
export async function runServe(args: readonly string[]): Promise<void> {
  const {values} = parseArgs({
    args: [...args],
    options: {port: {type: 'string'}, host: {type: 'string'}},
  });
  if (values.port !== undefined && !/^\d{1,5}$/.test(values.port)) {
    throw new UsageError('--port must be a number from 0 to 65535.');
  }
  const env = {
    ...process.env,
    ...(values.port !== undefined && {PORT: values.port}),
    ...(values.host !== undefined && {HOST: values.host}),
  };
  const found = readValues(env);
  const settings = settingsIn(found, env);
  if (isOneOfSeveral()) return serveWithOthers(() => startService(shareOf(settings)));
  for (const warning of found.warnings) complain(`warning: ${visibleText(warning)}`);
  const onStarted = reloadOnSignal();
  try {
    const service = await start(settings);
    onStarted(service);
    closeOnSignals(service);
    const {address, adminAddress} = service;
    if (adminAddress) say(`The admin port is ${adminAddress}`);
    say(`sealed-capture listens on ${address}`);
  } catch (error) {
    if (!(error instanceof ProcessEnded)) throw error;
    if (error.status === undefined) complain(error.message);
    process.exitCode = error.status ?? 1;
  }
}

const start = (settings: Settings) =>
  settings.processes === 1
    ? startService(settings)
    : startProcesses(settings.processes, ({pid, why}, pause) => {
        complain(
          `Process ${pid ?? '(not started)'} of the service ended (${why}). Restarting it in ${pause / 1000} s.`,
        );
      });
