// `npm test`: runs every suite, then lists the slowest files, and prints one line that counts all tests. Arguments
// select suites: node, browser, end-to-end. With `--night`, it runs the files of at-night.json instead of all others,
// those with variants (see variants.ts) completely, and in Firefox and WebKit the tests that web-test-runner.config.mjs
// leaves to the night.
import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {build, buildSite, installPackages, root} from '../demo/prepare.mjs';
import {filesAtNight, filesOfNight, neighborsByDay, testFiles} from './at-night.mjs';

const isNight = process.argv.includes('--night');
const moved = filesAtNight.filter((path) => !testFiles.includes(path));
if (moved.length > 0) throw new Error(`test/at-night.json names what is not there: ${moved}`);
/** Read by playwright.config.ts and web-test-runner.config.mjs. */
process.env.TESTS_AT = isNight ? 'night' : 'day';

/** What waits for the night names only tests that run by day, so that what it checks is also checked by day. */
const byDay = testFiles.filter((path) => !filesAtNight.includes(path));
for (const [path, reason] of neighborsByDay) {
  for (const [name] of reason.matchAll(/[\w./-]+\.test\.ts/g)) {
    if (!byDay.some((one) => `/${one}`.endsWith(`/${name}`)))
      throw new Error(`${name}, named for what ${path} checks at night, does not run by day.`);
  }
}

installPackages();
build();
buildSite();
const {findChromium, findHeadlessShell} = await import('./browsers/chromium.mjs');
const {buildBrowserTests} = await import('./browsers/modules.mjs');
const {compiledFolder, compileTests, nodeTestSources, writeAlone} = await import('./compile.mjs');
process.env.CHROME_PATH = findChromium();
process.env.HEADLESS_SHELL_PATH = findHeadlessShell();
const runsNow = (path) => (isNight ? filesOfNight.includes(path) : !filesAtNight.includes(path));
const nodeTestFiles = nodeTestSources().filter(runsNow);
const compiledTests = await compileTests(nodeTestFiles);
/** The folder in which tests find the programs that they start. */
process.env.COMPILED_TESTS = compiledFolder;

const scratch = mkdtempSync(join(tmpdir(), 'sealed-capture-test-'));
const wanted = process.argv.slice(2).filter((name) => name !== '--night');
const isWanted = (suite) => wanted.length === 0 || wanted.includes(suite);
if (isWanted('browser')) {
  /** Read by test/browsers/modules.mjs. */
  process.env.BUILT_BROWSER_TESTS = join(scratch, 'browser-tests');
  await buildBrowserTests(process.env.BUILT_BROWSER_TESTS);
}
/** The results of each run, by name. */
const results = new Map();

/**
 * Audio contexts lose sound if the processor is overloaded. If the system allows real-time priority, the tests of sound run
 * beside the others; otherwise they run alone, after them.
 */
const goFirst = ['chrt', '--rr', '1'];
const mayGoFirst = spawnSync(goFirst[0], [...goFirst.slice(1), 'true']).status === 0;

/** Many times the duration of any run. A run that has not ended by then is considered hung. */
const LONGEST_RUN_MS = 25 * 60_000;
/** The same for a file of tests in WebKitGTK, which stops answering now and then. */
const LONGEST_WEBKIT_FILE_MS = (isNight ? 5 : 2) * 60_000;

/** Runs a program of Node that writes its counts to the given file. Shows its output at once, or when it has ended. */
async function run(name, program, {first, atOnce, longestFile = Infinity} = {}) {
  const countsFile = join(scratch, `${name}.json`);
  rmSync(countsFile, {force: true});
  const {args, environment, countsOf} = program(countsFile);
  const command = [...(first && mayGoFirst ? goFirst : []), process.execPath, ...args];
  const started = Date.now();
  const child = spawn(command[0], command.slice(1), {
    cwd: root,
    stdio: atOnce ? 'inherit' : ['ignore', 'pipe', 'inherit'],
    env: {...process.env, ...environment},
    timeout: LONGEST_RUN_MS,
  });
  /** Stops the program if no file of tests has ended for too long. */
  const stopIfHung = () => {
    const last = statSync(countsFile, {throwIfNoEntry: false})?.mtimeMs ?? started;
    if (Date.now() - last > longestFile) child.kill();
  };
  const watch = setInterval(stopIfHung, 5_000);
  const output = [];
  child.stdout?.on('data', (chunk) => output.push(chunk));
  const [status] = await once(child, 'close');
  clearInterval(watch);
  console.log(`\n== ${name}: ${Math.round((Date.now() - started) / 1000)} s ==`);
  process.stdout.write(Buffer.concat(output));
  if (child.killed) console.log(`${name} was stopped: it did not end by itself.`);
  const counts = readCounts(countsFile, name, countsOf);
  // A run that fails without naming a failed test counts as failed.
  if (status !== 0 && counts.failed === 0) {
    counts.failed = 1;
    counts.failedTests = [`${name} ended with ${status}`];
  }
  results.set(name, counts);
  return counts;
}

