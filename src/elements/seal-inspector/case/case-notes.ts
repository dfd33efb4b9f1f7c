import type {DoneInspection} from '../inspection.js';
import {nameOf} from '../intake/file-name.js';
import type {SavedCase, SavedFile} from './case-format.js';

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
  readonly #removed = new WeakMap<CaseEntry, SavedFile>();
  /** True once a person has chosen the order, which then stays. */
  #isOrdered = false;

  /** In the order of the report. */
  get entries(): readonly CaseEntry[] {
    return this.#entries;
  }

  get selected(): readonly CaseEntry[] {
    return this.#entries.filter(({isSelected}) => isSelected);
  }

  /** How many files that are not in the list have a note. */
  get missingNotes(): number {
    return this.#missing.filter(({note}) => note !== '').length;
  }

  /** Takes over the files that have a verdict now, in the order of the list. */
  show(inspections: readonly DoneInspection[]): void {
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
      this.#removed.set(entry, kept);
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
    if (kept && sha256) kept.sha256 = sha256;
    if (!this.#entries.includes(entry)) return;
    const found = sha256 === '' ? undefined : this.#missing.find((file) => file.sha256 === sha256);
    // What a person has written meanwhile stays.
    if (found && !isWrittenOn(entry)) this.#give(entry, found);
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
    return {
      caseNumber: this.caseNumber,
      checkedBy: {name: this.checkedBy, function: this.role},
      note: this.note,
      withRecord: this.withRecord,
      files: [...this.#entries.map(savedOf), ...this.#missing],
    };
  }

  /** Opens a saved case. Files of the list that it does not name keep their notes, and come last. */
  open(saved: SavedCase): void {
    this.caseNumber = saved.caseNumber;
    this.checkedBy = saved.checkedBy.name;
    this.role = saved.checkedBy.function;
    this.note = saved.note;
    this.withRecord = saved.withRecord;
    this.#missing = saved.files;
    this.#isOrdered = true;
    const open = new Set(this.#entries);
    const named = saved.files.flatMap((file) => {
      const entry = [...open].find(({sha256}) => !!sha256 && sha256 === file.sha256);
      if (!entry) return [];
      open.delete(entry);
      this.#give(entry, file);
      return [entry];
    });
    this.#entries = [...named, ...this.#entries.filter((entry) => open.has(entry))];
  }

  #give(entry: CaseEntry, file: SavedFile): void {
    entry.note = file.note;
    entry.isSelected = file.selected;
    this.#missing = this.#missing.filter((other) => other !== file);
  }
}

const isWrittenOn = ({note, isSelected}: CaseEntry): boolean => note !== '' || !isSelected;

const savedOf = ({inspection, note, isSelected, sha256}: CaseEntry): SavedFile => ({
  name: nameOf(inspection.file).slice(0, 500),
  ...(sha256 && {sha256}),
  note,
  selected: isSelected,
});
