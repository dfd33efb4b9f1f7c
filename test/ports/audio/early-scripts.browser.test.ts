import {expect, waitUntil} from '@open-wc/testing';
import {BrowserRecorder} from '../../../src/ports/audio/browser-recorder.js';
import {chooseScriptsBase} from '../../../src/ports/worker-channel/side-file.js';
import {Heard} from './heard.js';

const options = {channels: 1, bitRate: 128} as const;
const never = new AbortController().signal;

/** Notes the scripts of the workers that are started. */
function watchWorkers() {
  const scripts: string[] = [];
  const {Worker} = globalThis;
  globalThis.Worker = class extends Worker {
    constructor(address: string | URL, settings?: WorkerOptions) {
      super(address, settings);
      scripts.push(new URL(address, location.href).pathname.split('/').at(-1)!);
    }
  };
  return {scripts, stop: () => void (globalThis.Worker = Worker)};
}

describe('the recorder’s scripts that are loaded early', function () {
  // A sound device that is suspended takes time to start.
  this.timeout(30_000);
  let workers: ReturnType<typeof watchWorkers>;
  let context: AudioContext;
  beforeEach(() => {
    workers = watchWorkers();
    context = new AudioContext({latencyHint: 'playback'});
  });
  afterEach(async () => {
    workers.stop();
    chooseScriptsBase(undefined);
    await context.close();
  });

  it('ask for no microphone, are started once, and make one recording after the other', async () => {
    const {mediaDevices} = navigator;
    const asked: unknown[] = [];
    mediaDevices.getUserMedia = (constraints) => {
      asked.push(constraints);
      return Promise.reject(new DOMException('', 'NotAllowedError'));
    };
    const recorder = new BrowserRecorder();
    try {
      recorder.load();
      recorder.load();
    } finally {
      Reflect.deleteProperty(mediaDevices, 'getUserMedia');
    }
    const readsTracks = 'MediaStreamTrackProcessor' in globalThis;
    const early = ['encoder-worker.js', ...(readsTracks ? ['recorder-worklet.js'] : [])];
    expect(workers.scripts).to.deep.equal(early);
    expect(asked).to.deep.equal([]);

    await context.resume();
    const tone = new OscillatorNode(context, {frequency: 440});
    const output = context.createMediaStreamDestination();
    tone.connect(output);
    tone.start();
    // Without the scripts' folder, as without a network.
    if (readsTracks) chooseScriptsBase('/nowhere');
    for (const seconds of [0.3, 0.6]) {
      const heard = new Heard();
      const recording = await recorder.start(output.stream, options, heard, never);
      await heard.recorded(seconds);
      const {duration, blob} = await recording.finish();
      expect(duration).to.be.at.least(seconds);
      expect(blob.size).to.be.above(0);
      expect(workers.scripts).to.deep.equal(early);
    }
  });

  it('are started anew in place of one that was given up', async () => {
    const recorder = new BrowserRecorder();
    recorder.load();
    const before = workers.scripts.length;
    await context.resume();
    const output = context.createMediaStreamDestination();
    new ConstantSourceNode(context).connect(output);
    const recording = await recorder.start(output.stream, options, new Heard(), never);
    recording.close();
    await waitUntil(() => workers.scripts.length > before);
    expect(workers.scripts.slice(before)).to.include('encoder-worker.js');
  });
});
