import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import {SealedCaptureError, type ErrorCode} from '@sealed-capture/seal/model/errors.js';
import type {Keeping} from '@sealed-capture/seal/model/job/keeping.js';
import {closeAll, recording, setup} from './microphone-fixture.js';
import {Gate} from '../../gate.js';
import {settled} from '../../settled.js';
import {FakeClient, keptIn, silent, type Service} from '../queue/queue-fixture.js';

afterEach(closeAll);

type Recording = Awaited<ReturnType<typeof recording>>;

const withCode = (code: ErrorCode) => (error: unknown) =>
  error instanceof SealedCaptureError && error.code === code;
const dead = () => new SealedCaptureError('worker_unavailable', 'The encoder died.');
const endOf = ({session}: Recording) =>
  session.state.name === 'captured' ? session.state.end : session.state.name;
async function heard(options = {}): Promise<Recording> {
  const all = setup();
  await all.session.start(all.page.protection, options);
  all.recorder.last.hear(2);
  return all;
}

describe('a recording ends, and becomes a capture,', () => {
  const ends: [end: string, how: (all: Recording) => unknown][] = [
    ['stopped', ({session}) => session.stop()],
    ['full', ({recorder}) => recorder.last.listener.onFull()],
    ['silent', ({recorder}) => recorder.last.hear(5, 0)],
    ['device-lost', ({microphones}) => microphones.last.lose()],
    ['failed', ({recorder}) => recorder.last.listener.onFailed(dead())],
    ['closed', ({session}) => session.close()],
  ];
  for (const [end, how] of ends) {
    it(`${end}: the microphone and the sensors are off at once, and all of it is stored`, async () => {
      for (const paused of [false, true]) {
        const all = await heard({silenceTimeout: 5000});
        const {session, page, microphones, recorder, geolocator} = all;
        if (paused) session.pause();
        const finish = recorder.last.finish.bind(recorder.last);
        let onAtFinish = -1;
        recorder.last.finish = () => {
          onAtFinish = microphones.on;
          return finish();
        };
        void how(all);
        assert.deepEqual([microphones.on, geolocator.running], [0, 0]);
        assert.equal(onAtFinish, 1, 'nothing that is turned off is recorded');
        assert.deepEqual([session.state.name, session.isCapturing], ['finishing', true]);
        await settled();
        assert.equal(endOf(all), end);
        assert.deepEqual(page.client.heard, ['capture', 'protected']);
        assert.ok(recorder.last.calls.includes('close'));
      }
    });
  }

  it('storage-full, with the parts that are in the page: the capture reports this', async () => {
    for (const when of ['begin', 'addPart'] as const) {
      const all = setup();
      const {session, page, microphones, recorder, browser} = all;
      const full = keptIn('nowhere', 'storage_full');
      page.recordings[when] = () => Promise.resolve(full);
      await session.start(page.protection, {});
      recorder.last.hear(2);
      recorder.last.encode();
      page.recordings.keeping = full;
      await settled();
      assert.equal(microphones.on, 0);
      assert.equal(endOf(all), 'storage-full');
      assert.deepEqual(page.client.heard, ['capture', 'protect-error']);
      assert.equal(page.client.errors[0]?.code, 'storage_full');
      assert.equal(await page.client.captured[0]?.blob.text(), 'part1 part2 ');
      assert.equal(browser.recordings.size, 0);
    }
  });

  it('as failed if the storage is full before anything was recorded', async () => {
    const {session, page, microphones, browser, geolocator} = setup();
    const full = keptIn('memory', 'storage_full');
    const begin = page.recordings.begin.bind(page.recordings);
    page.recordings.begin = (job) => begin(job).then(() => full);
    await settled(session.start(page.protection, {}));
    assert.ok(session.state.name === 'failed' && session.state.error.code === 'storage_full');
    assert.deepEqual([microphones.on, geolocator.running, session.isCapturing], [0, 0, false]);
    assert.deepEqual([page.client.heard, browser.recordings.size], [[], 0]);
  });

  it('once, whichever reasons coincide', async () => {
    const all = await heard();
    const {session, page, microphones, recorder} = all;
    recorder.last.listener.onFull();
    microphones.last.lose();
    const stops = [session.stop(), session.stop()];
    assert.equal(stops[0], stops[1]);
    session.close();
    recorder.last.listener.onFailed(dead());
    await Promise.all(stops);
    assert.equal(endOf(all), 'full');
    assert.equal(page.client.captured.length, 1);
    assert.deepEqual(recorder.last.calls, ['finish', 'close']);
  });

  it('even if its session was closed and is used again meanwhile', async () => {
    const all = await heard();
    const {session, page, recorder} = all;
    const encode = new Gate();
    recorder.last.encoded = encode.passed;
    session.close();
    const looking = session.checkAccess();
    assert.equal(session.state.name, 'finishing');
    encode.open();
    await looking;
    await settled();
    assert.deepEqual([endOf(all), page.client.captured.length], ['closed', 1]);
  });
});

