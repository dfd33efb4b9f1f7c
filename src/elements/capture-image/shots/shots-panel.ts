import {html, nothing} from 'lit';
import {
  skipReasons,
  type Shot,
  type ShotProgress,
  type ShotState,
  type SkipReason,
} from './shot.js';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import {markOf, type Mark} from '../../capture/seal-mark.js';
import {skippedOf} from './shot-progress.js';
import {cameraOffIcon, ringIcon} from '../../icons.js';
import {crossIcon, minusIcon, moreIcon} from '../../later-icons.js';
import type {Localize} from '../../strings/localize.js';
import {placed} from '../photos/placed.js';
import type {Thumbnail} from '../photos/thumbnails.js';

/** Actions of the list of shots. */
export interface PanelActions {
  close: () => void;
  /** Makes this shot the next one. */
  choose: (id: string) => void;
  /** Shows what else can be done with a required shot: to skip it. */
  more: (id: string) => void;
  /** Asks why there is no photo of this shot; undefined closes the question. */
  ask: (id?: string) => void;
  skip: (id: string, reason: SkipReason, words?: string) => void;
  /** Says that a reason is needed to skip this shot. */
  askAgain: (id: string) => void;
}

/** What is needed to render the list. */
export interface Panel {
  shots: readonly Shot[];
  progress: readonly ShotProgress[];
  photos: readonly CaptureSummary[];
  /** Why a photo was not sealed, or its file not uploaded, as a sentence. */
  why: (photo: CaptureSummary) => string | undefined;
  /** The small picture of a photo; undefined until it is drawn. */
  thumbnail: (captureId: string) => Thumbnail | undefined;
  /** The shot of the next photo. */
  current?: string;
  /** True where there is no live picture, and a photo can be chosen. */
  isChoosing: boolean;
  /** The required shot that can be skipped, because the person has asked for more. */
  more?: string;
  /** The shot for which a reason to skip is asked. */
  asked?: string;
  /** True if the person gave no reason. */
  lacksReason?: boolean;
}

/** Renders the content of the sheet: all shots with their states. They may be taken in any order. */
export function renderPanel(panel: Panel, actions: PanelActions, say: Localize) {
  const {shots, progress} = panel;
  const done = progress.filter(({state}) => state.name === 'taken').length;
  return html`<header class="top">
      <h3 id="shots-title">${say.term('shotsTitle', done, shots.length, skippedOf(progress))}</h3>
      <button class="round exit" aria-label=${say.term('shotsClose')} @click=${actions.close}>
        ${crossIcon()}
      </button>
    </header>
    <div class="scroll">
      <ol>
        ${shots.map((shot, index) => renderRow(shot, index, panel, actions, say))}
      </ol>
    </div>`;
}

function renderRow(shot: Shot, index: number, panel: Panel, actions: PanelActions, say: Localize) {
  const {id, label, required} = shot;
  const {progress, photos, current, asked, isChoosing} = panel;
  const state = progress[index]?.state ?? {name: 'open'};
  const taken = state.name === 'taken' ? state.captureIds : [];
  const photo = photos.find(({captureId}) => captureId === taken[0]);
  const mark = photo && markOf(photo, say);
  const why = photo && panel.why(photo);
  const earlier = taken.length - 1;
  const isTaken = taken.length > 0;
  return html`<li
    data-state=${mark?.state ?? state.name}
    aria-current=${id === current ? 'step' : nothing}
  >
    ${renderSmall(state, mark, photo && panel.thumbnail(photo.captureId))}
    <div class="text">
      <b><bdi>${visibleText(label)}</bdi></b>
      <p class="quiet">
        ${standing(state, mark, say)}${
          required && state.name === 'open' ? html` · ${say.term('shotRequired')}` : nothing
        }${earlier > 0 ? html` · ${say.term('shotEarlier', earlier)}` : nothing}
      </p>
      ${photo?.imported ? html`<p class="quiet">${say.term('notTakenHere')}</p>` : nothing}
      ${why ? html`<p class="reason">${why}</p>` : nothing}
    </div>
    ${
      asked === id
        ? renderQuestion(id, panel.lacksReason ?? false, actions, say)
        : html`<div class="acts">
            <button
              class="button take"
              @click=${() => {
                actions.choose(id);
              }}
            >
              ${say.term(isChoosing ? 'shotChoose' : isTaken ? 'shotRetake' : 'shotTake')}
              <span class="visually-hidden">${visibleText(label)}</span>
            </button>
            ${state.name === 'open' ? renderSkip(shot, 'button', panel.more, actions, say) : nothing}
          </div>`
    }
  </li>`;
}

