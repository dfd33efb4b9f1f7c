import {aTimeout, expect} from '@open-wc/testing';
import {waysToHide} from '../ways-to-hide.js';
import {grantCamera, UnseenFixture} from './unseen-fixture.js';

describe('<capture-image> that is hidden', () => {
  let fixture: UnseenFixture;
  before(grantCamera);
  beforeEach(() => {
    fixture = new UnseenFixture();
  });
  afterEach(() => fixture.end());

  for (const way of waysToHide) {
    it(`has its camera off, and a still, while it is hidden by ${way.name}, and on again afterwards`, async () => {
      const {core} = fixture;
      const container = fixture.use(way);
      if (!fixture.element.checkVisibility()) {
        await aTimeout(100);
        expect(core.requests).to.equal(0);
        way.show(container);
      }
      await fixture.isOn();
      way.hide(container);
      await fixture.isOff();
      expect(await fixture.refusal()).to.equal('not_capturing');
      expect(fixture.element.permissionStatus).to.equal('granted');
      const still = fixture.inside<HTMLCanvasElement>('.still');
      const pixels = still?.getContext('2d')?.getImageData(0, 0, still.width, still.height).data;
      expect(pixels?.some((value, index) => index % 4 < 3 && value > 40)).to.be.true;
      await aTimeout(100);
      expect(core.live, 'still off').to.equal(0);
      way.show(container);
      await fixture.isOn();
      expect(core.requests).to.equal(2);
    });
  }

  it('opens no camera before it is scrolled into view', async () => {
    const {core, page} = fixture;
    page.innerHTML = '<div style="height: 3000px"></div><capture-image></capture-image>';
    await aTimeout(300);
    expect(core.requests).to.equal(0);
    fixture.element.scrollIntoView();
    await fixture.isOn();
  });
});