describe('a recording whose element has left the page', () => {
  async function left(service?: Service) {
    const all = await heard();
    const {session, page} = all;
    if (service) page.service = service;
    session.close();
    page.client.isAway = true;
    await settled(page.protection.release());
    assert.deepEqual(page.client.heard, ['capture-away']);
    return all;
  }

  it('is reported to the next element, before its seal, as the capture of another element', async () => {
    const {page} = await left();
    const next = new FakeClient(undefined, 'audio');
    await settled(page.queue.connect(next));
    assert.deepEqual(next.heard, ['capture', 'protected']);
    assert.deepEqual(next.own, [false]);
    assert.equal(next.captured[0], page.client.captured[0]);
  });

  it('is reported to the next element before its seal even if another mode had it sealed', async () => {
    const all = await heard();
    const {session, page} = all;
    page.queue.connect(new FakeClient());
    session.close();
    page.client.isAway = true;
    await settled(page.protection.release());
    assert.equal(page.calls.length, 1, 'it is sealed');
    const next = new FakeClient(undefined, 'audio');
    await settled(page.queue.connect(next));
    assert.deepEqual(next.heard, ['capture', 'protected']);
  });

  it('is reported to one element that is there, and to no other', async () => {
    const all = await heard();
    const {session, page} = all;
    const [neighbour, camera, other] = [
      new FakeClient(undefined, 'audio'),
      new FakeClient(),
      new FakeClient({apiKey: 'key', baseUrl: 'https://other.example'}, 'audio'),
    ];
    for (const client of [neighbour, camera, other]) page.queue.connect(client);
    session.close();
    page.client.isAway = true;
    await settled(page.protection.release());
    assert.deepEqual(neighbour.heard, ['capture', 'protected']);
    assert.deepEqual([...camera.heard, ...other.heard], []);
  });

  it('is reported once if the element returned before', async () => {
    const {session, page} = await heard();
    session.close();
    page.protection.release();
    const again = new FakeClient(undefined, 'audio');
    await settled(page.queue.connect(again));
    assert.deepEqual([...page.client.heard, ...again.heard], ['capture', 'protected']);
  });

  it('is not reported after it was discarded', async () => {
    const {page} = await left(silent);
    const [captureId = ''] = page.client.captured.map((detail) => detail.captureId);
    await page.protection.discard(captureId);
    const next = new FakeClient(undefined, 'audio');
    await settled(page.queue.connect(next));
    assert.deepEqual(next.heard, []);
  });
});

describe('silence', () => {
  it('is measured in recorded time, from zero after each sound and each pause', async () => {
    const all = await heard({silenceTimeout: 3000});
    const {session, recorder} = all;
    recorder.last.hear(2.9, 0);
    recorder.last.hear(0.05, 0.004);
    recorder.last.hear(2.9, 0.003);
    session.pause();
    session.resume();
    recorder.last.hear(2.9, 0);
    assert.equal(session.state.name, 'recording');
    recorder.last.hear(0.1, 0);
    assert.equal(session.state.name, 'finishing');
    await settled();
    assert.equal(endOf(all), 'silent');
  });

  it('ends nothing unless requested', async () => {
    for (const silenceTimeout of [undefined, 0]) {
      const {session, recorder} = await heard({silenceTimeout});
      recorder.last.hear(600, 0);
      assert.equal(session.state.name, 'recording');
    }
  });
});

