// Whole scripts, for pages and service workers that no bundler builds. What shows an inspection's result is apart, as it
// is from the modules: a script in scripts/, which takes from the page's bundle the modules that both need. A second copy of
// them would not do: Lit, for one, may make its Trusted Types policy only once.
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {rolldown} from 'rolldown';
import {root} from '../prepare.mjs';

/** What rolldown is told of all that runs in pages. */
export const forPages = {
  platform: 'browser',
  resolve: {
    conditionNames: ['production', 'browser', 'module', 'import', 'default'],
    mainFields: ['browser', 'module', 'main'],
  },
};

const {version} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Where the page's bundle leaves modules for its results: of one version, those of the first copy on the page. */
const SHARED = `globalThis[Symbol.for('sealed-capture ${version}')]`;

const IMPORT = "import('./seal-inspector/result-view.js')";
const ENTRY = 'page-bundle';

/** The modules of the page's bundle that its results need as well: their paths. */
async function sharedModules(entry, results, plugins) {
  const build = await rolldown({...forPages, input: entry, plugins});
  const {output} = await build.generate({codeSplitting: false});
  await build.close();
  const first = new Set(output[0].moduleIds);
  const shared = new Set();
  const look = await rolldown({...forPages, input: results, plugins: [leaveOut(first, shared)]});
  await look.generate();
  await look.close();
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

/** The inspector's module, with its results by their address. */
const resultsByAddress = (dist) => ({
  name: 'results-by-address',
  transform(code, id) {
    if (id !== join(dist, 'elements/seal-inspector.js')) return null;
    if (!code.includes(IMPORT)) throw new Error(`${id} does not say ${IMPORT}.`);
    const from = join(dist, 'ports/inspection/results-script.js');
    return `import {importResults} from ${JSON.stringify(from)};\n${code.replace(IMPORT, 'importResults()')}`;
  },
});

const LATE = /\bimport\((['"])(\.[^'"]+)\1\)/g;

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

/** The package's own entry, which also leaves those modules where its results find them. */
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
  const results = join(dist, 'elements/seal-inspector/result-view.js');
  const first = [...plugins, resultsByAddress(dist), atOnce(dist)];
  const shared = await sharedModules(entry, results, first);
  const page = {input: ENTRY, plugins: [withShared(entry, shared), ...first]};
  await writeScripts(write, 'sealed-capture', page);
  await write({
    input: results,
    plugins: [leaveOut(new Set(shared)), ...plugins],
    output: {
      format: 'iife',
      name: 'results',
      globals: (id) => `${SHARED}[${shared.indexOf(id)}]`,
      minify: true,
      codeSplitting: false,
      postFooter: 'export const {ResultView} = results;',
      entryFileNames: 'scripts/inspection-results.js',
    },
  });
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
