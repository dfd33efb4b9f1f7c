import {waitUntil} from '@open-wc/testing';
import type {CameraState} from '../../../src/core/camera/camera-session.js';
import {CaptureImage} from '../../../src/elements/capture-image.js';
import {FakeCore} from '../fake-core.js';
import {drawn, ElementFixture, pageWith} from '../kit.js';

/** One `<capture-image>` in the page, with a core that the test controls. */
export class CaptureImageFixture extends ElementFixture<CaptureImage> {
  readonly core = new FakeCore();
  readonly page = pageWith(this.core);
  readonly element: CaptureImage = document.createElement('capture-image');

  static async create(): Promise<CaptureImageFixture> {
    const made = new CaptureImageFixture();
    made.page.append(made.element);
    await made.element.updateComplete;
    const adopted = () => made.element.shadowRoot?.adoptedStyleSheets.length ?? 0;
    // The late styles: of the list (two), the plate form, the quality notice, the caption, failures, and the controls.
    const wanted = CaptureImage.elementStyles.length + 7;
    await waitUntil(() => adopted() >= wanted, 'the panels are loaded when the page is idle', {
      timeout: 10_000,
    });
    return made;
  }

  async show(state: CameraState) {
    await drawn(this.element, this.core.camera.show(state));
  }

  /** Resolves once the thumbnail is shown. */
  async takePicture(): Promise<string> {
    const {captureId} = await this.element.takePicture();
    await waitUntil(() => this.has('.thumbnail'), 'the thumbnail is drawn');
    return captureId;
  }
}

export const unauthorized = (captureId: string) => ({
  captureId,
  mode: 'image' as const,
  code: 'unauthorized' as const,
  message: 'The key is not accepted.',
  retryable: false,
  attempts: 1,
});
