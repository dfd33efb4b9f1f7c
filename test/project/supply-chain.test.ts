import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {describe, it} from 'node:test';

const root = resolve(import.meta.dirname, '../..');

interface Package {
  name: string;
  dependencies: Record<string, string>;
}
interface Component {
  name: string;
  version: string;
  licenses?: {license?: {id?: string}; expression?: string}[];
}
/** Imported at run time, because the build script has no types. */
const {packages, billOf, locked} = (await import(
  new URL(`file://${root}/demo/packages/sbom.mjs`).href
)) as {
  packages: () => [Package, Package];
  billOf: (one: Package) => string;
  locked: (dependencies: Record<string, string>) => Map<string, {version: string}>;
};

const free = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', '0BSD'];
/** Licenses of other kinds; the documentation gives the reason for each. */
const others: Record<string, string> = {'@breezystack/lamejs': 'LGPL-3.0'};

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

it('include one install script in both packages, that of the store, which works without it as well', () => {
  const {packages: all} = JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8')) as {
    packages: Record<string, {hasInstallScript?: boolean}>;
  };
  const scripts = packages().flatMap(({dependencies}) =>
    [...locked(dependencies).keys()].filter((place) => all[place]?.hasInstallScript),
  );
  assert.deepEqual(scripts, ['node_modules/@photostructure/sqlite']);
});
