import {expect, oneEvent, waitUntil} from '@open-wc/testing';
import {createCameraSession} from '../../../src/core/wiring/camera-core.js';
import {browserPorts, SealingCore} from '../../../src/core/wiring/core.js';
import {createRecordingSession} from '../../../src/core/wiring/microphone-core.js';
import '../../../src/elements/capture-image.js';
import type {CaptureImage} from '../../../src/elements/capture-image.js';
import type {LicensePlateEvent} from '../../../src/elements/events.js';
import type {LicensePlateDetector} from '@sealed-capture/seal/model/protection-config.js';
import {pageWith} from '../kit.js';

/** The part of a page that ends with it: its core, and an element with a detector. Storage and worker stay. */
class Visit {
  readonly core = new SealingCore(browserPorts());
  readonly page = pageWith({
    connect: (client) => this.core.connect(client),
    createCameraSession: (client) => createCameraSession(client, this.core),
    createRecordingSession: (client) => createRecordingSession(client, this.core),
  });
  readonly element: CaptureImage = document.createElement('capture-image');

  constructor(baseUrl: string, licensePlateDetector: LicensePlateDetector) {
    Object.assign(this.element, {baseUrl, licensePlateDetector});
    this.page.append(this.element);
  }

  find<E extends Element = HTMLElement>(selector: string): E | null | undefined {
    return this.element.shadowRoot?.querySelector<E>(selector);
  }

  end() {
    this.page.remove();
    this.core.close();
  }
}

describe('a photo of an earlier visit whose plate was never read', () => {
  it('is shown and read in the next visit', async () => {
    // A unique endpoint, so that captures of other tests are not processed here.
    const baseUrl = `/${crypto.randomUUID()}`;
    let isAsked = false;
    const before = new Visit(baseUrl, {
      detect: () => {
        isAsked = true;
        return new Promise(() => undefined);
      },
    });
    let captureId: string;
    try {
      await before.element.requestPermissions();
      const width = () => before.find<HTMLVideoElement>('video')?.videoWidth ?? 0;
      await waitUntil(() => width() > 0, 'the camera is on', {timeout: 5000});
      ({captureId} = await before.element.takePicture());
      await waitUntil(() => isAsked, 'the detector has the photo', {timeout: 5000});
      await waitUntil(() => before.find('.plate canvas'), 'it is shown meanwhile', {timeout: 5000});
      expect(before.find('.plate p')?.textContent.trim()).to.equal('Reading the plate…');
    } finally {
      before.end();
    }

    let answer: () => void = () => undefined;
    const pictures: Blob[] = [];
    const after = new Visit(baseUrl, {
      detect: (picture) => {
        pictures.push(picture);
        const boundingBox = {x: 10, y: 10, width: 40, height: 10};
        return new Promise((resolve) => {
          answer = () => resolve({plateNumber: 'M AB 1284', boundingBox});
        });
      },
    });
    try {
      await waitUntil(() => after.find('.plate canvas'), 'it is shown', {timeout: 5000});
      await waitUntil(() => pictures.length > 0, 'it is looked at', {timeout: 5000});
      const whole = after.find('.plate canvas');
      expect(after.find('.plate p')?.textContent.trim()).to.equal('Reading the plate…');
      const told: Promise<LicensePlateEvent> = oneEvent(after.element, 'license-plate');
      answer();
      expect((await told).captureId).to.equal(captureId);
      expect(pictures.map(({type}) => type)).to.eql(['image/jpeg']);
      await waitUntil(() => after.find('.plate canvas') !== whole, 'its part is shown');
      expect(after.find<HTMLInputElement>('.plate input')?.value).to.equal('M AB 1284');
      expect(after.find('.plate p')).to.equal(null);
      await after.element.discard(captureId);
      expect(after.element.pendingLicensePlates).to.eql([]);
    } finally {
      after.end();
    }
  });
});
