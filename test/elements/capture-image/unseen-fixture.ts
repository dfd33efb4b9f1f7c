import {expect} from '@open-wc/testing';
import '../../../src/elements/capture-image.js';
import type {CaptureImage} from '../../../src/elements/capture-image.js';
import type {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {pageWith, waitUntil} from '../kit.js';
import {waysToHide, type WayToHide} from '../ways-to-hide.js';
import {CountedCameras} from './counted-cameras.js';

/** The time in which a camera that nobody sees is off, in milliseconds. */
export const SOON_MS = 500;

/** Grants the permission, which WebKit does with the first request only. */
export async function grantCamera() {
  const stream = await navigator.mediaDevices.getUserMedia({video: true});
  for (const track of stream.getTracks()) track.stop();
}

/** A page in which an element uses the browser’s fake cameras. */
export class UnseenFixture {
  readonly core = new CountedCameras();
  readonly page = pageWith(this.core);
  #element?: CaptureImage;

  get element(): CaptureImage {
    return (this.#element ??= found(this.page));
  }

  inside<E extends Element = HTMLElement>(selector: string) {
    return this.element.shadowRoot?.querySelector<E>(selector);
  }

  async isOn() {
    const {core} = this;
    await waitUntil(() => core.live === 1, 'a camera is on');
    const video = () => this.inside<HTMLVideoElement>('video');
    // WebKitGTK may wait forever if a stream is removed while its first picture arrives.
    await waitUntil(() => (video()?.currentTime ?? 0) > 0.3, 'its picture moves');
    await waitUntil(() => !this.inside('.still'), 'the still is gone');
  }

  async isOff() {
    const start = performance.now();
    await waitUntil(() => this.core.live === 0, 'the camera is off');
    expect(performance.now() - start).to.be.below(SOON_MS);
  }

  refusal() {
    return this.element.takePicture().then(
      () => 'a picture',
      ({code}: SealedCaptureError) => code,
    );
  }

  /** Puts an element into the page that this way hides, and returns its container. */
  use({html}: WayToHide): HTMLElement {
    this.page.setHTMLUnsafe(html);
    this.element.autoProtect = false;
    return this.page.firstElementChild as HTMLElement;
  }

  /** An element in a box that can be hidden, with its camera on. */
  async opened(): Promise<HTMLElement> {
    const box = this.use(waysToHide[3] as WayToHide);
    await this.isOn();
    return box;
  }

  /** Removes the page, and expects that no camera is on, and that there was never more than one. */
  end() {
    this.page.remove();
    this.core.close();
    expect(this.core.live).to.equal(0);
    expect(this.core.most, 'at the same time').to.be.at.most(1);
  }
}

/** The element in any shadow tree of this root. */
function found(root: ParentNode): CaptureImage {
  const element = root.querySelector('capture-image');
  if (element) return element;
  for (const {shadowRoot} of root.querySelectorAll('*')) {
    if (shadowRoot) return found(shadowRoot);
  }
  throw new Error('no element');
}
