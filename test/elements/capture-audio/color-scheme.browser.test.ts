import {expect} from '@open-wc/testing';
import {emulateMedia} from '@web/test-runner-commands';
import {CaptureAudioFixture} from './fixture.js';

// Only Chromium's debugger can change the scheme.
describe('the device’s color scheme in <capture-audio>', () => {
  it('is that of the waveform of a finished recording, also when it changes', async () => {
    const fixture = await CaptureAudioFixture.create();
    fixture.element.style.colorScheme = 'light dark';
    await fixture.recorded();
    expect((await fixture.drawing()).color).to.eql([0, 0, 0, 204]);
    await emulateMedia({colorScheme: 'dark'});
    try {
      expect((await fixture.drawing()).color).to.eql([242, 244, 247, 255]);
    } finally {
      await emulateMedia({colorScheme: 'light'});
    }
  });
});
