import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import {makeLameJs} from '../../../src/ports/audio/mp3/lame-js.js';
import type {MakeMp3Encoder} from '../../../src/ports/audio/mp3/encoding.js';
import type {
  EncoderAnswer,
  EncoderRequest,
  SoundMessage,
} from '../../../src/ports/audio/mp3/messages.js';
import {serveEncoder, type EncoderScope} from '../../../src/ports/audio/mp3/serve-encoder.js';
import {tone} from './mp3-tools.js';

const opened: MessagePort[] = [];
afterEach(() => opened.splice(0).forEach((port) => port.close()));

/** A worker in this thread, and the ports of the page and the worklet. */
function serve(make: MakeMp3Encoder, bitRate = 128) {
  const answers: EncoderAnswer[] = [];
  const waiting: (() => void)[] = [];
  const scope: EncoderScope = {
    onmessage: null,
    postMessage: (answer) => {
      answers.push(answer);
      waiting.splice(0).forEach((look) => look());
    },
  };
  serveEncoder(scope, make);
  const {port1, port2} = new MessageChannel();
  opened.push(port1, port2);
  const page = (data: EncoderRequest): void =>
    scope.onmessage!(new MessageEvent('message', {data}));
  const say = (message: SoundMessage): void => port1.postMessage(message);
  const answered = async <K extends EncoderAnswer['kind']>(kind: K) => {
    for (;;) {
      const found = answers.find((answer) => answer.kind === kind);
      if (found) return found as Extract<EncoderAnswer, {kind: K}>;
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
  };
  page({kind: 'start', format: {sampleRate: 48_000, channels: 1, bitRate}, sound: port2});
  return {page, say, answers, answered};
}

const second = (): Float32Array<ArrayBuffer>[] => [Float32Array.from(tone(440, 48_000, 48_000))];

describe('the encoder worker', () => {
  it('encodes what arrived before it was ready, and reports everything before the end', async () => {
    const {say, answers, answered} = serve(async (format) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return makeLameJs(format);
    });
    for (let count = 0; count < 5; count++) say({kind: 'sound', sound: second()});
    say({kind: 'end'});
    const {recording} = await answered('finished');
    assert.equal(recording.duration, 5);
    assert.deepEqual(
      answers.map(({kind}) => kind),
      // Each part comes before the progress of the sound that completed it.
      'ready progress part progress progress part progress progress part finished'.split(' '),
    );
  });

  it('finishes without an end message of the worklet, if no more sound arrives', async () => {
    const {say, page, answered} = serve(makeLameJs);
    await answered('ready');
    for (let count = 0; count < 3; count++) say({kind: 'sound', sound: second()});
    // The message arrives before the sound, which must not be lost.
    page({kind: 'finish'});
    assert.equal((await answered('finished')).recording.duration, 3);
  });

  it('encodes the next recording, which a late finish of the one before does not end', async () => {
    const {say, page, answers, answered} = serve(makeLameJs);
    say({kind: 'sound', sound: second()});
    await answered('progress');
    page({kind: 'finish'});
    say({kind: 'end'});
    await answered('finished');
    answers.splice(0);
    const {port1, port2} = new MessageChannel();
    opened.push(port1, port2);
    page({kind: 'start', format: {sampleRate: 48_000, channels: 1, bitRate: 128}, sound: port2});
    await answered('ready');
    await new Promise((resolve) => setTimeout(resolve, 250));
    for (let count = 0; count < 2; count++) port1.postMessage({kind: 'sound', sound: second()});
    port1.postMessage({kind: 'end'});
    assert.equal((await answered('finished')).recording.duration, 2);
    assert.deepEqual(
      answers.filter(({kind}) => kind === 'failed'),
      [],
    );
  });

  it('reports that nothing was recorded', async () => {
    const {say, answered} = serve(makeLameJs);
    say({kind: 'end'});
    assert.equal((await answered('failed')).code, 'recording_empty');
  });

  it('reports once that the encoder has failed, and encodes nothing afterwards', async () => {
    let calls = 0;
    const {say, answers, answered} = serve(() => ({
      encode: () => {
        calls++;
        throw new Error('out of memory');
      },
      finish: () => new Uint8Array(0),
    }));
    say({kind: 'sound', sound: second()});
    say({kind: 'sound', sound: second()});
    say({kind: 'end'});
    const failed = await answered('failed');
    assert.deepEqual(failed, {kind: 'failed', code: 'encoding_failed', message: 'out of memory'});
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(calls, 1);
    assert.equal(answers.at(-1), failed);
  });

  it('reports that the encoder cannot be created', async () => {
    const {answered} = serve(() => Promise.reject(new Error('no WebAssembly')));
    assert.equal((await answered('failed')).message, 'no WebAssembly');
  });

  it('uses the nearest bit rate that MP3 supports', async () => {
    const asked: number[] = [];
    for (const bitRate of [1, 100, 130, 1_000]) {
      const {answered} = serve((format) => {
        asked.push(format.bitRate);
        return makeLameJs(format);
      }, bitRate);
      await answered('ready');
    }
    assert.deepEqual(asked, [64, 96, 128, 320]);
  });
});
