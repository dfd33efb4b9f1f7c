import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {transform} from 'esbuild';
import {compile} from 'svelte/compiler';
import {compileTemplate, parse} from 'vue/compiler-sfc';
import {snippet, type Option} from '../../website/client/snippets.js';

const options: Option[] = [
  {attribute: 'facing', property: 'facing', kind: 'text', value: 'user'},
  {attribute: 'review', property: 'review', kind: 'boolean', value: ''},
  {attribute: 'auto-protect', property: 'autoProtect', kind: 'boolean', value: 'false'},
  {attribute: 'retention', property: 'retention', kind: 'number', value: '48'},
  {attribute: 'tags', property: 'tags', kind: 'json', value: '{"case": "it\'s 4711"}'},
];
const TAGS = ['capture-image', 'protection-provider'];

/** Fails unless the code, in which JSX may be, can be compiled. */
const asJsx = (code: string): Promise<unknown> =>
  transform(code.replace(/\n\n(<[^]*)$/, '\n\nexport const it = () => ($1);'), {loader: 'tsx'});

describe('The playground’s code', () => {
  it('is valid in each framework, with options of each kind', async () => {
    for (const tag of TAGS) {
      await asJsx(snippet('React', tag, options));
      await asJsx(snippet('Solid', tag, options).replace(/prop:/g, 'prop-'));
      const {warnings} = compile(snippet('Svelte', tag, options), {generate: 'client'});
      assert.deepEqual(warnings, []);
      const {descriptor, errors} = parse(snippet('Vue', tag, options));
      const source = descriptor.template?.content ?? '';
      const {errors: inTemplate} = compileTemplate({source, filename: 'page.vue', id: 'page'});
      assert.deepEqual([...errors, ...inTemplate], []);
    }
  });

  it('sets a property where an attribute would be no text', () => {
    const [, review, autoProtect, , tags] = options;
    assert.ok(review && autoProtect && tags);
    assert.equal(
      snippet('HTML', 'capture-image', [review, autoProtect]),
      '<capture-image sandbox review auto-protect="false"></capture-image>',
    );
    assert.match(snippet('React', 'capture-image', [review]), /<CaptureImage sandbox review>/);
    assert.match(snippet('React', 'capture-image', [autoProtect]), /autoProtect=\{false\}/);
    assert.match(snippet('Angular', 'capture-image', [autoProtect]), /\[autoProtect\]="false"/);
    assert.match(snippet('Vue', 'capture-image', [autoProtect]), /:auto-protect="false"/);
  });
});
