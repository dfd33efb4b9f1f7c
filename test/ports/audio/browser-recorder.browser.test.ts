import {expect} from '@open-wc/testing';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {BrowserRecorder, type RecorderPlatform} from '../../../src/ports/audio/browser-recorder.js';
import {ContextSource} from '../../../src/ports/audio/sound/context-source.js';
import type {
  ActiveRecording,
  FinishedRecording,
  RecorderOptions,
} from '../../../src/ports/audio/recorder.js';
import type {SoundSource} from '../../../src/ports/audio/sound/sound-source.js';
import {TrackSource} from '../../../src/ports/audio/sound/track-source.js';
import {wasmEncoder} from '../../../src/ports/audio/wasm-encoder.js';
import {chooseScriptsBase} from '../../../src/ports/worker-channel/side-file.js';
import type {WorkerScript} from '../../../src/ports/worker-channel/worker-script.js';
import {Heard} from './heard.js';

const never = new AbortController().signal;
const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1_000));
const worklet = new URL('../../../src/ports/audio/recorder-worklet.js', import.meta.url);
const encoderWorker = new URL('../../../src/ports/audio/encoder-worker.js', import.meta.url);

/** The code of the error with which a promise rejects. */
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'resolved',
    (error: {code?: unknown}) => error.code,
  );

/** Resolves once the context is closed, which takes a moment in some engines. */
const closed = async (context: AudioContext): Promise<void> => {
  while (context.state !== 'closed') await seconds(0.02);
};

/** Opens a source, and starts its workers with the given function. */
type Open<Source> = (stream: MediaStream, start: (script: WorkerScript) => Worker) => Source;
const throughContext: Open<ContextSource> = (stream) => new ContextSource(stream);
const throughTrack: Open<TrackSource> = (stream, start) => {
  const source = TrackSource.of(stream, start);
  if (!source) throw new Error('This browser reads no tracks.');
  return source;
};
const readsTracks = 'MediaStreamTrackProcessor' in globalThis;
/** As the package does. */
const asUsual: Open<SoundSource> = (stream, start) =>
  TrackSource.of(stream, start) ?? new ContextSource(stream);

/** Uses the browser's own APIs, and records what was opened. */
class Platform<Source extends SoundSource> {
  readonly sources: Source[] = [];
  readonly workers: Worker[] = [];
  readonly #open: Open<Source>;
  constructor(open: Open<Source>) {
    this.#open = open;
  }
  openSource(stream: MediaStream): Source {
    const source = this.#open(stream, (script) => this.startWorker(script));
    this.sources.push(source);
    return source;
  }
  startWorker(script: WorkerScript): Worker {
    const worker = script.start();
    this.workers.push(worker);
    return worker;
  }
}

