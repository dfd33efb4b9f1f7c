import {aTimeout, expect} from '@open-wc/testing';
import {Gate} from '../../gate.js';
import {pageWith, waitUntil} from '../kit.js';
import {waysToHide, type WayToHide} from '../ways-to-hide.js';
import {CountedCameras} from './counted-cameras.js';
import {grantCamera, SOON_MS, UnseenFixture} from './unseen-fixture.js';

describe('<capture-image> that nobody sees', () => {
  let fixture: UnseenFixture;
  before(grantCamera);
  beforeEach(() => {
    fixture = new UnseenFixture();
  });
  afterEach(() => fixture.end());

  it('keeps the camera on for keepCamera when it is scrolled out of view, and has it on before it is in view again', async () => {
    const {core, page} = fixture;
    page.innerHTML = `<div id="scroller" style="height: 400px; overflow: auto">
      <capture-image keep-camera="600" style="height: 300px"></capture-image><div style="height: 5000px"></div>
    </div>`;
    const scroller = page.querySelector('#scroller') as HTMLElement;
    await fixture.isOn();
    scroller.scrollTop = 3000;
    await aTimeout(300);
    expect(core.live, 'not yet').to.equal(1);
    await waitUntil(() => core.live === 0, 'it is off');
    scroller.scrollTop = 350;
    await waitUntil(() => core.live === 1, 'it is on');
    const {bottom} = fixture.element.getBoundingClientRect();
    expect(bottom).to.be.below(scroller.getBoundingClientRect().top);
  });

  it('stays on if it is scrolled back in time', async () => {
    const {core, page} = fixture;
    page.innerHTML =
      '<capture-image keep-camera="400"></capture-image><p style="height: 5000px"></p>';
    await fixture.isOn();
    scrollTo(0, 4000);
    await aTimeout(200);
    scrollTo(0, 0);
    await aTimeout(500);
    expect([core.live, core.requests]).to.eql([1, 1]);
  });

  it('stays on if it is scrolled back after a press that asked for permissions', async () => {
    const {core, page} = fixture;
    page.innerHTML =
      '<capture-image keep-camera="600"></capture-image><p style="height: 5000px"></p>';
    await fixture.isOn();
    scrollTo(0, 4000);
    await aTimeout(200);
    await fixture.element.requestPermissions();
    scrollTo(0, 0);
    await aTimeout(1_000);
    expect([core.live, core.requests]).to.eql([1, 1]);
  });

  it('has its camera off soon if it is hidden while it is out of view', async () => {
    const {core, page} = fixture;
    page.innerHTML =
      '<capture-image keep-camera="60000"></capture-image><p style="height: 5000px"></p>';
    await fixture.isOn();
    scrollTo(0, 4000);
    await aTimeout(200);
    expect(core.live).to.equal(1);
    page.style.contentVisibility = 'hidden';
    await fixture.isOff();
    page.style.contentVisibility = '';
    scrollTo(0, 0);
  });

  it('has one camera, and only at the end, if it is hidden and shown while a camera is requested', async () => {
    const {core} = fixture;
    core.gate = new Gate();
    const box = fixture.use(waysToHide[3] as WayToHide);
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
    await fixture.isOn();
    expect(core.requests).to.equal(2);
  });

  it('finishes a picture that is being taken', async () => {
    const {core} = fixture;
    const box = await fixture.opened();
    await fixture.element.discard((await fixture.element.takePicture()).captureId);
    const taking = fixture.element.takePicture();
    box.hidden = true;
    const {blob, captureId} = await taking;
    expect(core.live).to.equal(0);
    expect((await createImageBitmap(blob)).width).to.be.above(0);
    await fixture.element.discard(captureId);
  });

  it('takes a picture that is requested while the camera comes back', async () => {
    const {core} = fixture;
    const box = await fixture.opened();
    box.hidden = true;
    await fixture.isOff();
    core.gate = new Gate();
    box.hidden = false;
    await waitUntil(() => core.requests === 2, 'it is requested');
    const taking = fixture.element.takePicture();
    core.gate.open();
    const {captureId} = await taking;
    await fixture.element.discard(captureId);
  });

  it('refuses a picture as soon as it is not rendered', async () => {
    const {core} = fixture;
    const box = await fixture.opened();
    box.hidden = true;
    const refused = fixture.refusal();
    expect(core.live).to.equal(0);
    expect(await refused).to.equal('not_capturing');
  });

  it('asks for the permission without leaving a camera on', async () => {
    const {core} = fixture;
    const box = fixture.use(waysToHide[3] as WayToHide);
    box.hidden = true;
    await fixture.isOff();
    expect(await fixture.element.requestPermissions()).to.equal('granted');
    await aTimeout(100);
    expect(core.live).to.equal(0);
    box.hidden = false;
    await fixture.isOn();
  });

  it('has one camera, and its still meanwhile, when it is moved', async () => {
    const {core, page} = fixture;
    const box = await fixture.opened();
    const other = document.createElement('div');
    page.append(other);
    for (const place of [other, box, other]) place.append(fixture.element);
    expect(fixture.inside('.still')).to.be.instanceOf(HTMLCanvasElement);
    await fixture.isOn();
    await aTimeout(200);
    expect(core.live).to.equal(1);
  });

  it('is off after it was moved to where nobody sees it, without leaving the page', async function () {
    const {page} = fixture;
    const box = (await fixture.opened()) as ParentNode & {
      moveBefore?: (node: Node, child: null) => void;
    };
    const other = document.createElement('div') as HTMLDivElement & typeof box;
    other.inert = true;
    page.append(other);
    // Not in WebKit and Firefox yet.
    if (!other.moveBefore || !box.moveBefore) return this.skip();
    other.moveBefore(fixture.element, null);
    await fixture.isOff();
    box.moveBefore(fixture.element, null);
    await fixture.isOn();
  });

  it('is off after a shadow tree was put between it and the page, in which nobody sees it', async () => {
    const box = await fixture.opened();
    const root = box.attachShadow({mode: 'open'});
    root.innerHTML = '<div><slot></slot></div>';
    await fixture.isOn();
    (root.firstElementChild as HTMLElement).inert = true;
    await fixture.isOff();
  });

  it('takes a picture right after it was shown', async () => {
    const box = await fixture.opened();
    box.hidden = true;
    await fixture.isOff();
    await aTimeout(200);
    box.hidden = false;
    expect(await fixture.refusal()).to.equal('a picture');
    await fixture.isOn();
  });

  it('has no still of a camera that is disabled', async () => {
    await fixture.opened();
    fixture.element.disabled = true;
    await fixture.isOff();
    await fixture.element.updateComplete;
    expect(fixture.inside('.heading')?.textContent).to.equal('Camera is off');
    fixture.element.disabled = false;
    await fixture.isOn();
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
