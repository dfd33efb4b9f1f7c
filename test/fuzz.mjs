// `npm run fuzz -- [--times 50] [--changes 5000] [--seed N] [--only JPEG,MP3]`: runs the tests that change files at random,
// with that many times the usual number of changes. Then changes a sealed file of each container that the engine reads
// that many times; the long form is `--changes 100000`. None may crash the process, take the engine's whole memory or
// more than the time for one file, or read as valid with other content. The seed differs each time.
import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {parseArgs} from 'node:util';
import {root} from '../demo/prepare.mjs';

const {values} = parseArgs({
  options: {
    times: {type: 'string', default: '50'},
    changes: {type: 'string', default: '5000'},
    seed: {type: 'string', default: String(Date.now() % 2 ** 31)},
    only: {type: 'string'},
  },
});
if (![values.times, values.changes, values.seed].every((value) => /^\d+$/.test(value))) {
  console.error(
    'Usage: npm run fuzz -- [--times 50] [--changes 5000] [--seed N] [--only JPEG,MP3]',
  );
  process.exit(2);
}
console.log(
  `Seed ${values.seed}: ${values.times} times the changes of a usual run, ${values.changes} of each container.`,
);
const tests = readdirSync(join(root, 'test'), {recursive: true})
  .filter((path) => path.endsWith('mutations.test.ts'))
  .map((path) => join('test', path));
if (values.times !== '0') {
  const {status} = spawnSync(process.execPath, ['--import=tsx', '--test', ...tests], {
    cwd: root,
    stdio: 'inherit',
    env: {...process.env, FUZZ_TIMES: values.times, FUZZ_SEED: values.seed},
  });
  process.exitCode = status ?? 1;
}

const script = join('test', 'fuzz', 'fuzz-container.ts');
/** Milliseconds without a line, after which a process counts as stuck. It prints one for each 250 changes. */
const SILENCE_MS = 120_000;

/** Runs one process from this change on. Returns the change to go on from, if it ended early. */
async function run(name, from, found) {
  const args = ['--import=tsx', script, name, String(from), values.changes, values.seed];
  const child = spawn(process.execPath, args, {cwd: root, stdio: ['ignore', 'pipe', 'inherit']});
  let timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => child.kill('SIGKILL'), SILENCE_MS);
  };
  wait();
  let last = from;
  let report;
  for await (const line of createInterface({input: child.stdout})) {
    wait();
    const said = JSON.parse(line);
    if (said.found) {
      found.push(said);
      last = said.index + 1;
    }
    if (said.done) {
      report = said;
      last = said.done;
    }
  }
  clearTimeout(timer);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  if (child.exitCode === 0) return {report};
  if (child.exitCode !== 3) {
    found.push({found: `the process ended (${child.exitCode ?? child.signalCode})`, index: last});
    last += 250;
  }
  return {report, next: last < Number(values.changes) ? last : undefined};
}

async function fuzz(name) {
  const found = [];
  const sum = {};
  const most = {slowest: 0, largest: 0};
  for (let from = 0; from !== undefined && found.length < 50;) {
    const {report, next} = await run(name, from, found);
    for (const [state, count] of Object.entries(report?.states ?? {}))
      sum[state] = (sum[state] ?? 0) + count;
    most.slowest = Math.max(most.slowest, report?.slowest ?? 0);
    most.largest = Math.max(most.largest, report?.largest ?? 0);
    from = next;
  }
  const counts = Object.entries(sum).map(([state, count]) => `${count} ${state}`);
  console.log(
    `${name}: ${counts.join(', ')}; slowest ${most.slowest} ms, at most ${most.largest} MiB more; ${found.length} found`,
  );
  for (const one of found) console.log(`  ${JSON.stringify(one)}`);
  if (found.length > 0) process.exitCode = 1;
}

if (values.changes !== '0') {
  const list = spawnSync(process.execPath, ['--import=tsx', script, '--names'], {cwd: root});
  const names = values.only?.split(',') ?? JSON.parse(list.stdout.toString());
  for (const name of names) await fuzz(name);
}
