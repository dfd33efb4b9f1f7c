import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {defineConfig, type Alias} from 'vite';
import {compress} from './demo/compress.mjs';
import {pages} from './demo/pages.mjs';

/** Builds the demo site with the package under its public names, like a user's page. */
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** Maps the public names of the package to its own code. */
export const publicNames = (): Alias[] => {
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

export default defineConfig({
  root: path('demo'),
  resolve: {alias: publicNames()},
  plugins: [pages, compress],
  // The demo has a strict CSP, which blocks data: scripts, so nothing is inlined.
  build: {
    outDir: path('dist/demo'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: {polyfill: false},
    rolldownOptions: {
      input: ['index', 'claim', 'interview', 'case', 'example'].map((page) =>
        path(`demo/${page}.html`),
      ),
    },
  },
});
