// Builds dist/web, the content of the elements' package: its entries as ES modules with shared chunks, the bundles for
// script tags and service workers, the scripts that they load by address, the types, and the licenses of the bundled
// libraries.
import {copyFileSync, readFileSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import {basename, dirname, join, relative, resolve} from 'node:path';
import {rolldown} from 'rolldown';
import {forPages, writeBundles} from './bundles.mjs';
import {languages} from '../languages/catalogue.mjs';
import {writeLicenses} from './licenses.mjs';
import {scriptBuild, scripts} from './scripts.mjs';
import {packTypes} from './types.mjs';
import {root} from '../prepare.mjs';

const dist = join(root, 'dist');
const web = join(dist, 'web');

/** Compiled modules, by the names of the entries; `index` is the package's own name. */
const entries = {
  index: 'elements/index',
  'capture-image': 'elements/capture-image',
  'capture-audio': 'elements/capture-audio',
  'protection-provider': 'elements/protection-provider',
  'seal-inspector': 'elements/seal-inspector',
  'local-verification': 'ports/inspection/local-engine',
  core: 'core/index',
  'service-worker': 'core/wiring/service-worker',
  'plate-detector': 'plates/index',
  'delivery-http': 'delivery/http-delivery',
  'delivery-tus': 'delivery/tus-delivery',
  'wasm-encoder': 'ports/audio/wasm-encoder',
  strings: 'elements/strings/index',
  ...Object.fromEntries(
    languages.map((language) => [`lang/${language}`, `lang/compiled/${language}`]),
  ),
  react: 'frameworks/react',
  // Separate files, so that a page contains only the components that it imports.
  ...Object.fromEntries(
    ['capture-audio', 'capture-image', 'protection-provider', 'seal-inspector'].map((name) => [
      `react/${name}`,
      `frameworks/react/${name}`,
    ]),
  ),
  'react-jsx': 'frameworks/react-jsx',
  preact: 'frameworks/preact',
  solid: 'frameworks/solid',
  svelte: 'frameworks/svelte',
  vue: 'frameworks/vue',
  'copy-scripts': 'scripts/copy-scripts',
  command: 'scripts/command',
};

/** Modules that register an element: package.json lists their chunks under sideEffects. */
const defining = new Set(
  ['capture-image', 'capture-audio', 'protection-provider', 'seal-inspector'].map((name) =>
    join(dist, 'elements', `${name}.js`),
  ),
);

const ADDRESS = /new URL\('(\.[^']+)\.js', import\.meta\.url\)/g;

/** Chunks are in another folder than the modules, so the addresses of scripts are replaced. */
const scriptAddresses = {
  name: 'script-addresses',
  transform(code, id) {
    if (!code.includes("new URL('.")) return null;
    return code.replace(ADDRESS, (whole, address) =>
      scripts.has(relative(dist, resolve(dirname(id), address)))
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

const modules = Object.entries(entries).map(([name, module]) => [name, join(dist, `${module}.js`)]);
await write({
  input: Object.fromEntries(modules),
  external: (id) =>
    id.startsWith('node:') || installed.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [scriptAddresses],
  // `'use client'` stays where it has an effect, at the start of entries.
  checks: {moduleLevelDirective: false},
  output: {
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: ({moduleIds}) =>
      moduleIds.some((id) => defining.has(id)) ? 'element-[name].js' : 'chunk-[name]-[hash].js',
  },
});

await writeBundles({dist, web, write, plugins: [scriptAddresses]});
for (const script of scripts.keys()) await write(scriptBuild(script));
// In a checkout, the scripts find the engine beside them; the package does not contain it.
const engine = createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm');
copyFileSync(engine, join(web, 'scripts/c2pa.wasm'));
packTypes(
  dist,
  Object.values(entries).map((module) => `${module}.d.ts`),
  join(web, 'types'),
);
writeLicenses(compiled, join(web, 'LICENSES.md'));
