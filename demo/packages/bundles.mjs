// Whole scripts, for pages and service workers that no bundler builds. Parts that an element loads late can be scripts of
// their own in scripts/, each of which takes from the page's bundle the modules that both need. A second copy of them would
// not do: Lit, for one, may make its Trusted Types policy only once.
import {readFileSync} from 'node:fs';
import {dirname, join, relative, resolve} from 'node:path';
import {rolldown} from 'rolldown';
import {root} from '../prepare.mjs';
import {languages} from './languages.mjs';

/** What rolldown is told of all that runs in pages. */
export const forPages = {
  platform: 'browser',
  resolve: {
    conditionNames: ['production', 'browser', 'module', 'import', 'default'],
    mainFields: ['browser', 'module', 'main'],
  },
};

const {version} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Where the page's bundle leaves modules for its parts: of one version, those of the first copy on the page. */
const SHARED = `globalThis[Symbol.for('sealed-capture ${version}')]`;

/**
 * Parts of elements that stay out of the page's bundle: modules in dist/ that an element loads by `import('./….js')`, with the
 * names of the scripts in scripts/ that they become. Every other part is in the bundle, from which it is had at once. To keep
 * another one out, add it here and to `bundleParts` in test/project/package.test.ts; the element's code stays as it is. It is
 * worth it from about 1 kB on: a part of a few lines costs a request of its own.
 */
const parts = new Map([
  ['elements/capture-image/controls/controls.js', 'camera-controls'],
  ['elements/capture/failures/failures.js', 'capture-failures'],
  ['elements/capture/way-out/way-out.js', 'way-out'],
  ['elements/seal-inspector/result-view.js', 'inspection-results'],
  ['elements/capture-image/shots/shots.js', 'shots'],
  ...languages.map((language) => [`elements/strings/${language}/index.js`, `language-${language}`]),
  ['elements/capture-image/viewer/viewer.js', 'photo-viewer'],
]);

const ENTRY = 'page-bundle';

/** A module that only exports what others have. */
const HANDS_ON = /^(export \{[^}]*\} from '[^']+';\s*)+(\/\/#.*\s*)?$/;

/** The modules of the page's bundle that its parts need as well: their paths. */
async function sharedModules(entry, dist, plugins) {
  const first = new Set();
  // They are not among the modules of the bundle, and what is imported through them would be forgotten.
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
    const input = join(dist, module);
    const look = await rolldown({
      ...forPages,
      input,
      plugins: [leaveOut(first, shared), ...plugins],
    });
    await look.generate();
    await look.close();
  }
  return [...shared].sort();
}

/** Has those modules stay outside; notes which of them were asked for. */
const leaveOut = (modules, asked = new Set()) => ({
  name: 'shared-modules',
  async resolveId(source, importer) {
    const found = importer && (await this.resolve(source, importer, {skipSelf: true}));
    if (!found || !modules.has(found.id)) return found;
    asked.add(found.id);
    return {id: found.id, external: true};
  },
});

const LATE = /\bimport\((['"])(\.[^'"]+)\1\)/g;

/** Has the modules load by their addresses the parts that are scripts of their own; notes which of them any module loads. */
const byAddress = (dist, loaded) => ({
  name: 'by-address',
  transform(code, id) {
    if (!id.startsWith(dist)) return null;
    const changed = code.replace(LATE, (whole, _quote, path) => {
      const script = parts.get(relative(dist, resolve(dirname(id), path)));
      if (!script) return whole;
      loaded.add(script);
      const address = `new URL('./scripts/${script}.js', import.meta.url)`;
      return `importPart('${script}.js', () => ${address})`;
    });
    if (changed === code) return null;
    const from = join(dist, 'ports/worker-channel/bundle-part.js');
    return `import {importPart} from ${JSON.stringify(from)};\n${changed}`;
  },
});

/**
 * Imports at once what the modules load later, as all of it is in one file anyway. A module that is started later takes a
 * wrapper, and each module that imports it has to start it: together 4 % of the bundle.
 */
const atOnce = (dist) => ({
  name: 'at-once',
  transform(code, id) {
    if (!id.startsWith(dist)) return null;
    const imports = [];
    const changed = code.replace(LATE, (_match, _quote, path) => {
      const name = `late${imports.length}`;
      imports.push(`import * as ${name} from ${JSON.stringify(path)};`);
      return `Promise.resolve(${name})`;
    });
    return imports.length > 0 ? `${imports.join('\n')}\n${changed}` : null;
  },
});

/** The package's own entry, which also leaves those modules where its parts find them. */
const withShared = (entry, shared) => ({
  name: ENTRY,
  resolveId: (id) => (id === ENTRY ? id : null),
  load: (id) =>
    id === ENTRY
      ? `export * from ${JSON.stringify(entry)};
${shared.map((path, index) => `import * as shared${index} from ${JSON.stringify(path)};`).join('\n')}
${SHARED} ??= [${shared.map((_, index) => `shared${index}`).join()}];`
      : null,
});

/**
 * Writes them, and what the page's bundle loads later.
 *
 * @param write has rolldown write what it makes of its input
 * @param plugins for the compiled modules in `dist`
 */
export async function writeBundles({dist, web, write, plugins}) {
  const entry = join(dist, 'elements/index.js');
  const loaded = new Set();
  const all = [...plugins, byAddress(dist, loaded), atOnce(dist)];
  const shared = await sharedModules(entry, dist, all);
  for (const [module, script] of parts) {
    if (!loaded.has(script)) throw new Error(`No module says import('…') of ${module}.`);
  }
  await writeScripts(write, 'sealed-capture', {
    input: ENTRY,
    plugins: [withShared(entry, shared), ...all],
  });
  for (const [module, script] of parts) {
    await write({
      input: join(dist, module),
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
  const worker = join(web, 'service-worker.js');
  await writeScripts(write, 'sealed-capture-service-worker', {input: worker});
}

/** One bundle as a module and as a classic script. */
async function writeScripts(write, name, input) {
  const one = {...input, external: []};
  // Marks of calls without effects are for bundlers, and nobody bundles these files.
  const output = {minify: true, codeSplitting: false, comments: {annotation: false}};
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
