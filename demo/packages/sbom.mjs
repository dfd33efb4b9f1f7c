// `npm run sbom`: writes a bill of materials (CycloneDX 1.5) for each package to dist/sbom: the dependencies in the
// lock file, and for the elements also the bundled libraries. npm itself writes it.
import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build, root} from '../prepare.mjs';

const read = (...path) => readFileSync(join(root, ...path), 'utf8');
const lock = JSON.parse(read('package-lock.json'));

/** The location of a dependency as Node resolves it: in the folder of the dependent package, then in its parents. */
function placeOf(name, from) {
  for (let folder = from; ; folder = folder.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, '')) {
    const place = `${folder && `${folder}/`}node_modules/${name}`;
    if (place in lock.packages) return place;
    if (folder === '') return undefined;
  }
}

/** The part of the lock file for a package with these dependencies: its locations in `node_modules`. */
export function locked(dependencies) {
  const found = new Map();
  const follow = (names, from) => {
    for (const name of Object.keys(names)) {
      const place = placeOf(name, from);
      if (place === undefined || found.has(place)) continue;
      const {dependencies, optionalDependencies, ...entry} = lock.packages[place];
      // A bundled library already contains its peer dependencies.
      const {version, resolved, integrity, license} = entry;
      found.set(place, {version, resolved, integrity, license, dependencies, optionalDependencies});
      follow({...dependencies, ...optionalDependencies}, place);
    }
  };
  follow(dependencies, '');
  return found;
}

/** CycloneDX, as JSON. */
export function billOf({name, version, license, dependencies}) {
  const folder = mkdtempSync(join(tmpdir(), 'sealed-capture-sbom-'));
  try {
    const own = {name, version, license, dependencies};
    const packages = {'': own, ...Object.fromEntries(locked(dependencies))};
    const {lockfileVersion} = lock;
    const write = (file, content) => writeFileSync(join(folder, file), JSON.stringify(content));
    write('package.json', own);
    write('package-lock.json', {name, version, lockfileVersion, requires: true, packages});
    const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
    return execFileSync('npm', args, {cwd: folder, encoding: 'utf8', maxBuffer: 64 << 20});
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

/** The elements with their bundled libraries, and the service, each as in its package.json. */
export function packages() {
  const elements = JSON.parse(read('package.json'));
  const compiled = [...read('dist', 'web', 'LICENSES.md').matchAll(/^## (\S+) (\S+)$/gm)];
  return [
    {
      ...elements,
      dependencies: {
        ...Object.fromEntries(compiled.map(([, name, version]) => [name, version])),
        ...elements.dependencies,
      },
    },
    JSON.parse(read('dist', 'sealed-capture-service', 'package.json')),
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  build();
  const folder = join(root, 'dist', 'sbom');
  mkdirSync(folder, {recursive: true});
  for (const one of packages()) {
    const file = join(folder, `${one.name}.cdx.json`);
    writeFileSync(file, billOf(one));
    const {components} = JSON.parse(readFileSync(file, 'utf8'));
    console.log(`${file}: ${components.length} components`);
  }
}
