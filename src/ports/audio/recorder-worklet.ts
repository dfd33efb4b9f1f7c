/**
 * Reads the sound, in an audio worklet or in a worker, and sends it directly to the encoder's worker. One
 * self-contained script for both.
 */
import {PROCESSOR, type RelayOptions, type RelayRequest} from './mp3/messages.js';
import {SoundRelay} from './sound/sound-relay.js';
import {serveTrack} from './sound/track-reader.js';

declare const currentFrame: number;
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(
  name: string,
  processor: new (options: {processorOptions: RelayOptions}) => AudioWorkletProcessor,
): void;

if ('registerProcessor' in globalThis) {
  registerProcessor(
    PROCESSOR,
    class extends AudioWorkletProcessor {
      readonly #relay: SoundRelay;

      constructor({processorOptions}: {processorOptions: RelayOptions}) {
        super();
        this.#relay = new SoundRelay(sampleRate, processorOptions, (answer) =>
          this.port.postMessage(answer),
        );
        this.port.onmessage = ({data}: MessageEvent<RelayRequest>) => this.#relay.onRequest(data);
      }

      /** The browser's call for each piece of sound, of about three milliseconds. */
      process([input = []]: Float32Array[][], [output]: Float32Array[][]): boolean {
        this.#relay.take(input, output?.[0]?.length ?? 128, currentFrame);
        return !this.#relay.hasEnded;
      }
    },
  );
} else {
  serveTrack(globalThis);
}