function readCounts(file, name, countsOf = (counts) => counts) {
  try {
    return countsOf(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // The program ended before it wrote its counts.
    return {
      passed: 0,
      failed: 1,
      skipped: 0,
      failedTests: [`all of ${name}`],
    };
  }
}

const script = (packageName, path) => join(root, 'node_modules', packageName, path);

/** For the tests of one process. By night, they build and install packages. */
const LONGEST_PROCESS_MS = (isNight ? 20 : 5) * 60_000;

/** The files that were not reported, because their process ended early. */
const notEnded = (paths, {files = []}) =>
  paths.filter((path) => !files.some(({file}) => file === path));

async function nodeTests() {
  const program = (countsFile, modules, options) => ({
    args: [
      ...options,
      '--test',
      // Without a limit, a file that never ends would block all others.
      `--test-timeout=${LONGEST_PROCESS_MS}`,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      '--test-reporter=./test/count-reporter.mjs',
      `--test-reporter-destination=${countsFile}`,
      ...modules,
    ],
  });
  const all = (countsFile) => program(countsFile, compiledTests, ['--test-concurrency=3']);
  const counts = await run('node', all, {atOnce: true});
  const lost = notEnded(nodeTestFiles, counts);
  counts.failed += lost.length;
  counts.failedFiles = [...(counts.failedFiles ?? []), ...lost];
  counts.failedTests = [...(counts.failedTests ?? []), ...lost];
  trySecondTime(
    'node',
    // Source maps cost every process time, so only the second try names the lines of the sources.
    (countsFile, files) =>
      program(countsFile, files.map(writeAlone), ['--test-concurrency=1', '--enable-source-maps']),
    (files, counted) => notEnded(files, counted).length === 0,
  );
}

/** Functions that run {@link secondTries}; each resolves when its files have been repeated. */
const secondTries = [];

/**
 * A few files that failed beside others on an overloaded processor are repeated after everything else. Files that pass
 * then count as passed and are listed at the end; files that fail twice count as failed.
 */
function trySecondTime(name, program, isComplete = () => true) {
  const counts = results.get(name);
  const files = counts.failedFiles ?? [];
  if (counts.failed === 0 || files.length === 0 || files.length > 5) return;
  secondTries.push(async () => {
    const again = `${name}, second try`;
    const counted = await run(again, (countsFile) => program(countsFile, files));
    results.delete(again);
    const {passed, failed} = counted;
    // A run without tests proves nothing.
    if (failed > 0 || passed === 0 || !isComplete(files, counted)) return;
    // A hook that failed counts as one more than the tests that it kept from running.
    counts.passed += Math.min(counts.failed, passed);
    counts.failed = 0;
    counts.failedTests = [];
    counts.secondTry = [...(counts.secondTry ?? []), ...files];
  });
}

/** The counts of two runs, of which the second ran the files that did not answer in the first. */
function inBoth(first, second) {
  const isOld = (name) => first.unanswered.some((path) => name.startsWith(path));
  const old = first.failedTests.filter((name) => !isOld(name));
  return {
    passed: first.passed + second.passed,
    failed: old.length + second.failed,
    skipped: first.skipped + second.skipped,
    failedFiles: [
      ...(first.failedFiles ?? []).filter((path) => !isOld(path)),
      ...(second.failedFiles ?? []),
    ],
    failedTests: [...old, ...second.failedTests],
    unanswered: second.unanswered ?? first.unanswered,
    files: [...first.files, ...(second.files ?? [])],
  };
}

/** Runs one engine's part separately, so that an engine that stops answering does not block the others. */
async function browserTests(engine, part) {
  const name = `browser ${part} ${engine}`;
  const program = (countsFile, files = []) => ({
    args: [
      script('@web/test-runner', 'dist/bin.js'),
      ...files.flatMap((file) => ['--files', file]),
    ],
    environment: {BROWSERS: engine, BROWSER_PART: part, BROWSER_COUNTS: countsFile},
  });
  const options = {
    first: part === 'sound' && engine !== 'webkit',
    ...(engine === 'webkit' && {longestFile: LONGEST_WEBKIT_FILE_MS}),
  };
  // WebKitGTK stops answering now and then, mostly if a camera stops while its first picture arrives.
  let counts = await run(name, program, options);
  for (let again = 0; again < 3 && counts.unanswered?.length > 0; again++) {
    const files = counts.unanswered;
    console.log(`${engine} itself stopped answering; what is left runs again: ${files.join(', ')}`);
    const before = counts;
    counts = inBoth(before, await run(name, (file) => program(file, files), options));
  }
  results.set(name, counts);
  trySecondTime(name, program);
}

/** What Playwright's own reporter writes. An error outside of a test is not repeated, because it belongs to no file. */
function countsOfPlaywright({stats, errors, suites}) {
  const specsOf = ({specs, suites: inner = []}) => [...specs, ...inner.flatMap(specsOf)];
  const files = suites.map((suite) => ({
    file: `test/end-to-end/${suite.file}`,
    specs: specsOf(suite),
  }));
  const having = (wanted) =>
    files.flatMap(({file, specs}) =>
      specs
        .filter(({tests}) => tests.some(({status}) => status === wanted))
        .map(({title}) => ({file, title})),
    );
  const failed = having('unexpected');
  const outside = errors.map(({message = 'no message'}) => `outside of tests: ${message}`);
  const timeOf = ({tests}) => tests.flatMap(({results}) => results.map(({duration}) => duration));
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failedFiles: errors.length > 0 ? [] : [...new Set(failed.map(({file}) => file))],
    failedTests: [...failed.map(({file, title}) => `${file}: ${title}`), ...outside],
    secondTry: [...new Set(having('flaky').map(({file}) => file))],
    files: files.map(({file, specs}) => ({
      file,
      milliseconds: specs.flatMap(timeOf).reduce((sum, one) => sum + one, 0),
    })),
  };
}