describe('the browser’s recorder', function () {
  // A sound device that is suspended takes time to start.
  this.timeout(30_000);
  const contexts: AudioContext[] = [];
  const recordings: ActiveRecording[] = [];
  const addresses: string[] = [];
  afterEach(async () => {
    chooseScriptsBase(undefined);
    recordings.splice(0).forEach((recording) => recording.close());
    addresses.splice(0).forEach((address) => URL.revokeObjectURL(address));
    const open = contexts.splice(0).filter(({state}) => state !== 'closed');
    await Promise.all(open.map((context) => context.close()));
  });

  const addressOf = (script: string): string => {
    const address = URL.createObjectURL(new Blob([script], {type: 'text/javascript'}));
    addresses.push(address);
    return address;
  };

  /** The encoder that is beside the modules, whatever the folder of the scripts is. */
  const encoder = {workerUrl: encoderWorker};
  /** Replaces the recorder's script. The name of a script in the folder becomes a fragment, which a blob ignores. */
  const recordWith = (script: string) => {
    chooseScriptsBase(`${addressOf(script)}#`);
  };

  /** A microphone whose sound is a tone. */
  const microphone = async (sampleRate?: number) => {
    const context = new AudioContext({sampleRate, latencyHint: 'playback'});
    contexts.push(context);
    await context.resume();
    // A suspended sound device plays nothing meanwhile, and the recorder does not wait for it.
    while (context.currentTime < 0.5) await seconds(0.02);
    const oscillator = new OscillatorNode(context, {frequency: 440});
    const volume = new GainNode(context, {gain: 0.5});
    const output = context.createMediaStreamDestination();
    oscillator.connect(volume).connect(output);
    oscillator.start();
    return {stream: output.stream, volume};
  };

  const recordFrom = async <Source extends SoundSource>(
    open: Open<Source>,
    stream: MediaStream,
    options: Partial<RecorderOptions> = {},
  ) => {
    const heard = new Heard();
    const platform = new Platform(open);
    const starting = new BrowserRecorder(platform).start(
      stream,
      {channels: 1, bitRate: 128, ...options},
      heard,
      never,
    );
    const recording = await starting;
    recordings.push(recording);
    return {recording, heard, source: platform.sources[0]!, platform};
  };

  const record = (stream: MediaStream, options?: Partial<RecorderOptions>) =>
    recordFrom(asUsual, stream, options);

  /** A recording that is given up after this number of seconds. */
  const abortedAfter = <Source extends SoundSource>(
    delay: number,
    stream: MediaStream,
    open: Open<Source>,
  ) => {
    const platform = new Platform(open);
    const heard = new Heard();
    const controller = new AbortController();
    const options = {channels: 1, bitRate: 128} as const;
    const starting = new BrowserRecorder(platform).start(stream, options, heard, controller.signal);
    setTimeout(() => controller.abort(), delay * 1_000);
    return {starting, heard, platform};
  };

  /** The MP3 as the browser itself decodes it. */
  const decode = async (recording: FinishedRecording, sampleRate: number): Promise<AudioBuffer> => {
    const context = new OfflineAudioContext(1, 1, sampleRate);
    return context.decodeAudioData(await recording.blob.arrayBuffer());
  };

  const shownDuration = async ({blob}: FinishedRecording): Promise<number> => {
    const audio = new Audio(URL.createObjectURL(blob));
    addresses.push(audio.src);
    audio.preload = 'auto';
    await new Promise((resolve, reject) => {
      audio.oncanplay = resolve;
      audio.onerror = () => reject(new Error(audio.error?.message));
    });
    return audio.duration;
  };

  /**
   * Checks the microphone's tone roughly. On a busy machine, sound is lost between two contexts; the tests of the
   * recorder's parts and the end-to-end tests check that the recorder loses none.
   */
  const expectTone = (played: AudioBuffer): void => {
    const samples = played.getChannelData(0);
    const rises = [...samples.keys()].filter((at) => samples[at - 1]! < 0 && samples[at]! >= 0);
    const periods = rises.map((at, index) => at - (rises[index - 1] ?? NaN)).slice(1);
    const median = periods.toSorted((one, other) => one - other)[periods.length >> 1];
    expect(median).to.be.closeTo(played.sampleRate / 440, 1);
    expect(samples.some((sample) => sample > 0.4)).to.equal(true);
  };

  for (const [name, encoder] of [
    ['its own encoder', undefined],
    ['the WebAssembly encoder', wasmEncoder],
  ] as const) {
    it(`makes an MP3 that the browser plays, with ${name}`, async () => {
      const {stream} = await microphone();
      const {recording, heard, source} = await record(stream, {encoder});
      expect(source instanceof TrackSource).to.equal(readsTracks);
      await heard.recorded(3);
      const finished = await recording.finish();
      expect(heard.failures).to.deep.equal([]);
      expect(finished.duration).to.be.within(3, 4);
      expect(heard.duration).to.equal(finished.duration);
      expect(heard.peaks.length).to.equal(Math.floor(finished.duration * 20));
      const level = heard.peaks.toSorted((one, other) => one - other)[heard.peaks.length >> 1];
      expect(level).to.be.closeTo(0.5, 0.02);

      expect(heard.parts.map(({index}) => index)).to.deep.equal([1, 2]);
      expect(finished.parts).to.equal(2);
      const sizes = [finished.infoFrame, ...heard.parts.map(({bytes}) => bytes)];
      const size = sizes.reduce((sum, {byteLength}) => sum + byteLength, 0);
      expect(finished.blob.size).to.equal(size);

      expect(await shownDuration(finished)).to.be.closeTo(finished.duration, 0.0001);
      const played = await decode(finished, recording.sampleRate);
      expect(played.length).to.be.closeTo(finished.duration * recording.sampleRate, 0.5);
      expectTone(played);
    });
  }

  it('records two channels', async () => {
    const {stream} = await microphone();
    const {recording, heard} = await record(stream, {channels: 2});
    await heard.recorded(0.3);
    const played = await decode(await recording.finish(), recording.sampleRate);
    expect(played.numberOfChannels).to.equal(2);
  });

  it('is shown and decoded with its exact duration at every bit rate', async () => {
    const {stream} = await microphone();
    for (const [bitRate, channels] of [
      [64, 1],
      [128, 2],
      [320, 2],
    ] as const) {
      const {recording, heard} = await record(stream, {bitRate, channels});
      await heard.recorded(0.7);
      const finished = await recording.finish();
      expect(await shownDuration(finished)).to.be.closeTo(finished.duration, 0.0001);
      const played = await decode(finished, recording.sampleRate);
      expect(played.length).to.be.closeTo(finished.duration * recording.sampleRate, 0.5);
    }
  });

  it('leaves out pauses', async () => {
    const {stream, volume} = await microphone();
    const {recording, heard} = await record(stream);
    await heard.recorded(0.5);
    recording.pause();
    await seconds(0.3);
    const {duration} = heard;
    volume.gain.value = 0.9;
    await seconds(1);
    expect(heard.duration).to.equal(duration);
    volume.gain.value = 0.5;
    await seconds(0.5);
    recording.resume();
    await heard.recorded(duration + 0.5);
    const finished = await recording.finish();
    expect(finished.duration).to.be.within(duration + 0.5, duration + 1.2);
    expect(Math.max(...heard.peaks)).to.be.below(0.6);
  });

  it('ends at the maximum duration at the exact sample, and reports it', async () => {
    const {stream} = await microphone();
    for (const maxDuration of [0.01, 1.000_1]) {
      const {recording, heard} = await record(stream, {maxDuration});
      await heard.full;
      await seconds(0.2);
      const {duration} = await recording.finish();
      const samples = Math.round(maxDuration * recording.sampleRate);
      expect(duration).to.equal(samples / recording.sampleRate);
    }
  });

  it('sends nothing more when it is closed', async () => {
    const {stream} = await microphone();
    const {recording, heard} = await record(stream);
    await seconds(0.2);
    recording.close();
    const {progresses} = heard;
    await seconds(0.3);
    expect(heard.progresses).to.equal(progresses);
    expect(await codeOf(recording.finish())).to.equal('aborted');
  });

  it('resolves nothing and sends nothing if it is aborted while it starts', async () => {
    const {stream} = await microphone();
    for (const delay of [0, 0.005, 0.03, 0.06]) {
      const {starting, heard} = abortedAfter(delay, stream, asUsual);
      expect(await codeOf(starting)).to.equal('aborted');
      await seconds(0.3);
      expect(heard.progresses).to.equal(0);
    }
    expect(stream.getAudioTracks()[0]!.readyState).to.equal('live');
  });

  it('gives up a start whose scripts do not load, names the script and ends what it has started', async () => {
    const {stream} = await microphone();
    const whyOf = async (patience: number, encoder?: {workerUrl: string}) => {
      const ends = {source: 0, encoder: 0};
      const platform: RecorderPlatform = {
        openSource: () => ({
          sampleRate: 48_000,
          isRunning: true,
          open: () => new Promise(() => undefined),
          ask: () => undefined,
          close: () => ends.source++,
        }),
        startWorker: (script) => {
          const worker = script.start();
          const terminate = worker.terminate.bind(worker);
          return Object.assign(worker, {terminate: () => (ends.encoder++, terminate())});
        },
      };
      const recorder = new BrowserRecorder(platform, {start: patience, encoder: 10_000});
      const options = {channels: 1, bitRate: 128, encoder} as const;
      const why = await recorder.start(stream, options, new Heard(), never).then(
        () => 'It records.',
        ({code, message}: SealedCaptureError) => `${code}: ${message}`,
      );
      return {why, ends};
    };
    const ended = {source: 1, encoder: 1};
    const silent = addressOf('');
    const withoutEncoder = await whyOf(300, {workerUrl: silent});
    expect(withoutEncoder.why).to.contain(
      'worker_unavailable: The recording did not start in time.',
    );
    expect(withoutEncoder.why).to.contain(silent);
    expect(withoutEncoder.ends).to.deep.equal(ended);
    // Long enough for the encoder itself.
    const withoutSound = await whyOf(3_000);
    expect(withoutSound.why).to.contain('recorder-worklet.js');
    expect(withoutSound.ends).to.deep.equal(ended);
  });

  it('records nothing from before the start, however long its encoder takes to load', async () => {
    const opens = readsTracks ? [throughTrack, throughContext] : [throughContext];
    for (const open of opens) {
      const {stream, volume} = await microphone();
      volume.gain.value = 0.9;
      // The encoder's own module takes over the message that arrived before.
      const late = addressOf(`
        onmessage = async (first) => {
          await new Promise((go) => setTimeout(go, 1_500));
          await import('${encoderWorker.href}');
          onmessage(first);
        };`);
      setTimeout(() => (volume.gain.value = 0.5), 700);
      const options = {encoder: {workerUrl: late}};
      const {recording, heard} = await recordFrom<SoundSource>(open, stream, options);
      await heard.recorded(0.5);
      await recording.finish();
      expect(Math.max(...heard.peaks)).to.be.below(0.6);
    }
  });

  it('names a script that cannot be loaded, and what sets its address', async () => {
    const {stream} = await microphone();
    const whyOf = async (options?: Partial<RecorderOptions>): Promise<string> => {
      const {code, message} = await record(stream, options).then(
        () => new SealedCaptureError('internal_error', 'It records.'),
        (error: SealedCaptureError) => error,
      );
      return `${code}: ${message}`;
    };
    const at = (path: string): string => new URL(path, location.origin).href;
    const folder = 'scripts-base or setScriptsBase() names its folder.';
    expect(await whyOf({encoder: {workerUrl: '/no-such-worker.js'}})).to.equal(
      `worker_unavailable: The worker script ${at('/no-such-worker.js')} could not be run. workerUrl of the encoder names it.`,
    );
    chooseScriptsBase('/nowhere');
    // Both scripts are missing; the first one to fail is named.
    const why = await whyOf();
    expect(why).to.match(/\/nowhere\/(encoder-worker|recorder-worklet)\.js could not be run\./);
    expect(why).to.contain(folder);
    expect(await whyOf({encoder})).to.match(
      /^worker_unavailable: .*\/nowhere\/recorder-worklet\.js (is not there|could not be run)/,
    );
  });

  it('reports that the encoder crashed, and returns nothing more', async () => {
    const {stream} = await microphone();
    const workerUrl = addressOf(`
      onmessage = ({data: {sound}}) => {
        postMessage({kind: 'ready'});
        sound.onmessage = () => setTimeout(() => { throw new Error('dead'); });
      };`);
    const {recording, heard} = await record(stream, {encoder: {workerUrl}});
    await heard.failed;
    expect(heard.failures[0]).to.have.property('code', 'worker_unavailable');
    expect(await codeOf(recording.finish())).to.equal('worker_unavailable');
    expect(heard.failures).to.have.length(1);
  });

  it('reports that the encoder has stopped answering, and does not wait for it at the end', async () => {
    const {stream} = await microphone();
    const workerUrl = addressOf(`onmessage = () => postMessage({kind: 'ready'});`);
    const recorder = new BrowserRecorder(new Platform(asUsual), {start: 30_000, encoder: 500});
    const heard = new Heard();
    const options = {channels: 1, bitRate: 128, encoder: {workerUrl}} as const;
    const recording = await recorder.start(stream, options, heard, never);
    recordings.push(recording);
    recording.pause();
    await seconds(1);
    expect(heard.failures).to.deep.equal([]);
    recording.resume();
    await heard.failed;
    expect(heard.failures[0]).to.have.property('code', 'encoding_failed');
    expect(await codeOf(recording.finish())).to.equal('encoding_failed');
    expect(heard.failures).to.have.length(1);
  });

  for (const sampleRate of [44_100, 88_200]) {
    it(`records a device of ${sampleRate} Hz`, async () => {
      const {stream} = await microphone(sampleRate);
      const {recording, heard} = await record(stream);
      await heard.recorded(1);
      const finished = await recording.finish();
      const rate = readsTracks && sampleRate === 44_100 ? 44_100 : 48_000;
      expect(recording.sampleRate).to.equal(rate);
      expectTone(await decode(finished, recording.sampleRate));
    });
  }

  describe('through an audio context', () => {
    it('makes an MP3 of the tone', async () => {
      const {stream} = await microphone();
      const {recording, heard} = await recordFrom(throughContext, stream);
      await heard.recorded(1);
      expectTone(await decode(await recording.finish(), recording.sampleRate));
    });

    it('closes the context when it is finished, closed or aborted, and when its encoder has crashed', async () => {
      const {stream} = await microphone();
      const first = await recordFrom(throughContext, stream);
      await seconds(0.2);
      await first.recording.finish();
      await closed(first.source.context);
      const second = await recordFrom(throughContext, stream);
      second.recording.close();
      await closed(second.source.context);
      for (const delay of [0, 0.005, 0.03, 0.06]) {
        const {starting, platform} = abortedAfter(delay, stream, throughContext);
        expect(await codeOf(starting)).to.equal('aborted');
        await closed(platform.sources[0]!.context);
      }
      const workerUrl = addressOf(`onmessage = () => { throw new Error('dead'); };`);
      const platform = new Platform(throughContext);
      const options = {channels: 1, bitRate: 128, encoder: {workerUrl}} as const;
      const starting = new BrowserRecorder(platform).start(stream, options, new Heard(), never);
      expect(await codeOf(starting)).to.equal('worker_unavailable');
      await closed(platform.sources[0]!.context);
    });

    it('reports that the worklet failed, and keeps what the encoder has', async () => {
      const {stream} = await microphone();
      const script = await (await fetch(worklet)).text();
      const breaking = `
      const register = (name, processor) => registerProcessor(name, class extends processor {
        process(...io) {
          if (currentTime > 1) throw new Error('broken');
          return super.process(...io);
        }
      });`;
      recordWith(breaking + script.replace('registerProcessor(', 'register('));
      const {recording, heard} = await recordFrom(throughContext, stream, {encoder});
      await heard.failed;
      expect(heard.failures[0]).to.have.property('code', 'encoding_failed');
      const before = performance.now();
      const {duration} = await recording.finish();
      expect(performance.now() - before).to.be.below(900);
      expect(duration).to.be.within(0.5, 1);
      expect(heard.failures).to.have.length(1);
    });

    it('reports that the system has interrupted the sound, and continues without help', async () => {
      const {stream} = await microphone();
      const {recording, heard, source} = await recordFrom(throughContext, stream);
      await source.context.suspend();
      while (heard.interruptions.length < 2) await seconds(0.05);
      expect(heard.interruptions).to.deep.equal([true, false]);
      const {duration} = heard;
      await heard.recorded(duration + 0.2);
      expect((await recording.finish()).duration).to.be.above(duration);
    });

    it('finishes while the sound is interrupted', async () => {
      const {stream} = await microphone();
      const {recording, heard, source} = await recordFrom(throughContext, stream);
      await heard.recorded(0.5);
      const finishing = source.context.suspend().then(() => recording.finish());
      const before = performance.now();
      expect((await finishing).duration).to.be.at.least(0.5);
      expect(performance.now() - before).to.be.below(2_000);
    });

    it('reports that nothing was recorded', async () => {
      const {stream} = await microphone();
      recordWith(`registerProcessor('sealed-capture-recorder', class extends AudioWorkletProcessor {
        constructor() {
          super();
          this.port.onmessage = ({data}) => {
            if (data.kind === 'start') this.port.postMessage({kind: 'started'});
          };
        }
        process() { return true; }
      });`);
      const {recording} = await recordFrom(throughContext, stream, {encoder});
      expect(await codeOf(recording.finish())).to.equal('recording_empty');
    });

    describe('in a browser that converts no sample rate', () => {
      const ofRate = (rate: number) => (options: AudioContextOptions) => {
        const context = new AudioContext({...options, sampleRate: options.sampleRate ?? rate});
        contexts.push(context);
        const own = context.createMediaStreamSource.bind(context);
        context.createMediaStreamSource = (wanted) => {
          if (context.sampleRate !== rate) throw new DOMException('no', 'NotSupportedError');
          return own(wanted);
        };
        return context;
      };

      it('records at the rate of the device', async () => {
        const {stream} = await microphone(44_100);
        const {context} = new ContextSource(stream, ofRate(44_100));
        expect(context.sampleRate).to.equal(44_100);
        await closed(contexts.at(-2)!);
      });

      it('reports that MP3 does not support that rate, and leaves no context open', async () => {
        const {stream} = await microphone(88_200);
        const open = () => new ContextSource(stream, ofRate(88_200));
        expect(open).to.throw().with.property('code', 'encoding_failed');
        const [, ...opened] = contexts;
        expect(opened).to.have.length(2);
        for (const context of opened) await closed(context);
      });
    });
  });

  if (readsTracks) {
    describe('through a worker that reads the track', () => {
      /** A worker whose end can be seen. */
      const observed = () => {
        const ends: string[] = [];
        const open: Open<TrackSource> = (stream) =>
          throughTrack(stream, (script) => {
            const worker = script.start();
            const terminate = worker.terminate.bind(worker);
            return Object.assign(worker, {
              terminate() {
                ends.push('terminated');
                terminate();
              },
            });
          });
        return {ends, open};
      };

      it('ends the worker when it is finished, closed or aborted', async () => {
        const {stream} = await microphone();
        const {ends, open} = observed();
        const first = await recordFrom(open, stream);
        await first.heard.recorded(0.2);
        await first.recording.finish();
        expect(ends).to.have.length(1);
        const second = await recordFrom(open, stream);
        second.recording.close();
        expect(ends).to.have.length(2);
        const {starting} = abortedAfter(0.005, stream, open);
        expect(await codeOf(starting)).to.equal('aborted');
        expect(ends).to.have.length(3);
      });

      it('sends the sound to the encoder while the page is busy', async () => {
        const {stream} = await microphone();
        const workerUrl = addressOf(`
          const arrivals = new BroadcastChannel('arrivals');
          onmessage = ({data: {sound}}) => {
            postMessage({kind: 'ready'});
            sound.onmessage = () => arrivals.postMessage(performance.timeOrigin + performance.now());
          };`);
        const arrivals: number[] = [];
        const channel = new BroadcastChannel('arrivals');
        channel.onmessage = ({data}: MessageEvent<number>) => arrivals.push(data);
        await recordFrom(throughTrack, stream, {encoder: {workerUrl}});
        const began = performance.timeOrigin + performance.now();
        const until = performance.now() + 1_500;
        while (performance.now() < until);
        await seconds(0.1);
        channel.close();
        const meanwhile = arrivals.filter((at) => at > began + 300 && at < began + 1_400);
        // About twelve a second.
        expect(meanwhile.length).to.be.above(6);
      });

      it('records nothing from before the start, however long its script takes to load', async () => {
        const {stream, volume} = await microphone();
        volume.gain.value = 0.9;
        let isLoud = true;
        const open: Open<TrackSource> = (given) =>
          throughTrack(given, () => {
            const late = `await new Promise((go) => setTimeout(go, 1_500)); await import('${worklet.href}');`;
            return new Worker(addressOf(late), {type: 'module'});
          });
        setTimeout(() => {
          volume.gain.value = 0.5;
          isLoud = false;
        }, 700);
        const {recording, heard} = await recordFrom(open, stream);
        expect(isLoud).to.equal(false);
        await heard.recorded(0.5);
        await recording.finish();
        expect(Math.max(...heard.peaks)).to.be.below(0.6);
      });

      it('leaves the track alone if its worker cannot be started', async () => {
        const {stream} = await microphone();
        const open: Open<TrackSource> = (given) =>
          throughTrack(given, () => {
            throw new SealedCaptureError('worker_unavailable', 'None.');
          });
        expect(await codeOf(recordFrom(open, stream))).to.equal('worker_unavailable');
        expect(stream.getAudioTracks()[0]!.readyState).to.equal('live');
      });

      it('reports that the worker failed, and keeps what the encoder has', async () => {
        const {stream} = await microphone();
        const script = await (await fetch(worklet)).text();
        const breaking = `
          addEventListener('message', ({data}) => {
            if (data.kind === 'pause') throw new Error('broken');
          });`;
        recordWith(script + breaking);
        const {recording, heard} = await recordFrom(throughTrack, stream, {encoder});
        await heard.recorded(0.3);
        recording.pause();
        await heard.failed;
        expect(heard.failures[0]).to.have.property('code', 'encoding_failed');
        expect((await recording.finish()).duration).to.be.above(0.2);
        expect(heard.failures).to.have.length(1);
      });

      it('leaves a rate that is rarely a microphone’s to an audio context', async () => {
        const {stream} = await microphone(88_200);
        expect(TrackSource.of(stream)).to.equal(undefined);
        expect(TrackSource.of(new MediaStream())).to.equal(undefined);
      });
    });
  }
});
