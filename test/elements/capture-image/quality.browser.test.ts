import {expect, waitUntil} from '@open-wc/testing';
import {CaptureImage} from '../../../src/elements/capture-image.js';
import {Failures, type FailureActions} from '../../../src/elements/capture/failures/failures.js';
import {LatePanels} from '../../../src/elements/capture-image/late-panels.js';
import {FakeCore, live} from '../fake-core.js';
import {all, drawn, pageWith, textOf} from '../kit.js';

let shownMs = 60_000;
let undoMs = 60_000;

class TestedPanels extends LatePanels {
  constructor(...[host, actions]: ConstructorParameters<typeof LatePanels>) {
    super(host, {...actions, shownMs});
  }
}
class TestedFailures extends Failures {
  constructor(host: CaptureImage, actions: FailureActions) {
    super(host, {...actions, undoMs});
  }
}
class MeasuringCamera extends CaptureImage {
  protected override get imports() {
    return {...super.imports, panels: () => Promise.resolve({LatePanels: TestedPanels})};
  }
  protected override importFailures() {
    return Promise.resolve({Failures: TestedFailures});
  }
}
customElements.define('measuring-camera', MeasuringCamera);

const sharp = {sharpness: 0.8, meanLuminance: 0.4, clippedShare: 0};
const blurred = {sharpness: 0.1, meanLuminance: 0.4, clippedShare: 0};

describe('a photo that does not look good', () => {
  let core: FakeCore;
  let page: HTMLElement;
  let element: CaptureImage;

  beforeEach(() => {
    [shownMs, undoMs] = [60_000, 60_000];
    core = new FakeCore();
    page = pageWith(core);
  });

  const open = async () => {
    element = document.createElement('measuring-camera') as CaptureImage;
    element.style.inlineSize = '360px';
    element.quality = 'warn';
    await drawn(element, page.append(element));
    await drawn(element, core.camera.show(live()));
    core.camera.quality = blurred;
  };
  const notice = () => all(element, '.quality')[0];
  const button = (name: string) => all(element, `.quality .${name}`)[0];
  const said = () => textOf(all(element, '[role=status]')[0]);
  const take = async () => {
    const {captureId} = await element.takePicture();
    await waitUntil(notice, 'the notice is there');
    await element.updateComplete;
    return captureId;
  };
  const stored = () => core.protection.captures.map(({captureId}) => captureId);

  it('is reported with a notice over the picture and to screen readers, without moving the focus', async () => {
    await open();
    all(element, '.shutter')[0]?.focus();
    await take();
    expect(textOf(notice())).to.equal('Looks blurred. Retake? Retake Keep');
    expect(said()).to.equal(
      'Photo taken. It looks blurred. You can retake it; otherwise it is kept.',
    );
    expect(element.shadowRoot?.activeElement?.className).to.equal('shutter');
    await expect(element).to.be.accessible();
  });

  it('has a specific text if it is too dark or overexposed', async () => {
    await open();
    core.camera.quality = {...sharp, meanLuminance: 0.03};
    await take();
    expect(textOf(notice())).to.contain('Looks too dark.');
    core.camera.quality = {...sharp, clippedShare: 0.5};
    await drawn(element, element.takePicture());
    await waitUntil(() => textOf(notice()).startsWith('Looks overexposed.'), 'the newer is told');
  });

  it('is kept with “Keep”, and the focus moves to the shutter', async () => {
    await open();
    const captureId = await take();
    await drawn(element, button('keep')?.click());
    expect(notice()).to.be.undefined;
    expect(stored()).to.eql([captureId]);
    expect(element.shadowRoot?.activeElement?.className).to.equal('shutter');
  });

  it('is deleted with “Retake”, even if it was sealed meanwhile, unless that is undone', async () => {
    undoMs = 300;
    await open();
    const captureId = await take();
    button('retake')?.click();
    await waitUntil(() => all(element, '.undo').length, 'that can be taken back');
    expect(notice()).to.be.undefined;
    core.protection.advance(captureId, {name: 'sealed', sealedAt: '2026-11-20T15:04:00Z'});
    await waitUntil(() => stored().length === 0, 'it is deleted');
  });

  it('is left out of its form after “Retake”, unless that is undone', async () => {
    await open();
    const form = document.createElement('form');
    page.append(form);
    form.append(element);
    element.name = 'photo';
    element.submitAs = 'raw';
    await drawn(element, core.camera.show(live()));
    core.camera.quality = blurred;
    await take();
    const files = () => new FormData(form).getAll('photo').length;
    expect(files()).to.equal(1);
    button('retake')?.click();
    await waitUntil(() => all(element, '.undo').length, 'that can be taken back');
    expect(files()).to.equal(0);
    await drawn(element, all(element, '.undo')[0]?.click());
    expect(files()).to.equal(1);
  });

  it('is kept if “Retake” is undone', async () => {
    await open();
    const captureId = await take();
    button('retake')?.click();
    await waitUntil(() => all(element, '.undo').length, 'that can be taken back');
    await drawn(element, all(element, '.undo')[0]?.click());
    expect(stored()).to.eql([captureId]);
  });

  it('is kept when the notice disappears after a while, but not during a person’s interaction', async () => {
    shownMs = 40;
    await open();
    const captureId = await take();
    button('keep')?.focus();
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(notice()).not.to.be.undefined;
    all(element, '.shutter')[0]?.focus();
    await waitUntil(() => !notice(), 'the notice is gone');
    expect(stored()).to.eql([captureId]);
  });

  it('loses its notice when the photo or the element is removed', async () => {
    await open();
    const captureId = await take();
    await drawn(element, element.discard(captureId));
    expect(notice()).to.be.undefined;
    await take();
    element.remove();
    await drawn(element, page.append(element));
    expect(notice()).to.be.undefined;
  });

  it('is not measured unless the page requests it, and there is no notice for a good photo', async () => {
    await open();
    element.setAttribute('quality', 'off');
    await drawn(element, element.takePicture());
    element.setAttribute('quality', 'warn');
    core.camera.quality = sharp;
    await drawn(element, element.takePicture());
    await drawn(element);
    expect(notice()).to.be.undefined;
  });
});
