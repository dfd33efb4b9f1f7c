import {html, nothing, type TemplateResult} from 'lit';
import {deleteIcon} from '../../capture/files/file-icons.js';
import {onlyOnce} from '../../capture/keyboard.js';
import {cameraIcon, checkIcon, exclamationIcon} from '../../icons.js';
import type {Localize} from '../../strings/localize.js';
import {renderZoom} from '../viewer/viewer-view.js';

/** What is needed to render the question. */
export interface Question {
  /** The rendered stage with the picture. */
  stage: TemplateResult;
  isEnlarged: boolean;
  /** The name of the shot. */
  shot?: string;
  /** The field for its caption. */
  caption: unknown;
  /** What the person should know before the answer. */
  warnings: readonly string[];
  /** When it was taken or chosen, as a sentence. */
  taken: string;
  /** It was chosen, so there is nothing to retake. */
  isChosen: boolean;
  /** Number of other photos that are undecided. */
  more: number;
  /** The rendered notice about the last deletion, which can be undone. */
  undo: unknown;
}

/** Actions of the question. */
export interface Answers {
  use: () => void;
  retake: () => void;
  zoom: () => void;
  onKey: (event: KeyboardEvent) => void;
}

/** Renders the photo with the question whether to use it, over the whole frame. */
export function renderReview(question: Question, does: Answers, say: Localize) {
  const {stage, isEnlarged, shot, caption, warnings, taken, isChosen, more, undo} = question;
  return html`<section
    class="review"
    part="review"
    role="group"
    aria-labelledby="review-title"
    @keydown=${does.onKey}
  >
    <div class="middle">${stage} ${renderZoom(isEnlarged, does.zoom, say)}</div>
    <div class="ask">
      ${undo}
      <div class="text">
        ${shot ? html`<p class="shot-name">${shot}</p>` : nothing}
        <h3 id="review-title">${say.term('viewerUseQuestion')}</h3>
        ${warnings.map((warning) => html`<p class="problem">${exclamationIcon()}<span>${warning}</span></p>`)}
        <p class="quiet">
          ${taken}${more > 0 ? html` · ${say.term('viewerUndecided', more)}` : nothing}
        </p>
        ${caption}
      </div>
      <div class="answers">
        <button class="button retake" @click=${does.retake} @keydown=${onlyOnce}>
          ${isChosen ? deleteIcon() : cameraIcon()}${say.term(isChosen ? 'viewerDelete' : 'viewerRetake')}
        </button>
        <button class="button primary use" @click=${does.use} @keydown=${onlyOnce}>
          ${checkIcon()}${say.term('viewerUse')}
        </button>
      </div>
    </div>
  </section>`;
}
