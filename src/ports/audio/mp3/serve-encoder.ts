import {failureAs} from '../../../model/errors.js';
import {nearestBitRate} from './bit-rates.js';
import {Encoding, type MakeMp3Encoder} from './encoding.js';
import type {EncoderAnswer, EncoderRequest, SoundFormat, SoundMessage} from './messages.js';

/** A worker's own end of the channel. */
export interface EncoderScope {
  onmessage: ((event: MessageEvent<EncoderRequest>) => void) | null;
  postMessage(answer: EncoderAnswer, transfer: Transferable[]): void;
}

/** Milliseconds without sound after which all that was sent is taken to have come. */
const QUIET = 100;

/** Encodes one recording. */
export function serveEncoder(scope: EncoderScope, make: MakeMp3Encoder): void {
  let sound: MessagePort | undefined;
  let encoding: Encoding | undefined;
  /** Pieces of sound that have come. */
  let heard = 0;

  const answer = (message: EncoderAnswer, ...transfer: Transferable[]): void =>
    scope.postMessage(message, transfer);

  /** Ends the recording where the step fails: an encoder that has thrown is in no known state. */
  const attempt = (step: () => void): void => {
    try {
      step();
    } catch (thrown) {
      fail(thrown);
    }
  };
  const fail = (thrown: unknown): void => {
    sound?.close();
    encoding = undefined;
    const {code, message} = failureAs('encoding_failed', thrown);
    answer({kind: 'failed', code, message});
  };

  const start = async (format: SoundFormat, port: MessagePort): Promise<void> => {
    sound = port;
    const {sampleRate, channels} = format;
    const bitRate = nearestBitRate(sampleRate, channels, format.bitRate);
    const encoder = await make({...format, bitRate});
    encoding = new Encoding(encoder, format, (part) => answer({kind: 'part', part}, part.bytes));
    // What was sent until now waits in the port.
    port.onmessage = ({data}: MessageEvent<SoundMessage>) => attempt(() => onSound(data));
    answer({kind: 'ready'});
  };

  const onSound = (message: SoundMessage): void => {
    heard++;
    if (!encoding) return;
    switch (message.kind) {
      case 'sound': {
        const progress = encoding.encode(message.sound);
        return answer({kind: 'progress', progress}, progress.peaks.buffer as ArrayBuffer);
      }
      case 'end':
        return finish();
    }
  };

  const finish = (): void => {
    const recording = encoding?.finish();
    encoding = undefined;
    sound?.close();
    if (recording) answer({kind: 'finished', recording}, recording.infoFrame);
  };

  /** Messages of the worklet and of the page overtake one another. */
  const finishWhenQuiet = (): void => {
    const before = heard;
    setTimeout(() => (heard === before ? attempt(finish) : finishWhenQuiet()), QUIET);
  };

  scope.onmessage = ({data}) => {
    switch (data.kind) {
      case 'start':
        start(data.format, data.sound).catch(fail);
        break;
      case 'finish':
        finishWhenQuiet();
        break;
    }
  };
}
