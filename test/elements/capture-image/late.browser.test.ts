import {expect, waitUntil} from '@open-wc/testing';
import {CaptureImage} from '../../../src/elements/capture-image.js';
import {FakeCore, live} from '../fake-core.js';
import {drawn, pageWith} from '../kit.js';

/** Its page cannot load the panels until it says so. */
class LonelyCamera extends CaptureImage {
  isReachable = false;

  protected override importPanels() {
    return this.isReachable
      ? super.importPanels()
      : Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  }
}
customElements.define('lonely-camera', LonelyCamera);

/** Its page cannot load what takes a deletion back. */
class CameraWithoutUndo extends CaptureImage {
  protected override importFailures() {
    return Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  }
}
customElements.define('camera-without-undo', CameraWithoutUndo);

const missing = 'A part of this page did not load. Your photos are safe.';

describe('<capture-image> without the panels that are loaded later', () => {
  const core = new FakeCore();
  let page: HTMLElement;
  let element: LonelyCamera;

  beforeEach(async () => {
    page = pageWith(core);
    element = document.createElement('lonely-camera') as LonelyCamera;
    await drawn(element, page.append(element));
    await drawn(element, core.camera.show(live()));
  });

  const find = (selector: string) => element.shadowRoot?.querySelector<HTMLElement>(selector);
  const notice = () => find('.notice span')?.textContent;
  const noticed = () => waitUntil(() => notice() === missing, 'the notice is shown');

  it('takes photos, and says nothing of a part that nobody needs', async () => {
    const {captureId} = await element.takePicture();
    expect(element.protections.map((capture) => capture.captureId)).to.include(captureId);
    await waitUntil(() => find('.thumbnail'), 'the thumbnail is drawn');
    expect(notice()).to.be.undefined;
  });

  it('says in place of the list that it did not load, and shows it once it is reachable', async () => {
    find('.pill')?.click();
    await noticed();
    expect(find('.contents')).to.be.null;
    element.isReachable = true;
    find('.notice button')?.click();
    await waitUntil(() => find('.contents'), 'the list is shown');
    expect(notice()).to.be.undefined;
  });

  it('says that the form for a plate did not load, and leaves its place to a form of the page', async () => {
    core.protection.firstProgress = {name: 'held', awaits: 'license-plate'};
    const own = document.createElement('div');
    own.slot = 'license-plate';
    element.append(own);
    await element.takePicture();
    await noticed();
    expect(own.assignedSlot?.name).to.equal('license-plate');
    element.isReachable = true;
    find('.notice button')?.click();
    await waitUntil(() => find('.plate'), 'the form is there');
  });
});

describe('<capture-image> without what takes a deletion back', () => {
  it('deletes nothing by “Retake”, and says so', async () => {
    const core = new FakeCore();
    const page = pageWith(core);
    const element = document.createElement('camera-without-undo') as CameraWithoutUndo;
    element.quality = 'warn';
    await drawn(element, page.append(element));
    await drawn(element, core.camera.show(live()));
    core.camera.quality = {sharpness: 0.1, meanLuminance: 0.4, clippedShare: 0};
    const {captureId} = await element.takePicture();
    const find = (selector: string) => element.shadowRoot?.querySelector<HTMLElement>(selector);
    await waitUntil(() => find('[part=retake]'), 'a person can retake it');
    const notices = () =>
      [...(element.shadowRoot?.querySelectorAll('.notice span') ?? [])].map(
        ({textContent}) => textContent,
      );
    expect(notices(), 'nobody needs it').not.to.include(missing);
    find('[part=retake]')?.click();
    await waitUntil(() => notices().includes(missing), 'the notice is shown');
    expect(element.protections.map((capture) => capture.captureId)).to.eql([captureId]);
  });
});
