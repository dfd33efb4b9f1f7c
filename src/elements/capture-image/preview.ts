import {html} from 'lit';
import type {CameraState} from '../../core/camera-session.js';
import type {Localize} from '../strings/localize.js';

/** The live picture, towards the person as in a mirror; the photo itself is not mirrored. */
export function renderPreview({facing, includes}: CameraState & {name: 'live'}, say: Localize) {
  return html`<video
      part="preview"
      class=${facing === 'user' ? 'mirrored' : ''}
      aria-hidden="true"
      autoplay
      playsinline
      .muted=${true}
    ></video>
    <div class="shade"></div>
    <p part="contents" class="pill">
      <span class="visually-hidden">${say.term('captureSealedWith')}</span>
      ${say.term('captureContents', includes)}
    </p>
    <div class="over"><slot></slot></div>`;
}

/** Not by a binding: each assignment restarts the picture, also one of the same stream. */
export function connectPreview(root: ParentNode, stream: MediaStream) {
  const video = root.querySelector('video');
  if (video && video.srcObject !== stream) video.srcObject = stream;
}
