// `npm test`: every suite, then the slowest files, and one line that counts all tests. Arguments name suites: node,
// browser, end-to-end.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {build, installPackages, root} from '../demo/prepare.mjs';

installPackages();
build();
const {findChromium} = await import('./browsers/chromium.mjs');
const {compiledFolder, compileTests} = await import('./compile.mjs');
process.env.CHROME_PATH = findChromium();

const scratch = mkdtempSync(join(tmpdir(), 'sealed-capture-test-'));
const countsFile = (suite) => join(scratch, `${suite}.json`);

/** Runs Node, and answers with its exit code. What is not shown at once is shown when it has ended. */
async function node(args, environment = {}, stdio = 'inherit') {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio,
    env: {...process.env, ...environment},
  });
  const output = [];
  child.stdout?.on('data', (chunk) => output.push(chunk));
  const [status] = await once(child, 'close');
  process.stdout.write(Buffer.concat(output));
  return status ?? 1;
}

const script = (packageName, path) => join(root, 'node_modules', packageName, path);
const nodeTests = () =>
  readdirSync(join(root, 'test'), {recursive: true})
    .filter((path) => path.endsWith('.test.ts') && !path.endsWith('.browser.test.ts'))
    .filter((path) => !path.startsWith('end-to-end'))
    .map((path) => join('test', path))
    .sort();

const engines = (process.env.BROWSERS ?? 'chromium,firefox,webkit').split(',');
/** Chromium uses both processors by itself; the others run side by side. */
const enginesAtOnce = [
  engines.filter((engine) => engine === 'chromium'),
  engines.filter((engine) => engine !== 'chromium'),
];

const suites = {
  node: async () =>
    node(
      [
        '--enable-source-maps',
        '--test',
        '--test-concurrency=2',
        '--test-reporter=spec',
        '--test-reporter-destination=stdout',
        '--test-reporter=./test/count-reporter.mjs',
        `--test-reporter-destination=${countsFile('node')}`,
        ...(await compileTests(nodeTests())),
      ],
      {COMPILED_TESTS: compiledFolder},
    ),
  browser: async () => {
    const statuses = [];
    for (const names of enginesAtOnce) {
      statuses.push(...(await Promise.all(names.map((engine) => runEngine(engine, 'quiet')))));
    }
    // Sound is lost where a processor has too much to do.
    for (const engine of engines) statuses.push(await runEngine(engine, 'sound'));
    return Math.max(...statuses);
  },
  'end-to-end': () =>
    node([script('@playwright/test', 'cli.js'), 'test'], {
      END_TO_END_COUNTS: countsFile('end-to-end'),
    }),
};

/** One engine's part in a run of its own, so that one that stops answering holds up no other. */
async function runEngine(engine, part) {
  const counted = `${engine}-${part}`;
  const run = () =>
    node(
      [script('@web/test-runner', 'dist/bin.js')],
      {BROWSERS: engine, BROWSER_PART: part, BROWSER_COUNTS: countsFile(counted)},
      ['ignore', 'pipe', 'inherit'],
    );
  let status = await run();
  if (readCounts(counted).unanswered > 0) {
    console.log(`${engine} itself stopped answering; its tests run once more from the start.`);
    status = await run();
  }
  return status;
}

const chosen = process.argv.slice(2);
const total = {passed: 0, failed: 0, skipped: 0};
const files = [];
for (const [name, runSuite] of Object.entries(suites)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  console.log(`\n== ${name} ==`);
  const status = await runSuite();
  const parts =
    name === 'browser'
      ? engines.flatMap((engine) => [`${engine}-quiet`, `${engine}-sound`])
      : [name];
  const counts = sum(parts);
  files.push(...parts.flatMap((part) => readCounts(part).files ?? []));
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

console.log('\nThe slowest test files:');
files.sort((a, b) => b.milliseconds - a.milliseconds);
for (const {file, milliseconds} of files.slice(0, 10)) {
  console.log(`${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${file}`);
}

const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
