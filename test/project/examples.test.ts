import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {transform} from 'esbuild';
import {parse as parseYaml} from 'yaml';
import {readElements} from '../../website/custom-elements.js';
import {examplesIn, tagsOf} from './examples.js';

describe('The examples of the documentation', () => {
  it('give the elements only attributes that they have', () => {
    const known = new Map(
      readElements().map(({tagName, attributes}) => [tagName, attributes.map(({name}) => name)]),
    );
    const tags = examplesIn('html').flatMap(tagsOf);
    assert.ok(tags.length > 10, `${tags.length} tags`);
    assert.deepEqual(
      tags.flatMap(({tag, attributes}) =>
        attributes
          .filter((name) => name !== 'id' && !known.get(tag)?.includes(name))
          .map((name) => `<${tag} ${name}>`),
      ),
      [],
    );
  });

  it('contain only CSS, JSON and YAML that can be parsed', async () => {
    for (const {where, code} of examplesIn('css')) {
      await assert.doesNotReject(transform(code, {loader: 'css'}), where);
    }
    for (const {where, code} of examplesIn('json')) {
      assert.doesNotThrow(() => JSON.parse(code) as unknown, where);
    }
    for (const {where, code} of examplesIn('yaml')) {
      assert.doesNotThrow(() => parseYaml(code) as unknown, where);
    }
  });
});
