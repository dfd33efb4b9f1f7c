import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {Microphone} from '@sealed-capture/seal/model/capture-metadata.js';
import {LONGEST_BOOKMARK_NAME, MOST_BOOKMARKS} from '@sealed-capture/seal/model/media-type.js';
import {text} from '../metadata/shapes.js';

/** The places that a person marks in one recording, with the names that some of them have. */
export class Bookmarks {
  /** Seconds from the beginning, in order. */
  readonly places: number[] = [];
  /** The name of each; empty for none. */
  readonly names: string[] = [];

  /**
   * Sets a bookmark. A second one at the same place only replaces the name, if it has one; one beyond the limit changes
   * nothing. Throws `configuration_invalid` for an invalid name.
   */
  add(seconds: number, name = ''): void {
    const {places, names} = this;
    const valid = nameOf(name);
    const index = places.at(-1) === seconds ? places.length - 1 : places.length;
    if (index >= MOST_BOOKMARKS) return;
    places[index] = seconds;
    names[index] = valid || (names[index] ?? '');
  }

  /** Replaces the name of the bookmark at this index, if there is one. Throws `configuration_invalid` for an invalid name. */
  rename(index: number, name: string): void {
    const valid = nameOf(name);
    if (index in this.places) this.names[index] = valid;
  }

  /** What is sealed: the names only if there are any. */
  get sealed(): Pick<Partial<Microphone>, 'bookmarks' | 'bookmarkNames'> {
    const {places: bookmarks, names: bookmarkNames} = this;
    return {
      ...(bookmarks.length > 0 && {bookmarks}),
      ...(bookmarkNames.some(Boolean) && {bookmarkNames}),
    };
  }
}

function nameOf(name: string): string {
  const wish = text(LONGEST_BOOKMARK_NAME)(name);
  if (!wish) return name.trim();
  throw new SealedCaptureError('configuration_invalid', `The name has to be ${wish}.`);
}
