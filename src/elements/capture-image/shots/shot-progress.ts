import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import type {Tags} from '@sealed-capture/seal/model/capture-metadata.js';
import {isRecord} from '@sealed-capture/seal/model/json/record.js';
import {sealedTags, textOfTags} from './sealed-tags.js';
import type {Shot, ShotProgress, ShotState} from './shot.js';

/** True if the photo has each of these tags. */
const carries = ({tags}: CaptureSummary, wanted: Tags): boolean =>
  Object.entries(wanted).every(([name, value]) => tags?.[name] === value);

/**
 * Determines which shots are taken. A photo counts if it has the shot's id and the tags that the page currently gives all
 * its photos, and is of no other job: photos of another job with the same list have other tags, or that job's name.
 */
export class ShotCounter {
  /**
   * For each photo that counts, the tags that were required then. It continues to count for these, because the page
   * may add tags when it releases the photo.
   */
  readonly #counted = new Map<string, string>();

  progressOf(
    shots: readonly Shot[],
    captures: readonly CaptureSummary[],
    tags: unknown,
    job?: string,
  ): ShotProgress[] {
    const ofJob = captures.filter((capture) => (capture.job ?? job) === job);
    return shots.map((shot) => {
      // The shot's own tags replace the page's with the same name.
      const wanted = sealedTags({...(isRecord(tags) ? tags : {}), ...shot.tags});
      const taken = this.#photosOf(shot.id, ofJob, wanted);
      const state: ShotState =
        taken.length > 0 ? {name: 'taken', captureIds: taken} : {name: 'open'};
      return {id: shot.id, state};
    });
  }

  /** Ids of the shot's photos, newest first. */
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

/** Number of skipped shots. */
export const skippedOf = (progress: readonly ShotProgress[]): number =>
  progress.filter(({state}) => state.name === 'skipped').length;

/** The next open shot after `index`, wrapping around; undefined if none is open. */
export function nextOpen(progress: readonly ShotProgress[], index: number): string | undefined {
  const order = [...progress.slice(index + 1), ...progress.slice(0, index + 1)];
  return order.find(({state}) => state.name === 'open')?.id;
}

/** The name of the term for what is special about the next photo of this shot; undefined if nothing is. */
export function noteOf({required}: Shot, progress: ShotProgress | undefined) {
  if (progress?.state.name === 'taken') return 'shotRetaking';
  return required ? 'shotRequired' : undefined;
}
