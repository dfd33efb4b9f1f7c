import type {FileInspection} from '../../../core/inspection/inspections.js';
import {stateOf} from '@sealed-capture/seal/model/inspection/label-state.js';
import {isSandboxSeal} from '@sealed-capture/seal/model/inspection/sandbox-seal.js';
import type {FileState} from '../../strings/states.js';

/** The state under which a file is listed and counted: an intact seal of a sandbox is not among the intact ones. */
export function stateIn({progress}: Pick<FileInspection, 'progress'>): FileState {
  if (progress.name !== 'done') return progress.name;
  const {result} = progress.opinions;
  const state = stateOf(result);
  return state === 'valid' && isSandboxSeal(result) ? 'sandbox' : state;
}
