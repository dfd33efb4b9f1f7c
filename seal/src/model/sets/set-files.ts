import type {InspectionResult} from '../inspection/inspection-result.js';
import {stateOf} from '../inspection/label-state.js';
import {isSandboxSeal} from '../inspection/sandbox-seal.js';
import type {SealedSet} from '../seal/sealed-set.js';

/** The part of an inspection's result that a set is judged by. */
export type JudgedResult = Pick<
  InspectionResult,
  'labelValid' | 'labelState' | 'reason' | 'signature' | 'origin' | 'imported' | 'features' | 'set'
>;

/** The part alone, so that the results of many files take little memory. */
export const judgedPart = (result: InspectionResult): JudgedResult => {
  const {labelValid, labelState, reason, signature, origin, imported, features, set} = result;
  return {labelValid, labelState, reason, signature, origin, imported, features, set};
};

/** A file, and what its inspection has found. */
export interface InspectedFile {
  /** Its name, which tells it from the other files. */
  file: string;
  result: JudgedResult;
  /** True if seals are not read from files of its kind: then it is no capture of a set. */
  isOtherKind?: boolean;
}

/** A file whose seal says that it is part of a set. */
export interface SetFile extends InspectedFile {
  set: SealedSet;
  rank: number;
}

export const ranks = {
  valid: 5,
  sandbox: 4,
  interim: 3,
  untrusted: 2,
  unchecked: 1,
  broken: 0,
} as const;

/**
 * How far a file's seal is to be believed. Anybody can make seals with the id of a set, of a signer of their own or with
 * a sandbox: these never speak for a set that has better ones.
 */
export function rankOf(result: JudgedResult): number {
  const state = stateOf(result);
  switch (state) {
    case 'valid':
      return isSandboxSeal(result) ? ranks.sandbox : ranks.valid;
    case 'interim':
    case 'untrusted':
    case 'unchecked':
      return ranks[state];
    default:
      return ranks.broken;
  }
}

export const isConfirmed = ({rank}: SetFile): boolean => rank >= ranks.sandbox;

/** True if the file says that it is a closing record. */
export const isClosing = ({set}: SetFile): boolean => set.seals !== undefined;

/** Signers have no other name in a result. */
export const signerOf = ({result}: SetFile): string => result.signature?.signedBy ?? '';

/**
 * The files that speak for the set: those of the highest rank and of one signer. Of several signers, one that has closed
 * the set, and then the one with the most files; the report says that there are several.
 */
export function authorityOf(files: readonly SetFile[]): SetFile[] {
  const best = files.reduce((most, {rank}) => Math.max(most, rank), 0);
  const bySigner = new Map<string, {files: SetFile[]; closings: number}>();
  for (const one of files) {
    if (one.rank !== best) continue;
    const signer = signerOf(one);
    const own = bySigner.get(signer) ?? {files: [], closings: 0};
    own.files.push(one);
    if (isClosing(one)) own.closings += 1;
    bySigner.set(signer, own);
  }
  const [first] = [...bySigner].sort(
    ([nameA, a], [nameB, b]) =>
      Number(b.closings > 0) - Number(a.closings > 0) ||
      b.files.length - a.files.length ||
      compareText(nameA, nameB),
  );
  return first?.[1].files ?? [];
}

/** The same order on every machine, whatever its language. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
