import {expect} from '@open-wc/testing';
import type {CaptureAudio} from '../../../src/elements/capture-audio.js';
import {CaptureAudioFixture} from './fixture.js';
import {change, drawn} from '../kit.js';

describe('the options of <capture-audio>', () => {
  let fixture: CaptureAudioFixture;
  let element: CaptureAudio;

  beforeEach(async () => {
    fixture = await CaptureAudioFixture.create();
    ({element} = fixture);
  });

  const unset = {
    bitRate: 128,
    channels: 1,
    audioProcessing: false,
    maxDuration: undefined,
    silenceTimeout: undefined,
    encoder: undefined,
  };

  it('are read when a recording starts', async () => {
    await element.startRecording();
    expect(fixture.microphone.options).to.eql(unset);
    element.discardRecording();
    const encoder = {workerUrl: '/encoder.js'};
    const set = {bitRate: 96, channels: 2, audioProcessing: true, encoder} as const;
    Object.assign(element, {...set, maxDuration: 30.5, silenceTimeout: 1500});
    await element.startRecording();
    const options = {...set, maxDuration: 30.5, silenceTimeout: 1500};
    expect(fixture.microphone.options).to.eql(options);
    element.discardRecording();
    for (const name of Object.keys(options)) Reflect.set(element, name, undefined);
    await element.startRecording();
    expect(fixture.microphone.options).to.eql(unset);
  });

  it('record and draw as before after an invalid value', async () => {
    Object.assign(element, {bitRate: 5000, channels: 6, height: -3, waveColor: 'reddish'});
    Object.assign(element, {maxDuration: Infinity, encoder: {}, waveformRef: '#wave'});
    await fixture.record(2);
    expect(fixture.microphone.options).to.eql(unset);
    expect((await fixture.drawing()).height).to.equal(256);
  });

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
