import assert from 'node:assert/strict';
import {it} from 'node:test';
import {unchosen} from '../../../src/elements/seal-inspector/intake/dropped-files.js';

it('takes no more files than usual if the code that chooses among them could not be loaded', () => {
  const many = Array.from({length: 501}, (_, index) => new File(['a'], `${index}.jpg`));
  const {files, others, cut} = unchosen(many);
  assert.deepEqual([files.length, others, cut], [500, 0, 1]);
  assert.deepEqual(unchosen(many.slice(1)).cut, 0);
});
