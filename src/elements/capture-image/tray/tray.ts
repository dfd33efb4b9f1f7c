import {html, nothing} from 'lit';
import {onlyOnce} from '../../capture/keyboard.js';
import {cameraSwitchIcon} from '../../icons.js';
import type {Localize} from '../../strings/localize.js';
import type {Imports} from '../import/imports.js';
import type {LateAlbum} from '../album/late-album.js';
import type {LatePanels} from '../late-panels.js';
import type {Drawn} from './last-photo.js';

/** What is needed to render the bar. */
export interface Tray {
  last?: Drawn;
  canSwitch: boolean;
  takePicture: () => void;
  switchCamera: () => void;
  /** What draws the last photo, once it is loaded. */
  panels?: Pick<LatePanels, 'last'>;
  /** The screens with all photos, once they are loaded. */
  album?: Pick<LateAlbum, 'renderButton'>;
  /** What takes photos that are there already, once it is loaded. */
  imports?: Imports;
}

/** The bar over the picture: last photo, shutter, camera switch. */
export function renderTray(tray: Tray, say: Localize) {
  const {last} = tray;
  return html`<div class="bar" part="bar">
    <div class="start">
      ${tray.panels?.last.render(last, tray.imports)} ${tray.album?.renderButton(!!last)}
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
      ${tray.imports?.renderButton()}
    </div>
  </div>`;
}
