// `npm run release -- patch|minor|major|VERSION [--dry-run]`: creates a release of both packages in dist/release, with
// their bills of materials, checksums and notes, and commits and tags it in this checkout. Nothing is pushed or
// published: pushing the tag makes .github/workflows/publish.yml publish it. A dry run creates the same files, but runs
// no tests, and leaves the repository unchanged.
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {root} from '../prepare.mjs';
import {releaseNotes, withRelease} from './changelog.mjs';

const VERSION = /^(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?$/;
const USAGE = 'Usage: npm run release -- patch|minor|major|VERSION [--dry-run]';

const output = join(root, 'dist', 'release');
const read = (file) => readFileSync(join(root, file), 'utf8');
const run = (command, args) => void execFileSync(command, args, {cwd: root, stdio: 'inherit'});
const git = (...args) => execFileSync('git', args, {cwd: root, encoding: 'utf8'}).trimEnd();

/** Samples of pages, which install the package. */
const samples = ['frameworks', 'webviews'].flatMap((folder) =>
  git('ls-files', `demo/${folder}`)
    .split('\n')
    .filter((file) => file.endsWith('package.json')),
);

/** Files that contain the version. */
const edits = {
  'package.json': (text, version) => text.replace(/("version": ")[^"]+/, `$1${version}`),
  // The first two occurrences are those of this package.
  'package-lock.json': (text, version) => {
    let seen = 0;
    return text.replace(/("version": ")[^"]+/g, (all, key) =>
      seen++ < 2 ? `${key}${version}` : all,
    );
  },
  'seal/src/model/version.ts': (text, version) =>
    text.replace(/(VERSION = ')[^']+/, `$1${version}`),
  'docs/quick-start.md': withTarballs,
  'docs/service.md': withTarballs,
  'docs/deploy/kubernetes.yaml': (text, version) =>
    text.replaceAll(/(sealed-capture-service:)[\d.]+/g, `$1${version}`),
  ...Object.fromEntries(
    samples.map((file) => [
      file,
      (text, version) => text.replace(/("sealed-capture": ")[^"]+/, `$1${version}`),
    ]),
  ),
};

function withTarballs(text, version) {
  return text.replaceAll(/(sealed-capture(?:-service)?-)\d+\.\d+\.\d+(?=\.tgz)/g, `$1${version}`);
}

/** The version after `current` by `bump` (semver.org). Throws if `bump` is not a later version. */
export function nextVersion(current, bump) {
  const [major, minor, patch] = current.split(/[.-]/, 3).map(Number);
  const steps = {
    major: `${major + 1}.0.0`,
    minor: `${major}.${minor + 1}.0`,
    patch: `${major}.${minor}.${patch + 1}`,
  };
  if (Object.hasOwn(steps, bump)) return steps[bump];
  const named = VERSION.exec(bump ?? '');
  if (!named) throw new Error(USAGE);
  const difference = [major, minor, patch].map((part, at) => named[at + 1] - part).find(Boolean);
  if (difference < 0) throw new Error(`${bump} is before ${current}, the version of package.json.`);
  return bump;
}

/** Throws if the repository is not ready for a release. Returns the release's version and notes. */
function plan(bump) {
  const version = nextVersion(JSON.parse(read('package.json')).version, bump);
  const changes = git('status', '--porcelain');
  if (changes) throw new Error(`Commit these changes first, or remove them:\n${changes}`);
  if (git('tag', '--list', `v${version}`)) throw new Error(`There is a tag v${version} already.`);
  return {version, notes: releaseNotes(read('CHANGELOG.md'), 'Unreleased')};
}

/** Packs both built packages, each with its bill of materials. */
function pack() {
  for (const folder of ['.', './dist/sealed-capture-service']) {
    run('npm', ['pack', folder, '--silent', '--ignore-scripts', '--pack-destination', output]);
  }
  run(process.execPath, ['demo/packages/sbom.mjs']);
  const bills = join(root, 'dist', 'sbom');
  for (const name of readdirSync(bills)) copyFileSync(join(bills, name), join(output, name));
}

/** Checksums in the format of `sha256sum`. */
function checksums() {
  return readdirSync(output)
    .sort()
    .map((name) => {
      const digest = createHash('sha256').update(readFileSync(join(output, name)));
      return `${digest.digest('hex')}  ${name}\n`;
    })
    .join('');
}

const itsOwnSteps = {
  build: () => run(process.execPath, ['demo/prepare.mjs']),
  verify: () => run('npm', ['run', '--silent', 'verify']),
};

/**
 * Creates a release and returns its version. If the repository has uncommitted changes, the changelog has no entry, or
 * a step fails, it throws and leaves the repository unchanged.
 *
 * @param {string} bump `patch`, `minor`, `major` or a version.
 * @param {{dryRun?: boolean}} options
 * @param {{build: () => void, verify: () => void}} steps Replaced by faster ones in tests.
 */
export function release(bump, {dryRun = false} = {}, {build, verify} = itsOwnSteps) {
  const {version, notes} = plan(bump);
  const date = new Date().toISOString().slice(0, 10);
  const files = {...edits, 'CHANGELOG.md': (text) => withRelease(text, version, date)};
  const restore = () => git('checkout', '--quiet', 'HEAD', '--', ...Object.keys(files));
  try {
    for (const [file, edit] of Object.entries(files)) {
      writeFileSync(join(root, file), edit(read(file), version));
    }
    build();
    if (!dryRun) verify();
    rmSync(output, {recursive: true, force: true});
    mkdirSync(output, {recursive: true});
    pack();
    writeFileSync(join(output, 'SHA256SUMS'), checksums());
    writeFileSync(join(output, 'notes.md'), notes);
    if (!dryRun) {
      git('commit', '--quiet', '--message', `Version ${version}`, '--', ...Object.keys(files));
      git('tag', '--annotate', `v${version}`, '--message', `Version ${version}`);
    }
  } catch (error) {
    restore();
    throw error;
  }
  if (dryRun) restore();
  return version;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // An interrupted step fails like any other, and all changes are restored.
  process.on('SIGINT', () => {});
  try {
    const {values, positionals} = parseArgs({
      allowPositionals: true,
      options: {'dry-run': {type: 'boolean', default: false}},
    });
    if (positionals.length !== 1) throw new Error(USAGE);
    const dryRun = values['dry-run'];
    const version = release(positionals[0], {dryRun});
    console.log(`${output}: version ${version}`);
    console.log(
      dryRun ? 'A dry run: nothing is committed.' : `Publish it: git push origin HEAD v${version}`,
    );
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
