import type {RecorderOptions} from '../ports/audio/recorder.js';
import type {RecordingOptions} from './recording-session.js';

/** How a recording is made. */
export interface Sound extends RecorderOptions {
  /** The browser may take echoes and noise out, and level the loudness. */
  processing: boolean;
  /** Milliseconds. */
  silenceTimeout: number;
}

/** What cannot be is as if it were not set: elements refuse it before. */
export function soundOf(options: RecordingOptions): Sound {
  return {
    channels: options.channels === 2 ? 2 : 1,
    processing: !!options.audioProcessing,
    bitRate: positive(options.bitRate) ?? 128,
    maxDuration: positive(options.maxDuration),
    silenceTimeout: positive(options.silenceTimeout) ?? Infinity,
    encoder: options.encoder,
  };
}

const positive = (value: number | undefined): number | undefined =>
  value !== undefined && Number.isFinite(value) && value > 0 ? value : undefined;
