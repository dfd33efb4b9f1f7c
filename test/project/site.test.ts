import assert from 'node:assert/strict';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {before, describe, it} from 'node:test';
import {gzipSync} from 'node:zlib';
import {endpointsOf, idOf} from '../../website/pages/api-page.js';
import {chapters, guides, otherGuides} from '../../website/contents.js';
import {readElements} from '../../website/custom-elements.js';
import type {OpenApi} from '../../website/openapi.js';
import {errorCodes} from '@sealed-capture/seal/model/errors.js';

const root = resolve(import.meta.dirname, '../..');
const site = join(root, 'dist/site');
const BUDGET = 154_000;

const read = (file: string): string => readFileSync(join(site, file), 'utf8');
const valuesOf = (html: string, attribute: string): string[] =>
  [...html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) => value);
const gzipped = (file: string): number => gzipSync(readFileSync(join(site, file))).byteLength;

/** The modules that a page's scripts import statically, including the scripts. */
function modulesOf(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const [, path = ''] of read(file).matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) {
    modulesOf(join('assets', path), seen);
  }
  return seen;
}

const pages = (): string[] => readdirSync(site).filter((name) => name.endsWith('.html'));
const html = new Map<string, string>();
const ids = new Map<string, Set<string>>();

describe('The website of the documentation', () => {
  before(async () => {
    // Build scripts in JavaScript are run by path: the build ends its process if Vite logs a warning.
    const prepare = join(root, 'demo/prepare.mjs');
    const {build, buildSite} = (await import(prepare)) as Record<'build' | 'buildSite', () => void>;
    build();
    buildSite();
    for (const page of pages()) {
      html.set(page, read(page));
      ids.set(page, new Set(valuesOf(read(page), 'id')));
    }
  });

  it('has no broken link, picture, script or anchor', () => {
    const broken: string[] = [];
    for (const [page, text] of html) {
      assert.equal(valuesOf(text, 'id').length, ids.get(page)?.size, `${page} has an id twice`);
      for (const address of [...valuesOf(text, 'href'), ...valuesOf(text, 'src')]) {
        // `npm start` serves the demo beside the documentation.
        if (/^https?:/.test(address) || address === '../') continue;
        const [file = '', anchor] = address.split('#');
        const isThere = file === '' || existsSync(join(site, file));
        const hasAnchor = anchor === undefined || ids.get(file || page)?.has(anchor);
        if (!isThere || !hasAnchor) broken.push(`${page}: ${address}`);
      }
    }
    assert.deepEqual(broken, []);
  });

  it('has each document once in its menu or beside it', () => {
    const documents = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));
    assert.deepEqual(
      guides
        .map(({source}) => source)
        .filter((source) => source.startsWith('docs/'))
        .sort(),
      documents
        .filter((name) => name !== 'errors.md')
        .map((name) => `docs/${name}`)
        .sort(),
    );
    for (const {file, title} of guides) assert.match(read(file), /<h1 id/, title);
    const shown = chapters.flatMap((chapter) => chapter.guides).concat(otherGuides);
    assert.equal(new Set(shown.map(({file}) => file)).size, shown.length);
  });

  it('describes each attribute, property, method, event, slot and part of each element', () => {
    for (const element of readElements()) {
      const there = ids.get(`${element.tagName}.html`) ?? new Set();
      const wanted = [
        ...element.attributes.map(({name}) => `attribute-${name}`),
        ...element.members
          .filter(({attribute}) => attribute === undefined)
          .map(({kind, name}) => `${kind === 'method' ? 'method' : 'property'}-${name}`),
        ...element.events.map(({name}) => `event-${name}`),
        ...element.slots.map(({name}) => `slot-${name || 'default'}`),
        ...element.cssParts.map(({name}) => `part-${name}`),
        ...element.cssProperties.map(({name}) => `css${name}`),
      ];
      assert.ok(wanted.length > 20, element.tagName);
      assert.deepEqual(
        wanted.filter((id) => !there.has(id)),
        [],
        element.tagName,
      );
    }
  });

  it('describes each operation of the service, with all its paths', () => {
    const description = JSON.parse(read('openapi.json')) as OpenApi;
    const api = read('api.html');
    const endpoints = endpointsOf(description);
    assert.ok(endpoints.length > 10);
    for (const endpoint of endpoints) {
      assert.ok(ids.get('api.html')?.has(idOf(endpoint)), idOf(endpoint));
    }
    for (const [path, operations] of Object.entries(description.paths)) {
      for (const method of Object.keys(operations)) {
        assert.ok(api.includes(`<code>${method.toUpperCase()} ${path}</code>`), path);
      }
    }
  });

  it('describes each error code, in the code’s order', () => {
    const there = valuesOf(read('errors.html'), 'id');
    assert.deepEqual(
      there.filter((id) => (errorCodes as readonly string[]).includes(id)),
      errorCodes,
    );
  });

  it('lists each custom property of the elements in its theming guide, and no other', () => {
    const table = readFileSync(join(root, 'docs/theming.md'), 'utf8');
    const named = [...table.matchAll(/^\| `(--sc-[\w-]+)`/gm)].map(([, name]) => name);
    const there = readElements().flatMap(({cssProperties}) => cssProperties);
    assert.deepEqual(named.sort(), [...new Set(there.map(({name}) => name))].sort());
  });

  it('is listed for language models, page by page', () => {
    const list = read('llms.txt');
    const named = [...list.matchAll(/^- \[.+?\]\(([\w.-]+)\): \S/gm)].map(([, file = '']) => file);
    assert.deepEqual(named.map((file) => file.replace(/\.md$/, '.html')).sort(), pages().sort());
    for (const file of named) assert.ok(existsSync(join(site, file)), file);
  });

  it('loads less than 150 kB for the first view of any page', () => {
    for (const [page, text] of html) {
      const styles = valuesOf(text, 'href').filter((path) => path.endsWith('.css'));
      const pictures = valuesOf(text, 'src').filter((path) => /\.(?:svg|webp|png|jpg)$/.test(path));
      const scripts = valuesOf(text, 'src').filter((path) => path.endsWith('.js'));
      const modules = new Set(scripts.flatMap((path) => [...modulesOf(path)]));
      const files = new Set([page, ...styles, ...pictures, ...modules]);
      const bytes = [...files].reduce((total, file) => total + gzipped(file), 0);
      assert.ok(modules.size > 0 && bytes < BUDGET, `${page}: ${bytes} bytes`);
    }
  });

  it('has no inline script and no inline style', () => {
    for (const [page, text] of html) {
      assert.doesNotMatch(text, /<script(?![^>]* src=)|<style| style=| on\w+="/, page);
      assert.match(
        text,
        /Content-Security-Policy" content="default-src 'none'; script-src 'self';/,
      );
    }
  });
});
