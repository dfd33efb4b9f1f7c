import {SealedCaptureError, failureAs} from '../../model/errors.js';
import {hasMp3Rate} from './mp3/bit-rates.js';

/** A stream's sound in a context of its own, which its owner closes. */
export interface SoundSource {
  context: AudioContext;
  node: MediaStreamAudioSourceNode;
}

/** `sinkId` is of the Web Audio API 1.1; TypeScript and some browsers do not know it. */
type ContextOptions = AudioContextOptions & {sinkId?: {type: 'none'}};
type MakeContext = (options: ContextOptions) => AudioContext;
const makeContext: MakeContext = (options) => new AudioContext(options);

/** Of the sound, in Hz: what most microphones give, so that most often nothing is converted. */
const SAMPLE_RATE = 48_000;

/**
 * Nobody listens to what is recorded. Without a sound device at its end, Chromium takes a context's time from the system:
 * a device that starts late, or is slower than the microphone, cost pieces of 10 ms. Larger pieces keep a busy machine
 * from skipping any.
 */
const UNHEARD: ContextOptions = {latencyHint: 'playback', sinkId: {type: 'none'}};

/**
 * Connects the stream to a context of 48 kHz; the browser converts other rates. Where it does not (Firefox), to one of
 * the stream's own rate. Throws `encoding_failed` where no MP3 has that rate.
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

/** @param sampleRate by default the browser's own, which most often is the microphone's too */
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
