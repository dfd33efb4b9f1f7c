import {at, list, object} from '@sealed-capture/seal/model/json/loose-json.js';
import {factsOf, isConfirmed, timeIn, type KnownFile} from './known-file.js';
import {seriesOfNames, type Numbered} from './numbered.js';
import type {Signal} from './signal.js';

/** Numbers that are farther apart are not compared: after 9999, cameras begin again. */
const FARTHEST = 100;
/** Milliseconds by which times may run backwards: several captures are sealed at the same time. */
const LEAST_MS = 60_000;

/** Times within a numbered series of file names that run backwards. */
export const outOfOrder = (files: readonly KnownFile[]): Signal[] =>
  seriesOfNames(files).flatMap(({members}) => {
    // Capture times are compared with capture times, and time stamps with time stamps.
    const found = [...backwards(members, captureTimeOf)];
    const pairs = found.length > 0 ? found : [...backwards(members, stampOf)];
    const [worst] = [...pairs].sort((one, other) => other.milliseconds - one.milliseconds);
    return worst ? [{...worst, more: pairs.length - 1}] : [];
  });

type Order = Extract<Signal, {kind: 'order'}>;

/** Neighbours in the series of which the later one has the earlier time; files without a time are passed over. */
function* backwards(
  members: readonly Numbered[],
  timeOf: (file: KnownFile) => number | undefined,
): Generator<Order> {
  let last: (Numbered & {time: number}) | undefined;
  for (const member of members) {
    const time = timeOf(member.file);
    if (time === undefined) continue;
    const before = last;
    last = {...member, time};
    if (!before || before.number === member.number) continue;
    const milliseconds = before.time - time;
    if (milliseconds < LEAST_MS || member.number - before.number > FARTHEST) continue;
    yield {
      kind: 'order',
      files: [before.file.id, member.file.id],
      milliseconds,
      more: 0,
      isConfirmed: isConfirmed(before.file) && isConfirmed(member.file),
    };
  }
}

/** When a file was captured: by its location fix or, without a seal, by the time of capture that it names. */
function captureTimeOf(file: KnownFile): number | undefined {
  const facts = factsOf(file);
  return timeIn(at(facts, 'gps.timestamp')) ?? timeIn(facts['takenAt']);
}

/** Of these time stamps it is not known when the seal was made, or nobody vouches for them. */
const NO_TIME = /^org\.sealed-capture\.timeStamp\.(later|authorityUnchecked|unsupported)$/;

function stampOf(file: KnownFile): number | undefined {
  const {answer} = file;
  const isNoTime = list(at(answer, 'checks')).some((check) =>
    NO_TIME.test(String(object(check)?.['code'])),
  );
  return isNoTime ? undefined : timeIn(at(answer, 'signature.timestamp'));
}
