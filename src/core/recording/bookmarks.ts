import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {Microphone} from '@sealed-capture/seal/model/capture-metadata.js';
import {LONGEST_BOOKMARK_NAME, MOST_BOOKMARKS} from '@sealed-capture/seal/model/media-type.js';
import {text} from '../metadata/shapes.js';

const isName = text(LONGEST_BOOKMARK_NAME);

/** The places that a person marks in one recording, with the names that some of them have. */
export class Bookmarks {
  /** Seconds from the beginning, in order. */
  readonly places: number[] = [];
  /** The name of each; empty for none. */
  readonly names: string[] = [];

  /**
   * Sets a bookmark. A second one at the same place only replaces the name, if it has one; one beyond the limit changes nothing. Returns true if something has changed. Throws `configuration_invalid` for an invalid name.
   */
  add(seconds: number, name = ''): boolean {
    checkName(name);
    const {places, names} = this;
    const isSame = places.at(-1) === seconds;
    if (isSame ? !name : places.length >= MOST_BOOKMARKS) return false;
    if (!isSame) places.push(seconds);
    names[places.length - 1] = name;
    return true;
  }

  /** Replaces the name of the bookmark at this index. Throws `configuration_invalid` for an invalid name. */
  rename(index: number, name: string): void {
    checkName(name);
    if (index in this.names) this.names[index] = name;
  }

  /** What is sealed: the names only if there are any. */
  get sealed(): Pick<Microphone, 'bookmarks' | 'bookmarkNames'> {
    const [bookmarks, names] = [[...this.places], this.names.map((name) => name.trim())];
    if (bookmarks.length === 0) return {};
    return {bookmarks, ...(names.some(Boolean) && {bookmarkNames: names})};
  }
}

function checkName(name: string): void {
  const wish = isName(name);
  if (!wish) return;
  const message = `The name of a bookmark has to be ${wish}.`;
  throw new SealedCaptureError('configuration_invalid', message);
}
