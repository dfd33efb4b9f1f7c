import {html} from 'lit';
import type {CameraState} from '../../../core/camera/camera-session.js';

/** The live picture, towards the person as in a mirror; the photo itself is not mirrored. */
export function renderPreview({facing}: CameraState & {name: 'live'}) {
  return html`<video
      part="preview"
      class=${facing === 'user' ? 'mirrored' : ''}
      aria-hidden="true"
      autoplay
      playsinline
      .muted=${true}
    ></video>
    <div class="shade"></div>
    <div class="over"><slot></slot></div>`;
}

/** Not by a binding: each assignment restarts the picture, also one of the same stream. */
export function connectPreview(root: ParentNode, stream: MediaStream) {
  const video = root.querySelector('video');
  if (video && video.srcObject !== stream) video.srcObject = stream;
}
