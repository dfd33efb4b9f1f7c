import {expect, oneEvent, waitUntil} from '@open-wc/testing';
import '../../../src/elements/capture-audio.js';
import type {CaptureAudio} from '../../../src/elements/capture-audio.js';
import type {CaptureEvent} from '../../../src/elements/events.js';
import {drawn} from '../kit.js';

/** Uses the page's own core and the browser's fake microphone. */
describe('<capture-audio> with a microphone', function () {
  // A sound device that is suspended takes time to start.
  this.timeout(30_000);
  let element: CaptureAudio;

  beforeEach(() => {
    element = document.createElement('capture-audio');
    // Recording needs no service: the recording waits for its key, and is discarded.
    element.autoProtect = false;
    // A unique endpoint, so that recordings of other tests are not shown here.
    element.baseUrl = `/${crypto.randomUUID()}`;
    document.body.append(element);
  });
  afterEach(() => element.remove());

  const find = <E extends Element = HTMLElement>(selector: string) =>
    element.shadowRoot?.querySelector<E>(selector) ?? undefined;
  const seconds = () => {
    const [minutes = 0, rest = 0] = (find('[role=timer]')?.textContent ?? '')
      .split(':')
      .map(Number);
    return 60 * minutes + rest;
  };
  const heard = () =>
    waitUntil(() => seconds() >= 1, 'it was recorded for a second', {timeout: 10_000});

  it('records its sound, draws it, and stores it as an MP3 that plays', async () => {
    await element.startRecording();
    expect(element.permissionStatus).to.equal('granted');
    expect(element.isCapturing).to.be.true;
    await heard();
    expect(find('.wave > *')).not.to.equal(undefined);
    setTimeout(() => find('[part=record]')?.click());
    const {captureId, blob, duration = 0}: CaptureEvent = await oneEvent(element, 'capture');
    expect(blob.type).to.equal('audio/mpeg');
    expect(duration).to.be.within(0.9, 10);
    await waitUntil(() => find('[part=seal]'), 'how it stands is shown');
    expect(find('[part=seal]')?.textContent.trim()).to.equal('Recording: not sealed yet');
    expect(element.isCapturing).to.be.false;
    await drawn(element, element.discard(captureId));
    expect(find('.heading')?.textContent).to.equal('Ready to record');
  });

  it('ends at the maximum duration, at the exact sample', async () => {
    element.maxDuration = 1;
    const told: Promise<CaptureEvent> = oneEvent(element, 'capture');
    await element.startRecording();
    const {captureId, duration} = await told;
    expect(duration).to.equal(1);
    await waitUntil(() => find('.ended'), 'it says why');
    expect(find('.ended')?.textContent).to.contain('Time limit reached');
    await element.discard(captureId);
  });

  it('stores what was recorded when it is removed from the page, and offers it when it is put back', async () => {
    await element.startRecording();
    await heard();
    element.remove();
    expect(element.isCapturing).to.be.false;
    expect(element.permissionStatus).to.equal('unknown');
    const told: Promise<CaptureEvent> = oneEvent(element, 'capture');
    document.body.append(element);
    const {captureId, duration = 0} = await told;
    expect(duration).to.be.above(0.9);
    await waitUntil(() => find('.ended'), 'it is shown');
    await element.discard(captureId);
  });
});
