import type {CaptureSummary} from '../../../../core/queue/queue-client.js';
import type {Shot, ShotProgress} from '../shot.js';
import {nextOpen} from '../shot-progress.js';

/** The states of a list's shots, at two times. */
interface Change {
  list: readonly Shot[];
  before: readonly ShotProgress[];
  now: readonly ShotProgress[];
  /** The photos that are there now. */
  captures: readonly Pick<CaptureSummary, 'captureId'>[];
}

/** Determines which shot of a list is next: the one that the person has chosen, or else the next open one after the last. */
export class NextShot {
  #list: readonly Shot[] = [];
  #progress: readonly ShotProgress[] = [];
  /** The shot that the person wants to take next, whatever its state. */
  #chosen?: string;
  /** Index of the shot that was taken or skipped last. */
  #last = -1;

  get current(): Shot | undefined {
    const id = this.#chosen ?? nextOpen(this.#progress, this.#last);
    return this.#list.find((shot) => shot.id === id);
  }

  readonly isOpen = (id: string): boolean =>
    this.#progress.find((one) => one.id === id)?.state.name === 'open';

  /** Starts again with the first open shot. */
  startAnew() {
    [this.#last, this.#chosen] = [-1, undefined];
  }

  /** The person wants to take this shot next; undefined: none in particular. */
  choose(id?: string) {
    this.#chosen = id;
  }

  skip(id: string) {
    this.#last = this.#list.findIndex((shot) => shot.id === id);
    if (this.#chosen === id) this.#chosen = undefined;
  }

  /** Takes the new states. Returns the ids of the shots that have a new photo. */
  update({list, before, now, captures}: Change): string[] {
    [this.#list, this.#progress] = [list, now];
    const photos = new Map(before.map(({id, state}) => [id, photosOf(state)]));
    const kept = new Set(captures.map(({captureId}) => captureId));
    const taken: string[] = [];
    const lost: string[] = [];
    for (const [index, {id, state}] of now.entries()) {
      const old = photos.get(id) ?? [];
      // A new photo may not be the newest by its time, because the device's clock may have been set back.
      if (photosOf(state).some((captureId) => !old.includes(captureId))) {
        taken.push(id);
        this.#last = index;
        if (this.#chosen === id) this.#chosen = undefined;
        // The photo that counted was deleted: the person wants another one, even if an earlier one counts again.
      } else if (old[0] !== undefined && !kept.has(old[0])) lost.push(id);
    }
    if (lost.length > 0) this.#chosen = this.#firstOf(lost);
    return taken;
  }

  /** The shot to take after the photos of these were deleted: of several open ones, the first that is required. */
  #firstOf(lost: readonly string[]): string | undefined {
    const wanted = [...lost, ...(this.#chosen === undefined ? [] : [this.#chosen])];
    if (!wanted.some((id) => id !== lost[0] && this.isOpen(id))) return lost[0];
    const open = this.#list.filter(({id}) => this.isOpen(id));
    return (open.find(({required}) => required) ?? open[0])?.id;
  }
}

/** Ids of the shot's photos, newest first. */
const photosOf = (state: ShotProgress['state']): readonly string[] =>
  state.name === 'taken' ? state.captureIds : [];
