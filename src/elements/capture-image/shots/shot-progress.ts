import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import type {Tags} from '../../../model/capture-metadata.js';
import {isRecord} from '../../../model/json/record.js';
import {sealedTags, textOfTags} from './sealed-tags.js';
import type {Shot, ShotProgress, ShotState} from './shot.js';

export type Skip = Omit<Extract<ShotState, {name: 'skipped'}>, 'name'>;

/** The photo carries each of these tags. */
const carries = ({tags}: CaptureSummary, wanted: Tags): boolean =>
  Object.entries(wanted).every(([name, value]) => tags?.[name] === value);

/**
 * Finds out how each shot of the list stands. A photo counts if it carries the shot's id and the tags that the page gives all
 * its photos now: photos of another job with the same list have other tags. A photo counts over a reason to skip the shot.
 */
export class ShotCounter {
  /**
   * The tags that were wanted of a photo when it counted, by its id. It goes on counting for these, as the page may give the
   * photo other tags when it releases it.
   */
  readonly #counted = new Map<string, string>();

  progressOf(
    shots: readonly Shot[],
    captures: readonly CaptureSummary[],
    tags: unknown,
    skips: ReadonlyMap<string, Skip>,
  ): ShotProgress[] {
    return shots.map((shot) => {
      // The shot's own tags replace those of the same name.
      const wanted = sealedTags({...(isRecord(tags) ? tags : {}), ...shot.tags});
      const taken = this.#photosOf(shot.id, captures, wanted);
      return {id: shot.id, state: stateOf(taken, skips.get(shot.id))};
    });
  }

  /** The newest first. */
  #photosOf(id: string, captures: readonly CaptureSummary[], wanted: Tags): string[] {
    const all = textOfTags(wanted);
    const photos = captures.filter(
      (capture) =>
        capture.shot === id &&
        (this.#counted.get(capture.captureId) === all || carries(capture, wanted)),
    );
    for (const {captureId} of photos) this.#counted.set(captureId, all);
    return photos.map(({captureId}) => captureId).reverse();
  }
}

function stateOf(captureIds: readonly string[], skip: Skip | undefined): ShotState {
  if (captureIds.length > 0) return {name: 'taken', captureIds};
  return skip ? {name: 'skipped', ...skip} : {name: 'open'};
}

/** The open shot that follows the one at `index`, from the start after the last; undefined where none is open. */
export function nextOpen(progress: readonly ShotProgress[], index: number): string | undefined {
  const order = [...progress.slice(index + 1), ...progress.slice(0, index + 1)];
  return order.find(({state}) => state.name === 'open')?.id;
}
