import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {CaseFaultError} from '../../../src/elements/seal-inspector/case/case-format.js';
import {CaseNotes} from '../../../src/elements/seal-inspector/case/case-notes.js';
import type {DoneInspection} from '../../../src/elements/seal-inspector/inspection.js';

const hash = (digit: string) => digit.repeat(64);
const file = (id: number): DoneInspection =>
  ({id, file: new File(['x'], `${id}.jpg`), progress: {name: 'done'}}) as unknown as DoneInspection;

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

  it('stay when a case is opened: what that says comes after them', () => {
    const notes = caseOf(file(1), file(2));
    Object.assign(notes, {caseNumber: '7', role: 'Clerk', note: 'Mine.'});
    notes.entries[0]!.note = 'From the roof.';
    const saved = {
      caseNumber: '2026-7',
      checkedBy: {name: 'Ada', function: ''},
      note: 'Saved.',
      withRecord: false,
      files: [
        {name: 'a.jpg', sha256: hash('1'), note: 'Sent by mail.', selected: true},
        {name: 'b.jpg', sha256: hash('2'), note: 'Cropped.', selected: true},
      ],
    };
    // Opened twice, it is not added twice.
    for (let times = 0; times < 2; times++) {
      notes.open(saved);
      assert.deepEqual(
        [notes.caseNumber, notes.checkedBy, notes.role, notes.note],
        ['7 / 2026-7', 'Ada', 'Clerk', 'Mine.\nSaved.'],
      );
      assert.deepEqual(
        notes.entries.map(({note}) => note),
        ['From the roof.\nSent by mail.', 'Cropped.'],
      );
    }
  });

  it('for files that are not in the list stay when a case is opened, too', () => {
    const notes = caseOf(file(1), file(2));
    for (const entry of notes.entries) entry.note = `Mine ${entry.inspection.id}.`;
    notes.show([]);
    const theirs = {name: 'b.jpg', sha256: hash('2'), note: 'Theirs.', selected: true};
    notes.open({...notes.saved(), files: [theirs, {...theirs, sha256: hash('3')}]});
    assert.deepEqual(
      notes.saved().files.map(({note}) => note),
      ['Mine 1.', 'Mine 2.\nTheirs.', 'Theirs.'],
    );
  });

  it('that would be too long together change nothing', () => {
    const notes = caseOf(file(1));
    notes.entries[0]!.note = 'Mine.';
    notes.note = 'a'.repeat(50_000);
    const [saved] = notes.saved().files;
    const opened = {...notes.saved(), note: 'b', files: [{...saved!, note: 'Theirs.'}]};
    assert.throws(() => notes.open(opened), CaseFaultError);
    assert.equal(notes.entries[0]!.note, 'Mine.');
    assert.equal(notes.note.length, 50_000);
  });

  it('of a file whose hash becomes known later come after what was written meanwhile', () => {
    const notes = new CaseNotes();
    notes.show([file(1)]);
    notes.open({
      ...notes.saved(),
      files: [{name: 'a.jpg', sha256: hash('1'), note: 'Saved.', selected: false}],
    });
    notes.entries[0]!.note = 'Mine.';
    notes.identify(notes.entries[0]!, hash('1'));
    assert.equal(notes.entries[0]!.note, 'Mine.\nSaved.');
    assert.equal(notes.entries[0]!.isSelected, true);
    assert.equal(notes.missingNotes, 0);
  });

  it('wait for the hash of a file that was removed before it was known', () => {
    const notes = new CaseNotes();
    notes.show([file(1), file(2)]);
    const [gone] = notes.entries;
    gone!.note = 'Early.';
    notes.show([file(3)]);
    assert.deepEqual(
      notes.unidentified.map(({inspection}) => inspection.id),
      [1, 3],
    );
    notes.identify(gone!, hash('1'));
    assert.equal(notes.unidentified.length, 1);
  });

  it('are given to others only for the files of a package', () => {
    const notes = caseOf(file(1), file(2), file(3));
    for (const entry of notes.entries) entry.note = `Note ${entry.inspection.id}.`;
    notes.show([file(1), file(2)].map((one, index) => ({...one, id: index + 1})));
    notes.entries[1]!.isSelected = false;
    assert.equal(notes.saved().files.length, 3);
    assert.deepEqual(
      notes.packed(notes.selected).files.map(({note}) => note),
      ['Note 1.'],
    );
  });
});
