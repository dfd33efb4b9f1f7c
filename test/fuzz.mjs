// `npm run fuzz -- [--times 50] [--seed N]`: runs the tests that change files at random, with that many times the usual
// number of changes, and with a different seed each time.
import {spawnSync} from 'node:child_process';
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {parseArgs} from 'node:util';
import {root} from '../demo/prepare.mjs';

const {values} = parseArgs({
  options: {
    times: {type: 'string', default: '50'},
    seed: {type: 'string', default: String(Date.now() % 2 ** 31)},
  },
});
if (![values.times, values.seed].every((value) => /^[1-9]\d*$/.test(value))) {
  console.error('Usage: npm run fuzz -- [--times 50] [--seed N]');
  process.exit(2);
}
console.log(`Seed ${values.seed}, ${values.times} times the changes of a usual run.`);
const tests = readdirSync(join(root, 'test'), {recursive: true})
  .filter((path) => path.endsWith('mutations.test.ts'))
  .map((path) => join('test', path));
const {status} = spawnSync(process.execPath, ['--import=tsx', '--test', ...tests], {
  cwd: root,
  stdio: 'inherit',
  env: {...process.env, FUZZ_TIMES: values.times, FUZZ_SEED: values.seed},
});
process.exitCode = status ?? 1;
