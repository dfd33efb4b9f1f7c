// Builds the package in dist/: the service, its command and the scripts of its threads, with the seal's code in them.
import {chmodSync, readFileSync, readdirSync} from 'node:fs';
import {basename, join} from 'node:path';
import {defineConfig} from 'rolldown';

const folder = import.meta.dirname;
const {dependencies, peerDependencies} = JSON.parse(
  readFileSync(join(folder, 'package.json'), 'utf8'),
);
const installed = Object.keys({...dependencies, ...peerDependencies});
const threads = readdirSync(join(folder, 'src'), {recursive: true}).filter((path) =>
  path.endsWith('-worker.ts'),
);

/** The official trust lists, which are read from a path beside the module that names them. */
const lists = join(folder, '../seal/src/node/lists');
const withLists = {
  name: 'lists',
  generateBundle() {
    for (const name of readdirSync(lists)) {
      const source = readFileSync(join(lists, name));
      this.emitFile({type: 'asset', fileName: `lists/${name}`, source});
    }
  },
};

const asCommand = {
  name: 'command',
  writeBundle: () => chmodSync(join(folder, 'dist/cli.js'), 0o755),
};

export default defineConfig({
  cwd: folder,
  platform: 'node',
  tsconfig: 'tsconfig.json',
  input: {
    index: 'src/index.ts',
    cli: 'src/cli/cli.ts',
    // A thread's script is found beside the module that starts it, so all modules are in one folder.
    ...Object.fromEntries(threads.map((path) => [basename(path, '.ts'), join('src', path)])),
  },
  external: (id) => installed.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [withLists, asCommand],
  output: {dir: 'dist', cleanDir: true, chunkFileNames: 'chunk-[name]-[hash].js'},
});
