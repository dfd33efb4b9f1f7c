// `npm run sbom`: writes a bill of materials (CycloneDX 1.5) for each package to dist/sbom: the dependencies in the
// lock file, and for the elements also the bundled libraries. npm itself writes it.
import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {build, root} from '../prepare.mjs';
import {lock, locked} from './lock.mjs';

const read = (...path) => readFileSync(join(root, ...path), 'utf8');

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
