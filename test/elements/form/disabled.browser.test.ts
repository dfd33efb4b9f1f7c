import {expect} from '@open-wc/testing';
import type {CaptureAudio} from '../../../src/elements/capture-audio.js';
import type {CaptureImage} from '../../../src/elements/capture-image.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {FormFixture} from './fixture.js';

async function codeOf(work: Promise<unknown>): Promise<string> {
  const thrown = await work.catch((thrown: unknown) => thrown);
  return thrown instanceof SealedCaptureError ? thrown.code : 'none';
}

describe('a disabled <capture-image>', () => {
  let fixture: FormFixture<CaptureImage>;
  let element: CaptureImage;

  beforeEach(async () => {
    fixture = await FormFixture.image({name: 'photo', required: ''});
    ({element} = fixture);
  });

  it('turns the camera off, takes no photo, says so, and turns the camera on again when it is enabled', async () => {
    const {camera} = fixture.core;
    element.disabled = true;
    await fixture.settle();
    expect(camera.calls.at(-1)).to.equal('close');
    expect([fixture.has('video'), fixture.has('button')]).to.eql([false, false]);
    expect(fixture.text('.heading')).to.equal('Camera is off');
    expect(fixture.text('.heading + p')).to.equal('The page has turned it off.');
    expect(fixture.find('.frame').ariaDisabled).to.equal('true');
    expect(await codeOf(element.takePicture())).to.equal('not_capturing');
    expect(await element.requestPermissions()).to.equal('granted');
    expect(fixture.core.cameras).to.have.length(1);
    element.disabled = false;
    await fixture.settle();
    expect(fixture.core.camera.calls).to.eql(['open environment']);
    expect(fixture.find('.frame').ariaDisabled).to.equal('false');
  });

  it('is also one in a disabled fieldset, and one that starts disabled does not open the camera', async () => {
    fixture.fieldset.disabled = true;
    await fixture.settle();
    expect(fixture.core.camera.calls.at(-1)).to.equal('close');
    for (const disable of [
      (element: CaptureImage) => element.setAttribute('disabled', ''),
      (element: CaptureImage) => (element.disabled = true),
    ]) {
      const born = document.createElement('capture-image');
      disable(born);
      fixture.page.append(born);
      await born.updateComplete;
      expect(fixture.core.cameras).to.have.length(1);
      born.remove();
    }
    fixture.page.append(element);
    expect(fixture.core.cameras).to.have.length(2);
    fixture.fieldset.append(element);
    expect(fixture.core.cameras[1]?.calls.at(-1)).to.equal('close');
    fixture.fieldset.disabled = false;
    expect(fixture.core.cameras).to.have.length(3);
  });

  it('submits nothing, is not required, and submits its files again when it is enabled', async () => {
    await fixture.sealed();
    fixture.fieldset.disabled = true;
    await fixture.settle();
    expect(fixture.files).to.eql([]);
    expect([element.willValidate, element.checkValidity()]).to.eql([false, true]);
    expect(element.validity?.valid).to.be.true;
    await fixture.submit();
    expect(fixture.submits).to.equal(1);
    fixture.fieldset.disabled = false;
    expect(fixture.files).to.have.length(1);
    fixture.form.reset();
    fixture.fieldset.disabled = true;
    expect(element.validity?.valid).to.be.true;
    fixture.fieldset.disabled = false;
    expect(element.validity?.valueMissing).to.be.true;
  });

  it('does not receive the focus from its label', async () => {
    element.id = 'labelled';
    const label = document.createElement('label');
    label.htmlFor = 'labelled';
    fixture.form.prepend(label);
    element.disabled = true;
    await fixture.settle();
    label.click();
    element.focus();
    expect(fixture.focused).to.equal('');
  });
});

describe('a disabled <capture-audio>', () => {
  let fixture: FormFixture<CaptureAudio>;
  let element: CaptureAudio;

  beforeEach(async () => {
    fixture = await FormFixture.audio({name: 'photo'});
    ({element} = fixture);
  });

  it('does not record, and says so', async () => {
    element.disabled = true;
    await fixture.settle();
    expect(fixture.find<HTMLButtonElement>('[part=record]').disabled).to.be.true;
    expect(fixture.text('.heading')).to.equal('Recording is off');
    expect(fixture.text('.heading + p')).to.equal('The page has turned it off.');
    expect(await codeOf(element.startRecording())).to.equal('not_capturing');
    expect(await element.requestPermissions()).to.equal('unknown');
    element.disabled = false;
    await fixture.settle();
    expect(fixture.find<HTMLButtonElement>('[part=record]').disabled).to.be.false;
    await element.startRecording();
    expect(fixture.core.recording.calls).to.include('start');
  });

  it('ends the recording in progress, which is kept', async () => {
    await element.startRecording();
    const {recording} = fixture.core;
    element.disabled = true;
    await fixture.settle();
    expect(recording.calls.at(-1)).to.equal('close');
  });

  it('neither discards its recording nor makes another', async () => {
    await fixture.capture();
    fixture.fieldset.disabled = true;
    await fixture.settle();
    const isOff = (part: string) => fixture.find<HTMLButtonElement>(`[part=${part}]`).disabled;
    expect([isOff('discard'), isOff('again')]).to.eql([true, true]);
    fixture.fieldset.disabled = false;
    await fixture.settle();
    expect([isOff('discard'), isOff('again')]).to.eql([false, false]);
  });
});
