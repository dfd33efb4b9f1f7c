import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {describe, it} from 'node:test';

const elements = resolve(import.meta.dirname, '../../src/elements');

describe('the templates of the elements', () => {
  it('have no line break inside <pre>, which the build would turn into a visible space', () => {
    const sources = readdirSync(elements, {recursive: true, encoding: 'utf8'})
      .filter((path) => path.endsWith('.ts'))
      .map((path) => readFileSync(resolve(elements, path), 'utf8'));
    const preformatted = sources.flatMap((text) => text.match(/<pre\b[^]*?<\/pre>/g) ?? []);
    assert.ok(preformatted.length > 0);
    for (const text of preformatted) assert.doesNotMatch(text, />[^]*\n[^]*<\/pre>$/);
  });
});
