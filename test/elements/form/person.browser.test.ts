import {expect, waitUntil} from '@open-wc/testing';
import type {CaptureImage} from '../../../src/elements/capture-image.js';
import {FormFixture, sealedOf} from './fixture.js';

function labelled(
  {element, form}: Pick<FormFixture<CaptureImage>, 'form'> & {element: HTMLElement},
  text: string,
): HTMLLabelElement {
  element.id = `control-${crypto.randomUUID()}`;
  const label = document.createElement('label');
  label.htmlFor = element.id;
  label.textContent = text;
  form.prepend(label);
  return label;
}

describe('a capture element in a form, as a person uses it,', () => {
  it('has a label that names it and focuses its button', async () => {
    for (const [fixture, part] of [
      [await FormFixture.image(), 'shutter'],
      [await FormFixture.audio(), 'record'],
    ] as const) {
      const {element} = fixture;
      const label = labelled(fixture, ' Photo of the damage ');
      await fixture.settle(element.requestUpdate());
      expect([...(element.labels ?? [])].map((node) => node === label)).to.eql([true]);
      expect(fixture.find('.frame').ariaLabel).to.equal('Photo of the damage');
      label.click();
      expect(document.activeElement === element).to.be.true;
      expect(fixture.focused).to.equal(part);
      expect(element.protections).to.eql([]);
      label.remove();
      await fixture.settle(element.requestUpdate());
      expect(fixture.find('.frame').ariaLabel).to.match(/^(camera|Voice recording)$/);
    }
  });

  it('keeps the focus where it is when the picture is clicked', async () => {
    const fixture = await FormFixture.image();
    fixture.find<HTMLElement>('.pill').focus();
    fixture.find('video').click();
    expect(fixture.focused).to.contain('contents');
  });

  it('shows an empty camera after a reset', async () => {
    const fixture = await FormFixture.image({name: 'photo'});
    await fixture.sealed();
    await waitUntil(() => fixture.has('.thumbnail'), 'the thumbnail is drawn');
    fixture.form.reset();
    await fixture.settle();
    expect(fixture.has('.thumbnail')).to.be.false;
  });

  it('shows an empty recorder after a reset, with the unsealed recording beside it', async () => {
    const fixture = await FormFixture.audio({name: 'photo'});
    await fixture.capture();
    await fixture.settle();
    expect(fixture.has('.outcome')).to.be.true;
    fixture.form.reset();
    await fixture.settle();
    expect(fixture.text('[part=recordings] h2')).to.equal('1 recording');
    expect(fixture.has('.desk')).to.be.true;
    await fixture.element.startRecording();
    fixture.form.reset();
    await fixture.settle();
    expect(fixture.core.recording.calls).not.to.include('discard');
    expect(fixture.element.isCapturing).to.be.true;
  });

  it('saves its form state without the file when the person leaves the page', async () => {
    const fixture = await FormFixture.image({name: 'photo'});
    await fixture.sealed();
    dispatchEvent(new Event('pagehide'));
    expect(fixture.files).to.eql([]);
    dispatchEvent(new Event('pageshow'));
    expect(fixture.files).to.have.length(1);
  });

  it('takes one photo per press if the label is around the element', async () => {
    const fixture = await FormFixture.image({name: 'photo'});
    const label = document.createElement('label');
    fixture.fieldset.append(label);
    label.append('Photo', fixture.element);
    await fixture.live();
    fixture.find('[part=shutter]').focus();
    fixture.find('[part=shutter]').click();
    await waitUntil(() => fixture.element.protections.length > 0, 'it is taken');
    await fixture.settle();
    expect(fixture.element.protections).to.have.length(1);
    expect(fixture.focused).to.equal('shutter');
  });

  it('counts an earlier recording only after a person adds it', async () => {
    const fixture = await FormFixture.audio({name: 'photo', 'submit-as': 'raw', required: ''});
    const detail = {
      captureId: 'before',
      mode: 'audio',
      blob: new Blob(['sound'], {type: 'audio/mpeg'}),
      capturedAt: '2026-11-20T15:03:00Z',
      recovered: true,
    } as const;
    fixture.protection.captures = [{...detail, progress: {name: 'sealing'}}];
    await fixture.settle(fixture.protection.client.onCapture(detail, false));
    expect(fixture.element.validationMessage).to.equal('Make a recording first.');
    expect(fixture.text('.include')).to.equal('Add to this form');
    await fixture.settle(fixture.find('.include').click());
    expect(fixture.files.map(({name}) => name)).to.eql(['before.mp3']);
    expect(fixture.has('.include')).to.be.false;
    fixture.page.append(fixture.element);
    fixture.form.remove();
    await fixture.capture();
    await fixture.settle();
    expect([fixture.has('.outcome'), fixture.has('.include')]).to.eql([true, false]);
  });

  it('shows the photo from before a reload again, which the restored form state names', async () => {
    const before = await FormFixture.image({name: 'photo'});
    const captureId = await before.capture();
    const {pictures, captures} = before.protection;
    before.remove();
    const fixture = await FormFixture.image({name: 'photo', required: ''});
    // The capture was deleted from the storage, or belongs to another account.
    const state = `unknown ${captureId}`;
    fixture.protection.captures = captures;
    fixture.protection.pictures.set(captureId, pictures.get(captureId) ?? new Blob());
    await fixture.element.formStateRestoreCallback(state);
    await fixture.settle();
    expect(fixture.element.validationMessage).to.match(/^The photo is still being sealed\./);
    await waitUntil(() => fixture.has('.thumbnail'), 'the thumbnail is drawn');
    const at = '2026-11-20T15:04:00Z';
    fixture.protection.sealedFiles.set(captureId, sealedOf(captureId));
    fixture.protection.advance(captureId, {name: 'delivered', sealedAt: at, deliveredAt: at});
    await fixture.settle();
    await fixture.settle();
    expect(fixture.files.map(({name}) => name)).to.eql([`${captureId}.jpg`]);
    expect(fixture.element.checkValidity()).to.be.true;
  });

  it('plays the recording from before a reload', async () => {
    const before = await FormFixture.audio({name: 'photo', 'submit-as': 'raw'});
    const captureId = await before.capture();
    const {pictures, captures} = before.protection;
    before.remove();
    const fixture = await FormFixture.audio({name: 'photo', 'submit-as': 'raw'});
    fixture.protection.captures = captures;
    fixture.protection.pictures.set(captureId, pictures.get(captureId) ?? new Blob());
    await fixture.element.formStateRestoreCallback(captureId);
    await fixture.settle();
    expect(fixture.has('[part=player]')).to.be.true;
    expect(fixture.files.map(({name}) => name)).to.eql([`${captureId}.mp3`]);
  });
});
