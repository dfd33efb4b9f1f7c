import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {resolve} from 'node:path';
import {describe, it} from 'node:test';
import {optionGroups, sealingOptions, type Row} from '../../src/elements/options/table.js';
import {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFile(resolve(root, path), 'utf8');

/** A row of `test/reference.md`: a field or option, its default, and its tests as "path › title". */
interface Described {
  name: string;
  unset?: string;
  tests: {path: string; title: string}[];
}

async function rowsUnder(heading: string): Promise<Described[]> {
  const text = await read('test/reference.md');
  const [, section = ''] = text.split(`## ${heading}\n`);
  const [table = ''] = section.split('\n## ');
  return [...table.matchAll(/^\| `([^`]+)` +\| (?:(.+?) +\| )?([^|]+?) +\|$/gm)].map(
    ([, name = '', unset, shown = '']) => ({
      name,
      unset,
      tests: shown.split('<br>').map((reference) => {
        const [path = '', title = ''] = reference.split(' › ');
        return {path, title};
      }),
    }),
  );
}

/** The path of every field of the answer; an object is replaced by its fields. */
function fieldsOf(schema: object, path = ''): string[] {
  if (!('properties' in schema)) return [path];
  return Object.entries(schema.properties as Record<string, object>).flatMap(([name, inner]) =>
    fieldsOf(inner, path ? `${path}.${name}` : name),
  );
}

/** What the reference says of defaults without a value of their own. */
const unsetWords: Readonly<Record<string, unknown>> = {
  none: undefined,
  required: undefined,
  'browser geolocation': undefined,
  'service default': '/protection',
};
const valueOf = (unset = 'none'): unknown =>
  unset in unsetWords ? unsetWords[unset] : (JSON.parse(unset) as unknown);

describe('the reference, row by row', () => {
  it('has a row for every field of the inspection result', async () => {
    const rows = await rowsUnder('Inspection result');
    assert.deepEqual(rows.map(({name}) => name).sort(), fieldsOf(InspectionResult).sort());
  });

  it('has a row for every option of ProtectionConfig', async () => {
    const rows = await rowsUnder('ProtectionConfig');
    assert.deepEqual(rows.map(({name}) => name).sort(), Object.keys(sealingOptions).sort());
  });

  for (const [heading, tag] of [
    ['ProtectionConfig', 'protection-provider'],
    ['ProtectionConfig', 'capture-image'],
    ['ProtectionConfig', 'capture-audio'],
    ['Image mode', 'capture-image'],
    ['Audio mode', 'capture-audio'],
  ] as const) {
    it(`has the options under ${heading} as <${tag}> has them, with their defaults`, async () => {
      const groups: readonly Readonly<Record<string, Row>>[] = optionGroups[tag];
      const rows = Object.fromEntries(groups.flatMap((group) => Object.entries(group)));
      const options = (await rowsUnder(heading)).filter(({name}) => name !== 'mode');
      assert.ok(options.length > 1);
      for (const {name, unset, tests} of options) {
        const row = rows[name];
        assert.ok(row, `${name} is in the table`);
        const {default: value, otherwise = value} = row;
        assert.equal(otherwise, valueOf(unset), name);
        const paths = tests.map(({path}) => path);
        assert.ok(paths.includes('test/elements/options.browser.test.ts'), name);
      }
    });
  }

  it('lists only existing tests', async () => {
    const tables = ['Inspection result', 'ProtectionConfig', 'Image mode', 'Audio mode'];
    const rows = (await Promise.all(tables.map(rowsUnder))).flat();
    assert.ok(rows.length > 70);
    for (const {name, tests} of rows) {
      for (const {path, title} of tests) {
        const source = await read(path).catch(() => '');
        assert.ok(title.length > 10 && source.includes(title), `${name}: ${path} › ${title}`);
      }
    }
  });
});