/**
 * Renders the button that skips a shot. That of a required shot appears only after a press of a first one: a required shot
 * is not skipped in passing.
 */
export function renderSkip(
  {id, label, required}: Shot,
  name: string,
  more: string | undefined,
  actions: Pick<PanelActions, 'ask' | 'more'>,
  say: Localize,
) {
  const isHidden = required && more !== id;
  const text = say.term(isHidden ? 'shotMore' : 'shotSkip');
  return html`<button
    class="${name} ${isHidden ? 'more' : required ? 'revealed' : ''}"
    title=${isHidden ? text : nothing}
    @click=${() => {
      if (isHidden) actions.more(id);
      else actions.ask(id);
    }}
  >
    ${isHidden ? html`${moreIcon()}<span class="visually-hidden">${text}</span>` : text}
    <span class="visually-hidden">${visibleText(label)}</span>
  </button>`;
}

/** Renders the photo of a shot with its state, or the state alone. */
function renderSmall({name}: ShotState, mark: Mark | undefined, thumbnail: Thumbnail | undefined) {
  if (!mark) {
    return html`<span class="small none">${name === 'open' ? ringIcon() : minusIcon()}</span>`;
  }
  return html`<span class="small"
    >${
      thumbnail?.name === 'drawn'
        ? placed(thumbnail.picture)
        : thumbnail && html`<span class="gone">${cameraOffIcon()}</span>`
    }<span class="mark">${mark.icon}</span></span
  >`;
}

function standing(state: ShotState, mark: Mark | undefined, say: Localize): string {
  if (mark) return say.term('viewerState', mark.standing);
  return state.name === 'skipped'
    ? say.term('shotSkippedFor', state.reason, state.words && visibleText(state.words))
    : say.term('shotToTake');
}

function renderQuestion(id: string, lacksReason: boolean, actions: PanelActions, say: Localize) {
  return html`<form
    aria-label=${say.term('shotSkipQuestion')}
    @submit=${(event: SubmitEvent) => {
      event.preventDefault();
      const field = (event.currentTarget as HTMLFormElement).querySelector('input');
      const words = field?.value.trim();
      if (words) actions.skip(id, 'other', words);
      else actions.askAgain(id);
    }}
  >
    <p>${say.term('shotSkipQuestion')}</p>
    ${skipReasons
      .filter((reason) => reason !== 'other')
      .map(
        (reason) =>
          html`<button
            type="button"
            class="button"
            @click=${() => {
              actions.skip(id, reason);
            }}
          >
            ${say.term('shotSkipReason', reason)}
          </button>`,
      )}
    <label>
      ${say.term('shotSkipWords')}
      <input
        maxlength="300"
        autocomplete="off"
        enterkeyhint="done"
        aria-invalid=${lacksReason}
        aria-describedby=${lacksReason ? 'shot-lacks-reason' : nothing}
      />
    </label>
    ${
      lacksReason
        ? html`<p id="shot-lacks-reason" class="wrong" role="alert">
            ${say.term('shotSkipEmpty')}
          </p>`
        : nothing
    }
    <button class="button primary">${say.term('shotSkip')}</button>
    <button
      type="button"
      class="button"
      @click=${() => {
        actions.ask();
      }}
    >
      ${say.term('shotSkipCancel')}
    </button>
  </form>`;
}
