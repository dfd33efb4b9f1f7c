import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {builtinModules} from 'node:module';
import {join, resolve} from 'node:path';
import {describe, it} from 'node:test';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface Declared {
  name: string;
  workspaces?: string[];
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}
const describedIn = (folder: string) => JSON.parse(read(join(folder, 'package.json'))) as Declared;
const {workspaces = []} = describedIn('.');
const sources = execFileSync('git', ['ls-files', '*.ts', '*.mjs'], {cwd: root, encoding: 'utf8'})
  .trim()
  .split('\n')
  // Pages of others: each example has its own package.json, the samples are compiled against a packed package.
  .filter((path) => !/^(examples|test\/frameworks\/samples)\//.test(path));

/** The package of an import: `typebox` of `typebox/value`. */
const packageOf = (specifier: string): string =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

const isPackage = (specifier: string): boolean =>
  !/^(?:[./#]|node:|\w+:)/.test(specifier) && !builtinModules.includes(specifier);

const importsOf = (path: string): string[] =>
  ts
    .preProcessFile(read(path), true, true)
    .importedFiles.map(({fileName}) => fileName)
    .filter(isPackage)
    .map(packageOf);

/** The workspace of a file. */
const homeOf = (path: string): string =>
  workspaces.find((name) => path.startsWith(`${name}/`)) ?? '.';

/** Tests, and programs that run only where everything is installed, also use what the root declares. */
const usesRoot = (path: string): boolean =>
  path.includes('/test/') || ['demo/packages/types.mjs', 'demo/section-shapes.ts'].includes(path);

const declaredIn = (folder: string): Set<string> => {
  const {dependencies, devDependencies, peerDependencies} = describedIn(folder);
  return new Set(Object.keys({...dependencies, ...devDependencies, ...peerDependencies}));
};

describe('the package.json of each workspace', () => {
  for (const folder of ['.', ...workspaces]) {
    it(`names all that the code in ${folder} imports`, () => {
      const {name} = describedIn(folder);
      const missing = sources
        .filter((path) => homeOf(path) === folder)
        .flatMap((path) => importsOf(path).map((imported) => ({path, imported})))
        .filter(({path, imported}) => {
          const from = usesRoot(path) ? [folder, '.'] : [folder];
          return !from.some((one) => declaredIn(one).has(imported));
        })
        // Pages import the elements under the package's own name.
        .filter(({imported}) => imported !== name && imported !== 'sealed-capture');
      assert.deepEqual(
        [...new Set(missing.map(({path, imported}) => `${imported} in ${path}`))],
        [],
      );
    });
  }

  it('names the same version of a package as every other', () => {
    const versions = new Map<string, Set<string>>();
    for (const folder of ['.', ...workspaces]) {
      const {dependencies, devDependencies} = describedIn(folder);
      for (const [name, version] of Object.entries({...dependencies, ...devDependencies})) {
        versions.set(name, (versions.get(name) ?? new Set()).add(version));
      }
    }
    assert.ok(versions.size > 50, 'the packages were found');
    const several = [...versions].filter(([, found]) => found.size > 1).map(([name]) => name);
    assert.deepEqual(several, []);
  });
});
