import type {Writing} from './fields.js';
import type {Shown} from './format.js';
import {at, object, text} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import type {Section, Source} from './sections.js';
import {visibleLines, visibleText} from '@sealed-capture/seal/model/text/visible-text.js';

/** A line of a card: a value, or the reason why there is none. */
export type CardRow =
  | {name: 'value'; label: string; shown: Shown}
  /** `label` names all parts that are missing for the same reason. */
  | {name: 'missing'; label: string; reason: string};

export interface Card {
  section: Section;
  title: string;
  rows: CardRow[];
}

/** `unavailable` returns the text for an `unavailableReason`. */
export type CardWriting = Writing & {unavailable: (reason: string) => string};

/** The cards of a result, and the titles of those that it says nothing about. */
export function cardsOf(
  sections: readonly Section[],
  answer: Loose,
  writing: CardWriting,
): {cards: Card[]; absent: string[]} {
  const cards: Card[] = [];
  const absent: string[] = [];
  for (const section of sections) {
    const title = writing.term(section.title);
    const rows = merged(section.sources.flatMap((source) => rowsOf(source, answer, writing)));
    if (rows.length > 0) cards.push({section, title, rows});
    else absent.push(title);
  }
  return {cards, absent};
}

/** Merges lines that follow one another and are missing for the same reason. */
function merged(rows: CardRow[]): CardRow[] {
  const lines: CardRow[] = [];
  for (const row of rows) {
    const last = lines.at(-1);
    if (last?.name === 'missing' && row.name === 'missing' && last.reason === row.reason) {
      last.label += `, ${row.label}`;
    } else lines.push(row);
  }
  return lines;
}

function rowsOf(
  {label, path, fields, empty}: Source,
  answer: Loose,
  writing: CardWriting,
): CardRow[] {
  const section = object(at(answer, path));
  if (!section) return [];
  const rows = fields === 'entries' ? entries(section) : values(section, fields, writing);
  if (rows.length > 0) return rows;
  const code = text(section['unavailableReason']);
  const reason = code ? writing.unavailable(visibleText(code)) : empty && writing.term(empty);
  return reason ? [{name: 'missing', label: writing.term(label), reason}] : [];
}

const values = (
  section: Loose,
  fields: Exclude<Source['fields'], 'entries'>,
  writing: Writing,
): CardRow[] =>
  fields.flatMap((field): CardRow[] => {
    const shown = field.show(section, writing);
    return shown ? [{name: 'value', label: writing.term(field.label), shown}] : [];
  });

/** Without the caption, which has a label of its own. */
const entries = (section: Loose): CardRow[] =>
  Object.entries(section).flatMap(([key, value]): CardRow[] =>
    typeof value === 'string' && key !== 'caption'
      ? [{name: 'value', label: visibleText(key), shown: {value: visibleLines(value)}}]
      : [],
  );
