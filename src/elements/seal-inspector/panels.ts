import {html, nothing, type TemplateResult} from 'lit';
import {exclamationIcon, fileInIcon} from '../icons.js';
import type {FailureWords} from './failure.js';
import {percent} from './format.js';
import type {View} from '../metadata/view.js';

/** Where a file is dropped or chosen: large while there is none, a row above the result after. */
export function renderIntake(
  state: {isIdle: boolean; dragging: boolean; host: string},
  handlers: {onChoose: () => void; onPicked: (event: Event) => void},
  {term, localize}: View,
): TemplateResult {
  const {isIdle, dragging, host} = state;
  const invitation = term(isIdle ? 'dropHere' : 'dropAnother');
  return html`<div
    class="intake ${isIdle ? 'idle' : 'quiet'} ${dragging ? 'dragging' : ''}"
    part="intake"
  >
    ${isIdle ? fileInIcon() : nothing}
    <p class="invitation">
      ${
        dragging
          ? term('dropNow')
          : isIdle
            ? html`<slot name="invitation">${invitation}</slot>`
            : invitation
      }
    </p>
    ${isIdle ? html`<p class="quiet">${term('orPaste')}</p>` : nothing}
    <button
      id="choose"
      class="button ${isIdle ? 'primary' : ''}"
      part="choose"
      type="button"
      @click=${handlers.onChoose}
    >
      ${term('choose')}
    </button>
    ${
      isIdle
        ? html`<p class="quiet"><slot name="note">${localize.term('fileGoesTo', host)}</slot></p>`
        : nothing
    }
    <input type="file" accept="image/*,audio/*" hidden @change=${handlers.onPicked} />
  </div>`;
}

/** What is going on, in words. `share` of the file that was sent; undefined while it is read. */
export function stepWords(share: number | undefined, {term, localize, format}: View): string {
  if (share === undefined) return term('reading');
  if (share < 1) return localize.term('sending', percent(format, share));
  return term('checking');
}

export function renderWorking(
  share: number | undefined,
  onCancel: () => void,
  view: View,
): TemplateResult {
  const isSending = share !== undefined && share < 1;
  return html`<div class="working panel">
    <div>
      <label for="progress">${stepWords(share, view)}</label>
      ${
        isSending
          ? html`<progress id="progress" value=${share}></progress>`
          : html`<progress id="progress"></progress>`
      }
    </div>
    <button class="button" type="button" @click=${onCancel}>${view.term('cancel')}</button>
  </div>`;
}

export function renderFailure(
  {heading, help, canRetry}: FailureWords,
  onRetry: () => void,
  {term}: View,
): TemplateResult {
  return html`<section class="failure panel" part="failure" aria-labelledby="failure">
    ${exclamationIcon()}
    <div>
      <h2 id="failure">${heading}</h2>
      <p>${help}</p>
      ${
        canRetry
          ? html`<button class="button" type="button" @click=${onRetry}>
              ${term('tryAgain')}
            </button>`
          : nothing
      }
    </div>
  </section>`;
}
