import {expect, waitUntil} from '@open-wc/testing';
import type {CaptureImage} from '../../../src/elements/capture-image.js';
import {CaptureImageFixture, unauthorized} from './fixture.js';
import {live, type FakeCore} from '../fake-core.js';
import {all, drawn} from '../kit.js';

/** The elements over the picture that people read or press. */
const overlays = '.pill, .contents, .plate, .notice, [part=shutter], .thumbnail, .all, .switch';

describe('the layout over the picture of <capture-image>', () => {
  let fixture: CaptureImageFixture;
  let core: FakeCore;
  let element: CaptureImage;

  beforeEach(async () => {
    fixture = await CaptureImageFixture.create();
    ({core, element} = fixture);
    core.camera.known = {
      metadata: {gps: {latitude: 48.1, longitude: 11.5}, device: {model: 'Pixel 9'}},
      ages: {},
    };
    await fixture.show(live());
  });
  afterEach(() => {
    document.documentElement.style.fontSize = '';
    document.documentElement.dir = '';
  });

  const box = (selector: string) => fixture.find(selector).getBoundingClientRect();
  const isSideways = () => fixture.find('.frame').classList.contains('sideways');
  const asOnAPhoneHeldSideways = async () => {
    element.style.cssText = 'inline-size: 740px; block-size: 360px';
    await waitUntil(isSideways, 'the controls are at the side');
  };
  const failedPhoto = async () => {
    const captureId = await fixture.takePicture();
    const failure = unauthorized(captureId);
    await drawn(element, core.protection.advance(captureId, {name: 'failed', failure}));
  };
  const askedForAPlate = async () => {
    core.protection.firstProgress = {name: 'held', awaits: 'license-plate'};
    await fixture.takePicture();
    await waitUntil(() => fixture.has('.plate canvas'), 'the form is drawn');
  };
  /** Pairs that overlap by more than a pixel. */
  const overlaps = () => {
    const shown = all(element, overlays);
    return shown.flatMap((one, index) =>
      shown.slice(index + 1).flatMap((other) => {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        return wide > 1 && high > 1 ? [`${one.className} and ${other.className}`] : [];
      }),
    );
  };
  const expectInside = (selector: string) => {
    const [inner, outer] = [box(selector), element.getBoundingClientRect()];
    expect(inner.top, selector).to.be.at.least(outer.top);
    expect(inner.bottom, selector).to.be.at.most(outer.bottom);
  };

  for (const dir of ['ltr', 'rtl'] as const) {
    it(`has its controls at the inline end if it is low and wide, with the whole picture beside them: ${dir}`, async () => {
      document.documentElement.dir = dir;
      await fixture.takePicture();
      await asOnAPhoneHeldSideways();
      const video = box('video');
      for (const part of ['[part=shutter]', '[part=thumbnail]', '[part=switch]']) {
        expectInside(part);
        const {left, right} = box(part);
        if (dir === 'ltr') expect(left, part).to.be.at.least(video.right);
        else expect(right, part).to.be.at.most(video.left);
      }
      expect(overlaps()).to.eql([]);
    });
  }

  it('has its controls in a column only while it is low and wide', async () => {
    expect(isSideways()).to.be.false;
    await asOnAPhoneHeldSideways();
    element.style.cssText = 'inline-size: 360px; block-size: 700px';
    await waitUntil(() => !isSideways(), 'they are at the bottom');
    const {left, right} = box('[part=shutter]');
    expect((left + right) / 2).to.be.closeTo(element.getBoundingClientRect().left + 180, 1);
    for (const width of ['420px', '560px']) {
      element.style.cssText = `inline-size: ${width}`;
      await new Promise(requestAnimationFrame);
      await element.updateComplete;
      expect(isSideways(), width).to.be.false;
    }
  });

  it('leaves a part of the window to the page, however wide it is, unless it has a height of its own', () => {
    element.style.cssText = 'inline-size: 3000px';
    const height = () => element.getBoundingClientRect().height;
    expect(height()).to.be.closeTo(0.85 * innerHeight, 1);
    element.style.blockSize = '2000px';
    expect(height()).to.equal(2000);
  });

  it('keeps the number of photos apart from the shutter, however low the element is', async () => {
    await fixture.takePicture();
    await fixture.takePicture();
    await waitUntil(() => fixture.has('.all'), 'the number is shown');
    for (const height of [360, 300, 270]) {
      element.style.cssText = `inline-size: 740px; block-size: ${height}px`;
      await waitUntil(isSideways, 'the controls are at the side');
      expect(box('[part=shutter]').top - box('.all').bottom, `${height}`).to.be.at.least(7);
      expect(overlaps(), `${height}`).to.eql([]);
      expectInside('.switch');
    }
  });

  for (const [place, style] of [
    ['a narrow page', 'inline-size: 344px'],
    ['a phone held sideways', 'inline-size: 724px; block-size: 344px'],
  ] as const) {
    for (const size of ['100%', '200%']) {
      it(`has no overlaps in ${place} with text of ${size}`, async () => {
        document.documentElement.style.fontSize = size;
        element.style.cssText = style;
        await failedPhoto();
        await new Promise(requestAnimationFrame);
        expect(overlaps(), 'a failure').to.eql([]);
        await drawn(element, fixture.find('.pill').click());
        expect(fixture.has('.contents')).to.be.true;
        expect(overlaps(), 'a failure and the list').to.eql([]);
        expectInside('.notice');
        await drawn(element, fixture.find('.pill').click());
        await drawn(element, core.protection.leave(10, true));
        expect(overlaps(), 'two notices').to.eql([]);
        expectInside('[part=shutter]');
      });

      it(`asks for a plate beside the picture in ${place} with text of ${size}`, async () => {
        document.documentElement.style.fontSize = size;
        element.style.cssText = style;
        await askedForAPlate();
        await new Promise(requestAnimationFrame);
        expect(overlaps()).to.eql([]);
        const [form, video] = [box('.plate'), box('video')];
        const isBeside = form.left >= video.right || form.top >= video.bottom;
        expect(isBeside, 'the form hides nothing of the picture').to.be.true;
        expect(video.height).to.be.above(100);
        expectInside('[part=shutter]');
        expectInside('.plate');
      });
    }
  }
});
