import type {SetReport} from '@sealed-capture/seal/model/inspection/sets-report.js';
import {objectAt, textAt} from '@sealed-capture/seal/model/json/loose-json.js';
import type {FilesOfSets} from '../../../core/inspection/sets/files-of-sets.js';
import {isDone, type DoneInspection} from '../inspection.js';
import {stateIn} from '../intake/file-state.js';

/** The files of a set that are here, its closing record included, in the order of the report. */
export function membersOf({files, closing}: SetReport, {byName}: FilesOfSets): DoneInspection[] {
  const names = files.map(({file}) => file);
  return [...new Set(closing === undefined ? names : [...names, closing])]
    .flatMap((name) => byName.get(name) ?? [])
    .filter(isDone);
}

/** Who has sealed these files, each once; only valid seals that are evidence confirm it. */
export function sealersOf(members: readonly DoneInspection[]): {
  confirmed: string[];
  claimed: string[];
} {
  const namesOf = (some: readonly DoneInspection[]) => [
    ...new Set(
      some.flatMap(
        ({progress}) => textAt(objectAt(progress.opinions.result, 'signature'), 'signedBy') || [],
      ),
    ),
  ];
  const isConfirmed = (one: DoneInspection) => stateIn(one) === 'valid';
  return {
    confirmed: namesOf(members.filter(isConfirmed)),
    claimed: namesOf(members.filter((one) => !isConfirmed(one))),
  };
}
