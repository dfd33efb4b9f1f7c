import {expect} from '@open-wc/testing';
import {sendKeys} from '@web/test-runner-commands';
import type {CaptureAudio} from '../../../src/elements/capture-audio.js';
import {all, drawn, focusedIn, textOf} from '../kit.js';
import {RecordingsFixture} from './recordings-fixture.js';

describe('the name of a bookmark', () => {
  let list: RecordingsFixture;
  let element: CaptureAudio;

  beforeEach(async () => {
    list = await RecordingsFixture.create();
    ({element} = list);
    await list.recorder.record(2);
  });

  const field = () => list.recorder.find<HTMLInputElement>('[part=mark-name]');
  const hasField = () => list.recorder.has('[part=mark-name]');
  const label = () => textOf(field().parentElement);
  const names = () => list.recorder.microphone.bookmarkNames;
  const mark = async (seconds: number) => {
    await drawn(element, list.recorder.microphone.hear(seconds));
    await list.recorder.press('[part=mark]');
  };
  const type = async (text: string) => {
    field().focus();
    field().value = text;
    field().dispatchEvent(new Event('input', {bubbles: true}));
    await element.updateComplete;
  };
  const kept = () => list.recorder.microphone.calls.filter((call) => call === 'keepAgain').length;

  it('is typed in a field for the newest bookmark, which does not take the focus', async () => {
    expect(hasField()).to.be.false;
    const button = list.recorder.find('[part=mark]');
    button.focus();
    await mark(2);
    expect(label()).to.equal('Name of the bookmark at 0:02');
    expect(focusedIn(element)).to.equal(button);
    await expect(element).to.be.accessible();
    await mark(3);
    expect(label()).to.equal('Name of the bookmark at 0:03');
    expect(field().maxLength).to.equal(100);
    await type('The door');
    expect(names()).to.eql(['', 'The door']);
    const before = kept();
    field().dispatchEvent(new Event('change', {bubbles: true}));
    expect(kept(), 'it is stored with the recording').to.equal(before + 1);
    field().dispatchEvent(new KeyboardEvent('keydown', {key: 'm', bubbles: true, composed: true}));
    expect(names(), 'writing marks nothing').to.have.length(2);
  });

  it('is finished with Enter, which gives the focus back, or to the button of bookmarks, and presses nothing', async function () {
    // Some engines type nothing in a page without the focus.
    if (!document.hasFocus()) this.skip();
    const pause = list.recorder.find('[part=pause]');
    const button = list.recorder.find('[part=mark]');
    await mark(2);
    pause.focus();
    field().focus();
    // No letter twice in a row, which WebKitGTK would type once.
    await sendKeys({type: 'The gate'});
    const before = kept();
    await sendKeys({press: 'Enter'});
    await drawn(element);
    expect(focusedIn(element)).to.equal(pause);
    expect(names()).to.eql(['The gate']);
    expect(kept(), 'it is stored with the recording').to.equal(before + 1);
    expect(list.recorder.microphone.calls).not.to.include('pause');

    await mark(4);
    pause.blur();
    field().focus();
    await sendKeys({type: 'The window'});
    await sendKeys({press: 'Enter'});
    expect(focusedIn(element)).to.equal(button);
    expect(names()).to.eql(['The gate', 'The window']);
    await mark(6);
    expect(label()).to.equal('Name of the bookmark at 0:06');
    expect(field().value, 'the field is that of the next bookmark').to.equal('');
  });

  it('stays with its bookmark while a person writes, and includes what is typed at the stop', async () => {
    await mark(2);
    await type('The d');
    await drawn(element, list.recorder.microphone.hear(4));
    await drawn(element, element.addBookmark());
    expect(label()).to.equal('Name of the bookmark at 0:02');
    expect(field().value).to.equal('The d');
    field().blur();
    await drawn(element);
    expect(label()).to.equal('Name of the bookmark at 0:04');
    expect(field().value).to.equal('');
    await type('The window');
    await drawn(element, element.stopRecording());
    expect(hasField()).to.be.false;
    const buttons = all(element, '.player .bookmarks button').map(textOf);
    expect(buttons).to.eql(['0:02 The d', '0:04 The window']);
  });

  it('is given by the page, too', async () => {
    await drawn(element, element.addBookmark('The door'));
    expect(names()).to.eql(['The door']);
    expect(field().value).to.equal('The door');
    await list.recorder.press('[part=mark]');
    expect(names(), 'a press gives none').to.eql(['The door', '']);
  });

  it('is read from a recording of an earlier visit', async () => {
    await drawn(element, element.stopRecording());
    await list.find('a', {});
    list.protection.pictures.set('a', new Blob(['sound'], {type: 'audio/mpeg'}));
    const microphone = {bookmarks: [2, 4.5], bookmarkNames: ['', 'The door']};
    list.protection.metadataOf.set('a', {microphone});
    const row = list.rows.findIndex((text) => text.includes('2026'));
    await list.press(row, '.entry');
    await drawn(element);
    expect(all(element, '.bookmarks button').map(textOf)).to.eql(['0:02', '0:04 The door']);
  });
});
