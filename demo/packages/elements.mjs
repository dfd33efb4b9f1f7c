// Builds dist/web, the content of the elements' package: its entries as ES modules with shared chunks, the bundles for
// script tags and service workers with their integrity hashes, the scripts that they load by address, and the licenses of
// the bundled libraries.
import {copyFileSync, readFileSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import {basename, dirname, join, relative, resolve} from 'node:path';
import {rolldown} from 'rolldown';
import {forPages, writeBundles} from './bundles.mjs';
import {entries} from './entries.mjs';
import {writeIntegrity} from './integrity.mjs';
import {writeLicenses} from './licenses.mjs';
import {scriptBuild, scripts} from './scripts.mjs';
import {minifiedTemplates} from './templates.mjs';
import {root} from '../prepare.mjs';

const src = join(root, 'src');
const web = join(root, 'dist', 'web');

/** Modules that register an element: package.json lists their chunks under sideEffects. */
const defining = new Set(
  ['capture-image', 'capture-audio', 'protection-provider', 'seal-inspector'].map((name) =>
    join(src, 'elements', `${name}.ts`),
  ),
);

const ADDRESS = /new URL\('(\.[^']+)\.js', import\.meta\.url\)/g;

/** Chunks are in another folder than the modules, so the addresses of scripts are replaced. */
const scriptAddresses = {
  name: 'script-addresses',
  transform(code, id) {
    if (!code.includes("new URL('.")) return null;
    return code.replace(ADDRESS, (whole, address) =>
      scripts.has(relative(src, resolve(dirname(id), address)))
        ? `new URL('./scripts/${basename(address)}.js', import.meta.url)`
        : whole,
    );
  },
};

const {dependencies, peerDependencies} = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
const installed = Object.keys({...dependencies, ...peerDependencies});
const compiled = new Set();

/** Writes the output of rolldown for these modules, and records its inputs. */
async function write({output, ...input}) {
  const build = await rolldown({...forPages, ...input});
  const written = await build.write({dir: web, ...output});
  await build.close();
  for (const {moduleIds = []} of written.output) for (const id of moduleIds) compiled.add(id);
}

rmSync(web, {recursive: true, force: true});

const modules = Object.entries(entries).map(([name, module]) => [name, join(src, `${module}.ts`)]);
const plugins = [scriptAddresses, minifiedTemplates(src)];
await write({
  input: Object.fromEntries(modules),
  external: (id) =>
    id.startsWith('node:') || installed.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins,
  // `'use client'` stays where it has an effect, at the start of entries.
  checks: {moduleLevelDirective: false},
  output: {
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: ({moduleIds}) =>
      moduleIds.some((id) => defining.has(id)) ? 'element-[name].js' : 'chunk-[name]-[hash].js',
  },
});

await writeBundles({src, write, plugins});
for (const script of scripts.keys()) await write(scriptBuild(script));
// In a checkout, the scripts find the engine beside them; the package does not contain it.
const engine = createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm');
copyFileSync(engine, join(web, 'scripts/c2pa.wasm'));
writeLicenses(compiled, join(web, 'LICENSES.md'));
writeIntegrity();
