import {html, nothing} from 'lit';
import type {Shot, ShotProgress} from './shot.js';
import {skippedOf} from './shot-progress.js';
import {checkIcon} from '../../icons.js';
import type {Localize} from '../../strings/localize.js';

/** What is shown over the picture. */
export interface Banner {
  /** The shot of the next photo; undefined if no shot is open. */
  shot?: Shot;
  /** From 1. */
  position: number;
  progress: readonly ShotProgress[];
}

export interface BannerActions {
  /** Opens the list; with an id, asks why there is no photo of that shot. */
  ask: (id?: string) => void;
  /** Cancels a retake: the shot keeps its present photo. */
  cancelRetake: () => void;
}

/** The name of the term for what is special about the next photo of this shot; undefined if nothing is. */
export function noteOf({required}: Shot, progress: ShotProgress | undefined) {
  if (progress?.state.name === 'taken') return 'shotRetaking';
  return required ? 'shotRequired' : undefined;
}

/** Renders the current shot, as a button that opens the list of all shots. */
export function renderBanner(
  {shot, position, progress}: Banner,
  {ask, cancelRetake}: BannerActions,
  say: Localize,
) {
  const {length: count} = progress;
  const open = () => {
    ask();
  };
  if (!shot) {
    return html`<div class="shot" part="shot">
      <button class="what done" aria-expanded="false" @click=${open}>
        ${checkIcon()}<b>${say.term('shotsDone', count, skippedOf(progress))}</b>
        <span class="visually-hidden">${say.term('shotsOpen')}</span>
      </button>
    </div>`;
  }
  const {id, label, hint} = shot;
  const note = noteOf(shot, progress[position - 1]);
  const isRetaken = note === 'shotRetaking';
  return html`<div class="shot" part="shot">
    <button class="what" aria-expanded="false" @click=${open}>
      <small
        >${say.term('shotOf', position, count)}${note ? html` · ${say.term(note)}` : nothing}</small
      >
      <b><bdi>${label}</bdi></b>
      ${hint ? html`<span><bdi>${hint}</bdi></span>` : nothing}
      <span class="visually-hidden">${say.term('shotsOpen')}</span>
    </button>
    ${
      isRetaken
        ? html`<button class="skip" @click=${cancelRetake}>
            ${say.term('shotRetakeCancel')} <span class="visually-hidden">${label}</span>
          </button>`
        : html`<button
            class="skip"
            @click=${() => {
              ask(id);
            }}
          >
            ${say.term('shotSkip')} <span class="visually-hidden">${label}</span>
          </button>`
    }
  </div>`;
}
