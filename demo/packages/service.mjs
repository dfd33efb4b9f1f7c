// Builds dist/sealed-capture-service, the package of the service: its compiled modules, including those that it shares
// with the elements, a package.json with the dependencies that these modules import, and a lock of all that they depend on.
import {
  chmodSync,
  cpSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {builtinModules} from 'node:module';
import {join} from 'node:path';
import ts from 'typescript';
import {root} from '../prepare.mjs';
import {shrinkwrapOf} from './lock.mjs';

export const servicePackage = join(root, 'dist', 'sealed-capture-service');
const modules = ['service', 'seal', 'model'];

/** Not imported, but listed to pin this release: the newest light-my-request that fastify allows requires Node 22. */
const held = ['light-my-request'];

/** Loaded only if the operator's settings need them, so the operator installs them. */
const peers = {'@aws-sdk/client-kms': '^3.1000.0', 'graphene-pk11': '^2.3.6'};

const packageName = (specifier) =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

/** Packages that the modules and their declarations import. */
function importedPackages() {
  const files = modules.flatMap((folder) =>
    readdirSync(join(servicePackage, folder), {recursive: true})
      .filter((name) => /\.(js|d\.ts)$/.test(name))
      .map((name) => join(servicePackage, folder, name)),
  );
  const specifiers = files.flatMap((file) =>
    ts
      .preProcessFile(readFileSync(file, 'utf8'), true, true)
      .importedFiles.map(({fileName}) => fileName),
  );
  const isPackage = (specifier) =>
    !/^(\.|node:)/.test(specifier) && !builtinModules.includes(specifier);
  return [...new Set(specifiers.filter(isPackage).map(packageName))].sort();
}

rmSync(servicePackage, {recursive: true, force: true});
mkdirSync(servicePackage, {recursive: true});
for (const folder of modules) {
  cpSync(join(root, 'dist', folder), join(servicePackage, folder), {
    recursive: true,
    filter: (path) => !path.endsWith('.map'),
  });
}
// The command can be called where the package was unpacked, without a link that npm makes.
chmodSync(join(servicePackage, 'service', 'cli', 'cli.js'), 0o755);
for (const name of ['LICENSE', 'CHANGELOG.md', 'SECURITY.md'])
  copyFileSync(join(root, name), join(servicePackage, name));
// The pictures show the elements, not the service.
cpSync(join(root, 'docs'), join(servicePackage, 'docs'), {
  recursive: true,
  filter: (path) => path !== join(root, 'docs', 'images'),
});
// Its links are resolved from another folder than the documents'.
const readme = readFileSync(join(root, 'docs', 'service.md'), 'utf8').replaceAll(
  /\]\((?=[\w-]+\.md)/g,
  '](docs/',
);
writeFileSync(join(servicePackage, 'README.md'), readme);

const {version, license, type, engines, dependencies, devDependencies} = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
const versions = {...devDependencies, ...dependencies};
const description = {
  name: 'sealed-capture-service',
  version,
  description:
    'The service that seals captures with Content Credentials (C2PA), and inspects sealed media.',
  license,
  type,
  engines,
  keywords: ['c2pa', 'content-credentials', 'provenance', 'seal', 'inspect'],
  exports: {
    '.': {types: './service/index.d.ts', default: './service/index.js'},
    './command': './service/cli/cli.js',
    './package.json': './package.json',
  },
  bin: {'sealed-capture': './service/cli/cli.js'},
  files: [...modules, 'docs', 'CHANGELOG.md', 'SECURITY.md', 'npm-shrinkwrap.json'],
  dependencies: Object.fromEntries(
    [...importedPackages(), ...held].sort().map((name) => [name, versions[name]]),
  ),
  peerDependencies: peers,
  peerDependenciesMeta: Object.fromEntries(
    Object.keys(peers).map((name) => [name, {optional: true}]),
  ),
};
const write = (name, content) =>
  writeFileSync(join(servicePackage, name), `${JSON.stringify(content, null, 2)}\n`);
write('package.json', description);
// `npm ci` in the unpacked package, and npm with a package from a registry, install exactly these versions.
write('npm-shrinkwrap.json', shrinkwrapOf(description));
