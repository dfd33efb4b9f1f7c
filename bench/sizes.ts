import {readdirSync, readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {gzipSync} from 'node:zlib';
import {gzipSize} from '../test/project/gzip-size.js';
import type {Figure, Group} from './figure.js';
import {root} from './root.js';

const limits: Record<string, number> = {
  './capture-image': 34,
  './capture-audio': 45,
  './seal-inspector': 25,
};

interface PackageJson {
  exports: Record<string, string | {default: string}>;
}

/** Entries that run in Node, or are compiled with the page's framework. */
const others = /^\.\/(copy-scripts|command|package\.json|react|react-jsx|preact|solid|svelte|vue)$/;

/** Entries that a page loads, by name in the exports map. */
function pageEntries(): [name: string, file: string][] {
  const {exports} = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as PackageJson;
  return Object.entries(exports).flatMap(([name, target]) =>
    typeof target === 'string' || others.test(name) ? [] : [[name, resolve(root, target.default)]],
  );
}

/** Gzip sizes of each entry with everything that it imports, and of the self-contained files. */
async function measure(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, file] of pageEntries()) {
    const limit = limits[name];
    const {atOnce, inAll} = await gzipSize(file);
    figures.push({
      what: `gzip: sealed-capture${name.slice(1)} with its imports`,
      value: atOnce / 1000,
      unit: 'kB',
      target: limit === undefined ? undefined : {of: 'value', atMost: limit},
      note: inAll > atOnce ? `${(inAll / 1000).toFixed(1)} with what it loads later` : undefined,
    });
  }
  const web = resolve(root, 'dist/web');
  const scripts = readdirSync(resolve(web, 'scripts')).filter((name) => name.endsWith('.js'));
  for (const name of [...scripts.map((script) => `scripts/${script}`), 'sealed-capture.js']) {
    const bytes = gzipSync(readFileSync(resolve(web, name)), {level: 9}).length;
    const target = name === 'sealed-capture.js' ? ({of: 'value', atMost: 110} as const) : undefined;
    figures.push({what: `gzip: ${name}`, value: bytes / 1000, unit: 'kB', target});
  }
  return figures;
}

export const sizes: Group = {name: 'sizes', measure};
