import {html, nothing, type TemplateResult} from 'lit';
import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import type {CaptureMetadata} from '@sealed-capture/seal/model/capture-metadata.js';
import type {Mark} from '../../capture/seal-mark.js';
import {cameraIcon, retryIcon} from '../../icons.js';
import {deleteIcon} from '../../capture/files/file-icons.js';
import {crossIcon} from '../../later-icons.js';
import type {Localize} from '../../strings/localize.js';
import {isSealed} from '../../capture/files/listed.js';
import {takenText} from '../../capture/files/taken-text.js';
import {savingOf} from '../../capture/files/saving.js';
import {copyText} from '../../capture/sharing/copy-text.js';
import type {Spoken} from '../album/spoken.js';
import {backIcon, listIcon, onIcon, zoomIcon} from './icons.js';
import {renderSealedWith} from './sealed-with.js';

/** What is needed to render one photo in the viewer. */
export interface Shown {
  photo: CaptureSummary;
  /** The name of its shot; empty without one. */
  shot: string;
  mark: Mark;
  /** Position from 1, in the order in which the photos were taken. */
  position: number;
  count: number;
  /** The rendered stage with the picture. */
  stage: TemplateResult;
  isEnlarged: boolean;
  /** The metadata of the photo; undefined while the list is closed. */
  metadata?: CaptureMetadata;
  /** Its caption, or the field for it. */
  caption: unknown;
  /** The reason why it was not sealed or not uploaded, as a sentence. */
  why?: string;
  /** True if a retry may help. */
  canRetry: boolean;
  canShare: boolean;
  /** Its file is not stored any more: there is nothing to save, and nothing to enlarge. */
  isGone: boolean;
  /** The rendered notice about the last deletion, which can be undone. */
  undo: unknown;
  spoken: Spoken;
}

/** Actions of the viewer. */
export interface ViewerButtons {
  close: () => void;
  step: (by: 1 | -1) => void;
  zoom: () => void;
  toggleContents: () => void;
  tryAgain: () => void;
  retake: () => void;
  deletePhoto: () => void;
  save: () => void;
}

/** The text alternative of the picture. */
export const pictureLabel = (photo: CaptureSummary, {standing}: Mark, say: Localize): string =>
  say.term(
    photo.imported ? 'chosenPicture' : 'viewerPicture',
    say.time(photo.capturedAt),
    say.term('viewerState', standing),
  );

/** Renders the dialog's content. */
export function renderViewer(shown: Shown, does: ViewerButtons, say: Localize) {
  const {shot, position, count, stage, isEnlarged, isGone, metadata} = shown;
  return html`<header class="top">
      <button class="round exit" aria-label=${say.term('viewerClose')} @click=${does.close}>
        ${crossIcon()}
      </button>
      <h2 id="viewer-title">
        ${shot ? html`<bdi>${shot}</bdi> ` : nothing}<span
          >${say.term('viewerTitle', position, count)}</span
        >
      </h2>
      <button
        class="round"
        aria-label=${say.term('viewerContents')}
        title=${say.term('viewerContents')}
        aria-expanded=${Boolean(metadata)}
        aria-controls="sealed-with"
        @click=${does.toggleContents}
      >
        ${listIcon()}
      </button>
    </header>
    <div class="middle">
      ${stage}
      ${
        count > 1
          ? [
              renderStep(-1, position === 1, does, say),
              renderStep(1, position === count, does, say),
            ]
          : nothing
      }
      ${isGone ? nothing : renderZoom(isEnlarged, does.zoom, say)}
      ${metadata ? renderSealedWith(metadata, does.toggleContents, say) : nothing}
    </div>
    ${shown.undo} ${renderState(shown, does, say)}
    <footer>${renderActions(shown, does, say)}</footer>
    ${shown.spoken.render()}`;
}

/** Renders the button that enlarges the picture, or shows all of it. */
export const renderZoom = (isEnlarged: boolean, zoom: () => void, say: Localize) =>
  html`<button
    class="round enlarge"
    aria-label=${say.term(isEnlarged ? 'viewerFit' : 'viewerEnlarge')}
    @click=${zoom}
  >
    ${zoomIcon(isEnlarged)}
  </button>`;

function renderStep(by: 1 | -1, isEnd: boolean, does: ViewerButtons, say: Localize) {
  return html`<button
    class="round step ${by < 0 ? 'earlier' : 'later'}"
    aria-label=${say.term(by < 0 ? 'viewerEarlier' : 'viewerLater')}
    aria-disabled=${isEnd}
    @click=${() => {
      does.step(by);
    }}
  >
    ${by < 0 ? backIcon() : onIcon()}
  </button>`;
}

/** Renders the state of the photo in words; for a failure, its reason and a retry button. */
function renderState(
  {photo, mark, caption, why, canRetry}: Shown,
  does: ViewerButtons,
  say: Localize,
) {
  const {standing, state, icon} = mark;
  return html`<div class="standing" data-state=${state}>
    <span class="mark">${icon}</span>
    <div>
      <p>
        <b>${say.term('viewerState', standing)}</b>
        <span class="quiet">${takenText(photo, say)}</span>
      </p>
      ${why ? html`<p>${why}</p>` : nothing} ${caption}
      ${photo.lastCopy ? html`<p class="copy quiet">${copyText(photo.lastCopy, say)}</p>` : nothing}
      ${
        standing === 'uploaded'
          ? html`<p class="quiet">${say.term('viewerUploadedStays')}</p>`
          : nothing
      }
    </div>
    ${
      canRetry
        ? html`<button class="button retry" @click=${does.tryAgain}>
            ${retryIcon()}${say.term('viewerTryAgain')}
          </button>`
        : nothing
    }
  </div>`;
}

function renderActions({photo, canShare, isGone}: Shown, does: ViewerButtons, say: Localize) {
  const saving = savingOf(isSealed(photo), canShare, !!photo.imported);
  return html`${
      photo.imported
        ? nothing
        : html`<button class="retake" @click=${does.retake}>
            ${cameraIcon()}<span>${say.term('viewerRetake')}</span>
          </button>`
    }
    <button class="delete" @click=${does.deletePhoto}>
      ${deleteIcon()}<span>${say.term('viewerDelete')}</span>
    </button>
    ${
      isGone
        ? nothing
        : html`<button class="save" @click=${does.save}>
            ${saving.icon}<span>${say.term(saving.term)}</span>
          </button>`
    }`;
}
