// Makes dist/web, what the package of the elements holds: its entries as ES modules with the chunks that they share, the
// bundles for script tags and service workers, the scripts that all of them name by address, the types, and the licences
// of the libraries that are compiled in.
import {copyFileSync, readFileSync, rmSync} from 'node:fs';
import {createRequire} from 'node:module';
import {basename, dirname, join, relative, resolve} from 'node:path';
import {rolldown} from 'rolldown';
import {writeLicenses} from './licenses.mjs';
import {scriptBuild, scripts} from './scripts.mjs';
import {packTypes} from './types.mjs';
import {root} from '../prepare.mjs';

const dist = join(root, 'dist');
const web = join(dist, 'web');

/** Compiled modules by the names of the entries; `index` is the package's own name. */
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
  'copy-scripts': 'scripts/copy-scripts',
  command: 'scripts/command',
};

/** Whole scripts, by their names: for pages and service workers that no bundler builds. */
const bundles = {
  'sealed-capture': 'index',
  'sealed-capture-service-worker': 'service-worker',
};

const ADDRESS = /new URL\('(\.[^']+)\.js', import\.meta\.url\)/g;

/** In chunks, which all lie in one folder, a script's address is another than beside its module. */
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

/** Writes what rolldown makes of these modules, and remembers what it was made of. */
async function write({output, ...input}) {
  const build = await rolldown({
    platform: 'browser',
    resolve: {
      conditionNames: ['production', 'browser', 'module', 'import', 'default'],
      mainFields: ['browser', 'module', 'main'],
    },
    ...input,
  });
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
  output: {format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunk-[name]-[hash].js'},
});

for (const [name, entry] of Object.entries(bundles)) {
  const one = {input: join(web, `${entry}.js`), external: []};
  const output = {minify: true, codeSplitting: false};
  await write({...one, output: {...output, format: 'es', entryFileNames: `${name}.js`}});
  await write({
    ...one,
    // A classic script knows its own address while it runs for the first time.
    transform: {define: {'import.meta.url': 'sealedCaptureAddress'}},
    output: {
      ...output,
      format: 'iife',
      name: 'sealedCapture',
      intro: `const sealedCaptureAddress = globalThis.document?.currentScript?.src;`,
      entryFileNames: `${name}.classic.js`,
    },
  });
}

for (const script of scripts.keys()) await write(scriptBuild(script));
// In a checkout, the scripts find the engine beside them; the package leaves it out.
const engine = createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm');
copyFileSync(engine, join(web, 'scripts/c2pa.wasm'));
packTypes(
  dist,
  Object.values(entries).map((module) => `${module}.d.ts`),
  join(web, 'types'),
);
writeLicenses(compiled, join(web, 'LICENSES.md'));
