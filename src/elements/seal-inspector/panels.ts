import {html, nothing, type TemplateResult} from 'lit';
import {exclamationIcon} from '../icons.js';
import {fileInIcon} from '../capture/files/file-icons.js';
import type {Verifier} from '../../core/inspection/opinions.js';
import type {FailureWords} from './failure.js';
import {percent} from './format.js';
import type {View} from '../metadata/view.js';

export interface IntakeState {
  isIdle: boolean;
  /** There is a list, to which files are added; a single file is replaced. */
  isMany: boolean;
  dragging: boolean;
  /** A sentence on what happens to a file. */
  note: string;
  /** A sentence on files that were not taken. */
  left: string;
  /** The button for a file from an address, once it is loaded; until then an empty place is as high, so that nothing moves. */
  address: unknown;
}

const canChooseFolders = (): boolean => 'webkitdirectory' in HTMLInputElement.prototype;

/** The place to drop or choose files: large at first, then a row above the result. A finger drops no files. */
export function renderIntake(
  {isIdle, isMany, dragging, note, left, address}: IntakeState,
  intake: {choose: (what: 'files' | 'folder') => void; onPicked: (event: Event) => void},
  {term}: View,
  drops = matchMedia('(any-pointer: fine)').matches,
): TemplateResult {
  const words = (usual: unknown) => (dragging ? term('dropNow') : usual);
  return html`<div
    class="intake ${isIdle ? 'idle' : 'quiet'} ${dragging ? 'dragging' : ''}"
    part="intake"
  >
    ${
      isIdle
        ? html`<slot name="empty">
            ${fileInIcon()}
            <h2 class="invitation">
              ${words(html`<slot name="invitation">${term(drops ? 'dropHere' : 'chooseHere')}</slot>`)}
            </h2>
            ${drops ? html`<p class="quiet">${term('orPaste')}</p>` : nothing}
            <p class="quiet note"><slot name="note">${note}</slot></p>
          </slot>`
        : drops || dragging
          ? html`<p class="invitation">${words(term(isMany ? 'dropAnother' : 'dropNext'))}</p>`
          : nothing
    }
    <button
      id="choose"
      class="button ${isIdle ? 'primary' : ''}"
      part="choose"
      type="button"
      @click=${() => intake.choose('files')}
    >
      ${term('choose')}
    </button>
    ${
      isIdle && canChooseFolders()
        ? html`<button class="link" type="button" @click=${() => intake.choose('folder')}>
            ${term('chooseFolder')}
          </button>`
        : nothing
    }
    ${address ?? (isIdle ? html`<span class="link"></span>` : nothing)}
    ${left ? html`<p class="quiet left">${left}</p>` : nothing}
    <input
      type="file"
      accept="image/*,video/*,audio/*,.pdf"
      multiple
      hidden
      @change=${intake.onPicked}
    />
  </div>`;
}

/** The current step in words. `share` of the file that was sent or read; undefined if nothing is sent yet. */
export const stepWords = (
  {share = 1, by}: {share?: number; by?: Verifier},
  {term, localize, format}: View,
): string =>
  share < 1
    ? localize.term(by === 'local' ? 'readingHere' : 'sending', percent(format, share))
    : // Many browsers report a small file as sent only together with the answer.
      term('checking');

export function renderWorking(
  words: string,
  share = 1,
  onCancel: () => void,
  {term}: View,
): TemplateResult {
  return html`<div class="working panel">
    <div>
      <label for="progress">${words}</label>
      <progress id="progress" value=${share < 1 ? share : nothing}></progress>
    </div>
    <button class="button" type="button" @click=${onCancel}>${term('cancel')}</button>
  </div>`;
}

export function renderFailure(
  {heading, help, canRetry, canCheckHere}: FailureWords,
  handlers: {onRetry: () => void; onCheckHere: () => void},
  {term}: View,
): TemplateResult {
  const button = (shown: boolean, words: 'tryAgain' | 'checkHere', onClick: () => void) =>
    shown
      ? html`<button class="button" type="button" @click=${onClick}>${term(words)}</button>`
      : nothing;
  return html`<section class="failure panel" part="failure" aria-labelledby="failure">
    ${exclamationIcon()}
    <div>
      <h2 id="failure">${heading}</h2>
      <p>${help}</p>
      <div class="buttons">
        ${button(canRetry, 'tryAgain', handlers.onRetry)}
        ${button(canCheckHere, 'checkHere', handlers.onCheckHere)}
      </div>
    </div>
  </section>`;
}
