import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {describe, it} from 'node:test';

const root = resolve(import.meta.dirname, '../..');
const namesIn = (folder: string): string[] =>
  readdirSync(join(root, folder)).filter((name) => name.endsWith('.json'));
const textsOf = (name: string): Record<string, string> =>
  JSON.parse(readFileSync(join(root, 'demo/texts', name), 'utf8')) as Record<string, string>;
const english = textsOf('en.json');
const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

describe('The texts of the demo', () => {
  it('are there in the languages of the elements', () => {
    assert.deepEqual(namesIn('demo/texts'), namesIn('src/lang'));
  });

  it('say the same in each language, with the same values in them', () => {
    for (const name of namesIn('demo/texts')) {
      const texts = textsOf(name);
      assert.deepEqual(Object.keys(texts), Object.keys(english), name);
      for (const [key, text] of Object.entries(texts)) {
        assert.ok(text.trim(), `${name} ${key}`);
        assert.deepEqual(placeholders(text), placeholders(english[key] ?? ''), `${name} ${key}`);
      }
    }
  });

  it('are all used', () => {
    const sources = readdirSync(join(root, 'demo'))
      .filter((name) => /\.(?:ts|html)$/.test(name))
      .map((name) => readFileSync(join(root, 'demo', name), 'utf8'))
      .join('\n');
    const unused = Object.keys(english).filter(
      (key) => !new RegExp(`(?:data-(?:text|label)="|')${key}["']`).test(sources),
    );
    assert.deepEqual(unused, []);
  });
});
