import type {FileInspection} from '../../../core/inspection/inspections.js';
import type {FileState} from '../../strings/states.js';
import {stateIn} from './file-counts.js';

/** The order of the list, and which files it shows. */
export interface FileOrder {
  sort: 'given' | 'state';
  /** Shows only files in this state. */
  only?: FileState;
}

/** States in the order of importance for a person; files without a verdict are last. */
const worstFirst: readonly FileState[] = [
  'invalid',
  'failed',
  'unchecked',
  'untrusted',
  'interim',
  'sandbox',
  'none',
  'valid',
  'cancelled',
  'working',
  'waiting',
];

/** The states of the files, worst first, with their numbers. */
export function statesOf(files: readonly FileInspection[]): {state: FileState; count: number}[] {
  const states = files.map(stateIn);
  return worstFirst.flatMap((state) => {
    const count = states.filter((other) => other === state).length;
    return count ? {state, count} : [];
  });
}

/** The files that are shown. If none is in the chosen state any more, all are. */
export function ordered(
  files: readonly FileInspection[],
  {sort, only}: FileOrder,
): readonly FileInspection[] {
  const matching = files.filter((file) => stateIn(file) === only);
  const shown = matching.length > 0 ? matching : files;
  const place = (file: FileInspection) => worstFirst.indexOf(stateIn(file));
  return sort === 'given' ? shown : [...shown].sort((one, other) => place(one) - place(other));
}
