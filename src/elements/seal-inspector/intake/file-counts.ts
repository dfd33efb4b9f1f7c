import type {FileInspection} from '../../../core/inspection/inspections.js';
import {labelStates, stateOf} from '@sealed-capture/seal/model/inspection/label-state.js';
import type {View} from '../../metadata/view.js';
import type {FileState} from '../../strings/states.js';

export const stateIn = ({progress}: FileInspection): FileState =>
  progress.name === 'done' ? stateOf(progress.opinions.result) : progress.name;

const order: readonly FileState[] = [...labelStates, 'failed', 'cancelled', 'working', 'waiting'];

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
