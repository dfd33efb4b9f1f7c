import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import {setTimeout as wait} from 'node:timers/promises';
import type {
  SoundMessage,
  TrackPiece,
  TrackRequest,
  ReaderAnswer,
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
      target.fill(values[planeIndex] ?? 0);
    },
    close() {
      this.isClosed = true;
    },
  };
}

/** A worker in this thread that reads a track, and the ports of the page and the encoder. */
function serve({channels = 1, limit}: {channels?: 1 | 2; limit?: number} = {}) {
  const answers: ReaderAnswer['kind'][] = [];
  const errors: string[] = [];
  const scope: TrackScope = {
    onmessage: null,
    postMessage: (answer) => {
      answers.push(answer.kind);
      if (answer.kind === 'failed') errors.push(answer.message);
    },
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
  const enqueue = (one: TrackPiece): void => track.enqueue(one);
  const deliver = async (...pieces: TrackPiece[]): Promise<void> => {
    for (const one of pieces) enqueue(one);
    await wait(60);
  };
  return {
    page,
    deliver,
    enqueue,
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
    assert.deepEqual(answers, ['loaded', 'started']);
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

  it('reads another track after the first has ended', async () => {
    const {page, deliver, answers} = serve();
    await deliver(...warmUp, piece(0.5));
    page({kind: 'stop'});
    const next = new ReadableStream<TrackPiece>({
      start: (controller) => [...warmUp, piece(-0.5)].forEach((one) => controller.enqueue(one)),
    });
    const {port1, port2} = new MessageChannel();
    const heard: SoundMessage[] = [];
    port2.onmessage = ({data}: MessageEvent<SoundMessage>) => heard.push(data);
    cleanups.push(() => port2.close());
    const options = {channels: 1, batchLength: LENGTH} as const;
    page({kind: 'read', sound: next, sampleRate: RATE, options});
    page({kind: 'start', sound: port1});
    await wait(60);
    page({kind: 'stop'});
    await wait(60);
    assert.deepEqual(answers, ['loaded', 'started', 'stopped', 'started', 'stopped']);
    assert.deepEqual(
      heard.map((message) => (message.kind === 'sound' ? message.sound[0]![0] : message.kind)),
      [-0.5, 'end'],
    );
  });

  it('leaves out pauses, and stops at the limit', async () => {
    const {deliver, page, heard, answers} = serve({limit: 2 * LENGTH});
    await deliver(...warmUp, piece(0.5));
    page({kind: 'pause'});
    await deliver(piece(0.75));
    page({kind: 'resume'});
    // The second had to be waited for: nothing of the pause is unread.
    await deliver(piece(0.75));
    await deliver(piece(0.75));
    await deliver(piece(0.25), piece(-0.5));
    assert.deepEqual(heard(), [0.5, 0.25]);
    assert.deepEqual(answers, ['loaded', 'started', 'full']);
  });

  it('leaves out what was said in a pause and is read only after it', async () => {
    const {deliver, enqueue, page, heard} = serve();
    await deliver(...warmUp, piece(0.5));
    // All at once, as for a worker that was asleep.
    page({kind: 'pause'});
    for (let unread = 0; unread < 3; unread++) enqueue(piece(0.75));
    page({kind: 'resume'});
    await wait(60);
    await deliver(piece(0.75));
    await deliver(piece(0.25));
    assert.deepEqual(heard(), [0.5, 0.25]);
  });

  it('ends a pause also while the track delivers nothing', async () => {
    const {deliver, page, heard} = serve();
    await deliver(...warmUp, piece(0.5));
    page({kind: 'pause'});
    page({kind: 'resume'});
    await wait(250);
    await deliver(piece(0.25));
    assert.deepEqual(heard(), [0.5, 0.25]);
  });

  it('records silence while the track delivers nothing, so that later sound keeps its time', async () => {
    const {deliver, heard} = serve();
    await deliver(...warmUp, piece(0.5));
    await wait(1_700);
    assert.deepEqual(heard(), [0.5]);
    await wait(700);
    await deliver(piece(0.25));
    const silent = heard().slice(1, -1);
    assert.ok(silent.length >= 200 && silent.length <= 270, String(silent.length));
    assert.ok(silent.every((value) => value === 0));
    assert.equal(heard().at(-1), 0.25);
  });

  it('takes no silence in place of sound that waited while the worker was asleep', async () => {
    const {deliver, heard} = serve();
    await deliver(...warmUp, piece(0.5));
    await wait(150);
    const until = performance.now() + 2_500;
    while (performance.now() < until);
    // The check for silence may run before what waits is read.
    await wait(150);
    await deliver(piece(0.25));
    assert.deepEqual(heard(), [0.5, 0.25]);
  });

  it('records silence of a track that is silent from the beginning', async () => {
    const {answers, heard} = serve();
    await wait(2_700);
    assert.deepEqual(answers, ['loaded', 'started']);
    assert.ok(heard().length > 0);
  });

  it('sends the end and leaves the track when it is stopped', async () => {
    const {deliver, page, answers, kinds, isCancelled} = serve();
    await deliver(...warmUp, piece(0.5));
    page({kind: 'stop'});
    await wait(20);
    assert.deepEqual(kinds(), ['sound', 'end']);
    assert.deepEqual(answers, ['loaded', 'started', 'stopped']);
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

  it('reports a rate that changes, and leaves the track', async () => {
    const {deliver, answers, errors, isCancelled} = serve();
    const other = {...piece(0.5), sampleRate: 16_000};
    await deliver(...warmUp, other);
    assert.match(String(errors), /16000 Hz/);
    assert.equal(answers.at(-1), 'failed');
    assert.deepEqual([other.isClosed, isCancelled()], [true, true]);
  });

  it('reports a track that breaks', async () => {
    const {track, answers} = serve();
    track.error(new Error('broken'));
    await wait(20);
    assert.equal(answers.at(-1), 'failed');
  });
});
