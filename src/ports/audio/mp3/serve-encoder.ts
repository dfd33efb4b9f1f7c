import {failureAs} from '@sealed-capture/seal/model/errors.js';
import {nearestBitRate} from './bit-rates.js';
import {Encoding, type MakeMp3Encoder} from './encoding.js';
import type {EncoderAnswer, EncoderRequest, SoundFormat, SoundMessage} from './messages.js';

/** A worker's own end of the channel. */
export interface EncoderScope {
  onmessage: ((event: MessageEvent<EncoderRequest>) => void) | null;
  postMessage(answer: EncoderAnswer, transfer: Transferable[]): void;
}

/** Milliseconds without sound after which everything that was sent has arrived. */
const QUIET = 100;

/** Encodes recordings, one after the other. */
export function serveEncoder(scope: EncoderScope, make: MakeMp3Encoder): void {
  let sound: MessagePort | undefined;
  let encoding: Encoding | undefined;
  /** Number of pieces of sound that have arrived. */
  let heard = 0;

  const answer = (message: EncoderAnswer, ...transfer: Transferable[]): void =>
    scope.postMessage(message, transfer);

  /** Runs a step, and ends the recording if it throws, because the encoder's state is then unknown. */
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
    // Earlier messages wait in the port.
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

  /** Messages of the relay and of the page may arrive in any order. */
  const finishWhenQuiet = (meant = encoding): void => {
    const before = heard;
    setTimeout(() => {
      if (heard !== before) finishWhenQuiet(meant);
      // Otherwise the next recording has begun.
      else if (encoding === meant) attempt(finish);
    }, QUIET);
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
