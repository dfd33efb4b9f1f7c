import {expect} from '@open-wc/testing';
import {LitElement} from 'lit';
import {cameraOfPage} from '../../src/elements/camera-of-page.js';
import {LatePart} from '../../src/elements/late-part.js';
import {CaptureImageFixture} from './capture-image/fixture.js';

class Host extends LitElement {
  loads = 0;
  readonly late: LatePart<object> = new LatePart(this, () => {
    this.loads += 1;
    return Promise.resolve({});
  });
}
customElements.define('late-part-host', Host);

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('a part of an element that is loaded later', () => {
  let host: Host;
  beforeEach(() => (host = new Host()));
  afterEach(() => {
    host.remove();
    cameraOfPage.shown = undefined;
  });

  it('is loaded when the page is idle', async () => {
    document.body.append(host);
    await later(400);
    expect(host.loads).to.equal(1);
  });

  it('waits for the first picture of a camera that is being opened', async () => {
    let show: (() => void) | undefined;
    cameraOfPage.shown = new Promise<void>((resolve) => (show = resolve));
    document.body.append(host);
    await later(400);
    expect(host.loads, 'before the picture').to.equal(0);
    show?.();
    await later(0);
    expect(host.loads, 'after the picture').to.equal(1);
  });

  it('waits two seconds at most, and is loaded once', async () => {
    cameraOfPage.shown = new Promise(() => {});
    document.body.append(host);
    await later(2_100);
    expect(host.loads).to.equal(1);
  });

  it('does not wait for a camera whose element was removed', async () => {
    const fixture = await CaptureImageFixture.create();
    expect(cameraOfPage.shown).to.be.instanceOf(Promise);
    fixture.element.remove();
    expect(cameraOfPage.shown === undefined, 'nothing is waited for').to.equal(true);
    fixture.page.remove();
  });
});
