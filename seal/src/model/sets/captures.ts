import type {SortedFiles} from './known-seals.js';
import type {SetFile} from './set-files.js';

/** One capture of a set. It has several numbers if it was sealed again because an answer was lost. */
export interface Capture {
  numbers: number[];
  captureId?: string;
  /** The files that are here, at most one for each number. */
  files: SetFile[];
}

/** The captures of which at least a number is known, in its order; closing records are none. */
export function capturesOf({known, members, closings, again}: SortedFiles): Capture[] {
  const byNumber = new Map<number, Capture>();
  const byContent = new Map<string, Capture>();
  const closed = new Set<Capture>();
  /** Returns the capture that was sealed before under the number in `again`, unless their digests are known to differ. */
  const sealedBefore = (index: number): Capture | undefined => {
    const earlier = again.get(index);
    if (earlier === undefined) return undefined;
    const [digest, before] = [known.get(index)?.digest, known.get(earlier)?.digest];
    const isOther = digest !== undefined && before !== undefined && digest !== before;
    return isOther ? undefined : byNumber.get(earlier);
  };
  for (const index of [...known.keys()].sort((a, b) => a - b)) {
    const {captureId, digest} = known.get(index)!;
    const content = captureId && digest ? `${captureId} ${digest}` : undefined;
    const same = content === undefined ? undefined : byContent.get(content);
    const capture: Capture = same ?? sealedBefore(index) ?? {numbers: [], files: []};
    capture.numbers.push(index);
    capture.captureId ??= captureId;
    const file = members.get(index);
    if (file) capture.files.push(file);
    if (closings.has(index)) closed.add(capture);
    byNumber.set(index, capture);
    if (content) byContent.set(content, capture);
  }
  return [...new Set(byNumber.values())].filter((one) => !closed.has(one));
}
