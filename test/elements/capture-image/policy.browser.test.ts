import {expect, waitUntil} from '@open-wc/testing';
import '../../../src/elements/capture-image.js';

describe('<capture-image> in a frame that may not use the camera', () => {
  it('reports that the camera is blocked, before and after a request', async () => {
    const frame = document.createElement('iframe');
    frame.allow = "camera 'none'";
    const script = new URL('../../../src/elements/capture-image.ts', import.meta.url).href;
    frame.srcdoc = `<script type="module" src="${script}"></script><capture-image></capture-image>`;
    document.body.append(frame);
    const element = () => frame.contentDocument?.querySelector('capture-image');
    await waitUntil(() => element()?.shadowRoot?.querySelector('.heading'), 'it is drawn', {
      timeout: 10_000,
    });
    const status = await element()?.requestPermissions();
    await element()?.updateComplete;
    expect(status).to.equal('blocked');
    const heading = element()?.shadowRoot?.querySelector('.heading');
    expect(heading?.textContent).to.equal('Camera is blocked');
    const found = (selector: string) => element()?.shadowRoot?.querySelectorAll(selector).length;
    // Only Chromium tells pages that a policy is the reason. In others, it is a refusal like any, with the steps of the browser.
    if (!('featurePolicy' in document)) {
      await waitUntil(() => found('.screen li') === 3, 'the steps are shown', {timeout: 10_000});
    }
    expect(found('.permission-button'), 'a button of the browser').to.equal(0);
    frame.remove();
  });
});
