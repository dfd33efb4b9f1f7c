import {once} from 'node:events';
import {endAfter, reloadOnSignal, type RunningService} from '../running-service.js';
import type {Settings} from '../settings/settings.js';
import type {Addresses} from './primary.js';
import {SIBLINGS} from './siblings.js';

/**
 * Divides the operator's limits among the processes. Requests per minute are not divided, because one client's connection
 * may stay with one process.
 */
export function shareOf(settings: Settings): Settings {
  const part = (whole: number) => Math.ceil(whole / Number(process.env[SIBLINGS]));
  return {
    ...settings,
    threads: part(settings.threads),
    queueLength: part(settings.queueLength),
    bodyMemory: part(settings.bodyMemory),
    timestampsPerMinute: part(settings.timestampsPerMinute),
    webhooksConcurrency: part(settings.webhooksConcurrency),
  };
}

/** Starts a service, sends its addresses to the primary, and closes on SIGTERM from the primary. */
export async function serveWithOthers(start: () => Promise<RunningService>): Promise<void> {
  const onStarted = reloadOnSignal();
  const service = await start().catch((error: unknown) => {
    // The channel would keep this process running, although it cannot do its part.
    process.channel?.unref();
    throw error;
  });
  onStarted(service);
  // Ctrl-C reaches every process; only the primary handles it.
  process.on('SIGINT', () => undefined);
  const told = once(process, 'SIGTERM');
  // A second signal must not interrupt requests in flight.
  process.on('SIGTERM', () => undefined);
  const {address, adminAddress} = service;
  process.send?.({address, adminAddress} satisfies Addresses);
  await told;
  endAfter(service.close());
}
