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

const engines = (process.env.BROWSERS ?? 'chromium,firefox,webkit').split(',');

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
  browser: () => Math.max(...engines.map(runEngine)),
  'end-to-end': () =>
    node([script('@playwright/test', 'cli.js'), 'test'], {
      END_TO_END_COUNTS: countsFile('end-to-end'),
    }),
};

/** Each engine in a run of its own, so that one that stops answering holds up no other. */
function runEngine(engine) {
  const counted = `browser-${engine}`;
  const run = () =>
    node([script('@web/test-runner', 'dist/bin.js')], {
      BROWSERS: engine,
      BROWSER_COUNTS: countsFile(counted),
    });
  let status = run();
  if (readCounts(counted).unanswered > 0) {
    console.log(`${engine} itself stopped answering; its tests run once more from the start.`);
    status = run();
  }
  return status;
}

const chosen = process.argv.slice(2);
const total = {passed: 0, failed: 0, skipped: 0};
for (const [name, runSuite] of Object.entries(suites)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`\n== ${name} ==`);
  const status = runSuite();
  const counts = sum(name === 'browser' ? engines.map((engine) => `browser-${engine}`) : [name]);
  // A suite that ends badly without naming a failed test has still failed.
  if (status !== 0 && counts.failed === 0) counts.failed = 1;
  for (const key of Object.keys(total)) total[key] += counts[key];
}
rmSync(scratch, {recursive: true, force: true});

function sum(parts) {
  const total = {passed: 0, failed: 0, skipped: 0};
  for (const counts of parts.map(readCounts)) {
    for (const key of Object.keys(total)) total[key] += counts[key];
  }
  return total;
}

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
