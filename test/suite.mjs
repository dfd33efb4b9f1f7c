// `npm run test:unit`, `test:browser` and `test:e2e`: the suite as `npm test` runs it, or the named files alone. Options
// go to the runner. A browser test runs in Chromium, unless `BROWSERS` names other engines.
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {build, buildSite, installPackages, root, run} from '../demo/prepare.mjs';

const [suite, ...args] = process.argv.slice(2);
const program = (path) => join(root, 'node_modules', path);
const isOption = (arg) => arg.startsWith('-');

/** The arguments with which Node runs files of each suite. */
const runners = {
  node: () => ['--import=tsx', '--test', ...args.toSorted((a, b) => isOption(b) - isOption(a))],
  browser: () => [
    program('@web/test-runner/dist/bin.js'),
    ...args.flatMap((arg) => (isOption(arg) ? [arg] : ['--files', arg])),
  ],
  'end-to-end': () => [program('@playwright/test/cli.js'), 'test', '--no-deps', ...args],
};

if (args.every(isOption)) {
  run(process.execPath, [join(root, 'test/run.mjs'), suite, ...args]);
} else {
  installPackages();
  // The other tests run the sources themselves; the service beside a browser test may be an older build.
  const isOfPackage = args.some((arg) => /test\/(project|frameworks)\//.test(arg));
  if (suite === 'end-to-end' || isOfPackage || !existsSync(join(root, 'dist/.built'))) build();
  if (suite === 'end-to-end') buildSite();
  process.env.BROWSERS ??= 'chromium';
  run(process.execPath, runners[suite]());
}
