import assert from 'node:assert/strict';
import {readFile} from 'node:fs/promises';
import {resolve} from 'node:path';
import {describe, it} from 'node:test';
import {optionGroups, sealingOptions, type Row} from '../../src/elements/options/table.js';
import {InspectionResult} from '../../src/model/inspection/inspection-result.js';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFile(resolve(root, path), 'utf8');

/** A row of `test/reference.md`: a field or option, and its tests as "path › title". */
interface Row {
  name: string;
  tests: {path: string; title: string}[];
}

async function rowsUnder(heading: string): Promise<Row[]> {
  const text = await read('test/reference.md');
  const [, section = ''] = text.split(`## ${heading}\n`);
  const [table = ''] = section.split('\n## ');
  return [...table.matchAll(/^\| `([^`]+)` +\| (.+?) +\|$/gm)].map(([, name = '', shown = '']) => ({
    name,
    tests: shown.split('<br>').map((reference) => {
      const [path = '', title = ''] = reference.split(' › ');
      return {path: `test/${path}`, title};
    }),
  }));
}

/** The path of every field of the answer; an object is replaced by its fields. */
function fieldsOf(schema: object, path = ''): string[] {
  if (!('properties' in schema)) return [path];
  return Object.entries(schema.properties as Record<string, object>).flatMap(([name, inner]) =>
    fieldsOf(inner, path ? `${path}.${name}` : name),
  );
}

/** Names of an interface's members, in source order. */
async function membersOf(path: string, name: string): Promise<string[]> {
  const source = typescript.createSourceFile(
    path,
    await read(path),
    typescript.ScriptTarget.ES2022,
  );
  const found = source.statements
    .filter(typescript.isInterfaceDeclaration)
    .find((statement) => statement.name.text === name);
  assert.ok(found, `${path} has no interface ${name}`);
  return found.members.flatMap(({name: member}) =>
    member && typescript.isIdentifier(member) ? [member.text] : [],
  );
}

describe('the reference, row by row', () => {
  it('has a row for every field of the inspection result', async () => {
    const rows = await rowsUnder('Inspection result');
    assert.deepEqual(rows.map(({name}) => name).sort(), fieldsOf(InspectionResult).sort());
  });

  it('has a row for every option of ProtectionConfig', async () => {
    const rows = await rowsUnder('ProtectionConfig');
    const options = await membersOf('src/model/protection-config.ts', 'ProtectionConfig');
    assert.deepEqual(rows.map(({name}) => name).sort(), options.sort());
  });

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
