import {html, nothing, type TemplateResult} from 'lit';
import {live} from 'lit/directives/live.js';
import {placed} from './placed.js';
import {cameraOffIcon, retryIcon} from '../../icons.js';
import {deleteIcon} from '../../capture/files/file-icons.js';
import type {Localize} from '../../strings/localize.js';
import type {Standing} from '../../strings/states.js';
import {savingOf} from '../../capture/files/saving.js';
import type {Thumbnail} from './thumbnails.js';

/** What is needed to render one photo in the list. */
export interface Row {
  captureId: string;
  standing: Standing;
  /** Its state as a mark; see `iconOf`. */
  state: string;
  icon: TemplateResult;
  /** The name of its shot; empty without one. */
  shot: string;
  /** The time when it was taken, in the reader's format. */
  time: string;
  /** True if it was chosen, and not taken here. */
  isImported: boolean;
  /** What a person said about it; empty for nothing. */
  caption: string;
  /** The size of its file, in the reader's format; undefined until it is read. */
  size?: string;
  /** How the last copy of it was shared or saved; absent without one. */
  copy?: string;
  thumbnail?: Thumbnail;
  /** True if the file is not stored on this device any more, because it was delivered. */
  isGone: boolean;
  /** The reason why it was not sealed or not uploaded, as a sentence. */
  why?: string;
  canRetry: boolean;
  isSealed: boolean;
  canShare: boolean;
  /** True if it is selected; undefined if no photos are being selected. */
  isSelected?: boolean;
}

/** Actions for one photo. */
export interface RowActions {
  open: (captureId: string) => void;
  retry: (captureId: string) => void;
  save: (captureId: string) => void;
  remove: (captureId: string) => void;
  /** Selects the photo, or removes it from the selection. */
  select: (captureId: string) => void;
}

export function renderRow(row: Row, does: RowActions, say: Localize) {
  const {why, isSelected} = row;
  return html`${
    isSelected === undefined ? renderButtons(row, does, say) : renderBox(row, does, say)
  }
  ${why ? html`<p class="why">${why}</p>` : nothing}`;
}

/** Renders the picture and the state, which open the photo, and what else can be done with it. */
function renderButtons(row: Row, does: RowActions, say: Localize) {
  const {captureId, time, shot} = row;
  const saving = savingOf(row.isSealed, row.canShare, row.isImported);
  return html`<button
      class="photo entry"
      aria-haspopup="dialog"
      data-main
      data-state=${row.state}
      @click=${() => {
        does.open(captureId);
      }}
    >
      ${renderPhoto(row, say)}
    </button>
    ${
      row.canRetry
        ? html`<button
            class="act retry"
            aria-label=${say.term('viewerActOn', 'viewerTryAgain', time, shot)}
            title=${say.term('viewerTryAgain')}
            @click=${() => {
              does.retry(captureId);
            }}
          >
            ${retryIcon()}
          </button>`
        : nothing
    }
    ${
      row.isGone
        ? nothing
        : html`<button
            class="act save"
            aria-label=${say.term('viewerActOn', saving.term, time, shot)}
            title=${say.term(saving.term)}
            @click=${() => {
              does.save(captureId);
            }}
          >
            ${saving.icon}
          </button>`
    }
    <button
      class="act delete"
      aria-label=${say.term('viewerActOn', 'viewerDelete', time, shot)}
      title=${say.term('viewerDelete')}
      @click=${() => {
        does.remove(captureId);
      }}
    >
      ${deleteIcon()}
    </button>`;
}

/** Renders the picture and the state as the label of a checkbox. */
function renderBox(row: Row, does: RowActions, say: Localize) {
  const {captureId, isSelected = false, state} = row;
  return html`<label class="photo entry" data-state=${state}>
    <input
      type="checkbox"
      data-main
      .checked=${live(isSelected)}
      @change=${() => {
        does.select(captureId);
      }}
    />
    ${renderPhoto(row, say)}
  </label>`;
}

function renderPhoto(row: Row, say: Localize) {
  const {standing, shot, time, caption, size, copy, thumbnail, icon, isGone} = row;
  const gone = standing === 'uploaded' ? 'viewerOnServer' : 'viewerGone';
  const note = isGone ? say.term(gone) : size;
  return html`<span class="small"
      >${
        thumbnail?.name === 'drawn'
          ? placed(thumbnail.picture)
          : thumbnail && html`<span class="gone">${cameraOffIcon()}</span>`
      }<span class="mark">${icon}</span></span
    >
    <span class="text">
      ${shot ? html`<b><bdi>${shot}</bdi></b> ` : nothing}
      <span class="state">${say.term('viewerState', standing)}</span>
      <span class="quiet">${time}${note ? html` · ${note}` : nothing}</span>
      ${row.isImported ? html`<span class="quiet">${say.term('notTakenHere')}</span>` : nothing}
      ${caption ? html`<span class="quiet said" dir="auto">${caption}</span>` : nothing}
      ${copy ? html`<span class="copy quiet">${copy}</span>` : nothing}
    </span>`;
}
