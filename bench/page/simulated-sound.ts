// Half an hour of sound in less time: the page feeds the real encoder worker as fast as it encodes.
import type {LiveMicrophone, Microphones} from '../../src/ports/audio/microphone.js';
import type {
  EncoderAnswer,
  EncoderRequest,
  SoundMessage,
} from '../../src/ports/audio/mp3/messages.js';
import type {
  ActiveRecording,
  FinishedRecording,
  Recorder,
  RecorderOptions,
  RecordingListener,
} from '../../src/ports/audio/recorder.js';

const RATE = 48_000;
const BATCH = 4_096;
/** Maximum number of batches in flight; as with live sound, they never accumulate before the encoder. */
const UNDERWAY = 24;

/** Noise that comes and goes, like a voice. */
function batch(at: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(BATCH);
  for (let i = 0; i < BATCH; i++) {
    const loudness = 0.3 * Math.abs(Math.sin((at + i) / 20_000));
    samples[i] = loudness * Math.sin((at + i) / 25) + 0.02 * (Math.random() - 0.5);
  }
  return samples;
}

/** The encoder part of a recorder; the data of the worklet are generated here. */
export class SimulatedRecorder implements Recorder {
  readonly #workerUrl: string;
  #answered = 0;
  #sent = 0;
  #send: (message: SoundMessage, transfer: Transferable[]) => void = () => undefined;

  constructor(workerUrl: string) {
    this.#workerUrl = workerUrl;
  }

  start(
    _stream: MediaStream,
    {channels, bitRate}: RecorderOptions,
    listener: RecordingListener,
  ): Promise<ActiveRecording> {
    const worker = new Worker(this.#workerUrl, {type: 'module'});
    const {port1, port2} = new MessageChannel();
    this.#send = (message, transfer) => {
      port1.postMessage(message, transfer);
    };
    const ask = (request: EncoderRequest, transfer: Transferable[]): void => {
      worker.postMessage(request, transfer);
    };
    return new Promise((started, failed) => {
      let finished: (recording: FinishedRecording) => void = () => undefined;
      worker.onmessage = ({data}: MessageEvent<EncoderAnswer>) => {
        switch (data.kind) {
          case 'ready':
            return started({
              sampleRate: RATE,
              isOwn: true,
              pause: () => undefined,
              resume: () => undefined,
              finish: () =>
                new Promise((resolve) => {
                  finished = resolve;
                  this.#send({kind: 'end'}, []);
                }),
              close: () => {
                worker.terminate();
              },
            });
          case 'part':
            return listener.onPart(data.part);
          case 'progress':
            this.#answered++;
            return listener.onProgress(data.progress);
          case 'finished':
            return finished(data.recording);
          case 'failed':
            return failed(new Error(`${data.code}: ${data.message}`));
        }
      };
      ask({kind: 'start', format: {sampleRate: RATE, channels, bitRate}, sound: port2}, [port2]);
    });
  }

  /** Feeds this many seconds, and waits until the encoder has processed them. */
  async feed(seconds: number): Promise<void> {
    const until = this.#sent + Math.ceil((seconds * RATE) / BATCH);
    while (this.#answered < until) {
      while (this.#sent < until && this.#sent - this.#answered < UNDERWAY) {
        const samples = batch(this.#sent++ * BATCH);
        this.#send({kind: 'sound', sound: [samples]}, [samples.buffer]);
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
}

/** A microphone that is always available and silent. */
export class SilentMicrophones implements Microphones {
  open(): Promise<{name: 'live'; microphone: LiveMicrophone}> {
    const microphone: LiveMicrophone = {
      stream: new MediaStream(),
      deviceId: 'simulated',
      describe: () => ({deviceName: 'Simulated'}),
      onLost: () => undefined,
      onMuted: () => undefined,
      stop: () => undefined,
    };
    return Promise.resolve({name: 'live', microphone});
  }

  permission(): Promise<'granted'> {
    return Promise.resolve('granted');
  }

  obstacle(): undefined {
    return undefined;
  }

  choices(): Promise<[]> {
    return Promise.resolve([]);
  }

  watch(): void {
    // There are no changes.
  }
}
