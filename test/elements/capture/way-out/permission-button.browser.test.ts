import {expect} from '@open-wc/testing';
import type {CaptureContents} from '../../../../src/core/metadata/capture-contents.js';
import {CaptureAudio} from '../../../../src/elements/capture-audio.js';
import {CaptureImage} from '../../../../src/elements/capture-image.js';
import {PermissionButton} from '../../../../src/elements/capture/way-out/permission-button.js';
import {WayOut, type Surroundings} from '../../../../src/elements/capture/way-out/way-out.js';
import {render, nothing} from 'lit';
import {FakeCore, live, recording} from '../../fake-core.js';
import {all, change, drawn, focusedIn, ownWayBack, pageWith, textOf, waitUntil} from '../../kit.js';

/** A simulated element of the browser, whose members a test sets. */
interface Given extends HTMLElement {
  track?: MediaStreamTrack | null;
  position?: unknown;
  error?: {name?: string; code?: number} | null;
  isValid?: boolean;
  invalidReason?: string;
}

/** The simulated elements that were made, oldest first. */
let made: {name: string; element: Given}[];
/** The members of the next one. */
let members: Partial<Given>;
let userAgent: string;

const simulated = (): Surroundings => ({
  navigator: {userAgent, maxTouchPoints: 0},
  location: window.location,
  document: {
    createElement: (name) => {
      const element = Object.assign(document.createElement('button'), {textContent: name}, members);
      made.push({name, element});
      return element;
    },
  },
});

class Here extends WayOut {
  constructor(host: ConstructorParameters<typeof WayOut>[0]) {
    super(host, simulated());
  }
}
const importHere = () => Promise.resolve({WayOut: Here});
class CameraWithButton extends CaptureImage {
  renderings = 0;
  protected override importWayOut = importHere;
  protected override render() {
    this.renderings++;
    return super.render();
  }
}
customElements.define('camera-with-button', CameraWithButton);
class RecorderWithButton extends CaptureAudio {
  protected override importWayOut = importHere;
}
customElements.define('recorder-with-button', RecorderWithButton);

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36';
const blocked = {name: 'blocked', byPolicy: false} as const;
const ASKED = 'Choose this button: your browser will ask you again.';
const REFUSED = 'Your browser does not accept the button here.';

/** A device that is on. */
function device(): MediaStreamTrack {
  const canvas = document.createElement('canvas');
  canvas.getContext('2d');
  const [track] = canvas.captureStream().getTracks();
  if (!track) throw new Error('no track');
  return track;
}

