// Other ways from a microphone to an MP3, in the form in which they are usually used.
import {Mp3Encoder} from '@breezystack/lamejs';

/** The class of mic-recorder-to-mp3, a classic script that cannot run in a module. */
declare const MicRecorder: new (options: {bitRate: number}) => {
  start(): Promise<MediaStream>;
  stop(): {getMp3(): Promise<[buffer: unknown, blob: Blob]>};
};

export const BIT_RATE = 128;

/** A recording in progress; `stop` resolves with what the person waits for. */
export interface Running {
  stop(): Promise<Blob>;
}

/** mic-recorder-to-mp3: a script processor on the main thread, which also encodes continuously. */
export async function micRecorder(): Promise<Running> {
  const recorder = new MicRecorder({bitRate: BIT_RATE});
  await recorder.start();
  return {
    async stop() {
      const [, blob] = await recorder.stop().getMp3();
      return blob;
    },
  };
}

/** MediaRecorder: its own format is decoded and encoded as MP3 when it is stopped. */
export async function transcoded(): Promise<Running> {
  const stream = await navigator.mediaDevices.getUserMedia({audio: true});
  const recorder = new MediaRecorder(stream);
  const parts: Blob[] = [];
  recorder.ondataavailable = ({data}) => parts.push(data);
  recorder.start();
  return {
    async stop() {
      const stopped = new Promise((resolve) => (recorder.onstop = resolve));
      recorder.stop();
      await stopped;
      for (const track of stream.getTracks()) track.stop();
      const context = new AudioContext({sampleRate: 48_000});
      const sound = await context.decodeAudioData(await new Blob(parts).arrayBuffer());
      void context.close();
      return encoded(sound.getChannelData(0), sound.sampleRate);
    },
  };
}

function encoded(samples: Float32Array, rate: number): Blob {
  const encoder = new Mp3Encoder(1, rate, BIT_RATE);
  const whole = Int16Array.from(samples, (sample) => Math.max(-1, Math.min(1, sample)) * 32_767);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < whole.length; at += 4_096) {
    parts.push(new Uint8Array(encoder.encodeBuffer(whole.subarray(at, at + 4_096))));
  }
  parts.push(new Uint8Array(encoder.flush()));
  return new Blob(parts, {type: 'audio/mpeg'});
}
