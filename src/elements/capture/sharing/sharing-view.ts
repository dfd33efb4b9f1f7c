import {html, nothing} from 'lit';
import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import {isSealed} from '../files/listed.js';
import {savingOf} from '../files/saving.js';
import {fileInIcon} from '../files/file-icons.js';
import {crossIcon, shareIcon} from '../../later-icons.js';
import type {Localize} from '../../strings/localize.js';
import type {Form} from './batch.js';

/** Services that remove a seal from a photo that is sent as usual, and those of them that keep it in a file: docs/sharing.md. */
export const removing = [
  'Facebook',
  'Instagram',
  'Threads',
  'X',
  'Bluesky',
  'Reddit',
  'WhatsApp',
  'Signal',
  'Telegram',
];
export const keeping = ['WhatsApp', 'Telegram'];

/** What is needed to render the dialog. */
export interface SharingView {
  captures: readonly CaptureSummary[];
  /** True if the browser can share each file, and a ZIP. */
  canShare: Readonly<Record<Form, boolean>>;
  /** What a press of each button does next: begins, does nothing because files are read, or shares what was read. */
  next: Readonly<Record<Form, 'start' | 'wait' | 'share'>>;
  /** How far it is, or why nothing was done; empty for neither. */
  text: string;
  press: (form: Form) => void;
  close: () => void;
}

/** Renders the dialog's content. */
export function renderSharing(view: SharingView, say: Localize) {
  const {captures, canShare, close, text} = view;
  const [{mode} = {mode: 'image' as const}] = captures;
  const sealed = captures.filter(isSealed).length;
  const unsealed = captures.length - sealed;
  const hasChosen = captures.some(({imported}) => imported);
  const files = savingOf(sealed > 0, canShare.files, hasChosen);
  return html`<div class="top">
      <h2 id="sharing-title">${say.term('sharingTitle', captures.length, mode)}</h2>
      <button class="round exit" aria-label=${say.term('viewerClose')} @click=${close}>
        ${crossIcon()}
      </button>
    </div>
    ${unsealed > 0 ? html`<p class="unsealed">${unsealedText(unsealed, captures, say)}</p>` : nothing}
    ${
      sealed > 0
        ? html`<p>
              <b>${say.term('sharingStrips', mode)}</b>
              ${say.term('sharingKeeps', listOf(keeping, say))}
            </p>
            ${mode === 'image' ? renderServices(say) : nothing}`
        : nothing
    }
    <div class="buttons">
      ${
        sealed > 0
          ? html`${renderButton('zip', canShare.zip ? shareIcon() : fileInIcon(), view, say)}
              <p class="quiet">${say.term('sharingZipHint')}</p>`
          : nothing
      }
      ${renderButton('files', files.icon, view, say, files.term)}
    </div>
    <p class="said" role="status">${text}</p>`;
}

const unsealedText = (unsealed: number, {length}: readonly CaptureSummary[], say: Localize) =>
  unsealed === length
    ? say.term('sharingNoneSealed')
    : say.term('sharingSomeUnsealed', unsealed, length);

const listOf = (names: readonly string[], say: Localize) =>
  new Intl.ListFormat(say.lang(), {type: 'conjunction'}).format(names);

function renderServices(say: Localize) {
  return html`<details>
    <summary>${say.term('sharingWhich')}</summary>
    <p>${say.term('sharingRemoving', listOf(removing, say))}</p>
    <p>${say.term('sharingKeeping', listOf(keeping, say))}</p>
    <p class="quiet">${say.term('sharingChanges')}</p>
  </details>`;
}

function renderButton(
  form: Form,
  icon: unknown,
  {canShare, next, press}: SharingView,
  say: Localize,
  term: 'viewerShare' | 'viewerSave' | 'viewerSaveUnsealed' | undefined = undefined,
) {
  const own = term ?? (canShare[form] ? 'sharingShareZip' : 'sharingSaveZip');
  return html`<button
    class=${form === 'zip' ? 'button primary zip' : 'button files'}
    aria-disabled=${next[form] === 'wait'}
    @click=${() => {
      press(form);
    }}
  >
    ${icon}${say.term(next[form] === 'share' ? 'sharingNow' : own)}
  </button>`;
}
