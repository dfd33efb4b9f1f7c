import type {SetReport, SetsReport} from '@sealed-capture/seal/model/inspection/sets-report.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';

/** A report on the sets of a folder as lines for people, with a final line break. */
export function setsInWords({sets, others}: SetsReport): string {
  const none = sets.length === 0 ? ['No file is part of a set.'] : [];
  const lines = [...none, ...sets.flatMap(setLines), ...otherLines(others)];
  return lines.map((line) => `${visibleText(line)}\n`).join('');
}

function setLines(set: SetReport): string[] {
  const name = set.job === undefined ? `Set ${set.set}` : `“${set.job}” (set ${set.set})`;
  const closed =
    set.closing === undefined
      ? []
      : [`closing record: ${set.closing}${set.closedAt === undefined ? '' : `, ${set.closedAt}`}`];
  return [
    `${name}: ${set.state}. ${set.reason}`,
    ...[
      ...closed,
      ...set.missing.map(
        (one) =>
          `missing: ${which(one)}${one.index ? '' : '. The device kept it, but no seal of it is here'}`,
      ),
      ...set.elsewhere.map((one) => `counted in another set of this job: ${which(one)}`),
      ...set.exchanged.map(
        (one) => `exchanged: ${one.file}, which is not what was sealed as ${which(one)}`,
      ),
      ...set.changed.map((one) => `changed: ${one.file}, as ${which(one)}`),
      ...set.outOfOrder.map(
        (one) => `out of order: ${one.file}, ${which(one)}, captured as number ${one.taken}`,
      ),
      ...set.retaken.map((one) => `retaken later: ${one.file}, ${which(one)}`),
      ...set.copies.map((one) => `copy: ${one.file}, of ${which(one)}`),
      ...set.discarded.map(
        (one) =>
          `discarded, as the device says: ${which(one)}, captured ${one.capturedAt}, discarded ${one.discardedAt}`,
      ),
      ...set.moved.map(
        (one) =>
          `moved to another service, as the device says: ${which(one)}, captured ${one.capturedAt}, moved ${one.movedAt}`,
      ),
      ...set.skipped.map(
        ({label, shot, reason, words}) =>
          `skipped, as the device says: ${label || shot}, ${reason}${words ? `: ${words}` : ''}`,
      ),
      ...set.untaken.map(
        ({label, shot, required}) =>
          `neither taken nor skipped, as the device says: ${label || shot}${required ? ' (required)' : ''}`,
      ),
      ...set.files.flatMap((one) =>
        one.chosen ? [`chosen, not taken here: ${one.file}, ${which(one)}`] : [],
      ),
      ...set.added.map(
        ({file, job}) => `from another ${job === undefined ? 'set' : `job, “${job}”`}: ${file}`,
      ),
    ].map((line) => `  - ${line}`),
  ];
}

/** A capture by its number, or else by its id, and its shot. */
function which(one: {index?: number; captureId?: string; shot?: string; label?: string}): string {
  const name = one.index === undefined ? `capture ${one.captureId ?? ''}` : `number ${one.index}`;
  const shot = one.label || one.shot;
  return shot ? `${name} (${shot})` : name;
}

const why: Readonly<Record<SetsReport['others'][number]['why'], string>> = {
  'no-set': 'its seal is part of no set',
  'no-seal': 'it has no seal',
  changed: 'its seal is broken',
  unchecked: 'it could not be checked',
  'other-kind': 'seals are not read from files of its kind',
};

const otherLines = (others: SetsReport['others']): string[] =>
  others.map((one) => `${one.file}: part of no set, ${why[one.why]}.`);
