// Installs and builds what is missing, with only Node and npm. Used by `npm start` and `npm test`.
import {spawnSync} from 'node:child_process';
import {existsSync, readFileSync, readdirSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const builtMark = join(root, 'dist', '.built');
const siteMark = join(root, 'dist', '.site-built');

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

/** True if the installed packages match the lock file; packages for other platforms may be missing. */
function isInstalled() {
  const installed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installed)) return false;
  const packages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const present = packages(installed);
  return Object.entries(packages(join(root, 'package-lock.json'))).every(
    ([path, {version, optional}]) =>
      path === '' || present[path]?.version === version || (optional && !present[path]),
  );
}

/** Installs the packages of the lock file if they are missing or from another lock file. */
export function installPackages() {
  if (isInstalled()) return;
  console.log('Installing packages …');
  npm('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error');
}

/** Only the documentation is built from it. */
const siteSources = join(root, 'demo', 'site');

/** The time of the newest file, without folders in `except`. */
function newest(path, except = []) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(
    stats.mtimeMs,
    ...readdirSync(path)
      .filter((name) => !name.startsWith('.') && name !== 'node_modules')
      .map((name) => join(path, name))
      .filter((inner) => !except.includes(inner))
      .map((inner) => newest(inner, except)),
  );
}

/** Builds the package and the demo site if their sources are newer than the output. */
export function build() {
  run(process.execPath, ['demo/languages/compile.mjs']);
  const sources = [
    'src',
    'demo',
    'vite.config.ts',
    'tsconfig.json',
    'tsconfig.build.json',
    'package.json',
  ];
  const newestSource = Math.max(
    ...sources.map((source) => newest(join(root, source), [siteSources])),
  );
  if (existsSync(builtMark) && statSync(builtMark).mtimeMs > newestSource) return;
  console.log('Building …');
  npm('run', '--silent', 'build');
  writeFileSync(builtMark, '');
}

/**
 * Builds the documentation in dist/site if the package that it describes, or a document, is newer. Only `npm start` and
 * the tests of the site need it. Call {@link build} before.
 */
export function buildSite() {
  const documents = ['docs', 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'];
  const sources = ['dist/.built', 'demo', ...documents];
  const newestSource = Math.max(...sources.map((source) => newest(join(root, source))));
  if (existsSync(siteMark) && statSync(siteMark).mtimeMs > newestSource) return;
  console.log('Building the documentation …');
  run(process.execPath, ['--import=tsx', 'website/build.ts']);
  writeFileSync(siteMark, '');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  installPackages();
  build();
  if (process.argv[2] === 'site') buildSite();
}
