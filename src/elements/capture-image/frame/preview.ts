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
  if (!video || video.srcObject === stream) return;
  video.srcObject = stream;
  video.addEventListener('loadeddata', () => root.querySelector('.still')?.remove(), {once: true});
}

/** Width of a still, in pixels. */
const STILL_WIDTH = 1280;

/**
 * Shows the current picture as a still, below the video, until that has a picture again. Without a camera, the video
 * itself is black in Chromium and empty in WebKit.
 */
export function keepStill(root: ParentNode) {
  const video = root.querySelector('video');
  if (!video) return;
  const {videoWidth, videoHeight} = video;
  if (videoWidth) {
    const still = document.createElement('canvas');
    still.width = STILL_WIDTH;
    still.height = (STILL_WIDTH * videoHeight) / videoWidth;
    still.className = `still ${video.className}`;
    still.getContext('2d')?.drawImage(video, 0, 0, still.width, still.height);
    root.querySelector('.still')?.remove();
    video.before(still);
  }
  video.srcObject = null;
}
