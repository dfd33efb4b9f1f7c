import type {InspectionResult} from '../../src/model/inspection/inspection-result.js';
import type {SealedSet, SetClosing} from '../../src/model/seal/sealed-set.js';
import type {SetReport} from '../../src/model/inspection/sets-report.js';
import {judgeSets, type InspectedFile} from '../../src/model/sets/judge-sets.js';

/** 32 bytes, as Base64, that differ for each name. */
export const hashOf = (name: string): string => btoa(name.padEnd(32, '.').slice(0, 32));

export const idOf = (name: string): string =>
  `00000000-0000-4000-8000-${[...name]
    .map((one) => one.charCodeAt(0).toString(16).padStart(2, '0'))
    .join('')
    .padStart(12, '0')
    .slice(-12)}`;

export const SET = 'a5e7c1f0-0000-4000-8000-000000000001';

export interface Wanted {
  file?: string;
  /** Capture by the name of which id and hashes are made; default `c` with the number. */
  name?: string;
  set?: string;
  labelState?: InspectionResult['labelState'];
  signedBy?: string;
  shot?: string;
  previous?: string;
  taken?: number;
  over?: Partial<SealedSet>;
  signature?: InspectionResult['signature'];
}

/** The file of a photo with this number, as it is inspected. */
export function photo(index: number, wanted: Wanted = {}): InspectedFile {
  const {
    name = `c${index}`,
    labelState = 'valid',
    signedBy = 'Service',
    previous = index > 1 ? `c${index - 1}` : undefined,
    taken = index,
    shot,
  } = wanted;
  return {
    file: wanted.file ?? `${name}.jpg`,
    result: {
      labelValid: labelState === 'valid',
      labelState,
      reason: '',
      signature: {signedBy, ...wanted.signature},
      ...(shot !== undefined && {features: {shot: {id: shot, label: shot.toUpperCase()}}}),
      set: {
        set: wanted.set ?? SET,
        index,
        ...(previous !== undefined && {previous: hashOf(previous)}),
        captureId: idOf(name),
        digest: hashOf(`digest ${name}`),
        seal: hashOf(name),
        told: {job: 'claim 4711', index: taken},
        ...wanted.over,
      },
    },
  };
}

export const photos = (count: number): InspectedFile[] =>
  Array.from({length: count}, (_, at) => photo(at + 1));

export const numbered = (index: number, name = `c${index}`) => ({
  index,
  captureId: idOf(name),
  digest: hashOf(`digest ${name}`),
  seal: hashOf(name),
});

export const kept = (index: number, name = `c${index}`) => ({
  captureId: idOf(name),
  index,
  capturedAt: '2026-11-29T10:00:00Z',
});

export const discarded = (index: number, name = `c${index}`) => ({
  ...kept(index, name),
  discardedAt: '2026-11-29T10:05:00Z',
});

export interface WantedClosing extends Wanted {
  /** All seals before it; default those of `photos`. */
  seals?: SealedSet['seals'];
  told?: Partial<SetClosing>;
}

/** The closing record with this number. */
export function closing(index: number, wanted: WantedClosing = {}): InspectedFile {
  const before = Array.from({length: index - 1}, (_, at) => at + 1);
  const {seals = before.map((one) => numbered(one)), told} = wanted;
  const one = photo(index, {name: 'end', ...wanted});
  const set = one.result.set!;
  return {
    ...one,
    result: {
      ...one.result,
      signature: {...one.result.signature, timestamp: '2026-11-29T11:00:00Z'},
      set: {
        ...set,
        seals,
        told: {
          job: 'claim 4711',
          closing: {
            captures: seals.map(({index: number, captureId}) => ({...kept(number), captureId})),
            discarded: [],
            shots: [],
            ...told,
          },
        },
        ...wanted.over,
      },
    },
  };
}

/** Eight photos and their closing record. */
export const closedSet = (): InspectedFile[] => [...photos(8), closing(9)];

/** The report on the only set of these files. */
export function only(files: readonly InspectedFile[]): SetReport {
  const [set, ...more] = judgeSets(files).sets;
  if (!set || more.length > 0) throw new Error('There is not one set.');
  return set;
}

export const filesIn = (list: readonly {file: string}[]): string[] => list.map(({file}) => file);

/** A file that could not be checked. */
export const unchecked = (file: string): InspectedFile => ({
  file,
  result: {labelValid: false, labelState: 'unchecked', reason: ''},
});

export const without = (files: readonly InspectedFile[], ...names: string[]): InspectedFile[] =>
  files.filter(({file}) => !names.includes(file));
