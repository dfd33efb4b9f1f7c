import {html} from 'lit';
import type {CameraState} from '../../../core/camera/camera-session.js';

/**
 * The live picture. The person's own camera is mirrored; the photo itself is not. `isCovered`: a photo is shown over it.
 */
export function renderPreview({facing}: CameraState & {name: 'live'}, isCovered: boolean) {
  return html`<video
      part="preview"
      class=${facing === 'user' ? 'mirrored' : ''}
      aria-hidden="true"
      autoplay
      playsinline
      .muted=${true}
    ></video>
    <div class="shade"></div>
    <div class="over" ?inert=${isCovered}><slot></slot></div>`;
}

/** Not set by a binding: each assignment restarts the picture, even with the same stream. */
export function connectPreview(root: ParentNode, stream: MediaStream) {
  const video = root.querySelector('video');
  if (video && video.srcObject !== stream) video.srcObject = stream;
}
