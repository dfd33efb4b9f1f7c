import {expect, waitUntil} from '@open-wc/testing';
import {CaptureAudio} from '../../../src/elements/capture-audio.js';
import {FakeCore} from '../fake-core.js';
import {drawn, pageWith} from '../kit.js';
import {CaptureAudioFixture} from './fixture.js';

/** A recorder that cannot load the waveform's code until the test allows it. */
class LonelyRecorder extends CaptureAudio {
  isReachable = false;

  protected override importWaveform() {
    return this.isReachable
      ? super.importWaveform()
      : Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  }
}
customElements.define('lonely-recorder', LonelyRecorder);

/** A recorder that cannot load the undo code until the test allows it. */
class RecorderWithoutUndo extends CaptureAudio {
  isReachable = false;

  protected override importFailures() {
    return this.isReachable
      ? super.importFailures()
      : Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  }
}
customElements.define('recorder-without-undo', RecorderWithoutUndo);

describe('<capture-audio> while the undo code cannot be loaded', () => {
  it('deletes nothing and says so, and can delete once the code is loaded', async () => {
    const fixture = await CaptureAudioFixture.create('recorder-without-undo');
    const element = fixture.element as RecorderWithoutUndo;
    const captureId = await fixture.recorded();
    expect(fixture.has('.notice'), 'nobody needs it').to.be.false;
    const missing = 'A part of this page did not load. Your recordings are safe.';
    await fixture.press('[part=discard]');
    await waitUntil(() => fixture.has('.notice'), 'the notice is shown');
    expect(fixture.text('.notice span')).to.equal(missing);
    expect(fixture.text('[role=status]')).to.equal(missing);
    expect(fixture.has('.outcome')).to.be.true;
    expect(element.protections.map((capture) => capture.captureId)).to.eql([captureId]);
    element.isReachable = true;
    await fixture.press('.notice button');
    await waitUntil(() => !fixture.has('.notice'), 'the notice is gone');
    await fixture.press('[part=discard]');
    await waitUntil(() => fixture.has('.undo'), 'it can be taken back');
  });
});

describe('<capture-audio> while the waveform’s code cannot be loaded', () => {
  it('records anyway, says what is missing, and draws once the code is loaded', async () => {
    const core = new FakeCore();
    const page = pageWith(core);
    const element = document.createElement('lonely-recorder') as LonelyRecorder;
    await drawn(element, page.append(element));
    const find = (selector: string) => element.shadowRoot?.querySelector<HTMLElement>(selector);
    const height = () => find('.stage')?.getBoundingClientRect().height;

    await element.startRecording();
    core.recording.hear(2);
    await waitUntil(() => find('.notice'), 'the notice is shown');
    expect(find('.notice span')?.textContent).to.equal(
      'The waveform did not load. The recording is complete without it.',
    );
    const before = height();
    element.isReachable = true;
    find('.notice button')?.click();
    await waitUntil(() => find('.wave')?.firstElementChild, 'the waveform is drawn');
    expect(find('.notice')).to.be.null;
    expect(height()).to.equal(before);
    const {duration} = await element.stopRecording();
    expect(duration).to.equal(2);
  });
});
