import {isIP, type AddressInfo} from 'node:net';
import {visibleLines} from '@sealed-capture/seal/model/text/visible-text.js';
import {createService, type ServiceOptions} from './service.js';
import {readSettings} from './settings/settings.js';
import {SettingsError} from './settings/settings-error.js';

/** Milliseconds that requests in flight may take after the service was told to stop. */
const SHUTDOWN_MS = 30_000;

export interface RunningService {
  /** The address for a browser on this machine, such as http://localhost:8080 */
  address: string;
  /** The admin port's address, if there is one. */
  adminAddress?: string;
  /** Accepts no more connections, answers requests in flight, then ends. */
  close(): Promise<void>;
  /**
   * Reloads separately what may change at run time: the certificates of the live environment and of the admin port,
   * and the key of webhooks.
   * @throws {SettingsError} naming what cannot be used; the earlier one then stays in use
   */
  reload(): Promise<void>;
}

/**
 * Starts the service on its address.
 * @throws {SettingsError} also if the address is in use
 */
export async function startService(options: ServiceOptions = {}): Promise<RunningService> {
  const defaults = readSettings({});
  const {host = defaults.host, port = defaults.port} = options;
  const app = await createService(options);
  try {
    await app.listen({host, port});
  } catch (error) {
    await app.close();
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    const taken = code === 'EADDRINUSE' ? ' Is it running already? PORT names another port.' : '';
    throw new SettingsError(
      `The service cannot listen on ${host}, port ${port} (${code}).${taken}`,
      {cause: error},
    );
  }
  const bound = app.server.address() as AddressInfo;
  const adminAddress = await app.admin?.listen().catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  const name = isIP(host) === 6 ? `[${host}]` : host;
  return {
    address: `http://${name}:${bound.port}`,
    adminAddress,
    close: () => app.close(),
    reload: () => app.reload(),
  };
}

/** Closes the service on SIGTERM and SIGINT. A second signal, or a timeout, ends the process. */
export function closeOnSignals(service: RunningService): void {
  let closing = false;
  const onSignal = () => {
    if (closing) process.exit(1);
    closing = true;
    endAfter(service.close());
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
}

/** Lets SIGHUP reload the service. The signal never ends the process, also during the start. */
export function reloadOnSignal(): (service: Pick<RunningService, 'reload'>) => void {
  let running: Pick<RunningService, 'reload'> | undefined;
  process.on('SIGHUP', () => {
    running?.reload().catch((error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      process.stderr.write(`sealed-capture-service: ${visibleLines(why)}\n`);
    });
  });
  return (service) => (running = service);
}

/** Ends the process once the service is closed, or did not close in time. */
export function endAfter(closed: Promise<void>): void {
  setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
  void closed.then(
    () => process.exit(0),
    () => process.exit(1),
  );
}
