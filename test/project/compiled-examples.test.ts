import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {faultsOf} from './compile-examples.js';
import {examplesIn, scriptsOf} from './examples.js';

/** Faulty examples, which show that the compiler sees the package's types. */
const wrong = [
  `document.querySelector('capture-image').protektion = undefined;`,
  `document.addEventListener('protected', ({protectedBlop}) => protectedBlop);`,
  `import {createProtektion} from 'sealed-capture';`,
].map((code, index) => ({where: `wrong ${index}`, language: 'js', code}));

describe('The examples of the documentation', () => {
  let faults: string[];

  before(() => {
    const scripts = examplesIn('html').flatMap(scriptsOf);
    const programs = [...examplesIn('js', 'ts', 'tsx'), ...scripts];
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
});
