import {html, nothing} from 'lit';
import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import {onlyOnce} from '../../capture/keyboard.js';
import {markOf} from '../../capture/seal-state.js';
import {cameraSwitchIcon} from '../../icons.js';
import type {Localize} from '../../strings/localize.js';
import type {LateAlbum} from '../album/late-album.js';

/** The thumbnail of the last photo, with its seal state; opens the photo. */
function renderThumbnail(
  picture: HTMLCanvasElement,
  summary: CaptureSummary,
  say: Localize,
  open: Tray['open'],
) {
  const {state, icon, label, title} = markOf(summary, say);
  return html`<button
    part="thumbnail"
    class="thumbnail"
    data-state=${state}
    aria-haspopup="dialog"
    aria-label=${label}
    title=${title}
    @click=${() => {
      void open(summary.captureId);
    }}
  >
    ${picture}<span class="mark">${icon}</span>
  </button>`;
}

/** What is needed to render the bar. */
export interface Tray {
  last?: {picture: HTMLCanvasElement; summary: CaptureSummary};
  canSwitch: boolean;
  takePicture: () => void;
  switchCamera: () => void;
  /** Shows this photo in the viewer. */
  open: (captureId: string) => Promise<void>;
  /** The screens with all photos, once they are loaded. */
  album?: Pick<LateAlbum, 'renderButton'>;
}

/** The bar over the picture: last photo, shutter, camera switch. */
export function renderTray(tray: Tray, say: Localize) {
  const {last} = tray;
  return html`<div class="bar" part="bar">
    <div class="start">
      ${last ? renderThumbnail(last.picture, last.summary, say, tray.open) : nothing}
      ${tray.album?.renderButton(!!last)}
    </div>
    <button
      part="shutter"
      class="shutter"
      data-focus
      aria-label=${say.term('photoTake')}
      title=${say.term('photoTake')}
      @click=${tray.takePicture}
      @keydown=${onlyOnce}
    >
      <slot name="shutter"><span class="disc"></span></slot>
    </button>
    <div class="end">
      ${
        tray.canSwitch
          ? html`<button
              part="switch"
              class="switch"
              aria-label=${say.term('cameraSwitch')}
              title=${say.term('cameraSwitch')}
              @click=${tray.switchCamera}
            >
              <slot name="switch">${cameraSwitchIcon()}</slot>
            </button>`
          : nothing
      }
    </div>
  </div>`;
}
