// Single-file scripts, for pages and service workers without a bundler. Parts that an element loads late can be
// separate scripts in scripts/, which use the modules of the page's bundle that both need. A second copy of these
// modules would not work: Lit, for example, may create its Trusted Types policy only once.
import {readFileSync} from 'node:fs';
import {dirname, join, relative, resolve} from 'node:path';
import {rolldown} from 'rolldown';
import {root} from '../prepare.mjs';
import {languages} from '../languages/catalogue.mjs';

/** Options of rolldown for everything that runs in pages. */
export const forPages = {
  platform: 'browser',
  tsconfig: join(root, 'tsconfig.json'),
  resolve: {
    conditionNames: ['production', 'browser', 'module', 'import', 'default'],
    mainFields: ['browser', 'module', 'main'],
  },
  // A library that is not installed would be missing in the page alone, and a part that names a script would not find it.
  onLog(level, log, handle) {
    if (log.code === 'UNRESOLVED_IMPORT' || log.code === 'EMPTY_IMPORT_META') {
      throw new Error(log.message);
    }
    handle(level, log);
  },
};

const {version} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/**
 * The global in which the page's bundle stores modules for its parts. Its name contains the version; the first copy on
 * the page sets it.
 */
const SHARED = `globalThis[Symbol.for('sealed-capture ${version}')]`;

/**
 * Parts of elements that are not in the page's bundle: modules in src/ that an element loads with `import('./….js')`,
 * with the names of their scripts in scripts/. Every other part is in the bundle, and available at once. To move
 * another one out, add it here and to `bundleParts` in test/project/package.test.ts; the element's code stays the same.
 * This saves bytes from about 1 kB: each part costs a request.
 */
const parts = new Map([
  ['elements/capture-image/controls/controls.ts', 'camera-controls'],
  ['elements/capture/failures/failures.ts', 'capture-failures'],
  ['elements/capture/way-out/way-out.ts', 'way-out'],
  ['elements/seal-inspector/result-view.ts', 'inspection-results'],
  ['elements/capture-image/late-panels.ts', 'camera-panels'],
  ['elements/capture-audio/waveform/waveform.ts', 'waveform'],
  ['elements/capture-image/fill/fill.ts', 'fill'],
  ['elements/capture-image/shots/shots.ts', 'shots'],
  ...languages.map((language) => [`lang/compiled/${language}.ts`, `language-${language}`]),
  ['elements/capture-image/album/late-album.ts', 'photo-viewer'],
  ['elements/capture-image/import/imports.ts', 'photo-import'],
  ['elements/capture-audio/recordings/late-recordings.ts', 'recordings'],
]);

const ENTRY = 'page-bundle';

/** A module that only re-exports. */
const HANDS_ON = /^(\/\/.*\s*)*(export (?:type )?\{[^}]*\} from '[^']+';\s*)+(\/\/#.*\s*)?$/;

/**
 * Paths of the modules in the page's bundle that its parts need as well, and of the English terms in the bundle.
 */
async function modulesOf(entry, src, plugins) {
  const first = new Set();
  // Re-exporting modules are not in the bundle, so imports through them would be lost.
  const handingOn = {
    name: 'handing-on',
    moduleParsed: ({id, code}) => void (HANDS_ON.test(code ?? '') && first.add(id)),
  };
  const build = await rolldown({...forPages, input: entry, plugins: [...plugins, handingOn]});
  const {output} = await build.generate({codeSplitting: false});
  await build.close();
  for (const id of output[0].moduleIds) first.add(id);
  const shared = new Set();
  for (const module of parts.keys()) {
    const input = join(src, module);
    const look = await rolldown({
      ...forPages,
      input,
      plugins: [leaveOut(first, shared), ...plugins],
    });
    await look.generate();
    await look.close();
  }
  const english = join(src, 'lang/compiled/en/');
  return {
    shared: [...shared].sort(),
    english: [...first].filter((id) => id.startsWith(english)).sort(),
  };
}

/** Makes those modules external, and records which of them were imported. */
const leaveOut = (modules, asked = new Set()) => ({
  name: 'shared-modules',
  async resolveId(source, importer) {
    const found = importer && (await this.resolve(source, importer, {skipSelf: true}));
    if (!found || !modules.has(found.id)) return found;
    asked.add(found.id);
    return {id: found.id, external: true};
  },
});