describe('the browser’s own button after a refusal', () => {
  let core: FakeCore;
  let element: CaptureImage;

  beforeEach(async () => {
    made = [];
    members = {track: null};
    userAgent = chrome;
    core = new FakeCore();
    element = document.createElement('camera-with-button') as CameraWithButton;
    await drawn(element, pageWith(core).append(element));
  });

  const show = async (state: Parameters<FakeCore['camera']['show']>[0]) => {
    core.camera.show(state);
    await waitUntil(() => made.length > 0, 'the button is loaded');
    await drawn(element);
  };
  const button = () => all<Given>(element, '.permission-button')[0];
  const texts = (selector: string) => all(element, selector).map(textOf);
  const emit = (type: string, given: Partial<Given> = {}) => {
    const target = made.at(-1)?.element;
    if (target) Object.assign(target, given).dispatchEvent(new Event(type));
    return drawn(element);
  };
  const invalid = {error: {name: 'InvalidStateError'}};

  for (const state of [blocked, {name: 'denied'}] as const) {
    it(`stands in place of the steps and of our button: ${state.name}`, async () => {
      await show(state);
      expect(made.map(({name}) => name)).to.eql(['camera']);
      expect(button()?.isConnected).to.be.true;
      expect(texts('.heading + p')).to.eql([ASKED]);
      expect(texts('.screen li')).to.eql([]);
      expect(all(element, '.screen .button')).to.eql([]);
      await expect(element).to.be.accessible();
    });
  }

  it('has its language written by each rendering, which does not render all elements without end', async () => {
    const camera = element as CameraWithButton;
    await show(blocked);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const before = camera.renderings;
    element.requestUpdate();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(camera.renderings).to.equal(before + 1);
    element.lang = 'de';
    await waitUntil(() => button()?.lang === 'de', 'it follows the language of the page');
  });

  it('turns the device that it was given off at once, and has the element open its own', async () => {
    await show(blocked);
    const track = device();
    await emit('track', {track});
    expect(track.readyState).to.equal('ended');
    expect(core.camera.calls).to.include('requestPermissions environment');
  });

  it('turns a device off that comes after its element has left the page', async () => {
    await show(blocked);
    element.remove();
    const track = device();
    await emit('track', {track});
    expect(track.readyState).to.equal('ended');
    expect(core.camera.calls).not.to.include('requestPermissions environment');
  });

  it('is a new one after the next refusal, because one that had a device does nothing more', async () => {
    await show(blocked);
    await emit('track', {track: device()});
    await drawn(element, core.camera.show(live()));
    await drawn(element, core.camera.show(blocked));
    expect(made.length).to.be.at.least(2);
    expect(button() === made.at(-1)?.element).to.be.true;
    expect(button() === made[0]?.element).to.be.false;
  });

  it('is joined by our steps if the browser ignores its press, and leaves after the second', async () => {
    await show(blocked);
    button()?.focus();
    await emit('error', invalid);
    expect(button()?.isConnected).to.be.true;
    expect(texts('.screen li').length).to.equal(3);
    expect(texts('.permission-button + p')).to.eql([REFUSED]);
    expect(texts('.screen .button')).to.eql(['Try again']);
    await expect(element).to.be.accessible();
    await emit('error', invalid);
    expect(all(element, '.permission-button').length).to.equal(0);
    expect(texts('.screen li').length).to.equal(3);
    expect(textOf(focusedIn(element))).to.equal('Try again');
  });

  it('leaves the word to the element if the device itself is missing', async () => {
    await show(blocked);
    await emit('error', {error: {name: 'NotFoundError'}});
    expect(core.camera.calls).to.include('requestPermissions environment');
    expect(texts('.screen li')).to.eql([]);
  });

  it('stays as it is if the person closes the browser’s question', async () => {
    await show(blocked);
    await emit('promptdismiss', {error: {name: 'NotAllowedError'}});
    await emit('cancel');
    expect(texts('.heading + p')).to.eql([ASKED]);
    expect(core.camera.calls).not.to.include('requestPermissions environment');
  });

  it('is joined by our steps if its style is refused, without a press', async () => {
    await show(blocked);
    await emit('validationstatuschange', {isValid: false, invalidReason: 'style_invalid'});
    await waitUntil(() => texts('.screen li').length === 3, 'the steps are shown');
  });

  it('is not judged while it has just appeared, or is scrolled out of view', async () => {
    await show(blocked);
    for (const invalidReason of ['recently_attached', 'intersection_out_of_viewport_or_clipped']) {
      await emit('validationstatuschange', {isValid: false, invalidReason});
    }
    await new Promise((resolve) => setTimeout(resolve, 1200));
    expect(texts('.heading + p')).to.eql([ASKED]);
    await emit('click', {invalidReason: 'recently_attached'});
    await emit('click');
    expect(texts('.heading + p'), 'a double tap').to.eql([ASKED]);
    await emit('click', {invalidReason: 'intersection_out_of_viewport_or_clipped'});
    expect(texts('.screen li').length, 'until it is pressed').to.equal(3);
  });

  it('has the language of the element', async () => {
    const page = element.parentElement as HTMLElement;
    page.lang = 'de';
    await show(blocked);
    await waitUntil(() => button()?.lang === 'de', 'German');
    page.lang = 'ar';
    await waitUntil(() => button()?.lang === 'ar', 'Arabic');
  });

  for (const [why, agent, state, given] of [
    ['the browser has none', chrome, blocked, {}],
    ['the page is open in an app', `${chrome} Instagram 355.0`, blocked, {track: null}],
    ['the page itself forbids it', chrome, {name: 'blocked', byPolicy: true}, {track: null}],
    ['there is no camera', chrome, {name: 'not-found'}, {track: null}],
  ] as const) {
    it(`is not there if ${why}`, async () => {
      members = given;
      userAgent = agent;
      core.camera.show(state);
      await new Promise((resolve) => setTimeout(resolve, 200));
      await drawn(element);
      expect(all(element, '.permission-button').length).to.equal(0);
      expect(texts('.screen .heading').length).to.equal(1);
      expect(texts('.heading + p')).not.to.contain(ASKED);
    });
  }

  it('is the microphone’s in a recorder', async () => {
    const recorder = document.createElement('recorder-with-button') as RecorderWithButton;
    await drawn(recorder, pageWith(core).append(recorder));
    core.recording.show(blocked, 'blocked');
    await waitUntil(() => all(recorder, '.permission-button').length > 0, 'it is shown');
    expect(made.at(-1)?.name).to.equal('microphone');
    await expect(recorder).to.be.accessible();
    const track = device();
    await emit('track', {track});
    expect(track.readyState).to.equal('ended');
    expect(core.recording.calls).to.include('requestPermissions');
  });

  it('asks for the location again; a location that is refused once more counts as an ignored press', async () => {
    members = {position: null};
    const place = new PermissionButton(element, 'geolocation', simulated());
    const root = pageWith(core);
    render(place.render() ?? nothing, root);
    expect(made.at(-1)?.name).to.equal('geolocation');
    await emit('location', {error: {code: 1}});
    expect(place.help).to.be.undefined;
    expect(core.camera.calls).not.to.include('requestPermissions environment');
    await emit('location', {error: null, position: {}});
    expect(core.camera.calls).to.include('requestPermissions environment');
    expect(place.help).to.equal(ASKED);
  });
});

