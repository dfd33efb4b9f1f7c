// Writes dist/sealed-capture-service, the package of the service as it is published: what service/rolldown.config.mjs
// has built, the documents, and a lock of all that it depends on.
import {cpSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {root} from '../prepare.mjs';
import {shrinkwrapOf} from './lock.mjs';

export const servicePackage = join(root, 'dist', 'sealed-capture-service');
const workspace = join(root, 'service');

rmSync(servicePackage, {recursive: true, force: true});
mkdirSync(servicePackage, {recursive: true});
cpSync(join(workspace, 'dist'), join(servicePackage, 'dist'), {recursive: true});
// The command can be called where the package was unpacked, without a link that npm makes.
for (const name of ['LICENSE', 'CHANGELOG.md', 'SECURITY.md'])
  copyFileSync(join(root, name), join(servicePackage, name));
// The pictures of the elements' README are not part of its documents.
cpSync(join(root, 'docs'), join(servicePackage, 'docs'), {
  recursive: true,
  filter: (path) => !path.includes('capture-sealed-verdict'),
});
// Its links are resolved from another folder than the documents'.
const readme = readFileSync(join(root, 'docs', 'service.md'), 'utf8').replaceAll(
  /\]\((?=[\w-]+\.md)/g,
  '](docs/',
);
writeFileSync(join(servicePackage, 'README.md'), readme);

// The workspace is private, so that nothing but this folder is published.
const {
  private: _,
  devDependencies: _built,
  ...description
} = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'));
const write = (name, content) =>
  writeFileSync(join(servicePackage, name), `${JSON.stringify(content, null, 2)}\n`);
write('package.json', description);
// `npm ci` in the unpacked package, and npm with a package from a registry, install exactly these versions.
write('npm-shrinkwrap.json', shrinkwrapOf(description));
