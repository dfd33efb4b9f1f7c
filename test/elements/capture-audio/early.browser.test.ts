import {expect, waitUntil} from '@open-wc/testing';
import '../../../src/elements/capture-audio.js';
import type {RecordingState} from '../../../src/core/recording/recording-session.js';
import {whenIdle} from '../../../src/elements/late-part.js';
import type {CaptureAudio} from '../../../src/elements/capture-audio.js';
import {FakeCore} from '../fake-core.js';
import {change, pageWith} from '../kit.js';

const idle = () => new Promise<void>(whenIdle);
const moment = () => new Promise((resolve) => setTimeout(resolve, 300));

async function recorder({style = '', state}: {style?: string; state?: RecordingState} = {}) {
  const core = new FakeCore();
  const page = pageWith(core);
  const element: CaptureAudio = document.createElement('capture-audio');
  element.style.cssText = style;
  page.append(element);
  await element.updateComplete;
  if (state) core.recording.show(state);
  return {element, core, early: () => core.recording.early};
}

describe('the scripts of <capture-audio>', () => {
  it('are loaded before the press, once a person sees the element and the page is idle, and no microphone is opened', async () => {
    const {core, element, early} = await recorder();
    const encoder = {workerUrl: '/own.js'};
    await change(element, {encoder});
    expect(early()).to.eql([]);
    await waitUntil(() => early().length > 0, 'they are loaded');
    expect(early()[0]).to.equal(encoder);
    expect(core.recording.calls).not.to.include('start');
    expect(element.isCapturing).to.be.false;
  });

  it('are not loaded while nobody sees the element', async () => {
    const {element, early} = await recorder({style: 'display: none'});
    await idle();
    await moment();
    expect(early()).to.eql([]);
    element.style.cssText = '';
    await waitUntil(() => early().length > 0, 'they are loaded');
  });

  it('are not loaded where nothing can be recorded', async () => {
    const {early} = await recorder({state: {name: 'not-found'}});
    await idle();
    await moment();
    expect(early()).to.eql([]);
  });
});