/** Runs projects of playwright.config.ts. */
async function endToEndTests(...projects) {
  const name = projects.join(' ');
  const output = join('test-results', name);
  const program = (countsFile, files = []) => ({
    args: [
      script('@playwright/test', 'cli.js'),
      'test',
      ...(files.length > 0 ? [...files, '--retries=0'] : []),
      '--no-deps',
      ...projects.map((project) => `--project=${project}`),
      `--output=${output}`,
    ],
    environment: {END_TO_END_COUNTS: countsFile},
    countsOf: countsOfPlaywright,
  });
  await run(`end-to-end ${name}`, program);
  trySecondTime(`end-to-end ${name}`, program);
}

const engines = (process.env.BROWSERS ?? 'chromium,firefox,webkit').split(',');
const quietTests = async (engine, part = 'quiet') => {
  if (engines.includes(engine)) await browserTests(engine, part);
};
const soundOf = (names) => names.map((engine) => () => browserTests(engine, 'sound'));
/**
 * One after the other: Node's tests beside those of browsers took as long, because the processor is the limit, and tests
 * of pictures and cameras failed for want of it.
 */
const quiet = {
  node: [nodeTests],
  browser: [
    () => quietTests('chromium'),
    // Each shows one page at a time.
    () =>
      Promise.all([quietTests('firefox'), ...(isNight ? [] : [quietTests('chromium', 'devices')])]),
  ],
  'end-to-end': [() => endToEndTests('pages', 'cameras', 'whole-browser')],
};
const withSound = {
  ...(!isNight && {browser: soundOf(engines.filter((engine) => engine !== 'webkit'))}),
  'end-to-end': [() => endToEndTests('sound')],
};
/**
 * WebKitGTK's worklets crash with real-time priority, and sometimes if other programs use the processor; its camera then
 * stops for ever.
 */
const alone = {
  browser: [
    () => quietTests('webkit'),
    ...(isNight ? [] : soundOf(engines.filter((engine) => engine === 'webkit'))),
  ],
};

/** The runs of the chosen suites, one after the other. */
async function inTurn(suites) {
  for (const [name, runs] of Object.entries(suites)) {
    if (!isWanted(name)) continue;
    for (const next of runs) await next();
  }
}
if (mayGoFirst && !isNight) {
  await Promise.all([quiet, withSound].map(inTurn));
} else {
  await inTurn(quiet);
  await inTurn(withSound);
}
await inTurn(alone);
for (const next of secondTries) await next();
rmSync(scratch, {recursive: true, force: true});

const total = {passed: 0, failed: 0, skipped: 0};
const files = [];
for (const counts of results.values()) {
  for (const key of Object.keys(total)) total[key] += counts[key];
  files.push(...(counts.files ?? []));
}

console.log('\nThe slowest test files:');
files.sort((a, b) => b.milliseconds - a.milliseconds);
for (const {file, milliseconds} of files.slice(0, 10)) {
  console.log(`${(milliseconds / 1000).toFixed(1).padStart(7)} s  ${file}`);
}

const twice = [...results.values()].flatMap(({secondTry = []}) => secondTry);
if (twice.length > 0) console.log(`\nRun a second time: ${[...new Set(twice)].join(', ')}`);

const failed = [...results.values()].flatMap(({failedTests = []}) => failedTests);
if (failed.length > 0) console.log(`\nFailed:\n${failed.map((name) => `  ${name}`).join('\n')}`);

const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : '';
console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
