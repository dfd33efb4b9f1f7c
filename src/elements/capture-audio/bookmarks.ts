import {html, nothing} from 'lit';
import {isField} from '../capture/field.js';
import {onlyOnce} from '../capture/keyboard.js';
import {bookmarkIcon} from '../icons.js';
import type {Localize} from '../strings/localize.js';

/** True for the key M alone, while no text field or list has the focus. */
export function isBookmarkKey(event: KeyboardEvent) {
  const {key, repeat, altKey, ctrlKey, metaKey} = event;
  if (repeat || altKey || ctrlKey || metaKey || key.toLowerCase() !== 'm') return false;
  return !isField(event);
}

/** The button that sets a bookmark, with their number. */
export function renderMark(bookmarks: readonly number[], mark: () => void, say: Localize) {
  const {length} = bookmarks;
  return html`<button
    part="mark"
    class="button mark-place"
    aria-keyshortcuts="M"
    title=${`${say.term('recordMark')} (M)`}
    @click=${mark}
    @keydown=${onlyOnce}
  >
    ${bookmarkIcon()}${say.term('recordMark')}
    ${
      length > 0
        ? html`<span class="count" aria-hidden="true">${say.number(length)}</span>`
        : nothing
    }
  </button>`;
}
