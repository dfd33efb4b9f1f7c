import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {it} from 'node:test';
import {keeping, removing} from '../../src/elements/capture/sharing/sharing-view.js';

const document = readFileSync(resolve(import.meta.dirname, '../../docs/sharing.md'), 'utf8');
const [, section = ''] = document.split('## What services do with a photo');
const rows = (section.split('### Tested here')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, target = '', how = '', seal = '', source = '']) => ({target, how, seal, source}));

it('the services that the dialog names are in the table, with what it says of them', () => {
  const says = (name: string, seal: string): boolean =>
    rows.some(
      (row) =>
        row.target.split(', ').includes(name) && row.seal.replace(' (contested)', '') === seal,
    );
  assert.deepEqual(
    removing.filter((name) => !says(name, 'removes')),
    [],
  );
  assert.deepEqual(
    keeping.filter((name) => !says(name, 'keeps')),
    [],
  );
});

it('each row of the table has a source, and each source an address', () => {
  assert.ok(rows.length > 15, `${rows.length} rows`);
  for (const {target, how, source} of rows) {
    assert.match(source, /\]\[|\]\(#tested-here\)/, `${target} ${how}`);
    for (const [, name] of source.matchAll(/\]\[(\w+)\]/g)) {
      assert.match(document, new RegExp(`^\\[${name}\\]: https://`, 'm'), name);
    }
  }
});
