import type {FileInspection} from '../../../core/inspection/inspections.js';
import {isDone, type DoneInspection} from '../inspection.js';
import {nameOf} from '../intake/file-name.js';
import {LONGEST_FIELD, type SavedCase, type SavedFile} from './case-format.js';
import {joinedField, joinedFiles, joinedNote} from './joined-notes.js';

/** A file in the report of a case. */
export interface CaseEntry {
  inspection: DoneInspection;
  note: string;
  isSelected: boolean;
  /** Of the file, hexadecimal; undefined until it is known, empty if the file cannot be read. */
  sha256?: string;
}

/** What a person has written about a case and its files. Kept for as long as the page is open. */
export class CaseNotes {
  caseNumber = '';
  checkedBy = '';
  role = '';
  note = '';
  withRecord = true;
  #entries: readonly CaseEntry[] = [];
  /** What was written about files that are not in the list, by which it is found again. */
  #missing: readonly SavedFile[] = [];
  /** What is kept of files that were removed before their hash was known. */
  readonly #removed = new Map<CaseEntry, SavedFile>();
  #unchecked: readonly FileInspection[] = [];
  /** True once a person has chosen the order, which then stays. */
  #isOrdered = false;

  /** In the order of the report. */
  get entries(): readonly CaseEntry[] {
    return this.#entries;
  }

  get selected(): readonly CaseEntry[] {
    return this.#entries.filter(({isSelected}) => isSelected);
  }

  /** The files without a verdict, because they could not be read or sent, or were cancelled. */
  get unchecked(): readonly FileInspection[] {
    return this.#unchecked;
  }

  /** The files whose hash is not known yet; what is written about one that was removed is first. */
  get unidentified(): readonly CaseEntry[] {
    return [...this.#removed.keys(), ...this.#entries].filter(({sha256}) => sha256 === undefined);
  }

  /** How many files that are not in the list have a note. */
  get missingNotes(): number {
    return this.#missing.filter(({note}) => note !== '').length;
  }

  /** Takes over the files of the list, in its order. */
  show(files: readonly FileInspection[]): void {
    const inspections = files.filter(isDone);
    this.#unchecked = files.filter(({progress}) => ['failed', 'cancelled'].includes(progress.name));
    const known = new Map(this.#entries.map((entry) => [entry.inspection.id, entry]));
    const listed = inspections.map((inspection): CaseEntry => {
      const entry = known.get(inspection.id);
      if (!entry) return {inspection, note: '', isSelected: true};
      entry.inspection = inspection;
      return entry;
    });
    const gone = this.#entries.filter((entry) => !listed.includes(entry));
    for (const entry of gone.filter(isWrittenOn)) {
      const kept = savedOf(entry);
      if (entry.sha256 === undefined) this.#removed.set(entry, kept);
      this.#missing = [...this.#missing, kept];
    }
    const placed = this.#entries.filter((entry) => listed.includes(entry));
    const added = listed.filter((entry) => !placed.includes(entry));
    this.#entries = this.#isOrdered ? [...placed, ...added] : listed;
  }

  /** The hash of a file is known: what was written about such a file is about this one. */
  identify(entry: CaseEntry, sha256: string): void {
    entry.sha256 = sha256;
    const kept = this.#removed.get(entry);
    this.#removed.delete(entry);
    if (kept && sha256) kept.sha256 = sha256;
    if (!this.#entries.includes(entry) || sha256 === '') return;
    const found = this.#missing.find((file) => file.sha256 === sha256);
    if (!found) return;
    // What a person has written meanwhile stays, and so does a file that was left out.
    const isSelected = isWrittenOn(entry) ? entry.isSelected : found.selected;
    try {
      Object.assign(entry, {note: joinedNote(entry.note, found.note), isSelected});
      this.#missing = this.#missing.filter((other) => other !== found);
    } catch {
      // Too long together: it stays among the notes for missing files.
    }
  }

  /** Moves a file up or down. False at the ends. */
  move(entry: CaseEntry, by: 1 | -1): boolean {
    const from = this.#entries.indexOf(entry);
    const to = from + by;
    const other = this.#entries[to];
    if (from < 0 || !other) return false;
    this.#entries = this.#entries.with(from, other).with(to, entry);
    this.#isOrdered = true;
    return true;
  }

  /** What is saved, with the notes for files that are not in the list. */
  saved(): SavedCase {
    return this.#savedWith([...this.#entries.map(savedOf), ...this.#missing]);
  }

  /** What is given to others: of all files, only what is written about these. */
  packed(entries: readonly CaseEntry[]): SavedCase {
    return this.#savedWith(entries.map(savedOf));
  }

  #savedWith(files: readonly SavedFile[]): SavedCase {
    return {
      caseNumber: this.caseNumber,
      checkedBy: {name: this.checkedBy, function: this.role},
      note: this.note,
      withRecord: this.withRecord,
      files,
    };
  }

  /**
   * Opens a saved case. What is written here stays, and what the case says comes after it. Files of the list that it
   * does not name come last. Throws `CaseFaultError`, and changes nothing, if a text would be too long.
   */
  open(saved: SavedCase): void {
    const open = new Set(this.#entries);
    const missing: SavedFile[] = [];
    const named = saved.files.flatMap((file) => {
      const entry = [...open].find(({sha256}) => !!sha256 && sha256 === file.sha256);
      if (entry) open.delete(entry);
      else missing.push(file);
      return entry ? [{entry, file, note: joinedNote(entry.note, file.note)}] : [];
    });
    const fields = {
      caseNumber: joinedField(this.caseNumber, saved.caseNumber),
      checkedBy: joinedField(this.checkedBy, saved.checkedBy.name),
      role: joinedField(this.role, saved.checkedBy.function),
      note: joinedNote(this.note, saved.note),
      withRecord: saved.withRecord,
    };
    const kept = joinedFiles(this.#missing, missing);
    // Nothing is changed before this line.
    Object.assign(this, fields);
    this.#missing = kept;
    this.#isOrdered = true;
    for (const {entry, file, note} of named) {
      entry.note = note;
      entry.isSelected = file.selected;
    }
    this.#entries = [
      ...named.map(({entry}) => entry),
      ...this.#entries.filter((entry) => open.has(entry)),
    ];
  }
}

const isWrittenOn = ({note, isSelected}: CaseEntry): boolean => note !== '' || !isSelected;

const savedOf = ({inspection, note, isSelected, sha256}: CaseEntry): SavedFile => ({
  name: nameOf(inspection.file).slice(0, LONGEST_FIELD),
  ...(sha256 && {sha256}),
  note,
  selected: isSelected,
});
