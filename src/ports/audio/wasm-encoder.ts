/** `sealed-capture/wasm-encoder`: encodes with a quarter of the work, if the page's policy allows WebAssembly. */
import {sideFile} from '../worker-channel/side-file.js';
import {ownEncoder, type RecordingEncoder} from './recorder.js';

export type {RecordingEncoder};
/** The messages between a page and its encoder's worker, for authors of other encoders. */
export type {
  EncoderAnswer,
  EncoderRequest,
  Sound,
  SoundFormat,
  SoundMessage,
} from './mp3/messages.js';
export type {FinishedRecording, RecordedPart, RecordingProgress} from './recorder.js';

const worker = sideFile(
  'wasm-encoder-worker.js',
  () => new URL('./wasm-encoder-worker.js', import.meta.url),
);

/**
 * LAME as WebAssembly; set it as `encoder` of `<capture-audio>`. Under a Content Security Policy, the worker's
 * script needs `script-src 'wasm-unsafe-eval'`.
 */
export const wasmEncoder: RecordingEncoder = ownEncoder({
  get workerUrl() {
    return worker();
  },
});