describe('a storage failure', () => {
  const failures: [name: string, keeping: () => Promise<Keeping>][] = [
    ['memory', () => Promise.resolve(keptIn('memory', 'storage_unavailable'))],
    ['nowhere', () => Promise.resolve(keptIn('nowhere', 'worker_unavailable'))],
    ['a rejection', () => Promise.reject(new Error('no'))],
  ];
  for (const [name, keeping] of failures) {
    it(`lets the recording continue in memory: ${name}`, async () => {
      const all = setup();
      const {session, page, recorder, browser} = all;
      const begin = page.recordings.begin.bind(page.recordings);
      page.recordings.begin = async (job) => {
        if (name === 'memory') await begin(job);
        return keeping();
      };
      await session.start(page.protection, {});
      recorder.last.hear(2);
      await settled(recorder.last.encode());
      assert.equal(session.state.name, 'recording');
      const parts = browser.recordings.get('recording-1')?.parts.length;
      assert.equal(parts, name === 'memory' ? 1 : undefined);
      const detail = await session.stop();
      assert.equal(await detail.blob.text(), 'part1 part2 ');
    });
  }

  it('leaves a recording in the page that is finished when the worker is gone', async () => {
    const {session, page, recorder} = await heard();
    recorder.last.encode();
    page.recordings.finish = () =>
      Promise.reject(new SealedCaptureError('worker_unavailable', 'Gone.'));
    const detail = await session.stop();
    assert.equal(await detail.blob.text(), 'part1 part2 ');
    assert.equal(page.client.errors[0]?.code, 'worker_unavailable');
    assert.equal(await (await page.protection.picture(detail.captureId))?.text(), 'part1 part2 ');
  });

  it('stores a failed part again, and each part only after the one before it is stored', async () => {
    const {session, page, recorder} = await heard();
    const asked: number[] = [];
    const first = new Gate();
    page.recordings.addPart = async (_, {index}) => {
      asked.push(index);
      if (index === 1) await first.passed;
      const fails = index === 2 && asked.length < 4;
      if (fails && asked.length < 3) throw new SealedCaptureError('worker_unavailable', 'Gone.');
      return fails ? keptIn('nowhere', 'worker_unavailable') : {name: 'stored'};
    };
    recorder.last.encode();
    recorder.last.encode();
    await settled(recorder.last.encode());
    assert.deepEqual(asked, [1]);
    const stopped = session.stop();
    await settled();
    assert.equal(session.state.name, 'finishing', 'the parts are waited for');
    first.open();
    await stopped;
    assert.deepEqual(asked, [1, 2, 2, 2, 3, 4]);
  });
});

describe('a recording whose encoder crashed', () => {
  it('contains what was stored, and its capture reports this', async () => {
    const all = await heard();
    const {session, page, recorder} = all;
    recorder.last.encode();
    recorder.last.failure = dead();
    recorder.last.listener.onFailed(dead());
    const detail = await session.stop();
    assert.deepEqual([endOf(all), detail.recovered], ['failed', true]);
    assert.equal(await detail.blob.text(), 'part1 ');
    assert.equal(session.elapsed, detail.duration);
    assert.equal(session.peaks.length, 20 * session.elapsed);
    await settled();
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
  });

  it('has failed even if the page had stopped it', async () => {
    const all = await heard();
    all.recorder.last.encode();
    all.recorder.last.failure = dead();
    await all.session.stop();
    assert.equal(endOf(all), 'failed');
  });

  it('is recovered only after the parts that arrived are stored', async () => {
    const {session, page, recorder} = await heard();
    const kept = new Gate();
    const addPart = page.recordings.addPart.bind(page.recordings);
    page.recordings.addPart = (...part) => kept.passed.then(() => addPart(...part));
    recorder.last.encode();
    recorder.last.failure = dead();
    const stopped = session.stop();
    await settled();
    kept.open();
    assert.equal(await (await stopped).blob.text(), 'part1 ');
  });

  it('has failed if nothing was stored, without unhandled rejections', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    const {session, page, recorder} = await heard();
    recorder.last.failure = dead();
    await settled(recorder.last.listener.onFailed(dead()));
    process.off('unhandledRejection', note);
    assert.deepEqual(unhandled, []);
    assert.deepEqual(session.state, {name: 'failed', error: recorder.last.failure});
    assert.equal(session.isCapturing, false);
    await session.start(page.protection, {});
    assert.equal(session.state.name, 'recording');
  });

  it('is left to the next visit if what was stored cannot be read now', async () => {
    const {session, page, browser, recorder} = await heard();
    page.recordings.recover = () => Promise.reject(dead());
    recorder.last.encode();
    recorder.last.failure = new SealedCaptureError('encoding_failed', 'broken');
    await assert.rejects(session.stop(), withCode('encoding_failed'));
    assert.ok(session.state.name === 'failed' && session.state.error.code === 'encoding_failed');
    assert.equal(browser.recordings.size, 1);
  });
});

describe('an empty recording', () => {
  it('is refused, deleted, and leaves the session unchanged', async () => {
    const {session, page, browser, microphones} = await recording();
    await assert.rejects(session.stop(), withCode('recording_empty'));
    await settled();
    assert.deepEqual([session.state.name, session.isCapturing], ['idle', false]);
    assert.deepEqual([microphones.on, browser.recordings.size], [0, 0]);
    assert.deepEqual(page.client.heard, []);
  });

  it('reports why it ended if nothing stopped it', async () => {
    const {session, microphones} = await recording();
    await settled(microphones.last.lose());
    assert.ok(session.state.name === 'failed' && session.state.error.code === 'device_lost');
  });
});
