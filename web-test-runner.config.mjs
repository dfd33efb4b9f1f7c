import {readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {esbuildPlugin} from '@web/dev-server-esbuild';
import {defaultReporter} from '@web/test-runner';
import {build} from 'esbuild';
import {chromium, firefox, webkit} from './test/browsers/launchers.mjs';
import {pageCommands} from './test/browsers/page-command.mjs';
import {sealingService} from './test/browsers/sealing-service.mjs';

/** Engines to run, all by default; one that is not installed is skipped, and said so. */
const wanted = (process.env.BROWSERS ?? 'chromium,firefox,webkit').split(',');
/** Engines that must be there: a run that lacks one fails instead of saying so and passing. */
const required = (process.env.REQUIRED_BROWSERS ?? 'chromium').split(',');
const launchers = {chromium, firefox, webkit};
const browsers = [];
for (const name of wanted) {
  const launcher = await launchers[name]();
  if (launcher) browsers.push(launcher);
  else if (required.includes(name)) throw new Error(`${name} is required and not installed.`);
  else console.log(`SKIPPED: ${name} is not installed, its tests do not run.`);
}

if (browsers.length === 0) {
  const counted = process.env.BROWSER_COUNTS;
  if (counted) writeFileSync(counted, JSON.stringify({passed: 0, failed: 0, skipped: 1}));
  process.exit(0);
}

/**
 * The strictest policy under which the licence plates' worker runs: WebAssembly, nothing from elsewhere, no blob.
 * A worker's policy is its own script's.
 */
const plateWorkerPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";

/** As the package's own build does it: a file's content as a data: address. */
const inlinedFiles = {
  name: 'inlined-files',
  setup({onResolve, resolve}) {
    onResolve({filter: /\?url&inline$/}, ({path, kind, resolveDir}) =>
      resolve(path.replace('?url&inline', ''), {kind, resolveDir}),
    );
  },
};

/** Each worker and worklet is one self-contained script in the published package, and so it is here. */
const scripts =
  /\/(plates\/plate-worker|ports\/(?:(?:media|seal-reader|verification)-worker|audio\/(?:recorder-worklet|(?:wasm-)?encoder-worker)))\.js$/;

const buildScript = async (name) => {
  const {outputFiles} = await build({
    entryPoints: [`src/${name}.ts`],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    loader: {'.wasm': 'dataurl'},
    plugins: [inlinedFiles],
  });
  return outputFiles[0].text;
};

/** Each is built once in a run, however many pages ask for it. */
const built = new Map();

const workers = () => ({
  name: 'workers',
  async serve({path}) {
    const worker = scripts.exec(path);
    if (!worker) return undefined;
    const [, name] = worker;
    if (!built.has(name)) built.set(name, buildScript(name));
    const headers = name.endsWith('plate-worker')
      ? {'content-security-policy': plateWorkerPolicy}
      : undefined;
    return {body: await built.get(name), type: 'js', headers};
  },
});

/** The verification worker's engine is beside it, too. */
const engine = () => ({
  name: 'engine',
  serve({path}) {
    if (!path.endsWith('/ports/c2pa.wasm') || path.startsWith('/dist/')) return undefined;
    const file = createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm');
    return {body: readFileSync(file), type: 'wasm'};
  },
});

/** Counts for the last line of `npm test`. */
const counts = (file) => ({
  onTestRunFinished({sessions}) {
    const all = (suite) => [...suite.tests, ...suite.suites.flatMap(all)];
    const tests = sessions.flatMap(({testResults}) => (testResults ? all(testResults) : []));
    const broken = sessions.filter(({errors, testResults}) => errors.length > 0 || !testResults);
    writeFileSync(
      file,
      JSON.stringify({
        passed: tests.filter(({passed, skipped}) => passed && !skipped).length,
        failed: tests.filter(({passed, skipped}) => !passed && !skipped).length + broken.length,
        skipped: tests.filter(({skipped}) => skipped).length,
        // Files whose page never came back with results: the browser hung or died, no test failed.
        unanswered: sessions.filter(({testResults}) => !testResults).length,
      }),
    );
  },
});

export default {
  nodeResolve: {exportConditions: ['production', 'default']},
  files: ['test/**/*.browser.test.ts'],
  concurrency: 1,
  concurrentBrowsers: 1,
  browserStartTimeout: 60_000,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 120_000,
  testFramework: {config: {timeout: 15_000}},
  plugins: [
    pageCommands(),
    sealingService(),
    workers(),
    engine(),
    esbuildPlugin({ts: true, tsconfig: 'tsconfig.json', target: 'es2022'}),
  ],
  reporters: [
    defaultReporter({reportTestResults: true, reportTestProgress: false}),
    ...(process.env.BROWSER_COUNTS ? [counts(process.env.BROWSER_COUNTS)] : []),
  ],
  browsers,
};
