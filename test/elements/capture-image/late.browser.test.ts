import {expect, waitUntil} from '@open-wc/testing';
import {CaptureImage} from '../../../src/elements/capture-image.js';
import {FakeCore, live} from '../fake-core.js';
import {drawn, pageWith} from '../kit.js';

/** A camera that cannot load the panels until the test allows it. */
class LonelyCamera extends CaptureImage {
  isReachable = false;

  protected override get imports() {
    const imports = super.imports;
    const panels = () =>
      this.isReachable
        ? imports.panels()
        : Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    return {...imports, panels};
  }
}
customElements.define('lonely-camera', LonelyCamera);

/** A camera that cannot load the undo code. */
class CameraWithoutUndo extends CaptureImage {
  protected override importFailures() {
    return Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  }
}
customElements.define('camera-without-undo', CameraWithoutUndo);

const missing = 'A part of this page did not load. Your photos are safe.';

describe('<capture-image> while the late panels cannot be loaded', () => {
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

  it('does not mention a part that is not needed, takes photos, and shows the last one once it can', async () => {
    expect(notice()).to.be.undefined;
    const {captureId} = await element.takePicture();
    expect(element.protections.map((capture) => capture.captureId)).to.include(captureId);
    await noticed();
    element.isReachable = true;
    find('.notice button')?.click();
    await waitUntil(() => find('.thumbnail'), 'the thumbnail is drawn');
    expect(notice()).to.be.undefined;
  });

  it('shows in place of the list that it did not load, and shows the list once it can be loaded', async () => {
    find('.pill')?.click();
    await noticed();
    expect(find('.contents')).to.be.null;
    element.isReachable = true;
    find('.notice button')?.click();
    await waitUntil(() => find('.contents'), 'the list is shown');
    expect(notice()).to.be.undefined;
  });

  it('reports that the form for a plate did not load, and leaves its place to a form of the page', async () => {
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

describe('<capture-image> while the undo code cannot be loaded', () => {
  it('deletes nothing with “Retake”, and says so', async () => {
    const core = new FakeCore();
    const page = pageWith(core);
    const element = document.createElement('camera-without-undo') as CameraWithoutUndo;
    element.quality = 'warn';
    await drawn(element, page.append(element));
    await drawn(element, core.camera.show(live()));
    core.camera.quality = {sharpness: 0.1, meanLuminance: 0.4, clippedShare: 0};
    const {captureId} = await element.takePicture();
    const find = (selector: string) => element.shadowRoot?.querySelector<HTMLElement>(selector);
    await waitUntil(() => find('.retake'), 'a person can retake it');
    const notices = () =>
      [...(element.shadowRoot?.querySelectorAll('.notice span') ?? [])].map(
        ({textContent}) => textContent,
      );
    expect(notices(), 'nobody needs it').not.to.include(missing);
    find('.retake')?.click();
    await waitUntil(() => notices().includes(missing), 'the notice is shown');
    expect(element.protections.map((capture) => capture.captureId)).to.eql([captureId]);
  });
});
