import {join} from 'node:path';
import Type, {type Static} from 'typebox';
import {Value} from 'typebox/value';
import {hashOf, headAfter, NO_HEAD, previousOf} from './audit-entry.js';
import {auditFiles, beginningsIn, linesOf} from './audit-files.js';

/** Result of checking a whole audit log. */
export interface AuditReport {
  files: number;
  entries: number;
  /** Sentences that name the file and the line of each fault; empty if there is none. */
  faults: string[];
  /** Files that end in an incomplete line, as after a power cut. The request of that line was never answered. */
  cut: string[];
  /** Heads of the files that no later file continues. Stored elsewhere, they show whether entries were removed. */
  heads: Record<string, string>;
}

/** Most faults that a report lists. */
const MOST_FAULTS = 100;

/**
 * Reads every file once, line by line, and checks all hashes.
 * @param known heads that were stored elsewhere; each must occur in the log
 */
export async function checkAudit(
  folder: string,
  known: readonly string[] = [],
): Promise<AuditReport> {
  const beginnings = await beginningsIn(folder);
  const names = [...beginnings.keys()];
  const wanted = new Map<string, Set<string>>();
  for (const after of beginnings.values()) {
    for (const [name, head] of Object.entries(after)) {
      wanted.set(name, (wanted.get(name) ?? new Set<string>()).add(head));
    }
  }
  const report: AuditReport = {files: names.length, entries: 0, faults: [], cut: [], heads: {}};
  const missed = new Set(known);
  const fault = (words: string) => {
    if (report.faults.length < MOST_FAULTS) report.faults.push(words);
  };
  for (const name of names) {
    const expected = new Set(wanted.get(name));
    let head = NO_HEAD;
    let number = 0;
    for await (const {line, isWhole} of linesOf(join(folder, name))) {
      if (!isWhole) {
        report.cut.push(name);
        break;
      }
      number++;
      if (previousOf(line) !== head) {
        fault(`${name}, line ${number}: it does not follow from the line before.`);
        break;
      }
      head = headAfter(head, hashOf(line));
      expected.delete(head);
      missed.delete(head);
    }
    report.entries += number;
    if (expected.size > 0) fault(`${name}: a later file names an entry that is not there.`);
    if (!wanted.has(name)) report.heads[name] = head;
  }
  for (const name of wanted.keys()) {
    if (!names.includes(name)) fault(`${name}: a later file goes on from it, and it is gone.`);
  }
  for (const head of missed) fault(`The head ${head} is not there.`);
  return report;
}

const Hash = Type.String({pattern: '^[0-9a-f]{64}$'});

/** Proves that a file with this head contains an entry, without showing any other entry. */
const Proof = Type.Object({
  file: Type.String(),
  /** The entry's line. */
  entry: Type.String(),
  /** SHA-256 of each line after it. */
  following: Type.Array(Hash),
  head: Hash,
});
export type Proof = Static<typeof Proof>;

/** Makes a proof for each entry about the capture. */
export async function proveCapture(folder: string, captureId: string): Promise<Proof[]> {
  const mark = Buffer.from(`"captureId":${JSON.stringify(captureId.toLowerCase())}`);
  const proofs: Proof[] = [];
  for (const name of await auditFiles(folder)) {
    const found: Proof[] = [];
    let head = NO_HEAD;
    for await (const {line, isWhole} of linesOf(join(folder, name))) {
      if (!isWhole) break;
      const hash = hashOf(line);
      head = headAfter(head, hash);
      for (const proof of found) proof.following.push(hash);
      if (line.includes(mark)) {
        found.push({file: name, entry: line.toString(), following: [], head: NO_HEAD});
      }
    }
    proofs.push(...found.map((proof) => ({...proof, head})));
  }
  return proofs;
}

/** True if the entry and the following hashes lead to the head. The value may be any JSON. */
export function checkProof(value: unknown): value is Proof {
  if (!Value.Check(Proof, value)) return false;
  const line = Buffer.from(value.entry);
  const previous = previousOf(line);
  if (previous === undefined) return false;
  const first = headAfter(previous, hashOf(line));
  return value.following.reduce(headAfter, first) === value.head;
}