const LATE = /(?<!typeof )\bimport\((['"])(\.[^'"]+)\1\)/g;

/** Makes modules load the parts by address; records which of them any module loads. */
const byAddress = (src, loaded) => ({
  name: 'by-address',
  transform(code, id) {
    if (!id.startsWith(src)) return null;
    const changed = code.replace(LATE, (whole, _quote, path) => {
      const script = parts.get(relative(src, resolve(dirname(id), path)).replace(/\.js$/, '.ts'));
      if (!script) return whole;
      loaded.add(script);
      const address = `new URL('./scripts/${script}.js', import.meta.url)`;
      return `importPart('${script}.js', () => ${address})`;
    });
    if (changed === code) return null;
    const from = join(src, 'ports/worker-channel/bundle-part.ts');
    return `import {importPart} from ${JSON.stringify(from)};\n${changed}`;
  },
});

/**
 * Turns late imports into static ones, because everything is in one file. A lazily started module needs a wrapper, and
 * each importing module has to start it: together 4 % of the bundle.
 */
const atOnce = (src) => ({
  name: 'at-once',
  transform(code, id) {
    if (!id.startsWith(src)) return null;
    const imports = [];
    const changed = code.replace(LATE, (_match, _quote, path) => {
      const name = `late${imports.length}`;
      imports.push(`import * as ${name} from ${JSON.stringify(path)};`);
      return `Promise.resolve(${name})`;
    });
    return imports.length > 0 ? `${imports.join('\n')}\n${changed}` : null;
  },
});

/**
 * The package's own entry, which also stores the shared modules for its parts. The terms are first, side by side: many
 * resemble each other, which compresses better the closer they are.
 */
const withShared = (entry, {shared, english}) => ({
  name: ENTRY,
  resolveId: (id) => (id === ENTRY ? id : null),
  load: (id) =>
    id === ENTRY
      ? `${english.map((path) => `import ${JSON.stringify(path)};`).join('\n')}
export * from ${JSON.stringify(entry)};
${shared.map((path, index) => `import * as shared${index} from ${JSON.stringify(path)};`).join('\n')}
${SHARED} ??= [${shared.map((_, index) => `shared${index}`).join()}];`
      : null,
});

/**
 * Writes the bundles, and the parts that the page's bundle loads later.
 *
 * @param write writes the output of rolldown for its input
 * @param plugins for the modules in `src`
 */
export async function writeBundles({src, write, plugins}) {
  const entry = join(src, 'elements/index.ts');
  const loaded = new Set();
  const all = [...plugins, byAddress(src, loaded), atOnce(src)];
  const modules = await modulesOf(entry, src, all);
  const {shared} = modules;
  for (const [module, script] of parts) {
    if (!loaded.has(script)) throw new Error(`No module says import('…') of ${module}.`);
  }
  await writeScripts(write, 'sealed-capture', {
    input: ENTRY,
    plugins: [withShared(entry, modules), ...all],
  });
  for (const [module, script] of parts) {
    await write({
      input: join(src, module),
      plugins: [leaveOut(new Set(shared)), ...all],
      output: {
        format: 'iife',
        name: 'part',
        globals: (id) => `${SHARED}[${shared.indexOf(id)}]`,
        minify: true,
        codeSplitting: false,
        postFooter: ({exports}) => `export const {${exports.join()}} = part;`,
        entryFileNames: `scripts/${script}.js`,
      },
    });
  }
  const worker = join(src, 'core/wiring/service-worker.ts');
  await writeScripts(write, 'sealed-capture-service-worker', {input: worker, plugins});
}

/** Writes one bundle as a module and as a classic script. */
async function writeScripts(write, name, input) {
  const one = {...input, external: []};
  // Annotations of calls without side effects are for bundlers, which do not process these files.
  const output = {minify: true, codeSplitting: false, comments: {annotation: false}};
  await write({...one, output: {...output, format: 'es', entryFileNames: `${name}.js`}});
  await write({
    ...one,
    // A classic script knows its own address only while it runs for the first time.
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
