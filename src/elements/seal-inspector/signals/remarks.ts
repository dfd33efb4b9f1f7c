import type {FileInspection} from '../../../core/inspection/inspections.js';
import type {Signal} from '../../../core/inspection/signals/signal.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import type {View} from '../../metadata/view.js';
import {listedName} from '../intake/file-row.js';
import {shortened} from '../text.js';

/** Files that a sentence names; of more, it says how many. */
const MOST_NAMED = 5;
/** The first of the placeholders for files in a sentence. */
const FIRST_HERE = 0xe100;
const PLACEHOLDER = /([\ue100-\ue1ff])/;

/** A sentence with the name of a file, or text, in each piece. */
export type Remark = readonly (string | FileInspection)[];

/** The remarks on these files. A signal that names a file which is gone is left out. */
export function remarksIn(
  signals: readonly Signal[],
  files: readonly FileInspection[],
  view: View,
): Remark[] {
  const byId = new Map(files.map((file) => [file.id, file]));
  return signals.flatMap((signal) => {
    const named = signal.files.flatMap((id) => byId.get(id) ?? []);
    if (named.length < signal.files.length) return [];
    const pieces = wholeSentence(signal, view).split(PLACEHOLDER);
    return [pieces.map((piece) => named[piece.charCodeAt(0) - FIRST_HERE] ?? piece)];
  });
}

/** The remarks on these files as plain text, for reports and tables. */
export const remarksOf = (
  signals: readonly Signal[],
  files: readonly FileInspection[],
  view: View,
): string[] =>
  remarksIn(signals, files, view).map((remark) =>
    remark.map((piece) => (typeof piece === 'string' ? piece : listedName(piece, view))).join(''),
  );

function wholeSentence(signal: Signal, view: View): string {
  const {localize} = view;
  let sentence = sentenceOf(signal, view);
  if ('more' in signal && signal.kind !== 'gap' && signal.more > 0) {
    sentence = localize.term('signalPairs', sentence, signal.more);
  }
  return signal.isConfirmed ? sentence : localize.term('signalSaid', sentence);
}

/** The sentence, with a placeholder in place of each file. */
function sentenceOf(signal: Signal, view: View): string {
  const {localize, format} = view;
  const [first = '', second = ''] = signal.files.map((_, place) => here(place));
  const names = () =>
    listed(
      signal.files.map((_, place) => here(place)),
      view,
    );
  switch (signal.kind) {
    case 'apart': {
      const distance = unit(signal.meters / 1000, 'kilometer', view, 'short');
      const duration = durationOf(signal.milliseconds, view);
      return localize.term('signalApart', names(), foreign(signal.device), distance, duration);
    }
    case 'same':
      return localize.term('signalSame', signal.by, names());
    case 'order':
      return localize.term('signalOrder', first, second, durationOf(signal.milliseconds, view));
    case 'accounts': {
      const known = format.list(signal.names.slice(0, MOST_NAMED).map(foreign));
      const more = signal.names.length - MOST_NAMED;
      const all = more > 0 ? localize.term('signalMore', known, more) : known;
      return localize.term('signalAccounts', signal.of, names(), foreign(signal.device), all);
    }
    case 'gap': {
      const known = format.series(signal.missing.map(foreign));
      const missing = signal.more > 0 ? localize.term('signalMore', known, signal.more) : known;
      return localize.term('signalGap', signal.of, first, last(signal), missing);
    }
  }
}

const here = (place: number): string => String.fromCharCode(FIRST_HERE + place);
const last = ({files}: Signal): string => here(files.length - 1);

/** A text from a file, which cannot contain a placeholder. */
const foreign = (text: string): string =>
  shortened(visibleText(text)).replace(/[\ue100-\ue1ff]/g, '\ufffd');

function listed(names: readonly string[], {localize, format}: View): string {
  const more = names.length - MOST_NAMED;
  if (more > 0) {
    return localize.term('signalMore', format.series(names.slice(0, MOST_NAMED)), more);
  }
  return new Intl.ListFormat(format.locale, {type: 'conjunction'}).format(names);
}

const unit = (
  value: number,
  name: string,
  {format}: View,
  unitDisplay: 'short' | 'long' = 'long',
): string =>
  new Intl.NumberFormat(format.locale, {
    style: 'unit',
    unit: name,
    unitDisplay,
    maximumFractionDigits: 0,
  }).format(value);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** In minutes up to two hours, then in hours, then in days; never 0 for times that differ. */
function durationOf(milliseconds: number, view: View): string {
  if (milliseconds < 2 * HOUR) return unit(Math.ceil(milliseconds / MINUTE), 'minute', view);
  if (milliseconds < 48 * HOUR) return unit(milliseconds / HOUR, 'hour', view);
  return unit(milliseconds / (24 * HOUR), 'day', view);
}
