// What a page of a browser test loads. All test files are one build, made when the first page asks: a page loads its
// test and the chunks that it shares with others, instead of hundreds of modules. Any other module of src/ or test/
// that is asked for by its address (a worker, a worklet, the script of a frame) is served as one self-contained
// script, as the published package has its workers.
import {existsSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {join, relative, resolve, sep} from 'node:path';
import {build} from 'esbuild';

const root = resolve(import.meta.dirname, '../..');
const address = (file) => `/${relative(root, file).split(sep).join('/')}`;

/**
 * The strictest policy under which the license plates' worker runs: WebAssembly, nothing from elsewhere, no blob.
 * A worker's policy is its own script's.
 */
const plateWorkerPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";

/** As the package's own build does it: a file's content as a data: address. */
const inlinedFiles = {
  name: 'inlined-files',
  setup({onResolve, resolve}) {
    onResolve({filter: /\?url&inline$/}, ({path, kind, resolveDir}) =>
      resolve(path.replace('?url&inline', ''), {kind, resolveDir}),
    );
  },
};

/** Modules name the files beside them by `import.meta.url`: in a chunk, too, it is the source's own address. */
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
  // An element's module is imported for its registration alone.
  ignoreAnnotations: true,
  loader: {'.wasm': 'dataurl'},
  // The test runner's own, served by the runner.
  external: ['/__web-dev-server__web-socket.js'],
  plugins: [inlinedFiles, sourceAddresses],
  write: false,
};

/** The tests with their chunks and source maps, by address. */
async function buildTests(files) {
  const {outputFiles} = await build({
    ...settings,
    entryPoints: files,
    splitting: true,
    outbase: root,
    outdir: root,
    chunkNames: 'chunks/[hash]',
    sourcemap: 'linked',
  });
  return new Map(outputFiles.map(({path, text}) => [address(path), text]));
}

async function buildScript(entry) {
  const {outputFiles} = await build({...settings, entryPoints: [entry], sourcemap: 'inline'});
  return outputFiles[0].text;
}

/** The module's source, where the address is one of src/ or test/. */
const sourceOf = (path) => {
  const source = join(root, path.replace(/\.js$/, '.ts'));
  return /^\/(src|test)\/.*\.[jt]s$/.test(path) && existsSync(source) ? source : undefined;
};

/** A web-test-runner plugin; everything is built once in a run, however many pages ask for it. */
export const modules = (files) => {
  let tests;
  const scripts = new Map();
  return {
    name: 'modules',
    async serve({path}) {
      tests ??= buildTests(files);
      const body = (await tests).get(path.replace(/\.ts$/, '.js'));
      if (body !== undefined) return {body, type: path.endsWith('.map') ? 'json' : 'js'};
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

/** The verification worker's engine is beside it. */
export const engine = () => ({
  name: 'engine',
  async serve({path}) {
    if (!path.endsWith('/ports/c2pa.wasm') || path.startsWith('/dist/')) return undefined;
    const file = createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm');
    return {body: await readFile(file), type: 'wasm'};
  },
});
