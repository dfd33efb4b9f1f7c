import {expect} from '@open-wc/testing';
import type {LitElement} from 'lit';
import {h as preact, render as renderPreact} from 'preact';
import {createElement, type ElementType} from 'react';
import {createRoot} from 'react-dom/client';
import {flushSync} from 'react-dom';
import {createSignal} from 'solid-js';
import solid from 'solid-js/h';
import {render as renderSolid} from 'solid-js/web';
import {h as vue, render as renderVue} from 'vue';
import {
  callback,
  choice,
  colour,
  flag,
  number,
  presence,
  text,
} from '../../src/elements/options/kinds.js';
import {optionGroups, type Row} from '../../src/elements/options/table.js';
import {CaptureAudio, CaptureImage} from '../../src/frameworks/react.js';
import {FakeCore} from '../elements/fake-core.js';
import {drawn, pageWith} from '../elements/kit.js';
import {valuesOf} from '../elements/options/values.js';

type Tag = 'capture-image' | 'capture-audio';
/** Renders the element again with another value of one option. */
type Render = (value: unknown) => void;

const components: Readonly<Record<Tag, ElementType>> = {
  'capture-image': CaptureImage,
  'capture-audio': CaptureAudio,
};

const inReact = (page: HTMLElement, type: ElementType, name: string): Render => {
  const root = createRoot(page);
  return (value) => flushSync(() => root.render(createElement(type, {[name]: value})));
};

const kebabCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Where Vue itself replaces undefined by false or 0, and that is a value, pages bind the attribute: `:sandbox.attr`. */
const isBoundInVue = ({kind, least}: Row): boolean =>
  kind === flag || kind === presence || (kind === number && least === 0);

/** Options for which an empty text is none, whatever a framework makes of it. */
const isText = ({kind}: Row): boolean => kind === text || kind === choice || kind === colour;

const frameworks: Readonly<
  Record<string, (page: HTMLElement, tag: Tag, name: string, row: Row) => Render>
> = {
  'the components of React': (page, tag, name) => inReact(page, components[tag], name),
  'the JSX of React': (page, tag, name) => inReact(page, tag, name),
  Preact: (page, tag, name) => (value) => renderPreact(preact(tag, {[name]: value}), page),
  Vue: (page, tag, name, row) => {
    const bound = isBoundInVue(row) ? `^${kebabCase(name)}` : name;
    return (value) => renderVue(vue(tag, {[bound]: value}), page);
  },
  Solid: (page, tag, name) => {
    const [value, set] = createSignal<unknown>(undefined, {equals: false});
    renderSolid(() => solid(tag, {[`prop:${name}`]: () => value()}) as never, page);
    // A function would be called with the value before.
    return (next) => set(() => next);
  },
};

for (const [framework, mount] of Object.entries(frameworks)) {
  for (const tag of ['capture-image', 'capture-audio'] as const) {
    const rows = optionGroups[tag].flatMap((group) => Object.entries<Row>(group));
    // Elsewhere, names that start with `on` are listeners.
    const isTaken = (row: Row) => framework === 'the components of React' || row.kind !== callback;

    describe(`<${tag}> in ${framework}`, () => {
      for (const [name, row] of rows.filter(([, one]) => isTaken(one))) {
        it(`takes ${name}, and its default for undefined, null and an empty text`, async () => {
          const core = new FakeCore();
          const page = pageWith(core);
          const logged: string[] = [];
          const render = mount(page, tag, name, row);
          const [first] = valuesOf(name, row).valid;
          render(first);
          const element = page.querySelector<LitElement>(tag);
          if (!element) throw new Error('It is not rendered.');
          Object.assign(element, {log: (message: string) => logged.push(message)});
          const value = (): unknown => Reflect.get(element, name);
          for (const empty of [undefined, null, ...(isText(row) ? [''] : [])]) {
            render(first);
            await drawn(element);
            expect(value(), 'set').to.eql(first);
            render(empty);
            await drawn(element);
            expect(value(), JSON.stringify(empty)).to.eql(row.default);
          }
          expect(logged).to.eql([]);
        });
      }
    });
  }
}
