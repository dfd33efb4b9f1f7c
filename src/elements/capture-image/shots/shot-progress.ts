import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import {isRecord} from '../../../model/loose-json.js';
import type {Shot, ShotProgress, ShotState} from './shot.js';

export type Skip = Omit<Extract<ShotState, {name: 'skipped'}>, 'name'>;

/** The photo carries each of these tags. */
const carries = ({tags}: CaptureSummary, wanted: unknown): boolean =>
  !isRecord(wanted) || Object.entries(wanted).every(([name, value]) => tags?.[name] === value);

/**
 * How each shot of the list stands. A photo counts where it carries the shot's id and the tags that the page gives all its
 * photos now: photos of another job with the same list have other tags. It counts over a reason to skip the shot.
 */
export function progressOf(
  shots: readonly Shot[],
  captures: readonly CaptureSummary[],
  tags: unknown,
  skips: ReadonlyMap<string, Skip>,
): ShotProgress[] {
  const known = new Map(shots.map((shot) => [shot.id, shot]));
  const taken = new Map<string, string[]>();
  for (const capture of captures) {
    const shot = capture.shot ? known.get(capture.shot) : undefined;
    // The shot's own tags replace those of the same name.
    if (!shot || !carries(capture, isRecord(tags) ? {...tags, ...shot.tags} : shot.tags)) continue;
    taken.set(shot.id, [capture.captureId, ...(taken.get(shot.id) ?? [])]);
  }
  return shots.map(({id}) => ({id, state: stateOf(taken.get(id), skips.get(id))}));
}

function stateOf(captureIds: readonly string[] | undefined, skip: Skip | undefined): ShotState {
  if (captureIds) return {name: 'taken', captureIds};
  return skip ? {name: 'skipped', ...skip} : {name: 'open'};
}

/** The open shot that follows the one at `index`, from the start after the last; undefined where none is open. */
export function nextOpen(progress: readonly ShotProgress[], index: number): string | undefined {
  const order = [...progress.slice(index + 1), ...progress.slice(0, index + 1)];
  return order.find(({state}) => state.name === 'open')?.id;
}
