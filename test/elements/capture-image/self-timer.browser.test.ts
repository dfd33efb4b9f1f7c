import {expect, waitUntil} from '@open-wc/testing';
import {drawn} from '../kit.js';
import {ControlsFixture, controlledStream} from './controls-fixture.js';

/** A camera whose self-timer is set to three seconds, and its photos. */
async function timed(seconds = 3) {
  const fixture = await ControlsFixture.create();
  const photos: string[] = [];
  fixture.element.addEventListener('capture', ({captureId}) => photos.push(captureId));
  await fixture.click('[aria-controls=controls]');
  const at = [0, 3, 10].indexOf(seconds);
  const choice = fixture.element.shadowRoot?.querySelectorAll('.choices input')[at];
  await drawn(fixture.element, (choice as HTMLInputElement).click());
  return {fixture, photos};
}

describe('the self-timer of <capture-image>', () => {
  it('is off by default, can be 3 or 10 seconds, and shows the setting in its button', async () => {
    const {fixture} = await timed(10);
    expect(fixture.text('.choices')).to.equal('Off3 s10 s');
    const button = fixture.find('[aria-controls=controls]');
    expect(fixture.text('.badge')).to.equal('10 s');
    expect(button.getAttribute('aria-description')).to.equal('Self-timer: 10 seconds.');
    await drawn(fixture.element, fixture.find<HTMLInputElement>('.choices input').click());
    expect(fixture.has('.badge')).to.be.false;
  });

  it('shows and announces the countdown, and then takes the photo', async () => {
    const {fixture, photos} = await timed();
    await fixture.click('.shutter');
    expect(fixture.text('.count')).to.equal('3');
    expect(fixture.said).to.equal(
      'Photo in 3 seconds. Press the shutter again or Escape to cancel.',
    );
    await fixture.second();
    expect([fixture.text('.count'), fixture.said]).to.eql(['2', '2']);
    await fixture.second();
    expect([fixture.text('.count'), photos.length]).to.eql(['1', 0]);
    await fixture.second();
    expect(fixture.has('.count')).to.be.false;
    await waitUntil(() => photos.length === 1, 'the photo is taken');
  });

  it('closes the settings, which would cover the countdown, and is ended when they are opened', async () => {
    const {fixture, photos} = await timed();
    expect(fixture.has('.options')).to.be.true;
    await fixture.click('.shutter');
    expect([fixture.has('.options'), fixture.text('.count')]).to.eql([false, '3']);
    await fixture.click('[aria-controls=controls]');
    expect([fixture.has('.options'), fixture.has('.count')]).to.eql([true, false]);
    fixture.find('.choices input').focus();
    await fixture.press('AudioVolumeUp');
    expect(fixture.element.shadowRoot?.activeElement?.className, 'the focus').to.equal('shutter');
    await fixture.press('Escape');
    await fixture.click('[aria-controls=controls]');
    await fixture.press('Escape');
    expect(fixture.has('.options'), 'a second Escape closes the settings').to.be.false;
    await fixture.second();
    expect(photos).to.eql([]);
  });

  it('announces the first and the last three of ten seconds', async () => {
    const {fixture} = await timed(10);
    await fixture.click('.shutter');
    const heard = [fixture.said];
    for (let left = 9; left > 0; left--) {
      await fixture.second();
      if (fixture.said !== heard.at(-1)) heard.push(fixture.said);
    }
    expect(heard.slice(1)).to.eql(['3', '2', '1']);
  });

  it('is ended with the shutter, whose label changes meanwhile', async () => {
    const {fixture, photos} = await timed();
    const shutter = fixture.find('.shutter');
    const name = shutter.getAttribute('aria-label');
    await fixture.click('.shutter');
    expect(shutter.getAttribute('aria-label')).to.equal('Cancel self-timer');
    await fixture.click('.shutter');
    expect(fixture.has('.count')).to.be.false;
    expect(fixture.said).to.equal('Self-timer cancelled. No photo taken.');
    expect(shutter.getAttribute('aria-label')).to.equal(name);
    await fixture.second();
    expect(photos).to.eql([]);
  });

  it('is ended with Escape, wherever the focus is', async () => {
    const {fixture} = await timed();
    await fixture.click('.shutter');
    expect(await fixture.press('Escape')).to.be.true;
    expect(fixture.has('.count')).to.be.false;
    await fixture.click('.shutter');
    expect(await fixture.press('Escape', document.body)).to.be.true;
    expect(fixture.has('.count')).to.be.false;
    expect(await fixture.press('Escape', document.body)).to.be.false;
  });

  it('also delays photos with Space, Enter and a volume key, but not takePicture()', async () => {
    const {fixture, photos} = await timed();
    for (const key of [' ', 'Enter', 'AudioVolumeUp']) {
      await fixture.press(key);
      expect(fixture.text('.count'), key).to.equal('3');
      await fixture.press(key);
      expect(fixture.has('.count'), key).to.be.false;
    }
    await fixture.click('.shutter');
    await fixture.element.takePicture();
    expect([photos.length, fixture.text('.count')]).to.eql([1, '3']);
  });

  it('ends without a photo when the page is hidden', async () => {
    const {fixture, photos} = await timed();
    await fixture.click('.shutter');
    fixture.page.hide();
    await drawn(fixture.element);
    expect(fixture.has('.count')).to.be.false;
    await fixture.second();
    expect(photos).to.eql([]);
  });

  it('ends without a photo when the camera stops or is switched', async () => {
    const {fixture, photos} = await timed();
    await fixture.click('.shutter');
    await fixture.show(controlledStream({}, 'front').state);
    expect(fixture.has('.count')).to.be.false;
    await fixture.click('.shutter');
    await drawn(fixture.element, fixture.core.camera.show({name: 'off'}));
    await fixture.show(controlledStream({}).state);
    await fixture.second();
    expect([fixture.has('.count'), photos.length]).to.eql([false, 0]);
  });

  it('ends without a photo when the element is removed', async () => {
    const {fixture} = await timed();
    await fixture.click('.shutter');
    let presses = 0;
    fixture.find('.shutter').addEventListener('click', () => presses++);
    fixture.element.remove();
    await fixture.second();
    expect(presses).to.equal(0);
    expect(await fixture.press('Escape', document.body)).to.be.false;
  });
});
