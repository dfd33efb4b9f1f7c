import {expect} from '@open-wc/testing';
import type {PlateDetectorFiles} from '../../src/plates/plate-detector.js';
import type {DetectedLicensePlate} from '@sealed-capture/seal/model/protection-config.js';
import type {AnswerMessage, CallMessage} from '../../src/ports/worker-channel/worker-calls.js';
import type {Failure} from '@sealed-capture/seal/model/job/job.js';
import {WorkerPlateDetector} from '../../src/plates/plate-detector.js';

const never = new AbortController().signal;
const picture = new Blob(['picture']);
const plate = {plateNumber: 'AB12CDE', boundingBox: {x: 1, y: 2, width: 3, height: 4}};

/** A worker that answers when the test allows it. */
class FakeWorker extends EventTarget implements Worker {
  onmessage: Worker['onmessage'] = null;
  onmessageerror: Worker['onmessageerror'] = null;
  onerror: Worker['onerror'] = null;
  readonly asked: CallMessage[] = [];
  ended = false;

  postMessage(message: unknown): void {
    this.asked.push(message as CallMessage);
  }

  terminate(): void {
    this.ended = true;
  }

  /** Answers the last call. */
  read(plate?: DetectedLicensePlate): void {
    this.#answer({kind: 'result', id: idOf(this.asked.at(-1)), result: plate});
  }

  fail(failure: Failure): void {
    this.#answer({kind: 'failure', id: idOf(this.asked.at(-1)), failure});
  }

  #answer(data: AnswerMessage): void {
    this.onmessage?.(new MessageEvent('message', {data}));
  }
}

const idOf = (message?: CallMessage): number => (message && 'id' in message ? message.id : 0);

function setup(): {detector: WorkerPlateDetector; workers: FakeWorker[]} {
  const workers: FakeWorker[] = [];
  const start = (): Worker => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  };
  return {detector: new WorkerPlateDetector({files: '/plates/'}, start), workers};
}

const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'resolved',
    (error: {code?: unknown}) => error.code,
  );
/** Runs the callbacks of settled promises. */
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

describe('the plate detector’s worker', () => {
  it('is started by the first picture, and kept for the next', async () => {
    const {detector, workers} = setup();
    await settled();
    expect(workers).to.have.length(0);
    const [first, second] = [detector.detect(picture, never), detector.detect(picture, never)];
    await settled();
    expect(workers[0]?.asked).to.have.length(1);
    workers[0]?.read(plate);
    expect(await first).to.equal(plate);
    await settled();
    expect(workers[0]?.asked).to.have.length(2);
    workers[0]?.read();
    expect(await second).to.equal(undefined);
    expect(workers).to.have.length(1);
    expect(workers[0]?.ended).to.equal(false);
  });

  it('is ended when the picture that it reads is aborted, and its late answer is ignored', async () => {
    const {detector, workers} = setup();
    const abort = new AbortController();
    const given = codeOf(detector.detect(picture, abort.signal));
    await settled();
    abort.abort();
    expect(await given).to.equal('aborted');
    expect(workers[0]?.ended).to.equal(true);
    const next = detector.detect(picture, never);
    await settled();
    workers[0]?.read(plate);
    workers[0]?.fail({code: 'worker_unavailable', message: 'late'});
    expect(workers[1]?.ended).to.equal(false);
    workers[1]?.read();
    expect(await next).to.equal(undefined);
  });

  it('is not affected when a waiting picture is aborted', async () => {
    const {detector, workers} = setup();
    const abort = new AbortController();
    const reading = detector.detect(picture, never);
    const waiting = codeOf(detector.detect(picture, abort.signal));
    await settled();
    abort.abort();
    expect(await waiting).to.equal('aborted');
    expect(workers[0]?.ended).to.equal(false);
    workers[0]?.read(plate);
    expect(await reading).to.equal(plate);
    await settled();
    expect(workers[0]?.asked).to.have.length(1);
  });

  it('is not started if the files have no addresses', async () => {
    const workers: FakeWorker[] = [];
    const start = (): Worker => {
      workers.push(new FakeWorker());
      return workers[0]!;
    };
    const partial = {runtime: '/runtime.mjs'} as PlateDetectorFiles;
    for (const files of ['http://[', partial]) {
      const detector = new WorkerPlateDetector({files}, start);
      const read = detector.detect(picture, never);
      expect(await codeOf(read)).to.equal('configuration_invalid');
    }
    expect(workers).to.have.length(0);
  });

  it('is ended by close, also while it is idle', async () => {
    const {detector, workers} = setup();
    const reading = detector.detect(picture, never);
    await settled();
    workers[0]?.read(plate);
    await reading;
    detector.close();
    expect(workers[0]?.ended).to.equal(true);
  });

  it('is restarted after it could not load, and continues after a picture that cannot be decoded', async () => {
    const {detector, workers} = setup();
    const ask = async (code: 'worker_unavailable' | 'media_unsupported'): Promise<unknown> => {
      const failed = codeOf(detector.detect(picture, never));
      await settled();
      workers.at(-1)?.fail({code, message: 'as told'});
      return failed;
    };
    expect(await ask('media_unsupported')).to.equal('media_unsupported');
    expect(workers[0]?.ended).to.equal(false);
    expect(await ask('worker_unavailable')).to.equal('worker_unavailable');
    expect(workers[0]?.ended).to.equal(true);
    expect(await ask('media_unsupported')).to.equal('media_unsupported');
    expect(workers).to.have.length(2);
  });
});
