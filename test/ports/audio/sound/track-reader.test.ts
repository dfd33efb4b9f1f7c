import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import {setTimeout as wait} from 'node:timers/promises';
import type {
  SoundMessage,
  TrackPiece,
  TrackRequest,
  WorkletAnswer,
} from '../../../../src/ports/audio/mp3/messages.js';
import {serveTrack, type TrackScope} from '../../../../src/ports/audio/sound/track-reader.js';

const RATE = 48_000;
/** Frames of a piece, of 10 ms. */
const LENGTH = 480;
/** Pieces that are dropped at the start. */
const WARM_UP = 9;

const cleanups: (() => void)[] = [];
afterEach(() => cleanups.splice(0).forEach((cleanup) => cleanup()));

/** A piece whose channels have these constant values. */
function piece(...values: number[]): TrackPiece & {isClosed: boolean} {
  return {
    isClosed: false,
    numberOfFrames: LENGTH,
    numberOfChannels: values.length,
    sampleRate: RATE,
    copyTo(target, {planeIndex}) {
      (target as Float32Array).fill(values[planeIndex] ?? 0);
    },
    close() {
      this.isClosed = true;
    },
  };
}

/** A worker in this thread that reads a track, and the ports of the page and the encoder. */
function serve({channels = 1, limit}: {channels?: 1 | 2; limit?: number} = {}) {
  const answers: WorkletAnswer['kind'][] = [];
  const errors: unknown[] = [];
  const scope: TrackScope = {
    onmessage: null,
    postMessage: ({kind}) => void answers.push(kind),
    reportError: (error) => void errors.push(error),
  };
  serveTrack(scope);
  const page = (data: TrackRequest): void => scope.onmessage!(new MessageEvent('message', {data}));
  let isCancelled = false;
  let track!: ReadableStreamDefaultController<TrackPiece>;
  const sound = new ReadableStream<TrackPiece>({
    start: (controller) => void (track = controller),
    cancel: () => void (isCancelled = true),
  });
  const {port1, port2} = new MessageChannel();
  cleanups.push(() => {
    page({kind: 'stop'});
    port2.close();
  });
  const messages: SoundMessage[] = [];
  port2.onmessage = ({data}: MessageEvent<SoundMessage>) => messages.push(data);
  page({kind: 'read', sound, sampleRate: RATE, options: {channels, limit, batchLength: LENGTH}});
  page({kind: 'start', sound: port1});
  const deliver = async (...pieces: TrackPiece[]): Promise<void> => {
    for (const one of pieces) track.enqueue(one);
    await wait(20);
  };
  return {
    page,
    deliver,
    track,
    answers,
    errors,
    isCancelled: () => isCancelled,
    /** First sample of each batch, for each channel. */
    heard: (channel = 0) =>
      messages.flatMap((message) => (message.kind === 'sound' ? message.sound[channel]![0] : [])),
    kinds: () => messages.map(({kind}) => kind),
  };
}

const warmUp = Array.from({length: WARM_UP}, () => piece(0.9));

describe('the worker that reads a track', () => {
  it('sends every piece after the start in order, and releases it', async () => {
    const {deliver, heard, answers} = serve();
    const pieces = [0.5, 0.25, -0.5].map((value) => piece(value));
    await deliver(...warmUp, ...pieces);
    assert.deepEqual(heard(), [0.5, 0.25, -0.5]);
    assert.deepEqual(answers, ['started']);
    assert.ok([...warmUp, ...pieces].every(({isClosed}) => isClosed));
  });

  it('sends the mean of two channels if one is wanted, and one channel twice if two are', async () => {
    const one = serve({channels: 1});
    await one.deliver(...warmUp, piece(0.5, -0.25));
    assert.deepEqual(one.heard(), [0.125]);
    const two = serve({channels: 2});
    await two.deliver(...warmUp, piece(0.5, -0.25), piece(0.75));
    assert.deepEqual(
      [two.heard(0), two.heard(1)],
      [
        [0.5, 0.75],
        [-0.25, 0.75],
      ],
    );
  });

  it('leaves out pauses, and stops at the limit', async () => {
    const {deliver, page, heard, answers} = serve({limit: 2 * LENGTH});
    await deliver(...warmUp, piece(0.5));
    page({kind: 'pause'});
    await deliver(piece(0.75));
    page({kind: 'resume'});
    await deliver(piece(0.25), piece(-0.5));
    assert.deepEqual(heard(), [0.5, 0.25]);
    assert.deepEqual(answers, ['started', 'full']);
  });

  it('records silence while the track delivers nothing, so that later sound keeps its time', async () => {
    const {deliver, heard} = serve();
    await deliver(...warmUp, piece(0.5));
    await wait(700);
    assert.deepEqual(heard(), [0.5]);
    await wait(700);
    await deliver(piece(0.25));
    const silent = heard().slice(1, -1);
    assert.ok(silent.length >= 110 && silent.length <= 160, String(silent.length));
    assert.ok(silent.every((value) => value === 0));
    assert.equal(heard().at(-1), 0.25);
  });

  it('records silence of a track that is silent from the beginning', async () => {
    const {answers, heard} = serve();
    await wait(1_300);
    assert.deepEqual(answers, ['started']);
    assert.ok(heard().length > 0);
  });

  it('sends the end and leaves the track when it is stopped', async () => {
    const {deliver, page, answers, kinds, isCancelled} = serve();
    await deliver(...warmUp, piece(0.5));
    page({kind: 'stop'});
    await wait(20);
    assert.deepEqual(kinds(), ['sound', 'end']);
    assert.deepEqual(answers, ['started', 'stopped']);
    assert.ok(isCancelled());
  });

  it('waits for the stop after the track has ended', async () => {
    const {deliver, page, track, errors, kinds} = serve();
    await deliver(...warmUp, piece(0.5));
    track.close();
    await wait(20);
    page({kind: 'stop'});
    await wait(20);
    assert.deepEqual(kinds(), ['sound', 'end']);
    assert.deepEqual(errors, []);
  });

  it('reports a rate that changes and a track that breaks', async () => {
    const changed = serve();
    await changed.deliver(...warmUp, {...piece(0.5), sampleRate: 16_000});
    assert.match(String(changed.errors), /16000 Hz/);
    const broken = serve();
    broken.track.error(new Error('broken'));
    await wait(20);
    assert.match(String(broken.errors), /broken/);
  });
});
