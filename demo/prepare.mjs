// Installs and builds what is missing, with only Node and npm. Used by `npm start` and `npm test`.
import {spawnSync} from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** An older Node fails in the middle of an installation, which a newer one then takes for whole. */
const {engines} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const least = engines.node.replace('>=', '');
const {node} = process.versions;
if (node.localeCompare(least, 'en', {numeric: true}) < 0) {
  console.error(`sealed-capture needs Node ${least} or newer; this is ${node}.`);
  process.exit(1);
}

/** Runs a command with its output shown. If it fails, ends this process with its exit code. */
export function run(command, args, options = {}) {
  const {status, error} = spawnSync(command, args, {cwd: root, stdio: 'inherit', ...options});
  if (error) console.error(`${command}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

/** Runs the same npm that runs this script. */
export const npm = (...args) =>
  process.env.npm_execpath
    ? run(process.execPath, [process.env.npm_execpath, ...args])
    : run('npm', args, {shell: process.platform === 'win32'});

/** The workspaces of the demo: their packages are all that `npm start` installs. */
const demoWorkspaces = ['seal', 'service', 'demo', 'website'];
const lockFile = join(root, 'package-lock.json');
const installedFile = join(root, 'node_modules', '.package-lock.json');
/** A copy of the lock file from which the demo's packages were installed. npm removes it with the packages. */
const demoLock = join(root, 'node_modules', '.demo-package-lock.json');

/** True if the installed packages match the lock file; packages for other platforms may be missing. */
function isInstalled() {
  if (!existsSync(installedFile)) return false;
  const packages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const present = packages(installedFile);
  return Object.entries(packages(lockFile)).every(
    ([path, {version, link, optional}]) =>
      !path.includes('node_modules/') ||
      (link ? present[path] : present[path]?.version === version) ||
      (optional && !present[path]),
  );
}

const isDemoInstalled = () =>
  existsSync(demoLock) && readFileSync(demoLock).equals(readFileSync(lockFile));

const install = (...args) => npm('ci', ...args, '--no-audit', '--no-fund', '--loglevel=error');

/** Installs the packages of the lock file if they are missing or from another lock file. */
export function installPackages() {
  if (isInstalled()) return;
  console.log('Installing packages …');
  install('--include=dev');
}

/** Installs what building and serving the demo needs, unless it or everything is installed. */
export function installDemo() {
  if (isDemoInstalled() || isInstalled()) return;
  console.log('Installing packages …');
  install(...demoWorkspaces.flatMap((name) => ['--workspace', name]));
  copyFileSync(lockFile, demoLock);
}

/** The time of the newest file in a folder, without hidden files and installed packages. */
function newest(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(
    stats.mtimeMs,
    ...readdirSync(path)
      .filter((name) => !name.startsWith('.') && name !== 'node_modules')
      .map((name) => newest(join(path, name))),
  );
}

/** Runs these programs unless the file `mark` is newer than the sources. */
function buildOf(mark, sources, message, programs) {
  const file = join(root, 'dist', mark);
  const newestSource = Math.max(...sources.map((source) => newest(join(root, source))));
  if (existsSync(file) && statSync(file).mtimeMs > newestSource) return;
  console.log(message);
  // What they print is of no interest, unless they fail.
  for (const program of programs) {
    run(process.execPath, program, {stdio: ['ignore', 'ignore', 'inherit']});
  }
  writeFileSync(file, '');
}

const sources = ['src', 'seal/src', 'service/src', 'demo', 'package-lock.json', 'LICENSE'];
const settings = [
  ...['package.json', 'tsconfig.json', 'tsconfig.base.json', 'vite.config.ts'],
  ...['seal/package.json', 'service/package.json'],
  ...['service/rolldown.config.mjs', 'service/tsconfig.json'],
];

/** Builds what runs: the elements, the service and the demo's page. Types are not checked. */
export function buildDemo() {
  run(process.execPath, ['demo/languages/compile.mjs']);
  buildOf('.built', [...sources, ...settings], 'Building …', [
    ['demo/packages/elements.mjs'],
    ['node_modules/rolldown/bin/cli.mjs', '-c', 'service/rolldown.config.mjs'],
    ['node_modules/rolldown/bin/cli.mjs', '-c', 'demo/rolldown.config.mjs'],
    ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
  ]);
}

/** Describes the built elements for editors and for the documentation. */
const describe = () =>
  buildOf('.described', ['dist/.built'], 'Describing the elements …', [
    ['--import=tsx', 'demo/describe.mjs'],
  ]);

/** Builds both packages, with types and descriptions, and the demo's page. */
export function build() {
  buildDemo();
  describe();
  const documents = ['docs', 'CHANGELOG.md', 'SECURITY.md'];
  const types = ['tsconfig.types.json', 'test/tsconfig.json'];
  buildOf('.packed', ['dist/.built', ...documents, ...types], 'Writing types …', [
    ['demo/packages/types.mjs'],
    ['demo/packages/service.mjs'],
  ]);
}

/**
 * Builds the documentation in dist/site if the package that it describes, or a document, is newer. Only `npm start` and
 * the tests of the site need it. Call {@link buildDemo} before.
 */
export function buildSite() {
  const documents = ['docs', 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];
  const of = ['dist/.built', 'website', 'examples', ...documents];
  describe();
  buildOf('.site-built', of, 'Building the documentation …', [
    ['--import=tsx', 'website/build.ts'],
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === 'site') {
    installDemo();
    buildDemo();
    buildSite();
  } else {
    installPackages();
    build();
  }
}
