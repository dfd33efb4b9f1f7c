import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {transform} from 'esbuild';
import {parse as parseYaml} from 'yaml';
import {readElements} from '../../demo/site/custom-elements.js';
import {faultsOf} from './compile-examples.js';
import {examples, scriptsOf, tagsOf} from './examples.js';

const all = examples();
const inLanguage = (...languages: string[]) =>
  all.filter(({language}) => languages.includes(language));

/** Faulty examples, which show that the compiler sees the package's types. */
const wrong = [
  `document.querySelector('capture-image').protektion = undefined;`,
  `document.addEventListener('protected', ({protectedBlop}) => protectedBlop);`,
  `import {createProtektion} from 'sealed-capture';`,
].map((code, index) => ({where: `wrong ${index}`, language: 'js', code}));

describe('The examples of the documentation', () => {
  let faults: string[];

  before(() => {
    const scripts = inLanguage('html').flatMap(scriptsOf);
    const programs = [...inLanguage('js', 'ts', 'tsx'), ...scripts];
    assert.ok(programs.length > 40, `${programs.length} programs`);
    faults = faultsOf([...programs, ...wrong]);
  });

  it('compile against the types of the package', () => {
    assert.deepEqual(
      faults.filter((fault) => !fault.startsWith('wrong')),
      [],
    );
  });

  it('would not compile with a misspelt property, event field or import', () => {
    const found = faults.filter((fault) => fault.startsWith('wrong'));
    assert.deepEqual(
      found.map((fault) => fault.slice(0, 'wrong 0'.length)),
      wrong.map(({where}) => where),
    );
  });

  it('give the elements only attributes that they have', () => {
    const known = new Map(
      readElements().map(({tagName, attributes}) => [tagName, attributes.map(({name}) => name)]),
    );
    const tags = inLanguage('html').flatMap(tagsOf);
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
    for (const {where, code} of inLanguage('css')) {
      await assert.doesNotReject(transform(code, {loader: 'css'}), where);
    }
    for (const {where, code} of inLanguage('json')) {
      assert.doesNotThrow(() => JSON.parse(code) as unknown, where);
    }
    for (const {where, code} of inLanguage('yaml')) {
      assert.doesNotThrow(() => parseYaml(code) as unknown, where);
    }
  });
});