describe('after a refusal, this browser', () => {
  const has = (name: string, member: string) => member in document.createElement(name);
  const without: CaptureContents = {
    metadata: {gps: {unavailableReason: 'permission_denied'}},
    ages: {},
  };
  let core: FakeCore;

  beforeEach(() => {
    core = new FakeCore();
  });

  it('offers its own button for the camera, or our steps', async () => {
    const element = document.createElement('capture-image');
    await drawn(element, pageWith(core).append(element));
    core.camera.show(blocked);
    const selector = has('camera', 'track') ? 'camera' : '.screen li';
    await waitUntil(() => all(element, selector).length > 0, selector);
    await expect(element).to.be.accessible();
    await ownWayBack(element, '.screen li:nth-child(3)');
  });

  it('offers its own button for the microphone, or our steps', async () => {
    const element = document.createElement('capture-audio');
    await drawn(element, pageWith(core).append(element));
    core.recording.show(blocked, 'blocked');
    const selector = has('microphone', 'track') ? 'microphone' : '.screen li';
    await waitUntil(() => all(element, selector).length > 0, selector);
    await expect(element).to.be.accessible();
    await ownWayBack(element, '.screen li:nth-child(3)');
  });

  it('offers its own button for the location, or our help', async () => {
    const element = document.createElement('capture-image');
    await drawn(element, pageWith(core).append(element));
    core.camera.known = without;
    core.camera.show({...live(), placeOff: 'permission_denied'});
    await change(element, {contents: 'open'});
    const selector = has('geolocation', 'position') ? 'geolocation' : '.contents .button';
    await waitUntil(() => all(element, selector).length > 0, selector);
    await expect(element).to.be.accessible();
    await ownWayBack(element, '.contents .button');
  });

  it('offers its own button for a location while it records, and no other', async () => {
    const element = document.createElement('capture-audio');
    await drawn(element, pageWith(core).append(element));
    const buttons = () => all(element, 'geolocation').length;
    const placeOff = 'permission_denied';
    core.recording.show({...recording(), includes: ['microphone'], placeOff});
    const isOffered = has('geolocation', 'position');
    if (isOffered) await waitUntil(() => buttons() === 1, 'it is shown');
    await expect(element).to.be.accessible();
    for (const state of [
      {...recording(), includes: ['microphone'], placeOff: 'permission_not_requested'},
      {...recording(), includes: ['place', 'microphone']},
      {name: 'idle'},
    ] as const) {
      await drawn(element, core.recording.show(state));
      expect(buttons()).to.equal(0);
    }
  });
});
