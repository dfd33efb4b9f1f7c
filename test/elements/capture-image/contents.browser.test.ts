import {aTimeout, expect, waitUntil} from '@open-wc/testing';
import {sendKeys} from '@web/test-runner-commands';
import type {CaptureContents} from '../../../src/core/metadata/capture-contents.js';
import type {CaptureImage} from '../../../src/elements/capture-image.js';
import type {ConfigurationErrorEvent} from '../../../src/elements/options/configuration-error-event.js';
import type {UnavailableReason} from '@sealed-capture/seal/model/unavailable-reason.js';
import {CaptureImageFixture} from './fixture.js';
import {live, type FakeCore} from '../fake-core.js';
import {change, drawn, ownWayBack, textOf} from '../kit.js';

const without = (unavailableReason: UnavailableReason) => ({unavailableReason});

const known: CaptureContents = {
  metadata: {
    gps: {latitude: 48.137154, longitude: 11.576124, latLongAccuracy: 8},
    atmospheric: without('not_supported'),
    magnetometer: without('permission_not_requested'),
    orientation: without('permission_not_requested'),
    acceleration: {x: 0.1, y: 9.8, z: 0},
    network: {wifi: true},
    device: {model: 'Pixel 9'},
    camera: {deviceName: 'back camera'},
  },
  ages: {gps: 12_400, acceleration: 60},
};

