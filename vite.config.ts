import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {defineConfig, type Alias} from 'vite';

/** The demo site, built with the package by its public names, as a page of its users is. */
const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** The package's own code by the names that its users import. */
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
  // The demo runs under a strict CSP, where data: scripts are blocked: nothing is inlined.
  build: {
    outDir: path('dist/demo'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: {polyfill: false},
    rolldownOptions: {input: [path('demo/index.html'), path('demo/example.html')]},
  },
});
