import {html, nothing, type TemplateResult} from 'lit';
import {savingOf} from '../../capture/files/saving.js';
import {microphoneIcon, pauseIcon, playIcon} from '../../icons.js';
import {deleteIcon} from '../../capture/files/file-icons.js';
import type {Localize} from '../../strings/localize.js';

/** How a recording can be heard. `none`: its sound is no longer on this device, or another recording is being made. */
type Playing = 'playing' | 'ready' | 'none';

/** What is needed to render one recording in the list. */
export interface Row {
  captureId: string;
  /** Its caption, or else the time when it was made. */
  name: string;
  /** The state of its seal, in words. */
  text: string;
  /** Its state as a mark; see `iconOf`. */
  state: string;
  icon: TemplateResult;
  /** Time and duration, and that its file is no longer on this device. */
  facts: readonly string[];
  /** How the last copy of it was shared or saved; absent without one. */
  copy?: string;
  playing: Playing;
  /** True if it is the one that is shown above the list. */
  isShown: boolean;
  /** True if its file is not stored on this device any more, because it was delivered. */
  isGone: boolean;
  isSealed: boolean;
  canShare: boolean;
}

/** Actions for one recording. */
export interface RowActions {
  play: (captureId: string) => void;
  save: (captureId: string) => void;
  remove: (captureId: string) => void;
}

/**
 * Renders a recording with its state as one button that plays it, and the buttons that save and delete it. `own` has the
 * element's own terms.
 */
export function renderRow(row: Row, does: RowActions, say: Localize, own: Localize) {
  const {captureId, name, playing} = row;
  const saving = savingOf(row.isSealed, row.canShare);
  return html`<div class="row" role="listitem" aria-current=${row.isShown ? 'true' : nothing}>
    ${
      playing === 'none'
        ? html`<div class="recording entry" data-state=${row.state}>
            ${renderRecording(row, microphoneIcon())}
          </div>`
        : html`<button
            class="recording entry"
            data-state=${row.state}
            @click=${() => {
              does.play(captureId);
            }}
          >
            <span class="visually-hidden"
              >${own.term(playing === 'playing' ? 'playerPause' : 'playerPlay')}:
            </span>
            ${renderRecording(row, playing === 'playing' ? pauseIcon() : playIcon())}
          </button>`
    }
    ${
      row.isGone
        ? nothing
        : html`<button
            class="act save"
            aria-label=${say.term('recordingsActOn', saving.term, name)}
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
      aria-label=${say.term('recordingsActOn', 'viewerDelete', name)}
      title=${say.term('viewerDelete')}
      @click=${() => {
        does.remove(captureId);
      }}
    >
      ${deleteIcon()}
    </button>
  </div>`;
}

function renderRecording({name, text, icon, facts, copy}: Row, picture: TemplateResult) {
  return html`<span class="small">${picture}<span class="mark">${icon}</span></span>
    <span class="text">
      <b><bdi>${name}</bdi></b>
      <span class="state">${text}</span>
      <span class="quiet">${facts.join(' · ')}</span>
      ${copy ? html`<span class="copy quiet">${copy}</span>` : nothing}
    </span>`;
}
