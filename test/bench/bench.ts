// `npm run bench`: every group's figures in one table. Arguments name groups: shutter, sensors, recording, sealing, queue, service, inspector, plates, sizes.
// The figures say how it compares with the same work done another way on this machine, in this run.
import {availableParallelism} from 'node:os';
import {type Figure, type Group} from './figure.js';
import {prepare} from './prepare.js';
import {table} from './table.js';

await prepare();
const groups: Group[] = [
  (await import('./shutter.js')).shutter,
  (await import('./sensors.js')).sensors,
  (await import('./recording.js')).recording,
  (await import('./sealing.js')).sealing,
  (await import('./queue.js')).queue,
  (await import('./service.js')).service,
  (await import('./inspector.js')).inspector,
  (await import('./plates.js')).plates,
  (await import('./sizes.js')).sizes,
];

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !groups.some((group) => group.name === name));
if (unknown.length > 0) {
  console.error(
    `No such group: ${unknown.join(', ')}. There are: ${groups.map(({name}) => name).join(', ')}.`,
  );
  process.exit(2);
}

const figures: Figure[] = [];
for (const group of groups) {
  if (chosen.length > 0 && !chosen.includes(group.name)) continue;
  const start = performance.now();
  process.stderr.write(`${group.name} …`);
  figures.push(...(await group.measure()));
  process.stderr.write(` ${Math.round((performance.now() - start) / 1000)} s\n`);
}
console.log(`\n${availableParallelism()} cores, Node ${process.versions.node}\n`);
console.log(table(figures));
