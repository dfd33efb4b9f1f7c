// Measures the time to the first frame of a camera whose permission is granted: with the element, and with the page's
// own code.
import {preview} from './capture-element.js';

/** The size that the element requests: the camera's largest. */
const FULL_RESOLUTION = {width: {ideal: 7680}, height: {ideal: 4320}};

const shown = (video: HTMLVideoElement): Promise<unknown> =>
  new Promise((resolve) => video.requestVideoFrameCallback(resolve));

/** Resolves with the video once the element has rendered it. */
async function videoOf(element: HTMLElementTagNameMap['capture-image']): Promise<HTMLVideoElement> {
  await element.updateComplete;
  const root = element.shadowRoot;
  if (!root) throw new Error('The element has rendered nothing.');
  return await new Promise((resolve) => {
    const look = (): void => {
      const video = preview(element);
      if (!video) return;
      observer.disconnect();
      resolve(video);
    };
    const observer = new MutationObserver(look);
    observer.observe(root, {childList: true, subtree: true});
    look();
  });
}

const bench = {
  /** Milliseconds from adding the element to the page. */
  async element(): Promise<number> {
    await customElements.whenDefined('capture-image');
    const start = performance.now();
    const element = document.createElement('capture-image');
    document.body.append(element);
    await shown(await videoOf(element));
    return performance.now() - start;
  },

  /** Milliseconds from the call of getUserMedia. */
  async bare(): Promise<number> {
    const start = performance.now();
    const video = document.createElement('video');
    video.autoplay = video.playsInline = video.muted = true;
    document.body.append(video);
    video.srcObject = await navigator.mediaDevices.getUserMedia({
      video: {...FULL_RESOLUTION, facingMode: {ideal: 'environment'}},
    });
    await shown(video);
    return performance.now() - start;
  },
};

export type FirstFrameBench = typeof bench;
Object.assign(globalThis, {bench});
