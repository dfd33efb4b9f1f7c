import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import {describe, it} from 'node:test';
import {LitElement} from 'lit';
import * as registered from '../../src/elements/index.js';
import * as kinds from '../../src/elements/options/kinds.js';
import {optionGroups, type Row} from '../../src/elements/options/table.js';
import {readElements} from './element-sources.js';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): unknown => JSON.parse(readFileSync(resolve(root, path), 'utf8'));

interface Named {
  name: string;
  description: string;
}
interface Typed extends Named {
  type: {text: string};
}
interface Declaration extends Named {
  tagName: string;
  attributes: (Typed & {fieldName: string})[];
  members: (Named & {
    kind: 'field' | 'method';
    type?: {text: string};
    default?: string;
    readonly?: boolean;
    attribute?: string;
  })[];
  events: Typed[];
  slots: Named[];
  cssParts: Named[];
  cssProperties: (Named & {default?: string})[];
}

type OptionTag = keyof typeof optionGroups;

/** The types of the options of simple kinds. */
const typesOf = new Map<kinds.Kind, RegExp>([
  [kinds.text, /^string$/],
  [kinds.account, /^string$/],
  [kinds.service, /^string$/],
  [kinds.destination, /^string$/],
  [kinds.folder, /^string$/],
  [kinds.colour, /^string$/],
  [kinds.number, /^number$/],
  [kinds.flag, /^boolean$/],
  [kinds.presence, /^boolean$/],
  [kinds.choice, /^('[a-z]+'|\d)/],
  [kinds.list, /^readonly .*\[\]$/],
  [kinds.callback, /^\(\(event: \w+\) => /],
]);

const packageFile = read('package.json') as Record<
  'name' | 'version' | 'customElements' | 'web-types',
  string
> & {exports: Record<string, {default: string}>};
const folder = dirname(packageFile.customElements);
const manifest = read(packageFile.customElements) as {
  modules: {path: string; declarations: [Declaration]}[];
};
const described = new Map(
  manifest.modules.map(({declarations: [declaration]}) => [declaration.tagName, declaration]),
);
const {elements, eventMap} = readElements();

const names = (items: readonly Named[]): string[] => items.map(({name}) => name);
const sorted = (items: Iterable<string>): string[] => [...items].sort();
const classOf = (name: string): typeof LitElement =>
  (registered as unknown as Record<string, typeof LitElement>)[name]!;

describe('the descriptions of the elements', () => {
  it('describe the elements that a page gets, and nothing else', () => {
    const tags = elements.map(({tagName}) => tagName);
    assert.equal(tags.length, 4);
    assert.deepEqual(sorted(described.keys()), sorted(tags));
    for (const {declarations, path} of manifest.modules) {
      const [{tagName}] = declarations;
      assert.equal(packageFile.exports[`./${tagName}`]?.default, `./${path}`);
    }
  });

  it('describe every event of the pages’ event map', () => {
    const events = [...described.values()].flatMap((declaration) => names(declaration.events));
    assert.ok(eventMap.size > 8, 'the event map was found');
    assert.deepEqual(sorted(new Set(events)), sorted(eventMap.keys()));
  });

  for (const {tagName, className, documented, exported, used, hidden} of elements) {
    const declaration = described.get(tagName)!;

    it(`describe each event that <${tagName}> fires, with its type`, () => {
      const fired = [...eventMap].filter(
        // The detector is used for photos only.
        ([, type]) =>
          used.events.has(type) && !(tagName === 'capture-audio' && type === 'LicensePlateEvent'),
      );
      assert.deepEqual(sorted(documented.events.keys()), sorted(fired.map(([name]) => name)));
      for (const [name, type] of documented.events) assert.equal(type, eventMap.get(name), name);
      assert.deepEqual(
        declaration.events.map(({name, type}) => [name, type.text]),
        [...documented.events],
      );
    });

    it(`describe each attribute that <${tagName}> observes`, () => {
      const {observedAttributes, elementProperties} = classOf(className);
      assert.deepEqual(sorted(names(declaration.attributes)), sorted(observedAttributes));
      for (const {name, fieldName, type} of declaration.attributes) {
        assert.ok(elementProperties.has(fieldName), name);
        assert.ok(type.text && type.text !== 'undefined', name);
        const field = declaration.members.find((member) => member.name === fieldName);
        assert.equal(field?.attribute, name);
      }
    });

    it(`describe each option of <${tagName}> as the table has it`, () => {
      const groups: readonly Readonly<Record<string, Row>>[] = optionGroups[tagName as OptionTag];
      const rows = groups.flatMap((group) => Object.entries(group));
      const settable = declaration.members.filter((one) => one.kind === 'field' && !one.readonly);
      // The browser's own, which needs no option.
      const others = tagName.startsWith('capture') ? ['form'] : [];
      assert.deepEqual(sorted(names(settable)), sorted([...rows.map(([name]) => name), ...others]));
      for (const [name, row] of rows) {
        const {default: value, otherwise = value} = row;
        const field = settable.find((one) => one.name === name)!;
        const text = typeof otherwise === 'string' ? `'${otherwise}'` : otherwise?.toString();
        assert.equal(field.default, text, name);
        const type = field.type!.text.replace(/ \| undefined$/, '');
        assert.match(type, typesOf.get(row.kind) ?? /^[A-Z]/, name);
        const choices = row.choices?.map((one) => (typeof one === 'string' ? `'${one}'` : one));
        if (choices) assert.deepEqual(sorted(type.split(' | ')), sorted(choices.map(String)), name);
        assert.equal(field.attribute !== undefined, row.attribute ?? true, name);
      }
    });

    it(`describe each property and method that a page may use of <${tagName}>`, () => {
      const present = new Set<string>();
      let prototype = classOf(className).prototype as object;
      while (prototype !== LitElement.prototype) {
        for (const name of Object.getOwnPropertyNames(prototype)) present.add(name);
        prototype = Object.getPrototypeOf(prototype) as object;
      }
      // Every HTML element has `focus`, which does not exist in Node.
      const usable = [...present].filter(
        (name) => name !== 'focus' && !(name in LitElement.prototype),
      );
      // This is a field of each instance.
      const fields = tagName.startsWith('capture') ? ['mode'] : [];
      assert.deepEqual(
        sorted(names(declaration.members)),
        sorted([...usable.filter((name) => !hidden.has(name)), ...fields]),
      );
    });

    it(`describe the slots, parts and custom properties that <${tagName}> has`, () => {
      assert.deepEqual(sorted(documented.slots), sorted(used.slots));
      assert.deepEqual(sorted(documented.parts), sorted(used.parts));
      for (const part of exported) assert.ok(documented.parts.includes(part), part);
      assert.deepEqual(sorted(documented.properties), sorted(used.properties));
      assert.deepEqual(names(declaration.slots), documented.slots);
      assert.deepEqual(names(declaration.cssParts), documented.parts);
      assert.deepEqual(names(declaration.cssProperties), documented.properties);
      for (const property of declaration.cssProperties) assert.ok(property.default, property.name);
    });

    it(`have a text for every entry of <${tagName}>`, () => {
      const {attributes, members, events, slots, cssParts, cssProperties} = declaration;
      const all = [declaration, ...attributes, ...members, ...events, ...slots];
      for (const {name, description} of [...all, ...cssParts, ...cssProperties]) {
        assert.match(description, /^.{4,}$/, name);
      }
    });
  }

  it('are the same for VS Code', () => {
    const html = read(join(folder, 'vscode.html-data.json')) as {
      tags: (Named & {attributes: (Named & {values?: Named[]; valueSet?: string})[]})[];
    };
    assert.deepEqual(names(html.tags), [...described.keys()]);
    for (const {name, attributes} of html.tags) {
      assert.deepEqual(names(attributes), names(described.get(name)!.attributes));
    }
    const image = html.tags.find(({name}) => name === 'capture-image')!.attributes;
    const valuesOf = (wanted: string) => {
      const {values, valueSet} = image.find(({name}) => name === wanted)!;
      return values ? names(values) : valueSet;
    };
    assert.deepEqual(valuesOf('contents'), ['closed', 'open', 'none']);
    assert.deepEqual(valuesOf('auto-protect'), ['true', 'false']);
    assert.equal(valuesOf('sandbox'), 'v');
    assert.equal(valuesOf('app-id'), undefined);

    const css = read(join(folder, 'vscode.css-data.json')) as Record<string, Named[]>;
    const all = [...described.values()];
    const once = (lists: Named[][]) => [...new Set(lists.flatMap(names))];
    assert.deepEqual(names(css['properties']!), once(all.map(({cssProperties}) => cssProperties)));
    assert.deepEqual(
      names(css['pseudoElements']!),
      once(all.map(({cssParts}) => cssParts)).map((name) => `::part(${name})`),
    );
  });

  it('are the same for editors of JetBrains', () => {
    const {name, version, contributions} = read(packageFile['web-types']) as {
      name: string;
      version: string;
      contributions: {
        html: {
          elements: (Named & {
            attributes: Named[];
            slots: Named[];
            js: {properties: Named[]; events: Named[]};
            css: {properties: Named[]; parts: Named[]};
          })[];
        };
      };
    };
    assert.equal(name, packageFile.name);
    assert.equal(version, packageFile.version);
    assert.deepEqual(names(contributions.html.elements), [...described.keys()]);
    for (const {name, attributes, slots, js, css} of contributions.html.elements) {
      const declaration = described.get(name)!;
      const fields = declaration.members.filter(({kind}) => kind === 'field');
      assert.deepEqual(names(attributes), names(declaration.attributes));
      assert.deepEqual(names(slots), names(declaration.slots));
      assert.deepEqual(names(js.properties), names(fields));
      assert.deepEqual(names(js.events), names(declaration.events));
      assert.deepEqual(names(css.properties), names(declaration.cssProperties));
      assert.deepEqual(names(css.parts), names(declaration.cssParts));
    }
  });
});
