import assert from 'node:assert/strict';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {before, describe, it} from 'node:test';
import {gzipSync} from 'node:zlib';
import MiniSearch from 'minisearch';
import {weights} from '../../website/client/search-weights.js';
import {endpointsOf, idOf} from '../../website/pages/api-page.js';
import {chapters, guides, otherGuides} from '../../website/contents.js';
import {readElements} from '../../website/custom-elements.js';
import type {OpenApi} from '../../website/openapi.js';
import {readTypes} from '../../website/pages/types-page.js';
import {searchWords} from '../../website/search-words.js';
import {errorCodes} from '@sealed-capture/seal/model/errors.js';

const root = resolve(import.meta.dirname, '../..');
const site = join(root, 'dist/site');
const BUDGET = 150_000;

const read = (file: string): string => readFileSync(join(site, file), 'utf8');
const valuesOf = (html: string, attribute: string): string[] =>
  [...html.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) => value);
const gzipped = (file: string): number => gzipSync(readFileSync(join(site, file))).byteLength;

/** The file of an address in a page, with its anchor; undefined for one that is elsewhere. */
function fileOf(address: string): [file: string, anchor: string | undefined] | undefined {
  // The demo is beside the manual.
  if (/^https?:/.test(address) || address === '/') return undefined;
  const [path = '', anchor] = address.replace(/^(?:\/docs\/|\.\/)/, '').split('#');
  return [path, anchor === undefined ? undefined : decodeURIComponent(anchor)];
}

/** Without the page that a server shows for an unknown address. */
const pages = (): string[] =>
  readdirSync(site).filter((name) => name.endsWith('.html') && name !== '404.html');
const html = new Map<string, string>();
const ids = new Map<string, Set<string>>();

/** What a newcomer asks, and the pages that answer it. */
const QUESTIONS: readonly (readonly [words: string, answers: RegExp])[] = [
  ['turn camera off', /^elements\.html/],
  ['change button text', /^languages\.html/],
  ['autoprotect', /^(?:elements|capture-\w+)\.html/],
  ['receive uploads', /^delivery\.html/],
  ['content security policy', /^csp\.html/],
  ['dark mode', /^theming\.html/],
  ['api key in the page', /^keys\.html/],
  ['next.js', /^(?:quick-start|frameworks|framework-examples)\.html/],
  ['check a file with curl', /^(?:api|inspecting|quick-start)\.html/],
  ['storage full', /^errors\.html/],
  ['camera in an iframe', /^(?:in-a-page|webviews)\.html/],
  ['no network', /^(?:offline|errors)\.html/],
  ['change text of shutter button in German', /^languages\.html/],
  ['how do I translate the buttons', /^languages\.html/],
  ['camera does not start on iPhone', /^webviews\.html/],
  ['what happens without internet', /^offline\.html/],
  ['how to get a certificate for production', /^live\.html/],
  ['how big is the bundle', /^in-a-page\.html/],
  ['selfie', /^(?:camera|elements|capture-image)\.html/],
  ['upload to S3', /^delivery\.html/],
  ['can I use it in a form with required', /^forms\.html/],
];

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
        const target = fileOf(address);
        if (!target) continue;
        const [file, anchor] = target;
        const isThere = file === '' || existsSync(join(site, file));
        const hasAnchor = !anchor || ids.get(file || page)?.has(anchor);
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
    for (const {page, title} of guides) assert.match(read(`${page}.html`), /<h1 id/, title);
    const shown = chapters.flatMap((chapter) => chapter.guides).concat(otherGuides);
    assert.equal(new Set(shown.map(({page}) => page)).size, shown.length);
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
        assert.ok(api.includes(`>${method.toUpperCase()} ${path}</code>`), path);
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

  it('describes each type of the elements’ events, with its fields', () => {
    const there = ids.get('types.html') ?? new Set();
    assert.deepEqual(
      readTypes().filter(({name}) => !there.has(name)),
      [],
    );
    const events = readElements().flatMap((element) => element.events);
    const types = new Map(readTypes().map((type) => [type.name, type]));
    for (const {type, name} of events) assert.ok(types.get(type.text)?.fields?.length, name);
    assert.match(read('capture-image.html'), /href="\.\/types\.html#Tags"/);
  });

  it('lists each text of the elements, and has it in each language', () => {
    const english = Object.keys(JSON.parse(read('texts/en.json')) as object);
    const listed = valuesOf(read('texts.html'), 'data-key');
    assert.deepEqual(listed, english);
    for (const name of readdirSync(join(root, 'src/lang')).filter((one) => /json$/.test(one))) {
      const texts = JSON.parse(read(`texts/${name}`)) as Record<string, string>;
      assert.ok(Object.keys(texts).length > english.length * 0.9, name);
    }
  });

  it('is listed for language models, page by page', () => {
    const list = read('llms.txt');
    const named = [...list.matchAll(/^- \[.+?\]\(([\w.-]+)\): \S/gm)].map(([, file = '']) => file);
    assert.deepEqual(named.map((file) => file.replace(/\.md$/, '.html')).sort(), pages().sort());
    for (const file of named) assert.ok(existsSync(join(site, file)), file);
  });

  it('answers what a newcomer asks among the first three pages that the search finds', async () => {
    for (const address of Object.keys(searchWords)) {
      const [page = '', anchor = ''] = address.split('#');
      assert.ok(ids.get(page)?.has(anchor), `${address} is not there.`);
    }
    const chunks = join(site, 'assets/chunks');
    const name = readdirSync(chunks).find((one) => /LocalSearchIndexroot.*js$/i.test(one)) ?? '';
    const {default: index} = (await import(join(chunks, name))) as {default: string};
    const search = MiniSearch.loadJSON<{id: string}>(index, {
      fields: ['title', 'titles', 'text'],
      storeFields: ['title', 'titles'],
      searchOptions: weights,
    });
    const missed = QUESTIONS.flatMap(([words, answers]) => {
      const found = search.search(words).map(({id}) => String(id).replace('/docs/', ''));
      const first = found.slice(0, 3);
      return first.some((id) => answers.test(id)) ? [] : [`${words}: ${first.join(', ')}`];
    });
    assert.deepEqual(missed, []);
  });

  it('loads less than 150 kB for the first view of any page, without pictures', () => {
    for (const [page, text] of html) {
      const addresses = [...valuesOf(text, 'href'), ...valuesOf(text, 'src')];
      const files = addresses
        .map((address) => fileOf(address)?.[0] ?? '')
        .filter((file) => /\.(?:css|js|svg)$/.test(file));
      const bytes = [...new Set([page, ...files])].reduce((sum, file) => sum + gzipped(file), 0);
      assert.ok(files.length > 5 && bytes < BUDGET, `${page}: ${bytes} bytes`);
    }
  });

  it('has no inline script and no inline style', () => {
    for (const [page, text] of html) {
      assert.doesNotMatch(text, /<script(?![^>]* src=)|<style| style=| on\w+="/, page);
      assert.match(
        text,
        /http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self';/,
      );
    }
  });
});
