import {html, nothing} from 'lit';
import type {CaptureProgress, CaptureSummary} from '../../core/protection.js';
import {
  cameraSwitchIcon,
  checkIcon,
  clockIcon,
  exclamationIcon,
  retryIcon,
  ringIcon,
} from '../icons.js';
import type {Localize} from '../strings/localize.js';

/** Failures that pass by themselves when the network comes back. */
const isOffline = (progress: CaptureProgress): boolean =>
  progress.name === 'waiting' &&
  (progress.failure?.code === 'network_failed' || progress.failure?.code === 'timeout');

/** How the last photo stands, as a mark and as words. */
function markOf(progress: CaptureProgress, say: Localize) {
  switch (progress.name) {
    case 'held':
      return {
        state: 'held',
        icon: ringIcon(),
        label: say.term(progress.awaits ? 'captureAwaitsPlate' : 'captureHeld'),
      };
    case 'waiting':
      // Nothing comes by itself: the page has to give a key.
      if (progress.failure?.code === 'credentials_missing') {
        return {state: 'held', icon: ringIcon(), label: say.term('captureHeld')};
      }
      if (progress.failure) {
        const label = say.term(isOffline(progress) ? 'captureWaiting' : 'captureDelayed');
        return {state: 'waiting', icon: clockIcon(), label};
      }
      return {state: 'sealing', icon: html`<i class="arc"></i>`, label: say.term('captureSealing')};
    case 'sealing':
      return {state: 'sealing', icon: html`<i class="arc"></i>`, label: say.term('captureSealing')};
    case 'sealed':
      return {state: 'sealed', icon: checkIcon(), label: say.term('captureSealed')};
    case 'failed':
      return {state: 'failed', icon: exclamationIcon(), label: say.term('captureFailed')};
  }
}

/** The last photo, small, with its seal state; a button where trying again is what is left to do. */
function renderThumbnail(
  picture: HTMLCanvasElement,
  progress: CaptureProgress,
  say: Localize,
  retry: () => void,
) {
  const {state, icon, label} = markOf(progress, say);
  const content = html`${picture}<span class="mark">${icon}</span>`;
  return state === 'failed'
    ? html`<button
        part="thumbnail"
        class="thumbnail"
        data-state=${state}
        aria-label=${label}
        title=${label}
        @click=${retry}
      >
        ${content}
      </button>`
    : html`<div
        part="thumbnail"
        class="thumbnail"
        data-state=${state}
        role="img"
        aria-label=${label}
        title=${label}
      >
        ${content}
      </div>`;
}

/** What the bar shows and does. */
export interface Tray {
  last?: {picture: HTMLCanvasElement; summary: CaptureSummary};
  canSwitch: boolean;
  takePicture: () => void;
  switchCamera: () => void;
  retry: (captureId: string) => void;
}

/** The bar over the picture: last photo, shutter, camera switch. */
export function renderTray(tray: Tray, say: Localize) {
  const {last} = tray;
  return html`<div class="bar" part="bar">
    <div class="start">
      ${
        last
          ? renderThumbnail(last.picture, last.summary.progress, say, () => {
              tray.retry(last.summary.captureId);
            })
          : nothing
      }
    </div>
    <button
      part="shutter"
      class="shutter"
      data-focus
      aria-label=${say.term('captureShutter')}
      title=${say.term('captureShutter')}
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

/** A key that is held down would take a burst of photos. */
function onlyOnce(event: KeyboardEvent) {
  if (event.repeat) event.preventDefault();
}

/** What is not sealed and will not be by itself, or waits for the network: also photos of earlier visits. */
export function renderNotice(
  captures: readonly CaptureSummary[],
  say: Localize,
  retry: (captureId: string) => void,
) {
  const failed = captures.filter(({progress}) => progress.name === 'failed');
  const offline = captures.filter(({progress}) => isOffline(progress));
  if (failed.length > 0) {
    return html`<div class="notice" part="notice" data-state="failed">
      ${exclamationIcon()}<span>${say.term('captureAllFailed', failed.length)}</span>
      <button
        part="retry"
        @click=${() => {
          for (const {captureId} of failed) retry(captureId);
        }}
      >
        ${retryIcon()}${say.term('cameraTryAgain')}
      </button>
    </div>`;
  }
  if (offline.length > 0) {
    return html`<div class="notice" part="notice" data-state="waiting">
      ${clockIcon()}<span>${say.term('captureAllWaiting', offline.length)}</span>
    </div>`;
  }
  return nothing;
}
