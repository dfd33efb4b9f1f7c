import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {isText, object} from '@sealed-capture/seal/model/json/loose-json.js';
import type {FileInspection} from '../inspections.js';
import type {InspectedFile} from '@sealed-capture/seal/model/sets/set-files.js';
import {setIn} from './set-in.js';

/** The files as they are judged, each under a name of its own. */
export interface FilesOfSets {
  readonly given: readonly InspectedFile[];
  readonly byName: ReadonlyMap<string, FileInspection>;
}

/** What is judged of a file that could not be checked. */
const unchecked: InspectionResult = {
  labelValid: false,
  labelState: 'unchecked',
  reason: '',
  checks: [],
};

/** True if the file's answer says that it is part of a set. */
export const isOfSet = ({progress}: FileInspection): boolean =>
  progress.name === 'done' && setIn(progress.opinions.result) !== undefined;

/** The files for the judgement. Of several with one name, all but the first have a number behind it. */
export function filesOfSets(files: readonly FileInspection[]): FilesOfSets {
  const byName = new Map<string, FileInspection>();
  const given = files.map((inspection) => {
    const file = freeName(nameOf(inspection.file), byName);
    byName.set(file, inspection);
    return {file, result: resultOf(inspection), isOtherKind: isOtherKind(inspection)};
  });
  return {given, byName};
}

function resultOf({progress}: FileInspection): InspectionResult {
  if (progress.name !== 'done') return unchecked;
  const {result} = progress.opinions;
  const set = setIn(result);
  const {set: _, ...rest} = result;
  return set ? {...rest, set} : rest;
}

/** True if it is no medium that seals are read from; one that could not be read has a cause. */
const isOtherKind = ({progress}: FileInspection): boolean =>
  progress.name === 'failed' &&
  progress.error.code === 'media_unsupported' &&
  progress.error.cause === undefined;

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name;
  for (let count = 2; taken.has(free); count++) free = `${name} (${count})`;
  return free;
}

/** Blobs have no name. */
const nameOf = (file: Blob): string => {
  const name = object(file)?.['name'];
  return isText(name) ? name : '';
};
