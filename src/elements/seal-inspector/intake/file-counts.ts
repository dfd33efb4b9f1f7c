import type {FileInspection} from '../../../core/inspection/inspections.js';
import {labelStates, stateOf} from '@sealed-capture/seal/model/inspection/label-state.js';
import {isSandboxSeal} from '@sealed-capture/seal/model/inspection/sandbox-seal.js';
import type {View} from '../../metadata/view.js';
import type {FileState} from '../../strings/states.js';

/** The state under which a file is listed and counted: an intact seal of a sandbox is not among the intact ones. */
export function stateIn({progress}: Pick<FileInspection, 'progress'>): FileState {
  if (progress.name !== 'done') return progress.name;
  const {result} = progress.opinions;
  const state = stateOf(result);
  return state === 'valid' && isSandboxSeal(result) ? 'sandbox' : state;
}

const order: readonly FileState[] = [
  ...labelStates,
  'sandbox',
  'failed',
  'cancelled',
  'working',
  'waiting',
];

/** For example "12 files: 9 intact, 1 broken, 2 without a seal". */
export function summaryOf(files: readonly FileInspection[], {localize, format}: View): string {
  const states = files.map(stateIn);
  const counts = order.flatMap((state) => {
    const count = states.filter((other) => other === state).length;
    return count ? localize.term('filesIn', state, count) : [];
  });
  const all = localize.term('filesCount', files.length);
  return localize.term('filesSummary', all, format.list(counts));
}
