import {join} from 'node:path';
import Type, {type Static} from 'typebox';
import {Value} from 'typebox/value';
import {readAudit} from './audit-check.js';
import {hashOf, headAfter, NO_HEAD, previousOf} from './audit-entry.js';
import {beginningOf, linesOf} from './audit-files.js';
import {headText, readHead, type Mark, type NamedMark, type NotedHeads} from './audit-head.js';

const Hash = Type.String({pattern: '^[0-9a-f]{64}$'});

const Step = Type.Object({
  file: Type.String(),
  /** A line of this file. */
  entry: Type.String(),
  /** SHA-256 of each line after it, up to the head that the next step's line, or the head of the log, names. */
  following: Type.Array(Hash),
});
type Step = Static<typeof Step>;

/** Proves that an entry is in the log with this head, without showing any other entry of a request. */
const Proof = Type.Object({
  ...Step.properties,
  /** First lines of later files, each of which names the head of the file before. Absent in earlier versions. */
  then: Type.Optional(Type.Array(Step)),
  /** The head of the log; in earlier versions, that of the file. */
  head: Type.String(),
});
export type Proof = Static<typeof Proof>;

/** A line that a proof starts from. */
interface Found {
  file: string;
  number: number;
}

type Path = [NamedMark, ...NamedMark[]];

/** Proofs of the entries about one capture. */
export interface Proofs {
  /** Number of entries. One that came after the given head has no proof. */
  entries: number;
  proofs: Proof[];
  /** Faults of the log. */
  faults: string[];
}

/**
 * Makes a proof for each entry about the capture.
 * @param noted the head that the proofs are to lead to; by default that of the log as it is
 */
export async function proveCapture(
  folder: string,
  captureId: string,
  noted?: NotedHeads,
): Promise<Proofs> {
  const mark = Buffer.from(`"captureId":${JSON.stringify(captureId.toLowerCase())}`);
  const found: Found[] = [];
  const {report, marks} = await readAudit(folder, noted, (file, number, line) => {
    if (line.includes(mark)) found.push({file, number});
  });
  const target = noted?.marks ?? readHead(report.head) ?? [];
  const edges = [...marks, ...target.map((one) => ({...one, by: undefined}))];
  const proofs: Proof[] = [];
  for (const entry of found) {
    const path = pathFrom(entry, edges);
    if (path) proofs.push(await proofAlong(folder, entry, path, headText(target)));
  }
  return {entries: found.length, proofs, faults: report.faults};
}

/** The shortest way from the line to the head; undefined if the head does not include the line. */
function pathFrom({file, number}: Found, edges: readonly NamedMark[]): Path | undefined {
  const ways = edges
    .filter((edge) => edge.file === file && (edge.lines ?? 0) >= number)
    .map((edge): Path => [edge]);
  const seen = new Set<string>();
  for (let way = ways.shift(); way; way = ways.shift()) {
    const [last] = way.slice(-1);
    const next = last?.by;
    if (next === undefined) return way;
    if (seen.has(next)) continue;
    seen.add(next);
    for (const edge of edges) if (edge.file === next) ways.push([...way, edge]);
  }
  return undefined;
}

async function proofAlong(
  folder: string,
  {file, number}: Found,
  path: Path,
  head: string,
): Promise<Proof> {
  const [first, ...others] = path;
  const step = await stepTo(folder, file, number, first);
  const then: Step[] = [];
  for (const edge of others) then.push(await stepTo(folder, edge.file, 1, edge));
  return {...step, ...(then.length > 0 && {then}), head};
}

/** The line, and the hashes of those that lead from it to the mark. */
async function stepTo(folder: string, file: string, number: number, mark: Mark): Promise<Step> {
  const step: Step = {file, entry: '', following: []};
  let count = 0;
  let head = NO_HEAD;
  for await (const {line, isWhole} of linesOf(join(folder, file))) {
    if (!isWhole) break;
    const hash = hashOf(line);
    head = headAfter(head, hash);
    count++;
    if (count === number) step.entry = line.toString();
    else if (count > number) step.following.push(hash);
    if (count >= number && head === mark.head) break;
  }
  return step;
}

/** What a proof is worth. */
export type ProofResult =
  /** Whoever made it may have invented all of it. */
  | {name: 'consistent in itself'; entry: string; head: string}
  /** The entry was there when these of the given heads were noted. */
  | {name: 'holds'; entry: string; heads: string[]}
  | {name: 'fails'; reason: string};

/**
 * Checks that the entry and the following hashes lead to the proof's head, and to a head that was noted elsewhere.
 * @param value any JSON
 */
export function checkProof(value: unknown, noted?: NotedHeads): ProofResult {
  if (!Value.Check(Proof, value)) return {name: 'fails', reason: 'It is no proof.'};
  const {then = [], head: end, ...first} = value;
  const passed = new Set<string>();
  let file = '';
  let head = '';
  for (const step of [first, ...then]) {
    const line = Buffer.from(step.entry);
    const previous = previousOf(line);
    if (previous === undefined) return {name: 'fails', reason: 'It has a line that is no entry.'};
    const isNamed = (mark: Mark) => mark.file === file && mark.head === head && mark.lines !== 0;
    const isNext = previous === NO_HEAD && beginningOf(line).after.some(isNamed);
    if (step !== first && !isNext) {
      return {
        name: 'fails',
        reason: `The first line of a later file does not name the head of the one before.`,
      };
    }
    file = step.file;
    head = headAfter(previous, hashOf(line));
    passed.add(head);
    for (const hash of step.following) passed.add((head = headAfter(head, hash)));
  }
  const isEnd = head === end || readHead(end)?.some((mark) => mark.head === head);
  if (!isEnd) return {name: 'fails', reason: 'Its lines do not lead to its head.'};
  if (!noted) return {name: 'consistent in itself', entry: first.entry, head: end};
  const given = [...noted.single, ...noted.marks.map((mark) => mark.head)];
  const heads = given.filter((one) => passed.has(one));
  return heads.length > 0
    ? {name: 'holds', entry: first.entry, heads}
    : {name: 'fails', reason: 'It does not lead to the given head.'};
}
