import {setTimeout as sleep} from 'node:timers/promises';
import {parentPort, workerData} from 'node:worker_threads';
import type {UpkeepOptions, UpkeepReport} from './embedded-store.js';
import {ExpiringTable, fileNumber, isDamage} from './expiring-table.js';

// A thread that removes old values and runs checkpoints, because the event loop must not wait for disks.

const {path, limit, every} = workerData as UpkeepOptions;
/** Milliseconds to wait for other connections. */
const BUSY_MS = 5_000;
/** Milliseconds between two steps, in which requests get their turn. */
const PAUSE_MS = 5;

let table: ExpiringTable | undefined;
let opened: number | undefined;

async function upkeep(file: number | undefined): Promise<void> {
  if (file !== opened) {
    table?.close();
    table = undefined;
  }
  opened = file;
  table ??= new ExpiringTable(path, 'temporary', BUSY_MS);
  while (table.sweep(limit)) await sleep(PAUSE_MS);
  table.checkpoint();
}

parentPort?.once('message', () => process.exit());
for (;;) {
  await sleep(every);
  const file = fileNumber(path);
  const report: UpkeepReport = {file};
  try {
    await upkeep(file);
  } catch (error) {
    Object.assign(report, {error, isDamage: isDamage(error)});
  }
  parentPort?.postMessage(report);
}
