import {expect, waitUntil} from '@open-wc/testing';
import type {CaptureAudio} from '../../../src/elements/capture-audio.js';
import type {Tags} from '@sealed-capture/seal/model/capture-metadata.js';
import {change, drawn} from '../kit.js';
import {CaptureAudioFixture} from './fixture.js';

describe('the caption of a recording', () => {
  let fixture: CaptureAudioFixture;
  let element: CaptureAudio;

  beforeEach(async () => {
    fixture = await CaptureAudioFixture.create();
    ({element} = fixture);
  });

  const field = () => fixture.find<HTMLInputElement>('[part=caption]');
  /** The tags with which the next capture would be sealed. */
  const tags = () => fixture.core.protection.client.config.tags;
  const write = async (text: string) => {
    field().value = text;
    field().dispatchEvent(new Event('input', {bubbles: true}));
    field().dispatchEvent(new Event('change', {bubbles: true}));
    await element.updateComplete;
  };

  it('is typed in a field if the page wants one, and sealed as a tag beside those of the page', async () => {
    expect(fixture.has('[part=caption]')).to.be.false;
    await change(element, {captionField: true, tags: {site: 'A'}});
    expect(tags()).to.eql({site: 'A'});
    await write('Damage at the door');
    expect(element.caption).to.equal('Damage at the door');
    expect(tags()).to.eql({site: 'A', caption: 'Damage at the door'});
    expect(field().maxLength).to.equal(1000);
    await expect(element).to.be.accessible();
  });

  it('stays during the recording, whatever is pressed, and is empty for the next one', async () => {
    await change(element, {captionField: true});
    await write('First');
    await fixture.record(2);
    expect(field().value).to.equal('First');
    await write('First floor');
    expect(fixture.microphone.calls, 'it is kept with the recording').to.include('keepAgain');
    await drawn(element, element.pauseRecording());
    await drawn(element, element.resumeRecording());
    expect(field().value).to.equal('First floor');
    await drawn(element, fixture.microphone.hear(3));
    field().dispatchEvent(new KeyboardEvent('keydown', {key: 'm', bubbles: true}));
    expect(fixture.microphone.bookmarks, 'writing marks nothing').to.eql([]);
    await drawn(element, element.stopRecording());
    expect(element.caption).to.equal('');
    await fixture.press('[part=discard]');
  });

  it('is stored while it is written, in case the page dies', async () => {
    await change(element, {captionField: true});
    await fixture.record(2);
    field().value = 'Half a sen';
    field().dispatchEvent(new Event('input', {bubbles: true}));
    const kept = () => fixture.microphone.calls.filter((call) => call === 'keepAgain').length;
    const before = kept();
    await waitUntil(() => kept() > before, 'stored without leaving the field', {timeout: 3_000});
    await drawn(element, element.stopRecording());
  });

  it('is empty for the next recording after the encoder crashed, and stays if an earlier recording is recovered', async () => {
    await change(element, {caption: 'Mine'});
    await fixture.record(2);
    const blob = new Blob(['sound'], {type: 'audio/mpeg'});
    const capturedAt = '2026-11-20T15:04:00Z';
    fixture.core.protection.add({
      captureId: 'earlier',
      mode: 'audio',
      blob,
      capturedAt,
      recovered: true,
    });
    expect(element.caption).to.equal('Mine');
    await drawn(element, fixture.microphone.end('failed', {recovered: true}));
    expect(element.caption).to.equal('');
  });

  it('is sealed with the last valid tags', async () => {
    await change(element, {caption: 'The door', tags: {site: 'A'}});
    for (const wrong of ['abc', ['a'], new Map([['site', 'A']])]) {
      await change(element, {tags: wrong as unknown as Tags});
      expect(tags()).to.eql({site: 'A', caption: 'The door'});
    }
  });

  it('does not handle the key M while a person types', async () => {
    await fixture.record(2);
    const page = document.createElement('div');
    page.contentEditable = 'true';
    fixture.find('.frame').append(page);
    page.dispatchEvent(new KeyboardEvent('keydown', {key: 'm', bubbles: true}));
    expect(fixture.microphone.bookmarks).to.eql([]);
    fixture
      .find('[part=mark]')
      .dispatchEvent(new KeyboardEvent('keydown', {key: 'm', bubbles: true}));
    expect(fixture.microphone.bookmarks).to.eql([2]);
    page.remove();
  });

  it('is kept if no recording was made', async () => {
    await change(element, {caption: 'Kept'});
    await fixture.record(2);
    await drawn(element, element.discardRecording());
    expect(element.caption).to.equal('Kept');
  });

  it('is shown with its recording', async () => {
    const captureId = await fixture.recorded();
    const {protection} = fixture.core;
    protection.captures = protection.captures.map((capture) =>
      capture.captureId === captureId ? {...capture, tags: {caption: 'The door'}} : capture,
    );
    await drawn(element, element.requestUpdate());
    expect(fixture.text('.caption-text')).to.equal('The door');
  });

  it('is not sealed if it is too long', async () => {
    await change(element, {caption: 'x'.repeat(1001)});
    expect(tags()).to.equal(undefined);
    await change(element, {caption: 'x'.repeat(1000)});
    expect(tags()?.caption).to.have.length(1000);
  });
});
