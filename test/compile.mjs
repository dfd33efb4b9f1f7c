// Compiles the Node tests, everything that they import and the programs that they start, in one build. A process then
// loads its tests and a few chunks, instead of compiling hundreds of modules.
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {dirname, join, relative} from 'node:path';
import {pathToFileURL} from 'node:url';
import {build} from 'esbuild';
import {testFiles} from './at-night.mjs';
import {root} from '../demo/prepare.mjs';

/** The folder of the compiled files, each at the path of its source. */
export const compiledFolder = join(root, '.test-build');
const compiled = (path) => path.replace(/\.ts$/, '.js');

const sourcesIn = (folder) =>
  readdirSync(join(root, folder), {recursive: true}).map((path) => join(folder, path));

/** Programs that the service and the tests start as separate processes and threads. */
const isProgram = (path) => /[/\\](cli|[\w-]+-(worker|child))\.ts$/.test(path);

/**
 * A test finds its media beside its source. The service finds its programs beside its compiled modules, as in dist/.
 */
const moduleAddresses = {
  name: 'module-addresses',
  setup({onLoad}) {
    onLoad({filter: /[/\\](src|test|demo|website|examples)[/\\].*\.(ts|mjs)$/}, async ({path}) => {
      const source = await readFile(path, 'utf8');
      const place = relative(root, path);
      const isSource = /^((seal|service)[/\\])?src/.test(place);
      const file = isSource ? join(compiledFolder, compiled(place)) : path;
      const contents = source
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(file)));
      return {contents, loader: 'ts'};
    });
  },
};

const dependenciesOf = (folder) =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).dependencies;
/**
 * Packages that are not bundled: they look for files beside their modules, or are loaded by name when they are needed.
 */
const apart = ['@contentauth/c2pa-wasm', '@photostructure/sqlite', 'piscina', 'redis'];
/** Its modules have import cycles, which do not work in one file. */
const apartOf = '@opentelemetry/';
// The seal's workspace is source.
const inlined = [
  '@sealed-capture/seal',
  ...Object.keys({
    ...dependenciesOf('.'),
    ...dependenciesOf('service'),
  }),
].filter((name) => !apart.includes(name) && !name.startsWith(apartOf));

/** The packages' dependencies are bundled, because loading their hundreds of files takes half a second per process. */
const libraries = {
  name: 'libraries',
  setup({onResolve}) {
    onResolve({filter: /^[^./]/}, ({path, importer, kind}) => {
      if (kind === 'entry-point' || importer.includes('node_modules')) return undefined;
      const isInlined = inlined.some((name) => path === name || path.startsWith(`${name}/`));
      return isInlined ? undefined : {path, external: true};
    });
  },
};

/** Lets bundled CommonJS libraries require Node's own modules. */
const REQUIRE =
  "import {createRequire as makeRequire} from 'node:module';" +
  'const require = makeRequire(import.meta.url);';

/** Sources of the tests that run only in Node. */
export const nodeTestSources = () =>
  testFiles.filter(
    (path) => !path.endsWith('.browser.test.ts') && !path.startsWith('test/end-to-end'),
  );

/**
 * Writes a module that runs these compiled tests in one process. Each test file is a suite there, so that its hooks are
 * for its own tests. Returns the module's path.
 */
function writeRunner(name, tests) {
  const suites = tests.map((path) => {
    const module = pathToFileURL(join(compiledFolder, compiled(path))).href;
    return `describe(${JSON.stringify(path)}, async () => { await import('${module}'); });\n`;
  });
  const runner = join(compiledFolder, name);
  writeFileSync(runner, ["import {describe} from 'node:test';\n", ...suites].join(''));
  return runner;
}

/**
 * Writes a module for each folder of a layer: its tests share a process, which loads the service and the engine once.
 * Node runs the modules in the order of their names, so a number puts the long ones first: those of the service.
 */
function writeProcesses(tests) {
  const processes = new Map();
  for (const path of tests) {
    const folder = dirname(path).split('/').slice(0, 3).join('/');
    processes.set(folder, [...(processes.get(folder) ?? []), path]);
  }
  mkdirSync(join(compiledFolder, 'processes'));
  return [...processes.values()]
    .reverse()
    .map((files, index) => writeRunner(join('processes', `${100 + index}.test.js`), files));
}

/** Writes a module that runs one compiled test alone. Returns the module's path. */
export const writeAlone = (test) =>
  writeRunner(compiled(test).replace('.test.js', '.alone.test.js'), [test]);

/** Compiles these tests. Returns the modules that run them, one for each process. */
export async function compileTests(tests) {
  rmSync(compiledFolder, {recursive: true, force: true});
  await build({
    absWorkingDir: root,
    entryPoints: [
      ...tests,
      ...['service/src', 'service/test', 'seal/test'].flatMap(sourcesIn).filter(isProgram),
    ],
    bundle: true,
    splitting: true,
    // An element's module is imported only to register the element.
    ignoreAnnotations: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    tsconfig: 'tsconfig.json',
    outbase: root,
    outdir: compiledFolder,
    chunkNames: 'chunks/[hash]',
    sourcemap: 'linked',
    // Each process reads the source maps of what it loads; the sources are on disk.
    sourcesContent: false,
    plugins: [libraries, moduleAddresses],
    banner: {js: REQUIRE},
  });
  copyFileSync(join(root, 'package.json'), join(compiledFolder, 'package.json'));
  // The service reads its lists from a path beside its compiled modules.
  const lists = 'seal/src/node/lists';
  cpSync(join(root, lists), join(compiledFolder, lists), {recursive: true});
  return writeProcesses(tests);
}
