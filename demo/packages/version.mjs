// Run by `npm version`, after it has set the version of the elements' package: writes the version wherever else it stands,
// gives the changelog's unreleased section its name and date, and stages all of it for npm's commit.
import {execFileSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {root} from '../prepare.mjs';
import {withRelease} from './changelog.mjs';

const version = process.env.npm_new_version;
const git = (...args) => execFileSync('git', args, {cwd: root, encoding: 'utf8'});

/** Pages that install the package. */
const samples = git('ls-files', 'examples')
  .split('\n')
  .filter((file) => file.endsWith('package.json'));

const ownVersion = (text) => text.replace(/("version": ")[^"]+/, `$1${version}`);
const inLock = (text) =>
  text.replace(/("(?:seal|service)": \{\n[^}]*?"version": ")[^"]+/g, `$1${version}`);
const inTarballs = (text) =>
  text.replaceAll(/(sealed-capture(?:-service)?-)\d+\.\d+\.\d+(?=\.tgz)/g, `$1${version}`);
const ofImage = (text) => text.replaceAll(/(sealed-capture-service:)[\d.]+/g, `$1${version}`);
const onCdn = (text) => text.replaceAll(/(sealed-capture@)\d+\.\d+\.\d+/g, `$1${version}`);
const ofSample = (text) => text.replace(/("sealed-capture": ")[^"]+/, `$1${version}`);
const today = new Date().toISOString().slice(0, 10);

const edits = {
  'seal/package.json': ownVersion,
  'service/package.json': ownVersion,
  'package-lock.json': inLock,
  'seal/src/model/version.ts': (text) => text.replace(/(VERSION = ')[^']+/, `$1${version}`),
  'docs/quick-start.md': inTarballs,
  'docs/service.md': inTarballs,
  'docs/in-a-page.md': onCdn,
  'docs/deploy/kubernetes.yaml': ofImage,
  ...Object.fromEntries(samples.map((file) => [file, ofSample])),
  'CHANGELOG.md': (text) => withRelease(text, version, today),
};
for (const [file, edit] of Object.entries(edits)) {
  const path = join(root, file);
  writeFileSync(path, edit(readFileSync(path, 'utf8')));
}
git('add', '--', ...Object.keys(edits));
