import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {CaseNotes} from '../../../src/elements/seal-inspector/case/case-notes.js';
import type {DoneInspection} from '../../../src/elements/seal-inspector/inspection.js';

const hash = (digit: string) => digit.repeat(64);
const file = (id: number): DoneInspection =>
  ({id, file: new File(['x'], `${id}.jpg`)}) as unknown as DoneInspection;

/** A case with these files, whose hashes are known. */
function caseOf(...files: DoneInspection[]): CaseNotes {
  const notes = new CaseNotes();
  notes.show(files);
  for (const entry of notes.entries) notes.identify(entry, hash(String(entry.inspection.id)));
  return notes;
}
const idsOf = ({entries}: CaseNotes) => entries.map(({inspection}) => inspection.id);

describe('the notes of a case', () => {
  it('follow the order of the list until a person chooses one', () => {
    const [one, two, three] = [file(1), file(2), file(3)];
    const notes = caseOf(one, two);
    notes.show([three, two, one]);
    assert.deepEqual(idsOf(notes), [3, 2, 1]);
    assert.equal(notes.move(notes.entries[0]!, -1), false);
    assert.equal(notes.move(notes.entries[0]!, 1), true);
    notes.show([one, two, three]);
    assert.deepEqual(idsOf(notes), [2, 3, 1]);
  });

  it('find a file whose hash was not known yet when it was removed', () => {
    const notes = new CaseNotes();
    notes.show([file(1)]);
    const [gone] = notes.entries;
    gone!.note = 'Early.';
    notes.show([]);
    notes.identify(gone!, hash('1'));
    assert.equal(notes.missingNotes, 1);
    notes.show([file(9)]);
    notes.identify(notes.entries[0]!, hash('1'));
    assert.equal(notes.entries[0]!.note, 'Early.');
    assert.equal(notes.missingNotes, 0);
  });

  it('of a file that cannot be read belong to no other one', () => {
    const notes = new CaseNotes();
    notes.show([file(1)]);
    notes.entries[0]!.note = 'Unreadable.';
    notes.identify(notes.entries[0]!, '');
    notes.show([file(2)]);
    notes.identify(notes.entries[0]!, '');
    assert.equal(notes.entries[0]!.note, '');
    assert.equal(notes.missingNotes, 1);
    assert.equal(notes.saved().files[1]?.sha256, undefined);
  });

  it('are given to one of two files of the same content each', () => {
    const notes = new CaseNotes();
    notes.show([file(1), file(2), file(3)]);
    for (const entry of notes.entries) notes.identify(entry, hash('7'));
    const saved = {name: 'a.jpg', sha256: hash('7'), selected: true};
    notes.open({
      ...notes.saved(),
      files: [
        {...saved, note: 'First.'},
        {...saved, note: 'Second.'},
      ],
    });
    assert.deepEqual(
      notes.entries.map(({note}) => note),
      ['First.', 'Second.', ''],
    );
  });

  it('of a file that the opened case does not name stay', () => {
    const notes = caseOf(file(1), file(2));
    notes.entries[0]!.note = 'Mine.';
    notes.open({
      ...notes.saved(),
      files: [{name: 'b.jpg', sha256: hash('2'), note: 'Saved.', selected: false}],
    });
    assert.deepEqual(
      notes.entries.map(({note, isSelected}) => [note, isSelected]),
      [
        ['Saved.', false],
        ['Mine.', true],
      ],
    );
  });
});
