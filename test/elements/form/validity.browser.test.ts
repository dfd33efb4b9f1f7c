import {expect} from '@open-wc/testing';
import type {CaptureProgress} from '../../../src/core/queue/queue-client.js';
import type {CaptureImage} from '../../../src/elements/capture-image.js';
import {FormFixture} from './fixture.js';

const at = '2026-11-20T15:04:00Z';
const failure = (
  code:
    | 'configuration_invalid'
    | 'network_failed'
    | 'service_unavailable'
    | 'service_unreachable'
    | 'unauthorized',
) => ({
  code,
  message: '',
  retryable: code !== 'unauthorized' && code !== 'configuration_invalid',
});

describe('the validity of a capture element in a form', () => {
  let fixture: FormFixture<CaptureImage>;
  let element: CaptureImage;

  beforeEach(async () => {
    fixture = await FormFixture.image({name: 'photo', required: ''});
    ({element} = fixture);
  });

  const notice = () => (fixture.has('.foot .notice') ? fixture.text('.foot .notice span') : '');

  it('blocks the submission of a form without a required photo, and focuses the shutter', async () => {
    await fixture.submit();
    expect(fixture.submits).to.equal(0);
    expect(element.validity?.valueMissing).to.be.true;
    expect(element.validationMessage).to.equal('Take a photo first.');
    expect(document.activeElement === element).to.be.true;
    expect(fixture.focused).to.equal('shutter');
    expect(notice()).to.equal('Take a photo first.');
    const captureId = await fixture.sealed();
    expect(notice()).to.equal('');
    await fixture.submit();
    expect(fixture.submits).to.equal(1);
    await fixture.settle(element.discard(captureId));
    expect(notice()).to.equal('');
  });

  it('focuses the button that turns the camera on while it is off', async () => {
    await fixture.settle(fixture.core.camera.show({name: 'off'}));
    await fixture.submit();
    expect(fixture.focused).to.equal('button');
    await fixture.settle(fixture.core.camera.show({name: 'blocked', byPolicy: true}));
    (document.activeElement as HTMLElement).blur();
    await fixture.submit();
    expect(fixture.focused).to.equal('heading');
  });

  it('shows no message if the page only checks the validity, or shows its own message', async () => {
    expect(fixture.form.checkValidity()).to.be.false;
    await fixture.settle();
    await fixture.settle();
    expect(notice()).to.equal('');
    element.addEventListener('invalid', (event) => event.preventDefault());
    await fixture.submit();
    expect(notice()).to.equal('');
  });

  it('waits for the seal, shows this, and becomes valid without help', async () => {
    const captureId = await fixture.capture();
    await fixture.settle();
    await fixture.submit();
    expect(fixture.submits).to.equal(0);
    expect(element.validity?.valueMissing).to.be.false;
    expect(element.validity?.customError).to.be.true;
    expect(element.validationMessage).to.equal('The photo is still being sealed. Wait a moment.');
    expect(fixture.has('.leave-out')).to.be.false;
    fixture.seal(captureId);
    expect(element.checkValidity()).to.be.true;
    await fixture.submit();
    expect(fixture.submits).to.equal(1);
  });

  const stuck: Record<string, CaptureProgress> = {
    'The photo is waiting for the network. Sealing goes on by itself.': {
      name: 'waiting',
      failure: failure('network_failed'),
      willRetryAt: at,
    },
    'The photo is saved on this device. It is sealed when the service answers.': {
      name: 'waiting',
      failure: failure('service_unreachable'),
      willRetryAt: at,
    },
    'The photo is not sealed yet. The next attempt comes by itself.': {
      name: 'waiting',
      failure: failure('service_unavailable'),
      willRetryAt: at,
    },
    'The photo is not sealed yet. This page is not set up right: tell its owner.': {
      name: 'waiting',
      failure: failure('configuration_invalid'),
    },
    'The photo is not sealed yet.': {name: 'held'},
    'The photo is not sealed yet. Confirm the license plate.': {
      name: 'held',
      awaits: 'license-plate',
    },
    'The photo is not sealed. Try again, or leave it out.': {
      name: 'failed',
      failure: failure('unauthorized'),
    },
  };

  for (const [words, progress] of Object.entries(stuck)) {
    it(`shows “${words}” for a capture that is ${progress.name}, and lets the person leave the capture out`, async () => {
      const captureId = await fixture.capture();
      await fixture.settle(fixture.protection.advance(captureId, progress));
      await fixture.submit();
      expect(element.validationMessage).to.equal(words);
      fixture.find('.leave-out').click();
      await fixture.settle();
      // Only the form loses the photo, and still requires one.
      expect(element.protections).to.have.length(1);
      expect(element.validationMessage).to.equal('Take a photo first.');
      const next = await fixture.capture();
      await fixture.settle();
      expect(element.validationMessage).to.match(/^The photo is still being sealed/);
      fixture.seal(next);
      await fixture.submit();
      expect(fixture.submits).to.equal(1);
      expect(fixture.files).to.have.length(1);
    });
  }

  it('counts the captures that are not sealed, and shows the most serious reason', async () => {
    const [first] = [await fixture.capture(), await fixture.sealed(), await fixture.capture()];
    await fixture.settle();
    expect(element.validationMessage).to.match(/^2 photos are still being sealed\./);
    fixture.protection.advance(first, {name: 'failed', failure: failure('unauthorized')});
    await fixture.settle();
    expect(element.validationMessage).to.equal(
      '2 photos are not sealed. Try again, or leave them out.',
    );
  });

  it('shows the page’s own reason first, until the page removes it', async () => {
    element.setCustomValidity('Too dark.');
    expect(element.validationMessage).to.equal('Too dark.');
    expect([element.validity?.customError, element.checkValidity()]).to.eql([true, false]);
    await fixture.sealed();
    expect(element.reportValidity()).to.be.false;
    element.setCustomValidity('');
    expect(element.reportValidity()).to.be.true;
  });

  it('asks to stop a recording in progress first, with its own message', async () => {
    const audio = await FormFixture.audio({name: 'photo', required: ''});
    expect(audio.element.validationMessage).to.equal('Make a recording first.');
    await audio.submit();
    expect(audio.focused).to.equal('record');
    await audio.settle(audio.element.startRecording());
    expect(audio.element.validationMessage).to.equal('Stop the recording first.');
    const {captureId} = await audio.element.stopRecording();
    await audio.settle();
    expect(audio.element.validationMessage).to.equal(
      'The recording is still being sealed. Wait a moment.',
    );
    audio.seal(captureId);
    await audio.submit();
    expect(audio.submits).to.equal(1);
  });

  it('is reported with the number of files by formstatechange, once for each change', async () => {
    const seen = fixture.changes();
    const captureId = await fixture.capture();
    await fixture.settle();
    fixture.seal(captureId);
    await fixture.settle();
    await fixture.settle(element.requestUpdate());
    await element.discard(captureId);
    await fixture.settle();
    const validationMessage = 'The photo is still being sealed. Wait a moment.';
    const missing = 'Take a photo first.';
    expect(seen).to.eql([
      {mode: 'image', files: 0, valid: false, validationMessage},
      {mode: 'image', files: 1, valid: true, validationMessage: ''},
      {mode: 'image', files: 0, valid: false, validationMessage: missing},
    ]);
  });

  it('is reported by an event with its fields as properties, which bubbles out of any shadow tree', async () => {
    let told = 0;
    fixture.page.addEventListener('formstatechange', (event) => {
      told++;
      expect([event.target === element, event.composed, event.files]).to.eql([true, true, 1]);
    });
    element.submitAs = 'raw';
    await fixture.settle();
    await fixture.capture();
    await fixture.settle();
    expect(told).to.equal(1);
  });

  it('is native: it matches :invalid, and has the methods of other controls', async () => {
    expect([element.willValidate, element.matches(':invalid')]).to.eql([true, true]);
    element.required = false;
    await element.updateComplete;
    expect(element.matches(':valid')).to.be.true;
    expect(element.hasAttribute('required')).to.be.false;
  });

  it('reports an unknown submit-as, and keeps the one before', async () => {
    const codes: string[] = [];
    fixture.page.addEventListener('configuration-error', ({code}) => codes.push(code));
    element.setAttribute('submit-as', 'photo.jpg');
    await fixture.settle();
    expect([element.submitAs, ...codes]).to.eql(['sealed', 'configuration_invalid']);
  });
});
