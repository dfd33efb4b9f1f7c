import {expect, waitUntil} from '@open-wc/testing';
import {CaptureAudio} from '../../../src/elements/capture-audio.js';
import {Failures, type FailureActions} from '../../../src/elements/capture/failures/failures.js';
import {change, drawn} from '../kit.js';
import {CaptureAudioFixture} from './fixture.js';

let undoMs = 60_000;

/** The test decides when the time for undoing a deletion ends. */
class TestedFailures extends Failures {
  constructor(host: CaptureAudio, actions: FailureActions) {
    super(host, {
      ...actions,
      get undoMs() {
        return undoMs;
      },
    });
  }
}
class DeletingRecorder extends CaptureAudio {
  protected override importFailures() {
    return Promise.resolve({Failures: TestedFailures});
  }
}
customElements.define('deleting-recorder', DeletingRecorder);

describe('deleting a recording', () => {
  let fixture: CaptureAudioFixture;
  let element: CaptureAudio;

  beforeEach(async () => {
    undoMs = 60_000;
    fixture = await CaptureAudioFixture.create('deleting-recorder');
    ({element} = fixture);
  });

  const sealed = {name: 'sealed', sealedAt: '2026-11-20T15:04:00Z'} as const;
  const stored = () => fixture.core.protection.captures.map(({captureId}) => captureId);
  const deleted = () =>
    waitUntil(() => fixture.has('.undo'), 'it can be taken back').then(() => fixture.settled());

  it('is offered before and after it is sealed, and undo shows the recording again', async () => {
    for (const progress of [{name: 'sealing'} as const, sealed]) {
      const captureId = await fixture.recorded();
      await drawn(element, fixture.core.protection.advance(captureId, progress));
      await fixture.press('[part=discard]');
      await deleted();
      expect(fixture.has('.outcome')).to.be.false;
      expect(fixture.text('.heading')).to.equal('Ready to record');
      expect(fixture.text('[role=status]')).to.equal('1 recording deleted');
      expect(element.shadowRoot?.activeElement).to.equal(fixture.find('.undo'));
      expect(stored()).to.include(captureId);
      await expect(element).to.be.accessible();
      await fixture.press('.undo');
      expect(fixture.has('.outcome .player'), progress.name).to.be.true;
      expect(fixture.has('.wave > *')).to.be.true;
      expect(fixture.text('[role=status]')).to.equal('1 recording kept.');
      expect(stored()).to.include(captureId);
      await drawn(element, element.discard(captureId));
    }
  });

  it('deletes it for good after the undo time, even if it was sealed meanwhile', async () => {
    undoMs = 50;
    const captureId = await fixture.recorded();
    await fixture.press('[part=discard]');
    fixture.core.protection.advance(captureId, sealed);
    await waitUntil(() => stored().length === 0, 'it is deleted');
    await fixture.settled();
    expect(fixture.has('.undo')).to.be.false;
    expect(fixture.has('.outcome')).to.be.false;
  });

  it('ends a recording in progress, and undo restores it completely', async () => {
    await fixture.record(5);
    await fixture.press('[part=discard]');
    await deleted();
    expect(fixture.microphone.calls.at(-1)).to.equal('stop');
    expect(fixture.has('.outcome')).to.be.false;
    await fixture.press('.undo');
    expect(fixture.text('[role=timer]')).to.equal('0:05');
    expect(fixture.text('[part=seal]')).to.equal('Recording: sealing');
  });

  it('removes it from the form, unless it is undone', async () => {
    const form = document.createElement('form');
    fixture.page.append(form);
    form.append(element);
    await change(element, {name: 'voice', submitAs: 'raw'});
    await fixture.recorded();
    const files = () => new FormData(form).getAll('voice').length;
    expect(files()).to.equal(1);
    await fixture.press('[part=discard]');
    await deleted();
    expect(files()).to.equal(0);
    await fixture.press('.undo');
    expect(files()).to.equal(1);
  });

  for (const when of ['before', 'meanwhile'] as const) {
    it(`returns the file to the form on undo, if the recording was sealed ${when}`, async () => {
      const form = document.createElement('form');
      fixture.page.append(form);
      form.append(element);
      await change(element, {name: 'voice'});
      const captureId = await fixture.recorded();
      const files = () => new FormData(form).getAll('voice').length;
      const seal = async () => {
        await fixture.core.protection.tellSealed(captureId);
        // Nothing stores the file any more.
        fixture.core.protection.advance(captureId, {...sealed, name: 'delivered', deliveredAt: ''});
        await fixture.settled();
      };
      if (when === 'before') await seal();
      await fixture.press('[part=discard]');
      await deleted();
      if (when === 'meanwhile') await seal();
      expect(files()).to.equal(0);
      await fixture.press('.undo');
      expect(files()).to.equal(1);
    });
  }

  it('undo shows nothing if the page deleted the recording for good meanwhile', async () => {
    const captureId = await fixture.recorded();
    await fixture.press('[part=discard]');
    await deleted();
    await drawn(element, element.discard(captureId));
    await fixture.press('.undo');
    expect(fixture.has('.outcome')).to.be.false;
  });

  it('is undone if the element leaves the page before the undo time ends', async () => {
    const captureId = await fixture.recorded();
    await fixture.press('[part=discard]');
    await deleted();
    element.remove();
    fixture.page.append(element);
    await fixture.settled();
    expect(fixture.has('.undo')).to.be.false;
    expect(fixture.has('.outcome'), captureId).to.be.true;
  });

  it('hides a recording that was delivered and is not stored any more', async () => {
    const captureId = await fixture.recorded();
    fixture.core.protection.captures = [];
    await fixture.press('[part=discard]');
    await waitUntil(() => !fixture.has('.outcome'));
    expect(fixture.has('.undo'), captureId).to.be.false;
  });
});
