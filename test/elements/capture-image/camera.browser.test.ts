import {expect, oneEvent, waitUntil} from '@open-wc/testing';
import '../../../src/elements/capture-image.js';
import type {CaptureImage} from '../../../src/elements/capture-image.js';
import type {CaptureEvent, LicensePlateEvent} from '../../../src/elements/events.js';
import type {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';

/** Uses the page's own core and the browser's fake camera. */
describe('<capture-image> with a camera', () => {
  let element: CaptureImage;

  beforeEach(() => {
    element = document.createElement('capture-image');
    // Taking a photo needs no service: it waits for its key, and is discarded.
    element.autoProtect = false;
    document.body.append(element);
  });
  afterEach(() => element.remove());

  const video = () => element.shadowRoot?.querySelector('video');
  const stream = () => {
    const source = video()?.srcObject;
    return source instanceof MediaStream ? source : undefined;
  };
  const opened = async () => {
    await element.requestPermissions();
    await waitUntil(() => (video()?.videoWidth ?? 0) > 0, 'the picture is there', {timeout: 5000});
    const tracks = stream()?.getTracks() ?? [];
    expect(tracks.map(({readyState}) => readyState)).to.eql(['live']);
    return tracks;
  };

  it('shows its picture, takes a photo of it and stores it', async () => {
    await opened();
    setTimeout(() => element.shadowRoot?.querySelector<HTMLElement>('[part=shutter]')?.click());
    const event: CaptureEvent = await oneEvent(element, 'capture');
    expect(event.blob.type).to.equal('image/jpeg');
    const picture = await createImageBitmap(event.blob);
    expect([picture.width, picture.height]).to.eql([video()?.videoWidth, video()?.videoHeight]);
    const wanted = () => element.shadowRoot?.querySelector('.thumbnail[data-state=held] canvas');
    await waitUntil(wanted, 'the thumbnail is drawn');
    await element.discard(event.captureId);
    const code = await element.discard(event.captureId).catch((e: SealedCaptureError) => e.code);
    expect(code).to.equal('capture_unknown');
  });

  it('asks for the plate that a detector read until it is confirmed, also after the element is put back', async () => {
    const boundingBox = {x: 10, y: 10, width: 40, height: 10};
    element.licensePlateDetector = {
      detect: () => Promise.resolve({plateNumber: 'M AB 1284', boundingBox}),
    };
    await opened();
    const read: Promise<LicensePlateEvent> = oneEvent(element, 'license-plate');
    const {captureId} = await element.takePicture();
    const {licensePlateInfo} = await read;
    expect(licensePlateInfo).to.include({detectedPlateNumber: 'M AB 1284'});
    element.remove();
    document.body.append(element);
    const input = () => element.shadowRoot?.querySelector<HTMLInputElement>('.plate input');
    await waitUntil(() => input()?.value === 'M AB 1284', 'it is asked for', {timeout: 5000});
    element.shadowRoot?.querySelector<HTMLElement>('.plate .primary')?.click();
    const patience = {timeout: 5000};
    await waitUntil(() => element.pendingLicensePlates.length === 0, 'it is confirmed', patience);
    await waitUntil(() => !input(), 'the form has gone', patience);
    await element.discard(captureId);
  });

  it('has a plate read again if the element was moved while the detector processed it', async () => {
    const answers: (() => void)[] = [];
    element.licensePlateDetector = {
      detect: () =>
        new Promise((resolve) => {
          const boundingBox = {x: 10, y: 10, width: 40, height: 10};
          answers.push(() => resolve({plateNumber: 'M AB 1284', boundingBox}));
        }),
    };
    await opened();
    const {captureId} = await element.takePicture();
    await waitUntil(() => answers.length === 1, 'it is looked at', {timeout: 5000});
    const elsewhere = document.createElement('div');
    document.body.append(elsewhere);
    elsewhere.append(element);
    await waitUntil(() => answers.length === 2, 'it is looked at again', {timeout: 5000});
    const note = () => element.shadowRoot?.querySelector('.plate p')?.textContent.trim();
    expect(note()).to.equal('Reading the plate…');
    answers[1]?.();
    const input = () => element.shadowRoot?.querySelector<HTMLInputElement>('.plate input');
    await waitUntil(() => input()?.value === 'M AB 1284', 'it is read', {timeout: 5000});
    expect(note()).to.be.undefined;
    await element.discard(captureId);
    elsewhere.remove();
  });

  it('shows what would be sealed, each section with values or a reason', async () => {
    await opened();
    const pill = () => element.shadowRoot?.querySelector<HTMLElement>('.pill');
    await waitUntil(pill, 'the camera names what would be sealed', {timeout: 5000});
    pill()?.click();
    const titles = () => [...(element.shadowRoot?.querySelectorAll('h4') ?? [])];
    await waitUntil(() => titles().length > 0, 'the list is there', {timeout: 5000});
    const words = titles().map(({textContent}) => textContent.trim().split(/\s+/)[0]);
    expect(words).to.eql(['Where', 'Attitude', 'Camera', 'Device', 'Network']);
  });

  it('is turned off as soon as it leaves the page', async () => {
    const tracks = await opened();
    element.remove();
    expect(tracks.map(({readyState}) => readyState)).to.eql(['ended']);
  });

  it('is turned off if it starts after the element has left the page', async () => {
    const asked = element.requestPermissions();
    element.remove();
    await asked;
    document.body.append(element);
    const [track] = await opened();
    element.remove();
    expect(track?.readyState).to.equal('ended');
  });

  it('starts again if a framework puts the element back', async () => {
    const [before] = await opened();
    document.body.prepend(element);
    expect(before?.readyState).to.equal('ended');
    await waitUntil(() => stream()?.getTracks()[0]?.readyState === 'live', 'it is live again', {
      timeout: 5000,
    });
    expect(element.permissionStatus).to.equal('granted');
  });
});
