import {aTimeout, expect, waitUntil} from '@open-wc/testing';
import {createCameraSession} from '../../../src/core/wiring/camera-core.js';
import {browserPorts, SealingCore} from '../../../src/core/wiring/core.js';
import {createRecordingSession} from '../../../src/core/wiring/microphone-core.js';
import '../../../src/elements/capture-image.js';
import type {CaptureImage} from '../../../src/elements/capture-image.js';
import type {CaptureEvent} from '../../../src/elements/events.js';
import {pageWith} from '../kit.js';

describe('an element that is removed right after the shutter', () => {
  const core = new SealingCore(browserPorts());
  let page: HTMLElement;
  // A unique endpoint, so that captures of other tests are not reported here.
  const baseUrl = `/${crypto.randomUUID()}`;
  let heard: {target: EventTarget | null; captureId: string}[] = [];
  /** Events of listeners on the elements themselves, and calls of their `onCapture`. */
  let own: {what: string; captureId: string; isConnected: boolean}[] = [];
  const onCapture = ({target, detail}: CaptureEvent): void => {
    heard.push({target, captureId: detail.captureId});
  };

  const append = (): CaptureImage => {
    const element = Object.assign(document.createElement('capture-image'), {baseUrl});
    element.autoProtect = false;
    const note = (what: string, {captureId}: CaptureEvent): void => {
      own.push({what, captureId, isConnected: element.isConnected});
    };
    element.addEventListener('capture', (event) => {
      note('capture', event);
    });
    element.onCapture = (event) => {
      note('onCapture', event);
    };
    page.append(element);
    return element;
  };
  /** Takes a photo with an element that is removed before the photo is finished. */
  const takenAway = async (element: CaptureImage): Promise<string> => {
    await element.requestPermissions();
    const width = () => element.shadowRoot?.querySelector('video')?.videoWidth ?? 0;
    await waitUntil(() => width() > 0, 'the camera is on', {timeout: 5_000});
    // The first picture may wait for the camera's first frame; the next one is taken at once.
    await element.discard((await element.takePicture()).captureId);
    heard = [];
    own = [];
    const taking = element.takePicture();
    element.remove();
    const {captureId} = await taking;
    return captureId;
  };

  beforeEach(() => {
    heard = [];
    own = [];
    page = pageWith({
      connect: (client) => core.connect(client),
      createCameraSession: (client) => createCameraSession(client, core),
      createRecordingSession: (client) => createRecordingSession(client, core),
    });
    document.addEventListener('capture', onCapture);
  });
  afterEach(() => {
    document.removeEventListener('capture', onCapture);
    page.remove();
  });
  after(() => core.close());

  it('has its photo reported by the next element, once for listeners on the document', async () => {
    const [first, next] = [append(), append()];
    const captureId = await takenAway(first);
    await waitUntil(() => heard.length > 0, 'it is told', {timeout: 5_000});
    await aTimeout(100);
    expect(heard).to.deep.equal([{target: next, captureId}]);
    expect(own).to.deep.equal(once(captureId));
    await next.discard(captureId);
  });

  it('has its photo reported when there is another element', async () => {
    const captureId = await takenAway(append());
    await aTimeout(100);
    expect(heard).to.deep.equal([]);
    const next = append();
    await waitUntil(() => heard.length > 0, 'it is told', {timeout: 5_000});
    await aTimeout(100);
    expect(heard).to.deep.equal([{target: next, captureId}]);
    expect(own).to.deep.equal(once(captureId));
    await next.discard(captureId);
  });

  it('reports its photo once when it is put back, and its form gets one file', async () => {
    const form = document.createElement('form');
    const element = append();
    Object.assign(element, {name: 'photo', submitAs: 'raw'});
    page.append(form);
    form.append(element);
    const captureId = await takenAway(element);
    await aTimeout(100);
    expect(own).to.deep.equal([]);
    form.append(element);
    await waitUntil(() => heard.length > 0, 'it is told', {timeout: 5_000});
    await aTimeout(100);
    expect(heard).to.deep.equal([{target: element, captureId}]);
    expect(own).to.deep.equal(once(captureId));
    expect(new FormData(form).getAll('photo')).to.have.length(1);
    await element.discard(captureId);
  });
});

/** The event and the callback for one photo. */
const once = (captureId: string) =>
  ['capture', 'onCapture'].map((what) => ({what, captureId, isConnected: true}));
