// `npm test`: every suite, and one line that counts them all. Arguments name suites: node, browser, end-to-end.
import {spawnSync} from 'node:child_process';
import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {build, installPackages, root} from '../demo/prepare.mjs';

installPackages();
build();
const {findChromium} = await import('./browsers/chromium.mjs');
process.env.CHROME_PATH = findChromium();

const scratch = mkdtempSync(join(tmpdir(), 'sealed-capture-test-'));
const countsFile = (suite) => join(scratch, `${suite}.json`);
const node = (args, environment = {}) =>
  spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: {...process.env, ...environment},
  }).status;
const script = (packageName, path) => join(root, 'node_modules', packageName, path);
const nodeTests = () =>
  readdirSync(join(root, 'test'), {recursive: true})
    .filter((path) => path.endsWith('.test.ts') && !path.endsWith('.browser.test.ts'))
    .filter((path) => !path.startsWith('end-to-end'))
    .map((path) => join('test', path))
    .sort();

const suites = {
  node: () =>
    node([
      '--import=tsx',
      '--test',
      '--test-concurrency=2',
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      '--test-reporter=./test/count-reporter.mjs',
      `--test-reporter-destination=${countsFile('node')}`,
      ...nodeTests(),
    ]),
  browser: () =>
    node([script('@web/test-runner', 'dist/bin.js')], {BROWSER_COUNTS: countsFile('browser')}),
  'end-to-end': () =>
    node([script('@playwright/test', 'cli.js'), 'test'], {
      END_TO_END_COUNTS: countsFile('end-to-end'),
    }),
};

const chosen = process.argv.slice(2);
const total = {passed: 0, failed: 0, skipped: 0};
for (const [name, runSuite] of Object.entries(suites)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`\n== ${name} ==`);
  const status = runSuite();
  const counts = readCounts(name);
  // A suite that ends badly without naming a failed test has still failed.
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  for (const key of Object.keys(total)) total[key] += counts[key];
}
rmSync(scratch, {recursive: true, force: true});

function readCounts(suite) {
  try {
    return JSON.parse(readFileSync(countsFile(suite), 'utf8'));
  } catch {
    return {passed: 0, failed: 1, skipped: 0};
  }
}

const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
