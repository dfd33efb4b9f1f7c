import {expect, oneEvent} from '@open-wc/testing';
import type {CaptureAudio} from '../../../src/elements/capture-audio.js';
import type {ProtectErrorEvent} from '../../../src/elements/events.js';
import {CaptureAudioFixture} from './fixture.js';
import {change, drawn} from '../kit.js';

describe('the options of <capture-audio>', () => {
  let fixture: CaptureAudioFixture;
  let element: CaptureAudio;

  beforeEach(async () => {
    fixture = await CaptureAudioFixture.create();
    ({element} = fixture);
  });

  it('have the documented defaults', () => {
    expect([element.height, element.waveColor]).to.eql([256, 'rgba(0, 0, 0, 0.8)']);
    expect(element.waveformRef).to.be.undefined;
  });

  it('are attributes in kebab-case as well', async () => {
    for (const [name, value] of Object.entries({
      height: '80',
      'wave-color': 'rebeccapurple',
      'bit-rate': '96',
      channels: '2',
      'audio-processing': '',
      'max-duration': '30.5',
      'silence-timeout': '1500',
    }))
      element.setAttribute(name, value);
    expect([element.height, element.waveColor]).to.eql([80, 'rebeccapurple']);
    await element.startRecording();
    expect(fixture.microphone.options).to.eql({
      bitRate: 96,
      channels: 2,
      audioProcessing: true,
      maxDuration: 30.5,
      silenceTimeout: 1500,
    });
    element.discardRecording();
    for (const name of element.getAttributeNames()) element.removeAttribute(name);
    expect([element.height, element.waveColor]).to.eql([256, 'rgba(0, 0, 0, 0.8)']);
    await element.startRecording();
    expect(fixture.microphone.options).to.eql({});
  });

  it('turn sound processing off with the value "false"', () => {
    element.setAttribute('audio-processing', 'false');
    expect(element.audioProcessing).to.be.false;
  });

  it('choose the encoder of the recording', async () => {
    element.encoder = {workerUrl: '/encoder.js'};
    await element.startRecording();
    expect(fixture.microphone.options).to.eql({encoder: {workerUrl: '/encoder.js'}});
  });

  const wrongTexts: [string, string, RegExp][] = [
    ['height', 'tall', /a finite number from 1/],
    ['height', '0', /a finite number from 1/],
    ['wave-color', 'reddish', /a colour as in CSS/],
    ['bit-rate', '5', /a finite number from 8 to 320/],
    ['channels', '3', /1 or 2/],
    ['max-duration', '', /a finite number from 0\.1/],
    ['silence-timeout', '-1', /a finite number from 1/],
  ];
  for (const [name, text, wish] of wrongTexts) {
    it(`refuse ${name}="${text}", and keep their value`, async () => {
      const told: Promise<ProtectErrorEvent> = oneEvent(element, 'protect-error');
      element.setAttribute(name, text);
      const {code, message} = await told;
      expect(code).to.equal('configuration_invalid');
      expect(message).to.contain(`<capture-audio ${name}>`).and.match(wish);
      expect(element.height).to.equal(256);
      await element.startRecording();
      expect(fixture.microphone.options).to.eql({});
    });
  }

  const wrongValues: [string, unknown, RegExp][] = [
    ['height', -3, /height has to be a finite number/],
    ['waveColor', 'reddish', /waveColor has to be a colour/],
    ['waveformRef', '#wave', /waveformRef has to be an element/],
    ['bitRate', 5000, /bitRate has to be a finite number/],
    ['channels', 6, /channels has to be 1 or 2/],
    ['audioProcessing', 'yes', /audioProcessing has to be true or false/],
    ['maxDuration', Infinity, /maxDuration has to be a finite number/],
    ['silenceTimeout', 'long', /silenceTimeout has to be a finite number/],
    ['encoder', {}, /encoder has to be an object with workerUrl/],
  ];
  for (const [name, value, wish] of wrongValues) {
    it(`report ${name} = ${JSON.stringify(value)}, and record without it`, async () => {
      const told: Promise<ProtectErrorEvent> = oneEvent(element, 'protect-error');
      Reflect.set(element, name, value);
      const {code, message} = await told;
      expect(code).to.equal('configuration_invalid');
      expect(message).to.match(wish);
      await fixture.record(2);
      expect(fixture.microphone.options).to.eql({});
      expect((await fixture.drawing()).height).to.equal(256);
    });
  }

  it('set the height of the waveform', async () => {
    element.height = 60;
    await fixture.record(5);
    expect((await fixture.drawing()).height).to.equal(60);
  });

  it('set the color of the waveform, also in dark pages; the default is the text color', async () => {
    await fixture.record(5);
    expect((await fixture.drawing()).color).to.eql([0, 0, 0, 204]);
    element.style.colorScheme = 'dark';
    await drawn(element, element.requestUpdate());
    await drawn(element, fixture.microphone.hear(5.1));
    expect((await fixture.drawing()).color).to.eql([242, 244, 247, 255]);
    await change(element, {waveColor: 'rgb(200, 0, 100)'});
    expect((await fixture.drawing()).color).to.eql([200, 0, 100, 255]);
  });

  it('draw the waveform in the page’s own element, also if a framework adds that later', async () => {
    const place = document.createElement('div');
    fixture.page.append(place);
    const ref: {current: HTMLElement | null} = {current: null};
    element.waveformRef = ref;
    await fixture.record(5);
    expect(fixture.find('.wave').childElementCount).to.equal(1);
    ref.current = place;
    await drawn(element, fixture.microphone.hear(5.1));
    expect(fixture.find('.wave').childElementCount).to.equal(0);
    expect((await fixture.drawing(place)).height).to.equal(256);
    expect(fixture.find('.stage').getBoundingClientRect().height).to.be.below(100);
    await drawn(element, element.stopRecording());
    expect(place.childElementCount, 'the whole recording').to.equal(1);
    expect(fixture.find('.wave').childElementCount).to.equal(0);
    expect(fixture.find('.stage').getBoundingClientRect().height).to.be.below(100);
    await change(element, {waveformRef: null});
    expect(place.childElementCount).to.equal(0);
    expect(fixture.find('.wave').childElementCount).to.equal(1);
    await change(element, {waveformRef: place});
    element.remove();
    expect(place.childElementCount, 'nothing stays in the page').to.equal(0);
  });
});
