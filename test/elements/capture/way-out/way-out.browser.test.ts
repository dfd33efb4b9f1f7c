import {expect, waitUntil} from '@open-wc/testing';
import {CaptureAudio} from '../../../../src/elements/capture-audio.js';
import {CaptureImage} from '../../../../src/elements/capture-image.js';
import {WayOut, type Surroundings} from '../../../../src/elements/capture/way-out/way-out.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {FakeCore} from '../../fake-core.js';
import {all, drawn, pageWith, textOf} from '../../kit.js';

type Host = ConstructorParameters<typeof WayOut>[0];

const view = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile';
const webView =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7; wv) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';

/** The simulated app or browser of the current test. */
let surroundings: Surroundings;
let copied: string[];

function openIn(userAgent: string, href = 'https://a.example/report?case=7#photo') {
  const {protocol, hostname} = new URL(href);
  surroundings = {
    navigator: {
      userAgent,
      maxTouchPoints: 5,
      clipboard: {writeText: (text) => Promise.resolve(void copied.push(text))},
    },
    location: {href, protocol, hostname},
  };
}

class Here extends WayOut {
  constructor(host: Host) {
    super(host, surroundings);
  }
}
let imports: number;
const importHere = () => {
  imports++;
  return Promise.resolve({WayOut: Here});
};
class CameraSomewhere extends CaptureImage {
  protected override importWayOut = importHere;
}
customElements.define('camera-somewhere', CameraSomewhere);
class RecorderSomewhere extends CaptureAudio {
  protected override importWayOut = importHere;
}
customElements.define('recorder-somewhere', RecorderSomewhere);

const unasked = {name: 'denied', unasked: true} as const;
const blocked = {name: 'blocked', byPolicy: false} as const;
const unsupported = {
  name: 'failed',
  error: new SealedCaptureError('not_supported', 'This browser gives pages no camera.'),
} as const;

