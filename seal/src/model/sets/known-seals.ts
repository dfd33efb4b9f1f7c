import {compareText, isClosing, isConfirmed, ranks, type SetFile} from './set-files.js';

/** What the signer of the set says of one number. */
export interface KnownSeal {
  /** Absent if only its number is known. */
  seal?: string;
  /** Known from a closing record, or from the file itself. */
  digest?: string;
  captureId?: string;
}

/** The files of one set, told apart. */
export interface SortedFiles {
  /** The closing record that counts: the newest. */
  closing?: SetFile;
  /** One file for each number, among them closing records. */
  members: Map<number, SetFile>;
  /** Numbers of closing records, whether their files are here or not. */
  closings: Set<number>;
  copies: SetFile[];
  /** Files that say that they have a number of the set, which nothing confirms. */
  exchanged: SetFile[];
  changed: SetFile[];
  /** Of each number that is known, whether its file is here or not. */
  known: Map<number, KnownSeal>;
  /** Of numbers under which a file was sealed once more: its earlier number. */
  again: Map<number, number>;
  /** Numbers of which the signer says different things. */
  contradicted: Set<number>;
}

/**
 * Tells which files are seals of the set. From the highest number down, each file of the set's own signer gives the hash of
 * the one before it, and a closing record those of all before it; a file with another hash is exchanged.
 *
 * @param authority the files of the set's own signer
 * @param files all files that say that they are part of the set
 */
export function sortFiles(authority: readonly SetFile[], files: readonly SetFile[]): SortedFiles {
  const sorted: SortedFiles = {
    members: new Map(),
    closings: new Set(),
    copies: [],
    exchanged: [],
    changed: [],
    known: new Map(),
    again: new Map(),
    contradicted: new Set(),
  };
  const own = new Set(authority);
  // By hash, so that the order in which the files are given decides nothing.
  const downwards = [...authority].sort(
    (a, b) => b.set.index - a.set.index || compareText(a.set.seal, b.set.seal),
  );
  for (const one of downwards) takeOwn(one, sorted);
  for (const one of files) {
    if (own.has(one)) continue;
    if (one.rank === ranks.broken) sorted.changed.push(one);
    else takeOther(one, sorted);
  }
  return sorted;
}

function takeOwn(one: SetFile, sorted: SortedFiles): void {
  const {index, previous, again, seals} = one.set;
  const {members, known, closing} = sorted;
  const expected = known.get(index);
  const isUnlisted = closing !== undefined && index < closing.set.index && !expected?.seal;
  if (isUnlisted || !isSame(expected, one)) {
    sorted.exchanged.push(one);
    return;
  }
  if (members.has(index)) {
    sorted.copies.push(one);
    return;
  }
  members.set(index, one);
  const {seal, digest, captureId} = one.set;
  learn(sorted, index, {seal, digest, captureId});
  if (isClosing(one)) {
    sorted.closings.add(index);
    sorted.closing ??= one;
  }
  for (const {index: number, closing, ...listed} of seals ?? []) {
    if (number >= index) continue;
    learn(sorted, number, listed);
    if (closing) sorted.closings.add(number);
  }
  if (previous !== undefined && index > 1) learn(sorted, index - 1, {seal: previous});
  if (again !== undefined && again < index) {
    learn(sorted, again, {});
    sorted.again.set(index, again);
  }
}

/** A file of another signer, or of a lower rank, is a seal of the set if the set's own signer has named its hashes. */
function takeOther(one: SetFile, sorted: SortedFiles): void {
  const {known, members, closings, copies, exchanged} = sorted;
  const {index} = one.set;
  const expected = known.get(index);
  // For the signature of another, anybody can make a key with which it fits a seal of their own. What is inside the
  // file has to be known as well then.
  const isNamed =
    expected?.seal !== undefined && (expected.digest !== undefined || isConfirmed(one));
  if (!isNamed || !isSame(expected, one)) exchanged.push(one);
  else if (members.has(index)) copies.push(one);
  else {
    members.set(index, one);
    if (isClosing(one) && isConfirmed(one)) closings.add(index);
  }
}

/** True if nothing that is known of the number speaks against the file. */
const isSame = (expected: KnownSeal | undefined, {set}: SetFile): boolean =>
  (expected?.seal === undefined || expected.seal === set.seal) &&
  (expected?.digest === undefined || expected.digest === set.digest);

/** What is known stays: later closing records are read first. */
function learn({known, contradicted}: SortedFiles, index: number, said: KnownSeal): void {
  const before = known.get(index) ?? {};
  const isOther = (name: 'seal' | 'digest') =>
    before[name] !== undefined && said[name] !== undefined && before[name] !== said[name];
  if (isOther('seal') || isOther('digest')) {
    contradicted.add(index);
    return;
  }
  known.set(index, {
    seal: before.seal ?? said.seal,
    digest: before.digest ?? said.digest,
    captureId: before.captureId ?? said.captureId?.toLowerCase(),
  });
}
