import {expect} from '@open-wc/testing';
import {CaptureAudioFixture} from './fixture.js';

describe('<capture-audio> callbacks', () => {
  it('receive the same object as the listeners, after them', async () => {
    const {element, microphone} = await CaptureAudioFixture.create();
    const seen: unknown[] = [];
    element.addEventListener('capture', (event) => seen.push(event));
    element.onCapture = (event) => {
      seen.push(event);
      expect([event.mode, event.duration]).to.eql(['audio', 2]);
    };
    await element.startRecording();
    microphone.hear(2);
    await element.stopRecording();
    expect(seen).to.have.length(2);
    expect(seen[0]).to.equal(seen[1]);
  });
});
