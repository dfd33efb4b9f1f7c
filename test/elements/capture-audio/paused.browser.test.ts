import {expect, waitUntil} from '@open-wc/testing';
import {drawn} from '../kit.js';
import {RecordingsFixture} from './recordings-fixture.js';

describe('a paused recording', () => {
  it('is shown by a pale waveform, a pill, and a button to resume that stands out', async () => {
    const {recorder, element} = await RecordingsFixture.create();
    await recorder.record(5);
    const opacity = () => getComputedStyle(recorder.find('.wave')).opacity;
    expect(opacity()).to.equal('1');
    expect(recorder.has('.pill')).to.be.false;
    expect(recorder.find('.pause').matches('.primary')).to.be.false;
    const dot = () => getComputedStyle(recorder.find('.time'), '::before').content;
    expect(dot()).to.equal('""');
    await drawn(element, element.pauseRecording());
    expect(opacity()).to.equal('0.4');
    expect(recorder.text('.pill')).to.equal('Paused');
    expect(recorder.find('.pause').matches('.primary')).to.be.true;
    expect(dot()).to.equal('none');
    await drawn(element, element.resumeRecording());
    expect(opacity()).to.equal('1');
    expect(recorder.has('.pill')).to.be.false;
  });

  it('warns after a while that nothing is being recorded, and says so once, until it is resumed', async () => {
    const {recorder, element} = await RecordingsFixture.create({longMs: 20});
    const status = () => recorder.text('[role=status]');
    await recorder.record(5);
    await drawn(element, element.pauseRecording());
    expect(status()).to.equal('Paused.');
    await waitUntil(() => recorder.has('.notice'), 'it warns');
    const warning =
      /^Paused since \d\d:\d\d(\s[AP]M)?\. Nothing is being recorded\. Choose “Resume” to go on\.$/;
    expect(recorder.text('.notice')).to.match(warning);
    expect(status()).to.equal(recorder.text('.notice'));
    await expect(element).to.be.accessible();
    await drawn(element, element.addBookmark());
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(status(), 'it is said once').to.match(/^Bookmark/);
    await drawn(element, element.resumeRecording());
    expect(recorder.has('.notice')).to.be.false;
  });

  it('does not warn of a short pause', async () => {
    const {recorder, element} = await RecordingsFixture.create({longMs: 30});
    await recorder.record(5);
    element.pauseRecording();
    await drawn(element, element.resumeRecording());
    await new Promise((resolve) => setTimeout(resolve, 60));
    await drawn(element);
    expect(recorder.has('.notice')).to.be.false;
    expect(recorder.text('[role=status]')).to.equal('Recording.');
  });
});
