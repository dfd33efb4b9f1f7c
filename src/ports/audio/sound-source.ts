import {SealedCaptureError, failureAs} from '../../model/errors.js';
import {hasMp3Rate} from './mp3/bit-rates.js';

/** A stream's sound in an audio context of its own, which the owner closes. */
export interface SoundSource {
  context: AudioContext;
  node: MediaStreamAudioSourceNode;
}

/** `sinkId` is of the Web Audio API 1.1, which TypeScript and some browsers do not have. */
type ContextOptions = AudioContextOptions & {sinkId?: {type: 'none'}};
type MakeContext = (options: ContextOptions) => AudioContext;
const makeContext: MakeContext = (options) => new AudioContext(options);

/** Sample rate in Hz of most microphones, so that usually nothing is converted. */
const SAMPLE_RATE = 48_000;

/**
 * The context has no output device. With one, Chromium takes the context's time from it, and a device that starts
 * late or runs slower than the microphone costs pieces of 10 ms. Large buffers keep a busy machine from dropping
 * any.
 */
const UNHEARD: ContextOptions = {latencyHint: 'playback', sinkId: {type: 'none'}};

/**
 * Connects the stream to a context of 48 kHz; the browser converts other rates. If it does not (Firefox), the
 * context has the stream's own rate. Throws `encoding_failed` if that is not one of MP3's rates.
 */
export function openSoundSource(stream: MediaStream, make: MakeContext = makeContext): SoundSource {
  try {
    return connect(stream, make, SAMPLE_RATE);
  } catch (thrown) {
    if (!isOtherRate(thrown)) throw failureAs('encoding_failed', thrown);
  }
  const own = stream.getAudioTracks()[0]?.getSettings().sampleRate;
  try {
    return connect(stream, make, own);
  } catch (cause) {
    if (!isOtherRate(cause)) throw failureAs('encoding_failed', cause);
    const message =
      'This browser cannot record the microphone’s sample rate. Set it to 48 kHz in the system.';
    throw new SealedCaptureError('encoding_failed', message, {cause});
  }
}

/** @param sampleRate default: the browser's own, usually the same as the microphone's */
function connect(stream: MediaStream, make: MakeContext, sampleRate?: number): SoundSource {
  const context = make({sampleRate, ...UNHEARD});
  try {
    if (!hasMp3Rate(context.sampleRate)) throw otherRate(context.sampleRate);
    return {context, node: context.createMediaStreamSource(stream)};
  } catch (thrown) {
    void context.close();
    throw thrown;
  }
}

const otherRate = (sampleRate: number): DOMException =>
  new DOMException(`${sampleRate} Hz`, 'NotSupportedError');

const isOtherRate = (thrown: unknown): boolean =>
  thrown instanceof DOMException && thrown.name === 'NotSupportedError';
