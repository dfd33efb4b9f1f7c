import type {FileInspection} from '../../../core/inspection/inspections.js';
import type {FileState} from '../../strings/states.js';
import {stateIn} from './file-state.js';

/** The order of the list, and which files it shows. */
export interface FileOrder {
  sort: 'given' | 'state';
  /** Shows only files in this state. */
  only?: FileState;
}

/**
 * States in the order of importance for a person who must decide: what was changed, what is not known, whose seal is not known,
 * what has no seal, and what is as it was sealed, for trying or in earnest. Files without a verdict are last.
 */
const worstFirst: readonly FileState[] = [
  'invalid',
  'failed',
  'unchecked',
  'untrusted',
  'interim',
  'none',
  'sandbox',
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
  const states = new Map(files.map((file) => [file, stateIn(file)]));
  const inState = (state?: FileState) => files.filter((file) => states.get(file) === state);
  const matching = inState(only);
  if (matching.length > 0) return matching;
  return sort === 'given' ? files : worstFirst.flatMap(inState);
}
