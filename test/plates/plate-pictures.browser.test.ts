import {expect} from '@open-wc/testing';
import type {PlateDetector} from '../../src/plates/index.js';
import {layouts} from './plate-layouts.js';
import type {ShownPlate} from './plate-scene.js';
import {failureOf, german, OpenedDetectors, pictureOf, street} from './street-detector.js';

const never = new AbortController().signal;

describe('the plate detector, picture by picture', function () {
  this.timeout(60_000);
  const detectors = new OpenedDetectors();
  /** Shared by the tests, because loading the models takes longer than reading. */
  let detector: PlateDetector;
  before(() => {
    detector = detectors.open();
  });
  after(() => detectors.close());

  it('finds no plate if there is none', async () => {
    const picture = await pictureOf({...street, plate: undefined});
    expect(await detector.detect(picture, never)).to.equal(undefined);
  });

  it('reads several pictures in sequence, each with its own plate', async () => {
    const british: ShownPlate = {...german, layout: layouts[1]!, text: 'KX62 VNB'};
    const plates = await Promise.all(
      [german, british].map(async (plate) =>
        detector.detect(await pictureOf({...street, plate}), never),
      ),
    );
    expect(plates.map((plate) => plate?.plateNumber)).to.deep.equal(['HHXK4827', 'KX62VNB']);
  });

  it('aborts at once when the signal is aborted, and still reads the next picture', async () => {
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

  it('aborts current and waiting pictures when it is closed, and can be used again', async () => {
    const picture = await pictureOf(street);
    const failures = [detector.detect(picture, never), detector.detect(picture, never)].map(
      failureOf,
    );
    detector.close();
    for (const failure of failures) expect(await failure).to.have.property('code', 'aborted');
    expect(await detector.detect(picture, never)).to.have.property('plateNumber', 'HHXK4827');
  });

  it('accepts only plates that match its pattern', async () => {
    const picture = await pictureOf(street);
    expect(
      await detectors.open({pattern: /^[A-Z]{2}\d{2}[A-Z]{3}$/}).detect(picture, never),
    ).to.equal(undefined);
  });
});
