import assert from 'node:assert/strict';
import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {describe, it} from 'node:test';
import {pack} from '../npm.js';

const root = resolve(import.meta.dirname, '../..');

interface Package {
  name: string;
  dependencies: Record<string, string>;
}
interface Locked {
  version: string;
  integrity?: string;
  optional?: boolean;
  os?: string[];
  dependencies?: Record<string, string>;
}
interface Component {
  name: string;
  version: string;
  licenses?: {license?: {id?: string}; expression?: string}[];
}
/** Imported at run time, because the build scripts have no types. */
const script = (name: string): Promise<unknown> =>
  import(new URL(`file://${root}/demo/packages/${name}`).href);
const {packages, billOf} = (await script('sbom.mjs')) as {
  packages: () => [Package, Package];
  billOf: (one: Package) => string;
};
const {locked} = (await script('lock.mjs')) as {
  locked: (dependencies: Record<string, string>) => Map<string, {version: string}>;
};

const free = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', '0BSD'];
/** Licenses of other kinds; the documentation gives the reason for each. */
const others: Record<string, string> = {'@breezystack/lamejs': 'LGPL-3.0'};

it('the package of the service contains nothing of the demo', () => {
  const folder = join(root, 'dist/sealed-capture-service/dist');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const code = scripts.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  assert.match(code, /createService/);
  assert.doesNotMatch(code, /demo-key|\/demo\/token/);
  const [, {dependencies}] = packages();
  assert.ok(!('@fastify/static' in dependencies));
});

describe('the components of the packages', () => {
  for (const one of packages()) {
    const bill = JSON.parse(billOf(one)) as {bomFormat: string; components: Component[]};

    it(`are in the bill of materials of ${one.name}, with each dependency’s version`, () => {
      assert.equal(bill.bomFormat, 'CycloneDX');
      const listed = bill.components.map(({name, version}) => `${name}@${version}`);
      for (const [name, version] of Object.entries(one.dependencies)) {
        assert.ok(
          listed.some((each) => each.startsWith(`${name}@`)),
          `${name}@${version}`,
        );
      }
      const versions = [...locked(one.dependencies)].map(
        ([place, {version}]) => `${place.replace(/^.*node_modules\//, '')}@${version}`,
      );
      assert.deepEqual([...new Set(listed)].sort(), [...new Set(versions)].sort());
    });

    it(`have licenses that allow use and redistribution: ${one.name}`, () => {
      const licenses = bill.components.map(({name, licenses = []}) => {
        const [first] = licenses;
        return [name, first?.license?.id ?? first?.expression ?? 'none'] as const;
      });
      const unknown = licenses.filter(
        ([name, license]) => !free.includes(license) && others[name] !== license,
      );
      assert.deepEqual(unknown, []);
    });
  }
});

describe('the lock in the package of the service', () => {
  const [, service] = packages();
  const folder = `${root}/dist/sealed-capture-service`;
  const text = readFileSync(`${folder}/npm-shrinkwrap.json`, 'utf8');
  const lock = JSON.parse(text) as {packages: Record<string, Locked>};
  const {'': own, ...entries} = lock.packages;

  it('is of its package.json, and has exactly the components of its bill of materials', () => {
    assert.deepEqual(own?.dependencies, service.dependencies);
    const bill = JSON.parse(billOf(service)) as {components: Component[]};
    const listed = bill.components.map(({name, version}) => `${name}@${version}`);
    const inLock = Object.entries(entries).map(
      ([place, {version}]) => `${place.replace(/^.*node_modules\//, '')}@${version}`,
    );
    assert.deepEqual([...new Set(inLock)].sort(), [...new Set(listed)].sort());
  });

  it('has a digest of each, and every library for the platforms of the others', () => {
    const weak = Object.entries(entries).filter(
      ([, {integrity = ''}]) => !integrity.startsWith('sha512-'),
    );
    assert.deepEqual(weak, []);
    const systems = Object.values(entries).flatMap(({os, optional}) =>
      optional ? (os ?? []) : [],
    );
    for (const system of ['darwin', 'linux', 'win32']) assert.ok(systems.includes(system), system);
  });

  it('names no registry but the public one', () => {
    for (const [address] of text.matchAll(/https?:[^"]+/g)) {
      assert.ok(address.startsWith('https://registry.npmjs.org/'), address);
    }
  });

  it('is among the files that are packed', async () => {
    const target = mkdtempSync(join(tmpdir(), 'sealed-capture-lock-'));
    const {files} = await pack(folder, target);
    rmSync(target, {recursive: true});
    assert.ok(files.some(({path}) => path === 'npm-shrinkwrap.json'));
  });
});

it('include one install script in both packages, that of the store, which works without it as well', () => {
  const {packages: all} = JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8')) as {
    packages: Record<string, {hasInstallScript?: boolean}>;
  };
  const scripts = packages().flatMap(({dependencies}) =>
    [...locked(dependencies).keys()].filter((place) => all[place]?.hasInstallScript),
  );
  assert.deepEqual(scripts, ['node_modules/@photostructure/sqlite']);
});
