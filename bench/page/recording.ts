// Records the microphone in three ways in turn, and simulates half an hour of sound.
import {SealingCore} from '../../src/core/wiring/core.js';
import {MicrophoneSession} from '../../src/core/recording/microphone-session.js';
import type {ProtectionClient} from '../../src/core/queue/queue-client.js';
import type {CaptureAudio} from '../../src/elements/capture-audio.js';
import {steadyClock} from '../../src/ports/browser/clock.js';
import {MediaWorkerClient} from '../../src/ports/worker-channel/media-worker-client.js';
import {pause} from './capture-element.js';
import {BIT_RATE, micRecorder, transcoded, type Running} from './recording-peers.js';
import {SilentMicrophones, SimulatedRecorder} from './simulated-sound.js';

/** element: from stop to `capture`. The others: from stop to the Blob. */
export type Way = 'element' | 'mic-recorder' | 'transcoded';

export interface Recorded {
  milliseconds: number;
  bytes: number;
}

class RecordingBench {
  #element?: CaptureAudio;
  #simulated?: Promise<Recorded & {encoding: number}>;

  /** Shows the element as in a page, 800 pixels wide. */
  async show(apiKey: string): Promise<void> {
    await customElements.whenDefined('capture-audio');
    const element = document.createElement('capture-audio');
    Object.assign(element, {sandbox: true, apiKey});
    element.style.cssText = 'display: block; width: 800px';
    document.body.append(element);
    await element.requestPermissions();
    this.#element = element;
  }

  async record(way: Way, seconds: number): Promise<Recorded> {
    const running = await this.#start(way);
    await pause(1000 * seconds);
    const start = performance.now();
    const blob = await running.stop();
    return {milliseconds: performance.now() - start, bytes: blob.size};
  }

  /** Starts or ends a recording of the element. */
  async startElement(): Promise<void> {
    await this.#shown.startRecording();
  }

  async stopElement(): Promise<void> {
    await this.#shown.stopRecording();
  }

  /**
   * Simulates a recording of this many minutes. Its last second arrives in real time, so that no data wait before the
   * stop.
   */
  simulate(minutes: number, workerUrl: string): Promise<Recorded & {encoding: number}> {
    return (this.#simulated ??= this.#simulate(minutes, workerUrl));
  }

  async #simulate(minutes: number, workerUrl: string): Promise<Recorded & {encoding: number}> {
    const ignore = (): void => undefined;
    let at = NaN;
    let bytes = 0;
    const client: ProtectionClient = {
      mode: 'audio',
      config: {autoProtect: false},
      onCapture: ({blob}) => {
        at = performance.now();
        bytes = blob.size;
      },
      onProtected: ignore,
      onProtectError: ignore,
      onChange: ignore,
    };
    const core = SealingCore.shared();
    const recorder = new SimulatedRecorder(workerUrl);
    const recordings = MediaWorkerClient.shared().calls;
    const microphones = new SilentMicrophones();
    const ports = {...core.ports, recordings, steadyClock, microphones, recorder};
    const session = new MicrophoneSession(ports, core.createReadings(client));
    const protection = core.connect(client);
    await session.start(protection, {bitRate: BIT_RATE});
    const began = performance.now();
    await recorder.feed(60 * minutes);
    const encoding = performance.now() - began;
    await pause(2000);
    await recorder.feed(1);
    await pause(1000);
    const start = performance.now();
    const {captureId} = await session.stop();
    const milliseconds = at - start;
    await protection.discard(captureId);
    protection.release();
    this.#simulated = undefined;
    return {milliseconds, bytes, encoding};
  }

  async #start(way: Way): Promise<Running> {
    switch (way) {
      case 'element': {
        const element = this.#shown;
        await element.startRecording();
        return {
          stop: async () => {
            const captured = new Promise<Blob>((resolve) => {
              element.addEventListener('capture', ({blob}) => resolve(blob), {once: true});
            });
            void element.stopRecording();
            return captured;
          },
        };
      }
      case 'mic-recorder':
        return micRecorder();
      case 'transcoded':
        return transcoded();
    }
  }

  get #shown(): CaptureAudio {
    if (!this.#element) throw new Error('Show it first.');
    return this.#element;
  }
}

export type {RecordingBench};
Object.assign(globalThis, {bench: new RecordingBench()});
