import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {text} from 'node:stream/consumers';
import {describe, it} from 'node:test';
import {isCustomElement} from '../../src/frameworks/vue.js';
import {TemplateNames} from './template-names.js';

const root = resolve(import.meta.dirname, '../..');
const samples = resolve(root, 'test/frameworks/samples');
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8');

/** The output of a package's program for the samples. */
async function check(program: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [resolve(root, 'node_modules', program), ...args], {
    cwd: samples,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return printed;
}

interface Declaration {
  tagName: string;
  attributes: {name: string}[];
  members: {kind: string; name: string; readonly?: boolean}[];
  events: {name: string}[];
}

const {customElements} = JSON.parse(read('package.json')) as {customElements: string};
const {modules} = JSON.parse(read(customElements)) as {
  modules: {declarations: [Declaration]}[];
};
const elements = modules.map(({declarations: [element]}) => ({
  tagName: element.tagName,
  attributes: element.attributes.map(({name}) => name),
  properties: element.members
    .filter(({kind, readonly}) => kind === 'field' && !readonly)
    .map(({name}) => name),
  events: element.events.map(({name}) => name),
}));

const pascalCase = (name: string): string =>
  name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
const kebabCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const isCallback = (name: string): boolean => /^on[A-Z]/.test(name);
const isLowerCase = (name: string): boolean => name === name.toLowerCase();

describe('the types for frameworks', () => {
  const templates = ['react-jsx', 'preact', 'solid', 'svelte', 'vue'];
  const names = new TemplateNames([
    ...templates.map((name) => `src/frameworks/${name}.ts`),
    ...elements.map(({tagName}) => `src/frameworks/react/${tagName}.ts`),
  ]);

  /** The names that each framework has to accept on an element. */
  const expected: Record<string, (element: (typeof elements)[number]) => string[]> = {
    'react-jsx': ({attributes, properties, events}) => [
      ...attributes,
      ...properties.filter((name) => !isCallback(name)),
      ...events.map((name) => `on${name}`),
    ],
    preact: (element) => expected['react-jsx']!(element).filter((name) => name !== 'oncapture'),
    svelte: (element) => expected['react-jsx']!(element).filter((name) => name !== 'oncapture'),
    solid: ({attributes, properties, events}) => [
      ...attributes,
      ...properties.filter(isLowerCase),
      ...properties.map((name) => `prop:${name}`),
      ...events.flatMap((name) => [`on:${name}`, `on${name}`]),
    ],
    vue: ({properties, events}) => [
      ...properties.filter((name) => !isCallback(name)),
      ...events.filter((name) => name !== 'capture').map((name) => `on${pascalCase(name)}`),
    ],
  };

  for (const template of templates) {
    it(`accept every attribute, property and event of each element in ${template}`, () => {
      const taken = names.inInterface(`src/frameworks/${template}.ts`);
      assert.deepEqual([...taken.keys()].sort(), elements.map(({tagName}) => tagName).sort());
      for (const element of elements) {
        const wanted = expected[template]!(element);
        const missing = wanted.filter((name) => !taken.get(element.tagName)!.includes(name));
        assert.deepEqual(missing, [], element.tagName);
        // The attribute names that the properties would have.
        const kebabs = element.properties.map(kebabCase).filter((name) => name.includes('-'));
        const none = kebabs.filter((name) => !element.attributes.includes(name));
        assert.deepEqual(
          none.filter((name) => taken.get(element.tagName)!.includes(name)),
          [],
        );
      }
    });
  }

  it('accept every property and event of each element in the components of React', () => {
    for (const {tagName, properties, events} of elements) {
      const taken = names.ofComponent(`src/frameworks/react/${tagName}.ts`);
      const listeners = events
        .filter((name) => name !== 'captured')
        .map((name) => `on${pascalCase(name)}`);
      const missing = [...properties, ...listeners].filter((name) => !taken.includes(name));
      assert.deepEqual(missing, [], tagName);
      assert.ok(!taken.includes('onCaptured'), 'Nothing is told twice.');
    }
  });

  it('compile with all examples and reject wrong names and values, with library checks on', async () => {
    assert.equal(await check('typescript/bin/tsc', '-p', '.'), '');
  });

  it('work in templates of Vue', async () => {
    const printed = await check('vue-tsc/bin/vue-tsc.js', '--noEmit', '-p', 'tsconfig.vue.json');
    assert.equal(printed, '');
  });

  it('work in templates of Svelte', async () => {
    const options = ['--tsconfig', 'tsconfig.svelte.json', '--config', 'svelte.config.js'];
    const printed = await check(
      'svelte-check/bin/svelte-check',
      ...['--workspace', '.', '--output', 'machine', ...options],
    );
    assert.match(printed, /COMPLETED \d+ FILES 0 ERRORS 0 WARNINGS/, printed);
  });
});

describe('sealed-capture/vue', () => {
  it('distinguishes the elements of this package from components and other elements', () => {
    for (const {tagName} of elements) assert.ok(isCustomElement(tagName), tagName);
    for (const tag of ['capture-video', 'CaptureImage', 'toString', 'div']) {
      assert.ok(!isCustomElement(tag), tag);
    }
  });
});
