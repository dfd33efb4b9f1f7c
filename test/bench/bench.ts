// `npm run bench`: each group's figures in a table, as soon as they are measured. Arguments name groups: shutter, first-frame, sensors, recording, sealing, queue, service, inspector, plates, sizes.
// The figures compare the package with the same work done another way, on this machine and in this run.
// `--quick` shows that every group still runs, several at once. Exit code 1: a group broke.
import {availableParallelism} from 'node:os';
import {firstFrame} from './first-frame.js';
import {inspector} from './inspector.js';
import {plates} from './plates.js';
import {queue} from './queue.js';
import {recording} from './recording.js';
import {sealing} from './sealing.js';
import {sensors} from './sensors.js';
import {service} from './service.js';
import {shutter} from './shutter.js';
import {sizes} from './sizes.js';
import {isQuick} from './quick.js';
import {table} from './table.js';

const groups = [
  shutter,
  firstFrame,
  sensors,
  recording,
  sealing,
  queue,
  service,
  inspector,
  plates,
  sizes,
];
const chosen = process.argv.slice(2).filter((name) => name !== '--quick');
const unknown = chosen.filter((name) => !groups.some((group) => group.name === name));
if (unknown.length > 0) {
  console.error(
    `No such group: ${unknown.join(', ')}. There are: ${groups.map(({name}) => name).join(', ')}.`,
  );
  process.exit(2);
}

console.log(`${availableParallelism()} cores, Node ${process.versions.node}`);
if (isQuick) console.log('Quick: each figure is of a few rounds, and says only that it is there.');
const waiting = groups.filter(({name}) => chosen.length === 0 || chosen.includes(name));

/** Measures what waits, one group after the other. */
async function measureWaiting(): Promise<void> {
  for (let group = waiting.shift(); group; group = waiting.shift()) {
    const {name} = group;
    const start = performance.now();
    try {
      const figures = table(await group.measure());
      const seconds = Math.round((performance.now() - start) / 1000);
      console.log(`\n== ${name}, ${seconds} s ==\n${figures}`);
    } catch (error) {
      console.log(`\n== ${name} broke ==`);
      console.error(error);
      process.exitCode = 1;
    }
  }
}
// Figures disturb each other; where they only show that they are there, they may.
await Promise.all(Array.from({length: isQuick ? 3 : 1}, measureWaiting));
