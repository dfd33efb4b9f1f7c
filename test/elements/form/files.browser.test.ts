import {expect} from '@open-wc/testing';
import {executeServerCommand} from '@web/test-runner-commands';
import {CaptureImage} from '../../../src/elements/capture-image.js';
import {FormFixture, sealedOf} from './fixture.js';
import {live, photo} from '../fake-core.js';
import {drawn} from '../kit.js';

const {http} = await executeServerCommand<{http: string}, undefined>('upload-server');

const texts = (files: readonly Blob[]) => Promise.all(files.map((file) => file.text()));

describe('the files that a capture element adds to a form', () => {
  let fixture: FormFixture<CaptureImage>;
  let element: CaptureImage;

  beforeEach(async () => {
    fixture = await FormFixture.image({name: 'photo'});
    ({element} = fixture);
  });

  it('are the sealed files, named after their captures, in the order of capture', async () => {
    const first = await fixture.capture();
    const second = await fixture.capture();
    expect(fixture.files).to.eql([]);
    fixture.seal(second);
    fixture.seal(first);
    const {files} = fixture;
    expect(files.map(({name, type}) => [name, type])).to.eql([
      [`${first}.jpg`, 'image/jpeg'],
      [`${second}.jpg`, 'image/jpeg'],
    ]);
    expect(await texts(files)).to.eql([`sealed ${first}`, `sealed ${second}`]);
  });

  it('are in the body of the request under the name of the element', async () => {
    const captureId = await fixture.sealed();
    const answer = await fetch(`${http}/echo`, {method: 'POST', body: new FormData(fixture.form)});
    const body = await answer.text();
    expect(body).to.contain(`name="photo"; filename="${captureId}.jpg"`);
    expect(body).to.match(/content-type: image\/jpeg\r\n\r\nsealed /i);
  });

  it('are MP3 files for recordings', async () => {
    const audio = await FormFixture.audio({name: 'photo'});
    const captureId = await audio.capture();
    audio.seal(captureId, new Blob(['sealed'], {type: 'audio/mpeg'}));
    expect(audio.files.map(({name, type}) => [name, type])).to.eql([
      [`${captureId}.mp3`, 'audio/mpeg'],
    ]);
  });

  it('are there when protected is dispatched, so that a listener can submit the form', async () => {
    let sent = 0;
    fixture.page.addEventListener('protected', () => {
      sent = fixture.files.length;
      fixture.form.requestSubmit();
    });
    const captureId = await fixture.capture();
    fixture.seal(captureId);
    expect([sent, fixture.submits]).to.eql([1, 1]);
  });

  it('are the raw files, at once, if submit-as is raw', async () => {
    element.submitAs = 'raw';
    await element.updateComplete;
    let atOnce: File[] = [];
    fixture.page.addEventListener('capture', () => (atOnce = fixture.files));
    const {captureId, blob} = await element.takePicture();
    expect(atOnce.map(({name}) => name)).to.eql([`${captureId}.jpg`]);
    expect(await atOnce[0]?.arrayBuffer()).to.eql(await blob.arrayBuffer());
    expect(element.validity?.valid).to.be.true;
    fixture.seal(captureId);
    expect(await fixture.files[0]?.arrayBuffer()).to.eql(await blob.arrayBuffer());
  });

  it('change with submit-as, and are read from the browser’s storage', async () => {
    const captureId = await fixture.capture();
    const sealed = fixture.seal(captureId);
    element.setAttribute('submit-as', 'raw');
    await fixture.settle();
    await fixture.settle();
    expect(await texts(fixture.files)).not.to.eql([await sealed.text()]);
    // Nothing has requested it before.
    expect(fixture.protection.calls).to.include(`picture ${captureId}`);
    element.setAttribute('submit-as', 'sealed');
    await fixture.settle();
    expect(await texts(fixture.files)).to.eql([await sealed.text()]);
  });

  it('are none without a name, as for any control, and nothing waits for them', async () => {
    element.removeAttribute('name');
    await element.updateComplete;
    await fixture.capture();
    expect([...new FormData(fixture.form).keys()]).to.eql([]);
    expect(element.validity?.valid).to.be.true;
    element.name = 'photo';
    await fixture.sealed();
    expect(fixture.files).to.have.length(1);
    element.name = '';
    await element.updateComplete;
    expect([...new FormData(fixture.form).keys()]).to.eql([]);
  });

  it('are read from the storage if the element gets its name after their delivery', async () => {
    element.name = '';
    await element.updateComplete;
    const captureId = await fixture.sealed();
    fixture.protection.sealedFiles.set(captureId, sealedOf(captureId));
    element.name = 'photo';
    await fixture.settle();
    expect(fixture.files).to.eql([]);
    const at = '2026-11-20T15:04:00Z';
    fixture.protection.advance(captureId, {name: 'delivered', sealedAt: at, deliveredAt: at});
    await fixture.settle();
    await fixture.settle();
    expect(await texts(fixture.files)).to.eql([`sealed ${captureId}`]);
    element.submitAs = 'raw';
    await fixture.settle();
    await fixture.settle();
    expect(await texts(fixture.files)).not.to.eql([`sealed ${captureId}`]);
    expect(fixture.files.map(({name}) => name)).to.eql([`${captureId}.jpg`]);
  });

  it('are not waited for if the browser does not store delivered files', async () => {
    element.required = true;
    const at = '2026-11-20T15:04:00Z';
    const answers = [() => Promise.resolve(undefined), () => Promise.reject(new Error('Broken.'))];
    for (const answer of answers) {
      fixture.protection.sealedFile = answer;
      const captureId = await fixture.capture();
      fixture.protection.advance(captureId, {name: 'delivered', sealedAt: at, deliveredAt: at});
      await fixture.settle();
      await fixture.settle();
      expect(fixture.files).to.eql([]);
      expect(element.validationMessage).to.equal('Take a photo first.');
    }
  });

  it('stay after the browser has deleted the capture’s file', async () => {
    const captureId = await fixture.sealed();
    fixture.protection.sealedFiles.clear();
    const at = '2026-11-20T15:04:00Z';
    fixture.protection.advance(captureId, {name: 'delivered', sealedAt: at, deliveredAt: at});
    await fixture.settle();
    expect(await texts(fixture.files)).to.eql([`sealed ${captureId}`]);
  });

  it('leave out a discarded capture, whichever way it was discarded', async () => {
    const [first, second, third] = [
      await fixture.sealed(),
      await fixture.sealed(),
      await fixture.capture(),
    ];
    // The queue notifies the element a moment later.
    fixture.protection.client.onChange = () => undefined;
    await element.discard(first);
    expect(fixture.files.map(({name}) => name)).to.eql([`${second}.jpg`]);
    await element.discard(third);
    expect(element.validity?.valid).to.be.true;
    await fixture.protection.discard(second);
    await fixture.settle(element.requestUpdate());
    expect(fixture.files).to.eql([]);
  });

  it('leave out captures of a removed element that are reported to this one', async () => {
    const detail = {
      captureId: 'elsewhere',
      mode: 'image',
      blob: await photo(),
      capturedAt: '2026-11-20T15:03:00Z',
    } as const;
    fixture.protection.captures = [{...detail, progress: {name: 'sealing'}}];
    fixture.protection.client.onCapture(detail, false);
    fixture.seal('elsewhere');
    expect(fixture.files).to.eql([]);
    expect(element.validity?.valid).to.be.true;
  });

  it('may be captured outside a form, and are submitted by the form that the element is moved into', async () => {
    fixture.page.append(element);
    await fixture.settle(fixture.core.camera.show(live()));
    expect(element.form === null).to.be.true;
    const captureId = await fixture.sealed();
    const {captures} = fixture.protection;
    expect(element.checkValidity()).to.be.true;
    element.setAttribute('form', 'other');
    const other = document.createElement('form');
    other.id = 'other';
    await drawn(element, fixture.page.append(other));
    expect(element.form === other).to.be.true;
    expect(new FormData(other).getAll('photo')).to.have.length(1);
    element.form = null;
    fixture.fieldset.append(element);
    fixture.protection.captures = captures;
    expect(element.form === fixture.form).to.be.true;
    expect(fixture.files.map(({name}) => name)).to.eql([`${captureId}.jpg`]);
  });

  it('are none in a browser without form-associated custom elements, which captures anyway', async () => {
    class WithoutInternals extends CaptureImage {}
    Object.defineProperty(WithoutInternals.prototype, 'attachInternals', {value: undefined});
    customElements.define('without-internals', WithoutInternals);
    const other = document.createElement('without-internals') as WithoutInternals;
    Object.assign(other, {name: 'photo', required: true});
    fixture.form.replaceChildren(other);
    fixture.core.camera.show(live());
    const {captureId} = await other.takePicture();
    await drawn(other);
    expect(other.protections.map((capture) => capture.captureId)).to.eql([captureId]);
    expect([other.checkValidity(), other.validity, other.form]).to.eql([
      true,
      undefined,
      undefined,
    ]);
    expect([...new FormData(fixture.form).keys()]).to.eql([]);
  });

  it('are none after a reset: the captures are still sealed, but do not count', async () => {
    element.required = true;
    const [sealed, pending] = [await fixture.sealed(), await fixture.capture()];
    fixture.form.reset();
    expect(fixture.files).to.eql([]);
    expect(element.validationMessage).to.equal('Take a photo first.');
    let isTold = false;
    fixture.page.addEventListener('protected', () => (isTold = true));
    fixture.seal(pending);
    await fixture.settle();
    expect(isTold).to.be.true;
    expect(fixture.files).to.eql([]);
    expect(element.protections.map(({captureId}) => captureId)).to.eql([sealed, pending]);
    const next = await fixture.sealed();
    expect(fixture.files.map(({name}) => name)).to.eql([`${next}.jpg`]);
  });
});
