import {expect} from '@open-wc/testing';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {Tags} from '@sealed-capture/seal/model/capture-metadata.js';
import {all, change, drawn, textOf, waitUntil} from '../kit.js';
import {ViewerFixture} from './viewer-fixture.js';

const waiting = {name: 'waiting'} as const;
const sealed = {name: 'sealed', sealedAt: '2026-11-20T15:04:00Z'} as const;

describe('the caption of a photo', () => {
  let fixture: ViewerFixture;

  const create = async (set: Parameters<typeof ViewerFixture.create>[0] = {}) => {
    fixture = await ViewerFixture.create({...set, set: {captionField: true, ...set.set}});
    await waitUntil(field, 'the field is loaded');
  };
  const field = () => all<HTMLInputElement>(fixture.element, '[part=caption]').at(-1);
  const write = async (text: string, isFinished = true) => {
    const input = field();
    if (!input) throw new Error('There is no field.');
    input.value = text;
    input.dispatchEvent(new Event('input', {bubbles: true}));
    if (isFinished) input.dispatchEvent(new Event('change', {bubbles: true}));
    await fixture.element.updateComplete;
  };
  /** The tags with which the next photo would be sealed. */
  const tags = () => fixture.protection.client.config.tags;
  const tagsOf = (captureId: string): Tags | undefined =>
    fixture.protection.captures.find((capture) => capture.captureId === captureId)?.tags;
  const calls = (pattern: RegExp) => fixture.protection.calls.filter((call) => pattern.test(call));

  it('has no field unless the page wants one', async () => {
    fixture = await ViewerFixture.create();
    await fixture.take('#3b6ea5');
    await fixture.open();
    expect(field()).to.be.undefined;
    fixture.find('.exit').click();
    await drawn(fixture.element, fixture.core.camera.show({name: 'off'}));
    expect(textOf(all(fixture.element, '.foot')[0])).to.equal('');
  });

  it('is typed over the picture for the next photo, sealed as a tag beside those of the page, and empty then', async () => {
    await create({set: {tags: {claim: '4711'}}});
    await write('Dent in the door', false);
    expect(tags()).to.eql({claim: '4711', caption: 'Dent in the door'});
    expect(field()?.maxLength).to.equal(1000);
    await expect(fixture.element).to.be.accessible();
    const [captureId = ''] = await fixture.take('#3b6ea5');
    expect(tagsOf(captureId)).to.eql({claim: '4711', caption: 'Dent in the door'});
    expect(fixture.element.caption).to.equal('');
    expect(field()?.value).to.equal('');
  });

  it('stays for the next try if no photo is made', async () => {
    await create();
    await write('Dent in the door');
    fixture.core.camera.develop = () => Promise.reject(new Error('no picture'));
    await fixture.element.takePicture().catch(() => {});
    expect(fixture.element.caption).to.equal('Dent in the door');
  });

  it('is for the field alone: no letter zooms, shoots or turns to another photo', async () => {
    await create();
    let heard = 0;
    fixture.element.addEventListener('keydown', () => heard++);
    const press = (key: string) =>
      field()?.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, composed: true}));
    for (const key of ['+', '-', ' ', 'ArrowLeft', 'Escape']) press(key);
    expect(heard).to.equal(0);
  });

  it('is written in the viewer until the photo is sealed, which waits for the person to pause', async () => {
    await create();
    const [captureId = ''] = await fixture.take('#3b6ea5');
    await drawn(fixture.element, fixture.protection.advance(captureId, waiting));
    await fixture.open();
    await write('Left door', false);
    expect(calls(/caption$/)).to.eql([`withhold ${captureId} caption`]);
    expect(tagsOf(captureId)?.caption).to.be.undefined;
    await waitUntil(() => tagsOf(captureId)?.caption === 'Left door', 'it is stored after a pause');
    await waitUntil(() => calls(/^let go .* caption$/).length === 1, 'it may be sealed');
    await drawn(fixture.element, fixture.protection.advance(captureId, sealed));
    expect(textOf(all(fixture.element, '.viewer .caption-text')[0])).to.equal('Left door');
    expect(all(fixture.element, '.viewer [part=caption]')).to.eql([]);
  });

  it('is stored when the viewer is closed in the middle of a word', async () => {
    await create();
    const [captureId = ''] = await fixture.take('#3b6ea5');
    await drawn(fixture.element, fixture.protection.advance(captureId, waiting));
    await fixture.open();
    await write('Left do', false);
    fixture.find('.exit').click();
    await waitUntil(() => tagsOf(captureId)?.caption === 'Left do', 'it is stored');
    await waitUntil(() => calls(/^let go .* caption$/).length === 1, 'it may be sealed');
  });

  it('that comes too late is said', async () => {
    await create();
    const [captureId = ''] = await fixture.take('#3b6ea5');
    await drawn(fixture.element, fixture.protection.advance(captureId, waiting));
    await fixture.open();
    fixture.protection.tagsAdded = Promise.resolve(false);
    await write('Left door');
    await waitUntil(
      () => fixture.announcement === 'The caption was not added: the seal was already asked for.',
      'it is said',
    );
  });

  it('is asked for beside the question whether to use a photo, and stored before the photo is used', async () => {
    await create({set: {review: true}});
    await fixture.element.takePicture();
    await waitUntil(() => all(fixture.element, '.review [part=caption]')[0], 'the field is there');
    await write('Front', false);
    fixture.find('.use').click();
    await waitUntil(() => calls(/^accept/).length === 1, 'the photo is used');
    expect(calls(/^(?:tag|accept)/)[0]).to.match(/^tag .*"caption":"Front"/);
  });

  it('that cannot be stored keeps the question, and says so', async () => {
    await create({set: {review: true}});
    await fixture.element.takePicture();
    await waitUntil(() => all(fixture.element, '.review [part=caption]')[0], 'the field is there');
    fixture.protection.tagsAdded = Promise.reject(new Error('full'));
    fixture.protection.tagsAdded.catch(() => {});
    await write('Front', false);
    fixture.find('.use').click();
    await waitUntil(() => all(fixture.element, '.review .problem')[0], 'it is said');
    expect(textOf(all(fixture.element, '.review .problem')[0])).to.contain('was not stored');
    expect(calls(/^accept/)).to.eql([]);
  });

  it('of a photo that is retaken does not stand in the way of the next one', async () => {
    await create({set: {review: true}});
    const asked = () => all(fixture.element, '.review [part=caption]')[0];
    await fixture.element.takePicture();
    await waitUntil(asked, 'the field is there');
    await write('Too dark', false);
    fixture.protection.changeTags = () =>
      Promise.reject(new SealedCaptureError('capture_unknown', 'It is deleted.'));
    fixture.find('.review .retake').click();
    await waitUntil(() => !asked(), 'the question is gone');
    expect(calls(/^let go .* caption$/)).to.have.length(1);
    await fixture.element.takePicture();
    await waitUntil(asked, 'the next one is asked about');
    expect(all(fixture.element, '.review .problem')).to.eql([]);
    fixture.find('.use').click();
    await waitUntil(() => calls(/^accept/).length === 1, 'the next photo is used');
  });

  it('that cannot be stored keeps no photo from its seal once the viewer is closed', async () => {
    await create();
    const [captureId = ''] = await fixture.take('#3b6ea5');
    await drawn(fixture.element, fixture.protection.advance(captureId, waiting));
    await fixture.open();
    fixture.protection.changeTags = () => Promise.reject(new Error('full'));
    await write('Left door');
    await waitUntil(() => fixture.announcement.includes('was not stored'), 'it is said');
    expect(calls(/^let go .* caption$/)).to.eql([]);
    fixture.find('.exit').click();
    await waitUntil(() => calls(/^let go .* caption$/).length === 1, 'it may be sealed');
  });

  it('is sealed with one photo alone, however fast the next one follows', async () => {
    await create();
    await write('Dent in the door');
    const [first, second] = await Promise.all([
      fixture.element.takePicture(),
      fixture.element.takePicture(),
    ]);
    expect(tagsOf(first.captureId)?.caption).to.equal('Dent in the door');
    expect(tagsOf(second.captureId)?.caption).to.be.undefined;
    expect(fixture.element.caption).to.equal('');
  });

  it('is in the list of photos', async () => {
    await create();
    await write('Dent in the door');
    await fixture.take('#3b6ea5', '#a53b6e');
    fixture.find('.all').click();
    await waitUntil(() => all(fixture.element, '.row .said')[0], 'the list is open');
    expect(all(fixture.element, '.row .said').map(textOf)).to.eql(['Dent in the door']);
  });

  it('turns no text around: characters that nobody sees are shown by their numbers', async () => {
    await create();
    await write('Dent\u202Erood eht ni');
    await fixture.take('#3b6ea5', '#a53b6e');
    fixture.find('.all').click();
    await waitUntil(() => all(fixture.element, '.row .said')[0], 'the list is open');
    expect(all(fixture.element, '.row .said').map(textOf)).to.eql(['Dent[U+202E]rood eht ni']);
  });

  it('is taken from the page, too', async () => {
    await create();
    await change(fixture.element, {caption: 'From the form'});
    expect(field()?.value).to.equal('From the form');
    expect(tags()).to.eql({caption: 'From the form'});
  });
});
