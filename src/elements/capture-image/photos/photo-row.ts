import {html, nothing, type TemplateResult} from 'lit';
import {cameraOffIcon, deleteIcon, fileInIcon, retryIcon} from '../../icons.js';
import type {Localize} from '../../strings/localize.js';
import type {Standing} from '../../strings/states.js';
import {shareIcon} from '../viewer/icons.js';
import type {Thumbnail} from './thumbnails.js';

/** What is needed to render one photo in the list. */
export interface Row {
  captureId: string;
  standing: Standing;
  /** Its state as a mark; see `markOf`. */
  state: string;
  icon: TemplateResult;
  /** The time when it was taken, in the reader's format. */
  time: string;
  /** The size of its file, in the reader's format; undefined until it is read. */
  size?: string;
  thumbnail?: Thumbnail;
  /** The reason why it was not sealed, as a sentence. */
  why?: string;
  canRetry: boolean;
  isSealed: boolean;
  canShare: boolean;
}

/** Actions for one photo. */
export interface RowActions {
  open: (captureId: string) => void;
  retry: (captureId: string) => void;
  save: (captureId: string) => void;
  remove: (captureId: string) => void;
}

export function renderRow(row: Row, does: RowActions, say: Localize) {
  const {captureId, standing, time, size, thumbnail, why} = row;
  const saving = row.isSealed
    ? row.canShare
      ? 'viewerShare'
      : 'viewerSave'
    : 'viewerSaveUnsealed';
  // Delivered files are removed from the device.
  const isGone = thumbnail?.name === 'none' && thumbnail.bytes === undefined;
  const note = isGone ? say.term('viewerGone') : size;
  return html`<button
      class="photo"
      part="photos-photo"
      aria-haspopup="dialog"
      data-state=${row.state}
      @click=${() => {
        does.open(captureId);
      }}
    >
      <span class="small"
        >${
          thumbnail?.name === 'drawn'
            ? thumbnail.picture
            : thumbnail && html`<span class="gone">${cameraOffIcon()}</span>`
        }<span class="mark">${row.icon}</span></span
      >
      <span class="text">
        <b>${say.term('viewerState', standing)}</b>
        <span class="quiet">${time}${note ? html` · ${note}` : nothing}</span>
      </span>
    </button>
    ${
      row.canRetry
        ? html`<button
            class="act"
            part="retry"
            aria-label="${say.term('viewerTryAgain')}: ${time}"
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
      isGone
        ? nothing
        : html`<button
            class="act"
            part="save"
            aria-label="${say.term(saving)}: ${time}"
            title=${say.term(saving)}
            @click=${() => {
              does.save(captureId);
            }}
          >
            ${row.isSealed && row.canShare ? shareIcon() : fileInIcon()}
          </button>`
    }
    <button
      class="act"
      part="delete"
      aria-label="${say.term('viewerDelete')}: ${time}"
      title=${say.term('viewerDelete')}
      @click=${() => {
        does.remove(captureId);
      }}
    >
      ${deleteIcon()}
    </button>
    ${why ? html`<p class="why">${why}</p>` : nothing}`;
}
