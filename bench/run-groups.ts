import {availableParallelism} from 'node:os';
import {setTimeout} from 'node:timers/promises';
import {holds, type Group} from './figure.js';
import {isQuick, rounds} from './quick.js';
import {table} from './table.js';

/**
 * Runs the groups that the command line names, or all, and prints the table of each when it ends. Exit code 1: a group
 * broke, exceeded its time limit, or found a fault. A missed target does not change the exit code, because machines
 * differ.
 *
 * @param atOnce number of groups that run at the same time in a quick run, which only shows that the figures can be
 * measured
 */
export async function runGroups(
  groups: readonly Group[],
  {atOnce}: {atOnce: number},
): Promise<void> {
  const chosen = process.argv.slice(2).filter((name) => name !== '--quick');
  const unknown = chosen.filter((name) => !groups.some((group) => group.name === name));
  if (unknown.length > 0) {
    const names = groups.map(({name}) => name).join(', ');
    console.error(`No such group: ${unknown.join(', ')}. There are: ${names}.`);
    process.exit(2);
  }
  // Exit handlers end everything that the groups have started together with this process.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  console.log(`${availableParallelism()} cores, Node ${process.versions.node}`);
  if (isQuick) {
    console.log('Quick: each figure is of a few rounds, and says only that it is there.');
  }
  const waiting = groups.filter(({name}) => chosen.length === 0 || chosen.includes(name));
  const runWaiting = async (): Promise<void> => {
    for (let group = waiting.shift(); group; group = waiting.shift()) await runOne(group);
  };
  // Simultaneous groups affect each other's figures, which does not matter in a quick run.
  await Promise.all(Array.from({length: isQuick ? atOnce : 1}, runWaiting));
  // Work that a broken group left running would keep this process alive for ever.
  process.exit();
}

/** Default time limit of a group in seconds: many times what it needs on a slow machine. */
const LONGEST = rounds(1800, 240);

async function runOne(group: Group): Promise<void> {
  const {name, longest = LONGEST} = group;
  const start = performance.now();
  const ended = new AbortController();
  try {
    const figures = await Promise.race([group.measure(), endOfTime(longest, ended.signal)]);
    const seconds = Math.round((performance.now() - start) / 1000);
    console.log(`\n== ${name}, ${seconds} s ==\n${table(figures)}`);
    if (figures.some((figure) => figure.isFault && !holds(figure))) process.exitCode = 1;
  } catch (error) {
    console.log(`\n== ${name} broke ==`);
    console.error(error);
    process.exitCode = 1;
  } finally {
    ended.abort();
  }
}

/** Rejects after this many seconds. */
async function endOfTime(seconds: number, signal: AbortSignal): Promise<never> {
  await setTimeout(seconds * 1000, undefined, {signal});
  throw new Error(`It did not end within ${seconds} s.`);
}
