// Serves the modules of a browser test. `npm test` builds all test files together, once for all engines: a page loads its
// test and the chunks that it shares with others, instead of hundreds of modules. Any other module of src/ or test/ that
// is requested by its address (a worker, a worklet, the script of a frame, a test that runs alone) is served as one
// self-contained script, like the workers of the published package.
import {existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {dirname, join, relative, resolve, sep} from 'node:path';
import {build} from 'esbuild';
import {compileLanguages} from '../../demo/languages/compile.mjs';

compileLanguages();

const root = resolve(import.meta.dirname, '../..');
const address = (file) => `/${relative(root, file).split(sep).join('/')}`;

/**
 * The strictest policy with which the license plate worker runs: WebAssembly, no other origin, no blob: addresses. A
 * worker has the policy of its own script.
 */
const plateWorkerPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";

/** Inlines a file as a data: address, as the package's own build does. */
const inlinedFiles = {
  name: 'inlined-files',
  setup({onResolve, resolve}) {
    onResolve({filter: /\?url&inline$/}, ({path, kind, resolveDir}) =>
      resolve(path.replace('?url&inline', ''), {kind, resolveDir}),
    );
  },
};

/**
 * Modules refer to files beside them with `import.meta.url`. In a chunk, it is replaced by the address of the source.
 */
const sourceAddresses = {
  name: 'source-addresses',
  setup({onLoad}) {
    onLoad({filter: /[/\\](src|test)[/\\].*\.ts$/}, async ({path}) => {
      const source = await readFile(path, 'utf8');
      const url = `new URL(${JSON.stringify(address(path))}, import.meta.url).href`;
      return {contents: source.replaceAll('import.meta.url', url), loader: 'ts'};
    });
  },
};

const settings = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  tsconfig: 'tsconfig.json',
  conditions: ['production'],
  // An element's module is imported only to register the element.
  ignoreAnnotations: true,
  loader: {'.wasm': 'dataurl'},
  // Read by test/variants.ts.
  define: {'process.env.TESTS_AT': JSON.stringify(process.env.TESTS_AT ?? '')},
  // A script that the test runner itself serves.
  external: ['/__web-dev-server__web-socket.js'],
  plugins: [inlinedFiles, sourceAddresses],
  write: false,
};

export const browserTestPattern = 'test/**/*.browser.test.ts';

/** Writes all browser tests with their chunks and source maps to a folder. */
export async function buildBrowserTests(folder) {
  const {outputFiles} = await build({
    ...settings,
    entryPoints: [browserTestPattern, 'test/browsers/helpers.ts'],
    splitting: true,
    outbase: root,
    // Source maps name the sources relative to the addresses from which the modules are served.
    outdir: root,
    chunkNames: 'chunks/[hash]',
    sourcemap: 'linked',
  });
  for (const {path, contents} of outputFiles) {
    const file = join(folder, address(path));
    mkdirSync(dirname(file), {recursive: true});
    writeFileSync(file, contents);
  }
}

async function buildScript(entry) {
  const {outputFiles} = await build({...settings, entryPoints: [entry], sourcemap: 'inline'});
  return outputFiles[0].text;
}

/** The module's source, if the address is one of src/, seal/src/ or test/. */
const sourceOf = (path) => {
  const source = join(root, path.replace(/\.js$/, '.ts'));
  return /^\/((seal\/)?src|test)\/.*\.[jt]s$/.test(path) && existsSync(source) ? source : undefined;
};

/** A web-test-runner plugin. Everything is built once per run, however many pages request it. */
export const modules = () => {
  const {BUILT_BROWSER_TESTS} = process.env;
  const scripts = new Map();
  return {
    name: 'modules',
    async serve({path}) {
      const file = BUILT_BROWSER_TESTS && join(BUILT_BROWSER_TESTS, path.replace(/\.ts$/, '.js'));
      if (file && /\.(js|map)$/.test(file) && existsSync(file)) {
        return {body: await readFile(file, 'utf8'), type: file.endsWith('.map') ? 'json' : 'js'};
      }
      const source = sourceOf(path);
      if (!source) return undefined;
      if (!scripts.has(source)) scripts.set(source, buildScript(source));
      const headers = source.endsWith('plate-worker.ts')
        ? {'content-security-policy': plateWorkerPolicy}
        : undefined;
      return {body: await scripts.get(source), type: 'js', headers};
    },
  };
};

/** Serves the engine beside the verification worker. */
export const engine = () => ({
  name: 'engine',
  async serve({path}) {
    if (!path.endsWith('/worker/c2pa.wasm') || path.startsWith('/dist/')) return undefined;
    const file = createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm');
    return {body: await readFile(file), type: 'wasm'};
  },
});