describe('the list of what will be sealed', () => {
  let fixture: CaptureImageFixture;
  let core: FakeCore;
  let element: CaptureImage;

  beforeEach(async () => {
    fixture = await CaptureImageFixture.create();
    ({core, element} = fixture);
    core.camera.known = known;
    await fixture.show(live());
  });

  const pill = () => fixture.find('.pill');
  const press = (selector: string) => drawn(element, fixture.find(selector).click());
  const open = () => press('.pill');
  const isOpen = () => fixture.has('.contents');
  const titles = () =>
    [...(element.shadowRoot?.querySelectorAll('h4') ?? [])].map((title) => textOf(title));
  const valueOf = (label: string) => {
    const rows = [...(element.shadowRoot?.querySelectorAll('.contents .row') ?? [])];
    const row = rows.find((candidate) => textOf(candidate.querySelector('dt')) === label);
    return row && textOf(row.querySelector('dd'));
  };

  it('names the place that the current shot expects', async () => {
    const expectedPlace = {latitude: 48.1372, longitude: 11.5761, radius: 25};
    element.shots = [{id: 'gate', label: 'The gate', expectedPlace}];
    await waitUntil(() => fixture.has('.shot'));
    await open();
    await waitUntil(isOpen);
    expect(valueOf('Place that was asked for')).to.equal('48.1372° N, 11.5761° E ± 25 m');
  });

  it('has lines of its heading as high as the text that a person enlarges', async () => {
    await open();
    const {style} = document.documentElement;
    style.fontSize = '32px';
    try {
      expect(getComputedStyle(fixture.find('.contents h3')).lineHeight).to.equal('44px');
    } finally {
      style.fontSize = '';
    }
  });

  it('is opened and closed with the pill, whose state is exposed', async () => {
    expect(pill().getAttribute('aria-expanded')).to.equal('false');
    expect(isOpen()).to.be.false;
    await open();
    expect(pill().getAttribute('aria-expanded')).to.equal('true');
    expect(fixture.find('.contents').id).to.equal(pill().getAttribute('aria-controls'));
    await press('.pill');
    expect(isOpen()).to.be.false;
  });

  it('shows values with units and age, and a shared reason once if there are none', async () => {
    await open();
    const [where, motion, ...rest] = titles();
    expect(where).to.match(/^Where 12 ?s(ec)?\.? ago$/);
    expect(motion).to.equal('Attitude and motion now');
    expect(rest).to.eql(['Camera', 'Device', 'Network']);
    expect(valueOf('Latitude')).to.equal('48.13715° N');
    expect(valueOf('Barometer')).to.equal('Not available in this browser.');
    expect(valueOf('Compass, Attitude')).to.equal('You were not asked for it yet.');
    expect(valueOf('Acceleration')).to.equal('0.1 / 9.8 / 0 m/s² (x, y, z)');
    expect(valueOf('Wi-Fi')).to.equal('Connected');
    expect(valueOf('Name')).to.equal('back camera');
  });

  it('includes the tags and features of the page, which are sealed as well', async () => {
    element.tags = {case: '2026-1187'};
    element.features = {licensePlateInfo: {plateNumber: 'M AB 1284'}};
    await open();
    expect(valueOf('case')).to.equal('2026-1187');
    expect(valueOf('Number')).to.equal('M AB 1284');
  });

  it('mentions that a plate is read from each photo if there is a detector', async () => {
    element.licensePlateDetector = {detect: () => Promise.resolve(undefined)};
    await open();
    expect(titles().at(-1)).to.equal('Plate');
    expect(fixture.text('h4 + p')).to.equal('Read from each photo. You confirm it.');
  });

  it('includes the last tags and features that can be sealed', async () => {
    element.tags = {case: '2026-1187'};
    element.tags = {case: '4711', report: 'a'.repeat(4097)};
    element.features = {licensePlateInfo: {plateNumber: 'M AB 1284'}};
    element.features = {licensePlateInfo: {plateNumber: 'A'.repeat(65)}};
    await open();
    expect([valueOf('case'), valueOf('report')]).to.eql(['2026-1187', undefined]);
    expect(valueOf('Number')).to.equal('M AB 1284');
  });

  it('does not mention obfuscation without a location', async () => {
    element.locationObfuscationRadius = -500;
    core.camera.known = {...known, metadata: {...known.metadata, gps: without('disabled')}};
    await open();
    expect(fixture.text('.contents')).not.to.contain('Blurred');
    expect(valueOf('Location')).to.equal('Switched off on this page.');
  });

  it('shows the radius within which the location is obfuscated', async () => {
    element.locationObfuscationRadius = 500;
    await open();
    expect(fixture.text('h4 + p')).to.equal('Blurred to 500 m');
  });

  for (const [reason, help, button] of [
    ['permission_denied', /Turn “Location” on/, 'Try again Where'],
    ['permission_not_requested', /^Choose “Allow”/, 'Allow Where'],
    ['policy_blocked', /^The site embedding this page/, undefined],
    ['timeout', /^Check that location is on/, 'Try again Where'],
    ['not_available', undefined, undefined],
    ['disabled', undefined, undefined],
  ] as const) {
    it(`explains what to do if there is no location: ${reason}`, async () => {
      core.camera.known = {metadata: {gps: without(reason)}, ages: {}};
      await open();
      if (reason === 'permission_denied') await ownWayBack(element, '.contents .button');
      const shown = (selector: string) => (fixture.has(selector) ? fixture.text(selector) : '');
      expect(shown('.help')).to.match(help ?? /^$/);
      expect(shown('.contents .button')).to.equal(button ?? '');
      if (!button) return;
      await press('.contents .button');
      expect(core.camera.calls.at(-1)).to.equal('requestPermissions environment');
      await expect(element).to.be.accessible();
    });
  }

  it('requests missing permissions from the group that lacks them', async () => {
    await open();
    const buttons = element.shadowRoot?.querySelectorAll<HTMLElement>('.contents .button') ?? [];
    expect([...buttons].map(textOf)).to.eql(['Allow Attitude and motion']);
    buttons[0]?.click();
    expect(core.camera.calls.at(-1)).to.equal('requestPermissions environment');
    buttons[0]?.focus();
    core.camera.known = {metadata: {network: {wifi: true}}, ages: {}};
    await drawn(element, element.requestUpdate());
    expect(element.shadowRoot?.activeElement?.id, 'the list keeps the focus').to.equal('contents');
  });

  it('is updated while it is open, and never while it is closed', async () => {
    expect(core.camera.looks).to.equal(0);
    await open();
    core.camera.known = {...known, metadata: {...known.metadata, network: {wifi: false}}};
    await waitUntil(() => valueOf('Wi-Fi') === 'Not connected', 'it has looked', {timeout: 3000});
    await press('.pill');
    const {looks} = core.camera;
    await aTimeout(1200);
    expect(core.camera.looks).to.equal(looks);
  });

  for (const [name, leave] of [
    ['the element leaves the page', (element: CaptureImage) => Promise.resolve(element.remove())],
    ['the camera is off', (element: CaptureImage) => element.updateComplete],
  ] as const) {
    it(`is not updated any more when ${name}`, async () => {
      await open();
      if (name === 'the camera is off') await fixture.show({name: 'off'});
      await leave(element);
      let updates = 0;
      element.addController({hostUpdated: () => (updates += 1)});
      await aTimeout(1200);
      expect(updates).to.equal(0);
    });
  }

  it('changes no live region while its numbers change', async () => {
    await open();
    const live = '[aria-live], [role=status], [role=alert], [role=log], [role=timer]';
    const regions = () =>
      [...(element.shadowRoot?.querySelectorAll(live) ?? [])].map((region) => region.textContent);
    const before = regions();
    expect(before).not.to.be.empty;
    for (const x of [1, 2]) {
      const acceleration = {x, y: 9.8, z: 0};
      core.camera.known = {...known, metadata: {...known.metadata, acceleration}};
      const isShown = () => valueOf('Acceleration') === `${x} / 9.8 / 0 m/s² (x, y, z)`;
      await waitUntil(isShown, 'the new number is shown', {timeout: 3000});
      expect(regions()).to.eql(before);
    }
    expect(fixture.find('.contents').closest(live)).to.be.null;
  });

  it('can be used with the keyboard alone, and returns the focus', async () => {
    pill().focus();
    await drawn(element, sendKeys({press: 'Enter'}));
    expect(isOpen()).to.be.true;
    fixture.find('.close').focus();
    await drawn(element, sendKeys({press: 'Escape'}));
    expect(isOpen()).to.be.false;
    expect(element.shadowRoot?.activeElement).to.equal(pill());
    await drawn(element, sendKeys({press: ' '}));
    fixture.find('.close').focus();
    await drawn(element, sendKeys({press: 'Enter'}));
    expect(isOpen()).to.be.false;
    expect(element.shadowRoot?.activeElement).to.equal(pill());
  });

  it('handles Escape only while it is open', async () => {
    const press = () => {
      const key = new KeyboardEvent('keydown', {key: 'Escape', bubbles: true, cancelable: true});
      return pill().dispatchEvent(key);
    };
    expect(press()).to.be.true;
    await open();
    expect(press()).to.be.false;
  });

  it('leaves the shutter usable, and scrolls separately', async () => {
    element.style.inlineSize = '320px';
    await open();
    const panel = fixture.find('.contents');
    expect(panel.scrollHeight).to.be.above(panel.clientHeight);
    expect(panel.tabIndex).to.equal(0);
    const {bottom} = panel.getBoundingClientRect();
    expect(bottom).to.be.at.most(fixture.find('[part=shutter]').getBoundingClientRect().top);
  });

  it('is readable if the picture is low, with a usable shutter', async () => {
    element.style.inlineSize = '420px';
    await open();
    const panel = fixture.find('.contents').getBoundingClientRect();
    const shutter = fixture.find('[part=shutter]').getBoundingClientRect();
    expect(panel.height).to.be.above(150);
    expect(panel.bottom).to.be.at.most(shutter.top);
    expect(shutter.bottom).to.be.at.most(fixture.find('.frame').getBoundingClientRect().bottom);
  });

  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [280, 700]) {
      it(`is accessible in ${scheme}, ${width} pixels wide`, async () => {
        element.style.colorScheme = scheme;
        element.style.inlineSize = `${width}px`;
        element.tags = {case: '2026-1187'};
        await open();
        const panel = fixture.find('.contents');
        expect(panel.scrollWidth).to.equal(panel.clientWidth);
        await expect(element).to.be.accessible();
      });
    }
  }

  describe('with the attribute contents', () => {
    const shown = async (contents: string) => {
      await fixture.show({name: 'off'});
      element.setAttribute('contents', contents);
      await fixture.show(live());
      return [fixture.has('.pill'), isOpen()];
    };

    it('is behind the pill, open from the start, or left to the page', async () => {
      expect(await shown('closed')).to.eql([true, false]);
      expect(await shown('open')).to.eql([true, true]);
      expect(await shown('none')).to.eql([false, false]);
    });

    it('opens and closes if the camera is on already', async () => {
      await change(element, {contents: 'open'});
      await element.updateComplete;
      expect(isOpen()).to.be.true;
      element.removeAttribute('contents');
      await change(element, {contents: 'closed'});
      await element.updateComplete;
      expect(isOpen()).to.be.false;
    });

    it('makes room for a plate that is asked for, and opens over it on request', async () => {
      const awaits = {name: 'held', awaits: 'license-plate'} as const;
      core.protection.firstProgress = awaits;
      const {captureId} = await element.takePicture();
      expect(await shown('open')).to.eql([true, false]);
      expect(fixture.has('.plate')).to.be.true;
      await open();
      expect([isOpen(), fixture.has('.plate')]).to.eql([true, false]);
      core.protection.advance(captureId, {name: 'sealing'});
      expect(await shown('open')).to.eql([true, true]);
      // Captures of an earlier visit are known a moment later.
      await drawn(element, core.protection.advance(captureId, awaits));
      expect([isOpen(), fixture.has('.plate')]).to.eql([false, true]);
    });

    it('refuses an unknown value, and keeps the one before', async () => {
      let refused: ConfigurationErrorEvent | undefined;
      element.addEventListener('configuration-error', (event) => (refused = event), {once: true});
      element.contents = 'none';
      element.setAttribute('contents', 'wide');
      await waitUntil(() => refused, 'it is refused');
      expect([refused?.option, refused?.value]).to.eql(['contents', 'wide']);
      expect(refused?.message).to.contain('closed, open, none');
      expect(element.contents).to.equal('none');
    });
  });
});
