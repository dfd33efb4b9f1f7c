import type {FileInspection} from '../../../core/inspection/inspections.js';
import type {FileState} from '../../strings/en/seal-inspector.js';
import {stateIn} from './file-counts.js';

/** How the list is sorted, and which files it shows. */
export interface FileOrder {
  sort: 'given' | 'state';
  /** Files in this state alone. */
  only?: FileState;
}

/** What a person has to look at comes first, what has no verdict yet comes last. */
const worstFirst: readonly FileState[] = [
  'invalid',
  'failed',
  'unchecked',
  'untrusted',
  'interim',
  'none',
  'valid',
  'cancelled',
  'working',
  'waiting',
];

/** Each state that a file has, worst first, with their number. */
export function statesOf(files: readonly FileInspection[]): {state: FileState; count: number}[] {
  const states = files.map(stateIn);
  return worstFirst.flatMap((state) => {
    const count = states.filter((other) => other === state).length;
    return count ? {state, count} : [];
  });
}

/** The files that are shown. All of them where none is in that state any more. */
export function ordered(
  files: readonly FileInspection[],
  {sort, only}: FileOrder,
): readonly FileInspection[] {
  const matching = files.filter((file) => stateIn(file) === only);
  const shown = matching.length > 0 ? matching : files;
  const place = (file: FileInspection) => worstFirst.indexOf(stateIn(file));
  return sort === 'given' ? shown : [...shown].sort((one, other) => place(one) - place(other));
}
