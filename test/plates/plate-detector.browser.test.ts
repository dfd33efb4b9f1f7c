import {expect} from '@open-wc/testing';
import {render} from './plate-scene.js';
import {failureOf, files, OpenedDetectors, pictureOf, street} from './street-detector.js';

const never = new AbortController().signal;

describe('the plate detector', function () {
  this.timeout(60_000);
  const detectors = new OpenedDetectors();
  afterEach(() => detectors.close());

  it('reads a plate and returns its box in pixels of the picture, under a strict policy', async () => {
    const {picture, box} = render(street);
    const plate = await detectors
      .open()
      .detect(await picture.convertToBlob({type: 'image/jpeg'}), never);
    expect(plate?.plateNumber).to.equal('HHXK4827');
    const {x, y, width, height} = plate!.boundingBox;
    const margin = 0.1 * box!.width;
    expect(x).to.be.within(box!.x - margin, box!.x + 0.3 * box!.width);
    expect(y).to.be.within(box!.y - margin, box!.y + 0.4 * box!.height);
    expect(x + width).to.be.within(box!.x + 0.7 * box!.width, box!.x + box!.width + margin);
    expect(y + height).to.be.within(box!.y + 0.6 * box!.height, box!.y + box!.height + margin);
  });

  it('finds no plate if there is none, and none that does not match the pattern', async () => {
    const picture = await pictureOf({...street, plate: undefined});
    expect(await detectors.open().detect(picture, never)).to.equal(undefined);
    const strict = detectors.open({pattern: /^[A-Z]{2}\d{2}[A-Z]{3}$/});
    expect(await strict.detect(await pictureOf(street), never)).to.equal(undefined);
  });

  it('names the file that is not served, and its address', async () => {
    const picture = await pictureOf(street);
    for (const missing of ['runtime', 'wasm', 'detection', 'dictionary'] as const) {
      const detector = detectors.open({files: {...files, [missing]: '/not-served/file'}});
      const error = await failureOf(detector.detect(picture, never));
      expect(error).to.have.property('code', 'worker_unavailable');
      expect(error).to.have.property('message').that.contains('/not-served/file');
    }
    const folder = detectors.open({files: '/not-served/'});
    expect(await failureOf(folder.detect(picture, never)))
      .to.have.property('message')
      .that.contains(`${location.origin}/not-served/`);
  });

  it('reports if its worker cannot be run, or is invalid', async () => {
    const picture = await pictureOf(street);
    for (const worker of ['/not-served/worker.js', 'https://elsewhere.example/worker.js']) {
      const error = await failureOf(detectors.open({worker}).detect(picture, never));
      expect(error).to.have.property('code', 'worker_unavailable');
      expect(error).to.have.property('message').that.contains('plate-worker.js');
    }
  });

  it('distinguishes a picture that cannot be decoded from a missing file, and continues', async () => {
    const detector = detectors.open();
    const error = await failureOf(detector.detect(new Blob(['text']), never));
    expect(error).to.have.property('code', 'media_unsupported');
    const plate = await detector.detect(await pictureOf(street), never);
    expect(plate?.plateNumber).to.equal('HHXK4827');
  });
});