describe('a capture element in an app or browser that denies it camera and microphone', () => {
  let core: FakeCore;
  let element: CaptureImage;

  beforeEach(async () => {
    copied = [];
    imports = 0;
    openIn(firefox);
    core = new FakeCore();
    element = document.createElement('camera-somewhere') as CameraSomewhere;
    await drawn(element, pageWith(core).append(element));
  });

  const loaded = () => waitUntil(() => imports === 1, 'its words are loaded');
  const show = async (state: Parameters<FakeCore['camera']['show']>[0]) => {
    core.camera.show(state);
    await loaded();
    await new Promise((resolve) => setTimeout(resolve));
    await element.updateComplete;
  };
  const text = (selector: string) => textOf(element.shadowRoot?.querySelector(selector));
  const steps = () => all(element, '.screen li').map(textOf);
  const buttons = () => all(element, '.screen .button').map(textOf);

  for (const state of [unasked, blocked, {name: 'not-found'}, unsupported] as const) {
    it(`names the app and how to leave it: ${state.name}`, async () => {
      openIn(`${view} Instagram 355.0.0.37.103 (iPhone14,5; iOS 18_1)`);
      await show(state);
      expect(text('.heading')).to.equal('No camera in Instagram');
      expect(text('.heading + p')).to.equal(
        'This page is open inside Instagram, which gives it no camera. Open it in your browser:',
      );
      expect(steps()).to.eql([
        'Tap ⋯ or ⋮ at the top or bottom of the screen.',
        'Choose “Open in browser” or “Open in Safari”.',
        'If there is neither, copy this address and paste it into Safari:',
      ]);
      expect(text('.address')).to.equal('https://a.example/report?case=7#photo');
      const again = {denied: ['Ask again'], failed: []}[state.name as string] ?? ['Try again'];
      expect(buttons()).to.eql(['Copy address', ...again]);
      await expect(element).to.be.accessible();
    });
  }

  it('copies the address and says so; if copying is not allowed, the address can be selected', async () => {
    openIn(`${webView} Instagram 355.0.0.37.103`);
    await show(unasked);
    element.shadowRoot?.querySelector<HTMLElement>('.copy button')?.click();
    await waitUntil(() => text('.copy [role=status]') === 'Copied.', 'it is said');
    expect(copied).to.eql(['https://a.example/report?case=7#photo']);
    surroundings.navigator.clipboard = undefined;
    await drawn(element, element.requestUpdate());
    element.shadowRoot?.querySelector<HTMLElement>('.copy button')?.click();
    await waitUntil(() => text('.copy [role=status]').includes('Select the text'), 'it is said');
    const address = element.shadowRoot?.querySelector('.address');
    getSelection()?.selectAllChildren(address ?? element);
    const {webkitUserSelect, userSelect = webkitUserSelect} = getComputedStyle(address ?? element);
    expect(userSelect).to.equal('all');
  });

  it('offers a link to the browser only in the app that is known to support it', async () => {
    openIn(`${webView} Line/14.18.1/IAB`, 'https://a.example/#Intent;component=x/y;end');
    await show(unasked);
    const link = element.shadowRoot?.querySelector('a');
    expect(textOf(link)).to.equal('Open in your browser');
    // Android parses what follows the last "#".
    expect(link?.getAttribute('href')).to.equal(
      'intent://a.example/#Intent;component=x/y;end#Intent;scheme=https;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end',
    );
    element.remove();
    for (const [elsewhere, address] of [
      [`${webView} Instagram 355.0.0`],
      [`${view} Line/14.18.0`],
      [webView],
      [`${webView} Line/14.18.1/IAB`, 'http://a.example/'],
    ] as const) {
      const here = document.createElement('camera-somewhere') as CameraSomewhere;
      openIn(elsewhere, address);
      imports = 0;
      const other = new FakeCore();
      await drawn(here, pageWith(other).append(here));
      other.camera.show(unasked);
      await waitUntil(() => here.shadowRoot?.querySelector('.address'), 'the way out is shown');
      expect(here.shadowRoot?.querySelector('a')).to.be.null;
      here.remove();
    }
  });

  it('says that the page is open in an app if its name is not known', async () => {
    openIn(webView);
    await show(unasked);
    expect(text('.heading')).to.equal('No camera in this app');
    expect(text('.heading + p')).to.match(/^This page is open inside an app, which/);
    expect(steps()[1]).to.equal('Choose “Open in browser” or “Open in Chrome”.');
  });

  for (const [userAgent, address] of [
    [view, 'capacitor://localhost/'],
    [webView, 'https://localhost/'],
    [webView, 'https://appassets.androidplatform.net/assets/index.html'],
  ] as const) {
    it(`names the phone's settings in the app that the page belongs to: ${address}`, async () => {
      openIn(userAgent, address);
      await show(unasked);
      expect(text('.heading')).to.equal('Camera access denied');
      expect(steps()).to.eql([
        'Open your phone’s settings and choose this app.',
        'Turn “Camera” on.',
        'Come back here and choose “Ask again”.',
      ]);
      expect(buttons()).to.eql(['Ask again']);
      await drawn(element, core.camera.show(unsupported));
      expect(text('.heading')).to.equal('No camera in this app');
      expect(text('.heading + p')).to.equal('This app gives its pages no camera. (not_supported)');
      expect(buttons()).to.eql([]);
      await drawn(element, core.camera.show({name: 'not-found'}));
      expect(text('.heading')).to.equal('No camera found');
    });
  }

  it('says in a browser without cameras that another browser is needed', async () => {
    await show(unsupported);
    expect(text('.heading')).to.equal('No camera in this browser');
    expect(text('.heading + p')).to.match(/open it in another browser\. \(not_supported\)$/);
    expect(buttons()).to.eql(['Copy address']);
    await drawn(element, core.camera.show(blocked));
    expect(steps()[0]).to.match(/^Choose the crossed-out camera/);
    await drawn(element, core.camera.show(unasked));
    expect(text('.heading')).to.equal('Camera access denied');
    expect(steps()).to.eql([]);
  });

  it('does not offer this after a person’s refusal, or if the page itself forbids the camera, in any app', async () => {
    openIn(`${view} Instagram 355.0.0.37.103`);
    await show({name: 'denied', unasked: false});
    expect(text('.heading')).to.equal('Camera access denied');
    await drawn(element, core.camera.show({name: 'blocked', byPolicy: true}));
    expect(text('.heading')).to.equal('Camera is blocked');
    expect(text('.heading + p')).to.contain('Permissions-Policy');
    await drawn(element, core.camera.show({name: 'in-use'}));
    expect(text('.heading')).to.equal('Camera is in use');
  });

  it('loads no code for this while the camera is off, requested or live', async () => {
    core.camera.show({name: 'pending'});
    core.camera.show({name: 'in-use'});
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(imports).to.equal(0);
  });

  it('explains the same for a microphone', async () => {
    openIn(`${view} [FBAN/FBIOS;FBAV/489.0.0.50.78;]`);
    const recorder = document.createElement('recorder-somewhere') as RecorderSomewhere;
    await drawn(recorder, pageWith(core).append(recorder));
    core.recording.show(unasked, 'denied');
    await waitUntil(() => recorder.shadowRoot?.querySelector('.address'), 'the way out is shown');
    const heading = recorder.shadowRoot?.querySelector('.heading');
    expect(textOf(heading)).to.equal('No microphone in Facebook');
    expect(textOf(heading?.nextElementSibling)).to.contain('which gives it no microphone.');
    await expect(recorder).to.be.accessible();
  });
});
