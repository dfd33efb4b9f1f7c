import {aTimeout, expect} from '@open-wc/testing';
import '../../../src/elements/capture-image.js';
import type {CaptureImage} from '../../../src/elements/capture-image.js';
import type {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {Gate} from '../../gate.js';
import {pageWith, waitUntil} from '../kit.js';
import {waysToHide, type WayToHide} from '../ways-to-hide.js';
import {CountedCameras} from './counted-cameras.js';

/** The time in which a camera that nobody sees is off, in milliseconds. */
const SOON_MS = 500;

/** Uses the browser's fake cameras. */
describe('<capture-image> that nobody sees', () => {
  let core: CountedCameras;
  let page: HTMLElement;
  let element: CaptureImage;

  // WebKit grants the permission with the first request only.
  before(async () => {
    const stream = await navigator.mediaDevices.getUserMedia({video: true});
    for (const track of stream.getTracks()) track.stop();
  });
  beforeEach(() => {
    core = new CountedCameras();
    page = pageWith(core);
  });
  afterEach(() => {
    page.remove();
    core.close();
    expect(core.live).to.equal(0);
    expect(core.most, 'at the same time').to.be.at.most(1);
  });

  const inside = <E extends Element = HTMLElement>(selector: string) =>
    element.shadowRoot?.querySelector<E>(selector);
  const isOn = async () => {
    await waitUntil(() => core.live === 1, 'a camera is on');
    const video = () => inside<HTMLVideoElement>('video');
    // WebKitGTK may wait forever if a stream is removed while its first picture arrives.
    await waitUntil(() => (video()?.currentTime ?? 0) > 0.3, 'its picture moves');
    await waitUntil(() => !inside('.still'), 'the still is gone');
  };
  const isOff = async () => {
    const start = performance.now();
    await waitUntil(() => core.live === 0, 'the camera is off');
    expect(performance.now() - start).to.be.below(SOON_MS);
  };
  const refusal = () =>
    element.takePicture().then(
      () => 'a picture',
      ({code}: SealedCaptureError) => code,
    );
  const use = (way: WayToHide): HTMLElement => {
    page.setHTMLUnsafe(way.html);
    element = found(page);
    element.autoProtect = false;
    return page.firstElementChild as HTMLElement;
  };
  /** An element in a box that can be hidden, with its camera on. */
  const opened = async (): Promise<HTMLElement> => {
    const box = use({...(waysToHide[3] as WayToHide)});
    await isOn();
    return box;
  };

  for (const way of waysToHide) {
    it(`has its camera off, and a still, while it is hidden by ${way.name}, and on again afterwards`, async () => {
      const container = use(way);
      if (!element.checkVisibility()) {
        await aTimeout(100);
        expect(core.requests).to.equal(0);
        way.show(container);
      }
      await isOn();
      way.hide(container);
      await isOff();
      expect(await refusal()).to.equal('not_capturing');
      expect(element.permissionStatus).to.equal('granted');
      const still = inside<HTMLCanvasElement>('.still');
      const pixels = still?.getContext('2d')?.getImageData(0, 0, still.width, still.height).data;
      expect(pixels?.some((value, index) => index % 4 < 3 && value > 40)).to.be.true;
      await aTimeout(100);
      expect(core.live, 'still off').to.equal(0);
      way.show(container);
      await isOn();
      expect(core.requests).to.equal(2);
    });
  }

  it('opens no camera before it is scrolled into view', async () => {
    page.innerHTML = '<div style="height: 3000px"></div><capture-image></capture-image>';
    element = found(page);
    await aTimeout(300);
    expect(core.requests).to.equal(0);
    element.scrollIntoView();
    await isOn();
  });

  it('keeps the camera on for keepCamera when it is scrolled out of view, and has it on before it is in view again', async () => {
    page.innerHTML = `<div id="scroller" style="height: 400px; overflow: auto">
      <capture-image keep-camera="600" style="height: 300px"></capture-image><div style="height: 5000px"></div>
    </div>`;
    element = found(page);
    const scroller = page.querySelector('#scroller') as HTMLElement;
    await isOn();
    scroller.scrollTop = 3000;
    await aTimeout(300);
    expect(core.live, 'not yet').to.equal(1);
    await waitUntil(() => core.live === 0, 'it is off');
    scroller.scrollTop = 350;
    await waitUntil(() => core.live === 1, 'it is on');
    const {bottom} = element.getBoundingClientRect();
    expect(bottom).to.be.below(scroller.getBoundingClientRect().top);
  });

  it('stays on if it is scrolled back in time', async () => {
    page.innerHTML =
      '<capture-image keep-camera="400"></capture-image><p style="height: 5000px"></p>';
    element = found(page);
    await isOn();
    scrollTo(0, 4000);
    await aTimeout(200);
    scrollTo(0, 0);
    await aTimeout(500);
    expect([core.live, core.requests]).to.eql([1, 1]);
  });

  it('stays on if it is scrolled back after a press that asked for permissions', async () => {
    page.innerHTML =
      '<capture-image keep-camera="600"></capture-image><p style="height: 5000px"></p>';
    element = found(page);
    await isOn();
    scrollTo(0, 4000);
    await aTimeout(200);
    await element.requestPermissions();
    scrollTo(0, 0);
    await aTimeout(1_000);
    expect([core.live, core.requests]).to.eql([1, 1]);
  });

  it('has its camera off soon if it is hidden while it is out of view', async () => {
    page.innerHTML =
      '<capture-image keep-camera="60000"></capture-image><p style="height: 5000px"></p>';
    element = found(page);
    await isOn();
    scrollTo(0, 4000);
    await aTimeout(200);
    expect(core.live).to.equal(1);
    page.style.contentVisibility = 'hidden';
    await isOff();
    page.style.contentVisibility = '';
    scrollTo(0, 0);
  });

  it('has one camera, and only at the end, if it is hidden and shown while a camera is requested', async () => {
    core.gate = new Gate();
    const box = use(waysToHide[3] as WayToHide);
    await waitUntil(() => core.requests === 1, 'it is requested');
    for (let times = 0; times < 4; times++) {
      box.hidden = true;
      await aTimeout(40);
      box.hidden = false;
      await aTimeout(40);
    }
    box.hidden = true;
    await aTimeout(40);
    core.gate.open();
    await aTimeout(SOON_MS);
    expect(core.live).to.equal(0);
    box.hidden = false;
    await isOn();
    expect(core.requests).to.equal(2);
  });

  it('finishes a picture that is being taken', async () => {
    const box = await opened();
    await element.discard((await element.takePicture()).captureId);
    const taking = element.takePicture();
    box.hidden = true;
    const {blob, captureId} = await taking;
    expect(core.live).to.equal(0);
    expect((await createImageBitmap(blob)).width).to.be.above(0);
    await element.discard(captureId);
  });

  it('takes a picture that is requested while the camera comes back', async () => {
    const box = await opened();
    box.hidden = true;
    await isOff();
    core.gate = new Gate();
    box.hidden = false;
    await waitUntil(() => core.requests === 2, 'it is requested');
    const taking = element.takePicture();
    core.gate.open();
    const {captureId} = await taking;
    await element.discard(captureId);
  });

  it('refuses a picture as soon as it is not rendered', async () => {
    const box = await opened();
    box.hidden = true;
    const refused = refusal();
    expect(core.live).to.equal(0);
    expect(await refused).to.equal('not_capturing');
  });

  it('asks for the permission without leaving a camera on', async () => {
    const box = use(waysToHide[3] as WayToHide);
    box.hidden = true;
    await isOff();
    expect(await element.requestPermissions()).to.equal('granted');
    await aTimeout(100);
    expect(core.live).to.equal(0);
    box.hidden = false;
    await isOn();
  });

  it('has one camera, and its still meanwhile, when it is moved', async () => {
    const box = await opened();
    const other = document.createElement('div');
    page.append(other);
    for (const place of [other, box, other]) place.append(element);
    expect(inside('.still')).to.be.instanceOf(HTMLCanvasElement);
    await isOn();
    await aTimeout(200);
    expect(core.live).to.equal(1);
  });

  it('is off after it was moved to where nobody sees it, without leaving the page', async function () {
    const box = (await opened()) as ParentNode & {moveBefore?: (node: Node, child: null) => void};
    const other = document.createElement('div') as HTMLDivElement & typeof box;
    other.inert = true;
    page.append(other);
    // Not in WebKit and Firefox yet.
    if (!other.moveBefore || !box.moveBefore) return this.skip();
    other.moveBefore(element, null);
    await isOff();
    box.moveBefore(element, null);
    await isOn();
  });

  it('is off after a shadow tree was put between it and the page, in which nobody sees it', async () => {
    const box = await opened();
    const root = box.attachShadow({mode: 'open'});
    root.innerHTML = '<div><slot></slot></div>';
    await isOn();
    (root.firstElementChild as HTMLElement).inert = true;
    await isOff();
  });

  it('takes a picture right after it was shown', async () => {
    const box = await opened();
    box.hidden = true;
    await isOff();
    await aTimeout(200);
    box.hidden = false;
    expect(await refusal()).to.equal('a picture');
  });

  it('has no still of a camera that is disabled', async () => {
    await opened();
    element.disabled = true;
    await isOff();
    await element.updateComplete;
    expect(inside('.heading')?.textContent).to.equal('Camera is off');
    element.disabled = false;
    await isOn();
  });
});

describe('two <capture-image> on a page', () => {
  it('each have their camera on only while somebody sees them', async () => {
    const core = new CountedCameras();
    const page = pageWith(core);
    page.innerHTML = '<div><capture-image></capture-image></div><capture-image></capture-image>';
    const box = page.firstElementChild as HTMLElement;
    await waitUntil(() => core.live === 2, 'both are on');
    box.hidden = true;
    await waitUntil(() => core.live === 1, 'one is off');
    await aTimeout(200);
    box.hidden = false;
    await waitUntil(() => core.live === 2, 'both are on again');
    page.remove();
    expect([core.live, core.most]).to.eql([0, 2]);
    core.close();
  });
});

/** The element in any shadow tree of this root. */
function found(root: ParentNode): CaptureImage {
  const element = root.querySelector('capture-image');
  if (element) return element;
  for (const {shadowRoot} of root.querySelectorAll('*')) {
    if (shadowRoot) return found(shadowRoot);
  }
  throw new Error('no element');
}
