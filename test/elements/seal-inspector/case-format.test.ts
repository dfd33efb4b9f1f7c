import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  CaseFaultError,
  caseIn,
  caseText,
  type SavedCase,
} from '../../../src/elements/seal-inspector/case/case-format.js';

const saved: SavedCase = {
  caseNumber: '2026-1187',
  checkedBy: {name: 'Ada Lindqvist', function: 'Claims clerk'},
  note: 'Hail.\n</script><b>',
  withRecord: false,
  files: [
    {name: 'gate.jpg', sha256: 'ab'.repeat(32), note: 'Cropped?', selected: false},
    {name: 'lost.jpg', note: '', selected: true},
  ],
};

const written = () => JSON.parse(caseText(saved)) as Record<string, unknown>;
const faultOf = (text: string): string => {
  try {
    caseIn(text);
  } catch (thrown) {
    assert.ok(thrown instanceof CaseFaultError);
    return thrown.fault;
  }
  return 'none';
};

describe('the file of a case', () => {
  it('has a format, a version and the order of its files, and is read as it was written', () => {
    const {format, version, files} = written();
    assert.deepEqual([format, version], ['sealed-capture-case', 1]);
    assert.deepEqual(
      (files as {order: number}[]).map(({order}) => order),
      [1, 2],
    );
    assert.deepEqual(caseIn(caseText(saved)), saved);
  });

  it('has its files in the order that they say', () => {
    const text = JSON.stringify({
      ...written(),
      files: saved.files.map((file, index) => ({...file, order: -index})),
    });
    assert.deepEqual(
      caseIn(text).files.map(({name}) => name),
      ['lost.jpg', 'gate.jpg'],
    );
  });

  it('is refused if it is another file, or was changed', () => {
    const [file] = saved.files;
    const wrong: unknown[] = [
      null,
      [],
      'text',
      {},
      {...written(), format: 'another'},
      {...written(), version: 0},
      {...written(), version: '1'},
      {...written(), caseNumber: 7},
      {...written(), caseNumber: 'x'.repeat(501)},
      {...written(), note: 'x'.repeat(50_001)},
      {...written(), note: undefined},
      {...written(), checkedBy: undefined},
      {...written(), withRecord: 'yes'},
      {...written(), files: {}},
      {...written(), files: [null]},
      {...written(), files: [file]},
      {...written(), files: [{...file, order: 1, sha256: 'AB'.repeat(32)}]},
      {...written(), files: [{...file, order: 1, sha256: ''}]},
      {...written(), files: [{...file, order: 1, selected: 1}]},
      {...written(), files: [{...file, order: 1, note: ['x']}]},
      {...written(), files: Array.from({length: 10_001}, () => ({...file, order: 1}))},
    ];
    for (const one of wrong) assert.equal(faultOf(JSON.stringify(one)), 'notCase');
    for (const text of ['', '{', 'PK']) assert.equal(faultOf(text), 'notCase');
  });

  it('of a newer version is told apart', () => {
    assert.equal(faultOf(JSON.stringify({...written(), version: 2})), 'newerCase');
  });

  it('takes nothing from prototypes', () => {
    assert.equal(faultOf('{"__proto__":{"format":"sealed-capture-case","version":1}}'), 'notCase');
  });
});
