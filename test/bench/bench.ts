// `npm run bench`: each group's figures in a table, as soon as they are measured. Arguments name groups: shutter, sensors, recording, sealing, queue, service, inspector, plates, sizes.
// The figures compare the package with the same work done another way, on this machine and in this run.
// `--quick` shows in less than a minute that every group still runs. Exit code 1: a group broke.
import {availableParallelism} from 'node:os';
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

const groups = [shutter, sensors, recording, sealing, queue, service, inspector, plates, sizes];
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
for (const group of groups) {
  const {name} = group;
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  const start = performance.now();
  try {
    const figures = table(await group.measure());
    console.log(`\n== ${name}, ${Math.round((performance.now() - start) / 1000)} s ==\n${figures}`);
  } catch (error) {
    console.log(`\n== ${name} broke ==`);
    console.error(error);
    process.exitCode = 1;
  }
}
