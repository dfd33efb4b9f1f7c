import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {defineConfig, type Alias, type Plugin, type UserConfig} from 'vite';

/**
 * What is built after `tsc` has written the modules to dist/, by mode:
 * media-worker  the page's worker as one self-contained file, beside the module that names it;
 * plate-worker  the licence plate detector's, likewise;
 * bundle        the script-tag bundle: every element in one ES module;
 * demo          the demo site.
 */
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

const oneFile = (
  input: string,
  outDir: string,
  name: string,
  plugins: Plugin[] = [],
): UserConfig => ({
  plugins,
  build: {
    outDir: path(outDir),
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'es2022',
    modulePreload: false,
    rolldownOptions: {
      input: path(input),
      output: {format: 'es', entryFileNames: name, codeSplitting: false},
    },
  },
});

/**
 * The one-file bundle has no side files, and a worker of another origin is refused: the worker's source
 * travels in the bundle and is started from a blob.
 */
const inlineWorker = (): Plugin => ({
  name: 'inline-media-worker',
  transform(code) {
    const expression = "new URL('./media-worker.js', import.meta.url)";
    if (!code.includes(expression)) return;
    const source = JSON.stringify(readFileSync(path('dist/ports/media-worker.js'), 'utf8'));
    const blob = `new URL(URL.createObjectURL(new Blob([${source}], {type: 'text/javascript'})))`;
    return {code: code.replace(expression, () => blob), map: null};
  },
});

/** The demo uses the package by its public names, as a page of its users does. */
const publicNames = (): Alias[] => {
  const {name, exports} = JSON.parse(readFileSync(path('package.json'), 'utf8')) as {
    name: string;
    exports: Record<string, string | {default: string}>;
  };
  return Object.entries(exports).flatMap(([entry, target]) =>
    typeof target === 'string'
      ? []
      : [{find: new RegExp(`^${name}${entry.slice(1)}$`), replacement: path(target.default)}],
  );
};

export default defineConfig(({mode}): UserConfig => {
  switch (mode) {
    case 'media-worker':
      return oneFile('src/ports/media-worker.ts', 'dist/ports', 'media-worker.js');
    case 'plate-worker':
      return oneFile(
        'src/ports/plate-detector/plate-worker.ts',
        'dist/ports/plate-detector',
        'plate-worker.js',
      );
    case 'bundle':
      return oneFile('dist/elements/index.js', 'dist', 'sealed-capture.js', [inlineWorker()]);
    default:
      return {
        root: path('demo'),
        resolve: {alias: publicNames()},
        // The demo runs under a strict CSP, where data: scripts are blocked: nothing is inlined.
        build: {
          outDir: path('dist/demo'),
          emptyOutDir: true,
          target: 'es2022',
          assetsInlineLimit: 0,
          modulePreload: {polyfill: false},
          rolldownOptions: {input: [path('demo/index.html')]},
        },
      };
  }
});
