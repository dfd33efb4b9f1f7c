import type {FileInspection} from '../../../core/inspection/inspections.js';
import {objectAt, object, textAt} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {cardsOf} from '../../metadata/cards.js';
import type {Shown} from '../../metadata/format.js';
import {sections} from '../../metadata/sections.js';
import type {View} from '../../metadata/view.js';
import type {Size} from '../../stage/zoom.js';
import {bytes} from '../format.js';
import {stateIn} from '../intake/file-state.js';

/**
 * One value of a file. `none`: the file has no such value. `unknown`: it is not known yet, or cannot be found out, so that
 * nothing is said about a difference.
 */
export type Cell =
  | {name: 'unknown'}
  | {name: 'none'}
  | {name: 'value'; text: string; isClaim: boolean};

export interface ValueRow {
  label: string;
  cells: readonly [Cell, Cell];
  differs: boolean;
}

export interface ValueGroup {
  /** Empty for what is said of the seal itself. */
  title: string;
  rows: readonly ValueRow[];
}

/** A file to compare, with the size of its picture and its hash once they are known. */
export interface Valued {
  inspection: FileInspection;
  size?: Size;
  sha256?: string;
}

/** Sections of a result whose values are compared. */
const compared = new Set<string>(['where', 'camera', 'device', 'tags']);

/** Values of one file by the title of their group and by label. */
type Values = Map<string, Map<string, Cell>>;

/** The values of both files side by side. */
export function compareValues(files: readonly [Valued, Valued], view: View): ValueGroup[] {
  const [first, second] = files.map((file) => valuesOf(file, view)) as [Values, Values];
  const titles = new Set([...first.keys(), ...second.keys()]);
  return [...titles].map((title) => {
    const groups = [first.get(title), second.get(title)] as const;
    const labels = new Set(groups.flatMap((group) => [...(group?.keys() ?? [])]));
    const rows = [...labels].map((label): ValueRow => {
      const [one, other] = groups.map((group, index): Cell => {
        const {progress} = files[index]?.inspection ?? {};
        const absent: Cell = {name: progress?.name === 'done' ? 'none' : 'unknown'};
        return group?.get(label) ?? absent;
      }) as [Cell, Cell];
      return {label, cells: [one, other], differs: differ(one, other)};
    });
    return {title, rows};
  });
}

function differ(one: Cell, other: Cell): boolean {
  if (one.name === 'unknown' || other.name === 'unknown') return false;
  if (one.name === 'value' && other.name === 'value') return one.text !== other.text;
  return one.name !== other.name;
}

function valuesOf({inspection, size, sha256}: Valued, view: View): Values {
  const {file, progress} = inspection;
  const {term, localize, format} = view;
  const answer = (progress.name === 'done' && object(progress.opinions.result)) || {};
  // A seal of a sandbox confirms nothing, as in the list and its table.
  const isClaim = stateIn(inspection) !== 'valid';
  const known = (text: string | undefined): Cell =>
    text ? {name: 'value', text, isClaim: false} : {name: 'unknown'};
  const sealed: Values = new Map();
  for (const {title, rows} of cardsOf(
    sections.filter((section) => compared.has(section.title)),
    answer,
    view,
  ).cards) {
    const cells = rows.flatMap((row): [string, Cell][] =>
      row.name === 'value' ? [[row.label, {name: 'value', text: written(row.shown), isClaim}]] : [],
    );
    if (cells.length > 0) sealed.set(title, new Map(cells));
  }
  return new Map([
    [
      '',
      new Map<string, Cell>([
        [term('csvVerdict'), known(localize.term('fileState', stateIn(inspection)))],
        ...signing(answer, isClaim, view),
      ]),
    ],
    ...sealed,
    [
      term('file'),
      new Map<string, Cell>([
        [term('size'), known(written(bytes(format, file.size)))],
        [
          term('pixels'),
          known(
            size && [size.width, size.height].map((side) => format.number(side, 0)).join(' × '),
          ),
        ],
        [term('sha256'), known(sha256)],
      ]),
    ],
  ]);
}

/** Signer and time stamp, as far as the seal names them. */
function signing(answer: Loose, isClaim: boolean, {term, format}: View): [string, Cell][] {
  const signature = objectAt(answer, 'signature');
  const [signer, stamp] = ['signedBy', 'timestamp'].map((key) => textAt(signature, key));
  const cell = (text: string): Cell => ({name: 'value', text, isClaim});
  return [
    ...(signer ? [[term('csvSigner'), cell(visibleText(signer))] as [string, Cell]] : []),
    ...(stamp ? [[term('csvTime'), cell(format.time(stamp).value)] as [string, Cell]] : []),
  ];
}

const written = ({value, unit}: Shown): string => (unit ? `${value} ${unit}` : value);
