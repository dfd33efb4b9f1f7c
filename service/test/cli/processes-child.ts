import cluster from 'node:cluster';
import {startProcesses} from '../../src/processes/primary.js';
import {isOneOfSeveral} from '../../src/processes/siblings.js';

/** How long the fourth process listens, and how long a process must last until the first delay is used again. */
const [LASTING_MS, STEADY_MS] = [2_500, 2_000];
const never = process.argv.includes('silent');

/** Starts processes with short delays, and prints each end and delay. Ids number the processes from 1. */
if (!isOneOfSeveral()) {
  const times = {pause: 10, longestPause: 20, steady: STEADY_MS, start: never ? 500 : 60_000};
  const print = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);
  try {
    await startProcesses(1, ({why}, pause) => print([why, pause]), times);
  } catch (error) {
    print(error instanceof Error ? error.message : error);
  }
} else if (never) {
  setInterval(() => undefined, 60_000);
} else {
  const id = cluster.worker?.id ?? 0;
  const end = () => process.exit(id);
  process.send?.({address: 'address'});
  if (id <= 4) setTimeout(end, id === 4 ? LASTING_MS : 100);
}
