import {expect} from '@open-wc/testing';
import type {CaptureEvent} from '../../../src/elements/events.js';
import {WorkerSealReader} from '../../../src/ports/inspection/seal-reader.js';
import {exifSegment} from '../../../src/worker/chosen/exif-segment.js';
import {all, textOf} from '../kit.js';
import {transferEvent} from '../seal-inspector/fixture.js';
import {Flow, waitUntil} from './flow.js';

const MODEL = 'Camera of another';

/** A photo of which a camera has written its model into the EXIF data. */
async function photoWithExif(): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.getContext('2d')?.fillRect(5, 5, 90, 60);
  const picture = await new Promise<Blob | null>((made) => canvas.toBlob(made, 'image/jpeg'));
  const model = new TextEncoder().encode(`${MODEL}\0`);
  const head = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8];
  const entry = [0, 1, 0x01, 0x10, 0, 2, 0, 0, 0, model.length, 0, 0, 0, 26, 0, 0, 0, 0];
  const segment = exifSegment(Uint8Array.from([...head, ...entry, ...model]));
  if (!picture || !segment) throw new Error('no picture');
  const jpeg = new Blob([picture.slice(0, 2), segment, picture.slice(2)]);
  // In one piece, as a file on a disk: Firefox decodes no picture of a Blob that begins with a part of two bytes.
  return new File([await jpeg.arrayBuffer()], 'exif.jpg', {type: 'image/jpeg'});
}

describe('photos that are chosen in this engine, with the real service', () => {
  const reader = new WorkerSealReader();
  let flow: Flow;
  beforeEach(async () => {
    flow = await Flow.create({allowImport: true});
    await waitUntil(() => flow.has('[part=import]'), 'photos can be chosen');
  });
  afterEach(() => flow.end());

  /** Drops a photo on the element. Resolves to its sealed file. */
  async function drop(file: File): Promise<Blob> {
    const taken = new Promise<CaptureEvent>((resolve) => {
      flow.element.addEventListener('capture', resolve, {once: true});
    });
    flow.element.dispatchEvent(transferEvent('drop', 'dataTransfer', [file]));
    const {captureId, imported} = await taken;
    expect(imported?.chosenAt).to.match(/Z$/);
    return flow.sealed(captureId);
  }

  it('are sealed as opened, with their EXIF data or their seal, and shown as not taken here', async function () {
    this.timeout(90_000);
    const once = await drop(await photoWithExif());
    const twice = await drop(new File([once], 'sealed.jpg', {type: 'image/jpeg'}));

    for (const file of [once, twice]) {
      const {seal} = await reader.facts(file, new AbortController().signal);
      expect(seal?.actions.map(({name}) => name)).to.eql(['c2pa.opened']);
      expect(seal?.ingredients.map(({hasSeal = false}) => hasSeal)).to.eql([file === twice]);
      const given = new File([file], 'chosen.jpg', {type: 'image/jpeg'});
      const {result, text, isPictured} = await flow.inspected([given], 'both');
      expect(result, result?.reason).to.include({labelState: 'valid', origin: 'file'});
      expect(result?.camera).to.equal(undefined);
      expect(text('.inspector')).to.contain('Chosen, not taken here');
      await waitUntil(() => text('.inspector').includes(MODEL), 'what the file says is shown');
      await waitUntil(() => isPictured(), 'its picture is shown');
      expect(text('[part=notice]'), 'both verifiers agree').to.equal('');
    }

    await flow.open();
    await waitUntil(() => flow.has('.all'), 'the list can be opened');
    expect(flow.find('[part=import]').ariaLabel).to.contain('Choose photos');
    flow.find('.all').click();
    await waitUntil(() => flow.has('dialog.photos[open] .entry'), 'the list is open');
    const rows = all(flow.element, '.photos .entry').map(textOf);
    expect(rows.length).to.equal(2);
    for (const row of rows) expect(row).to.contain('Chosen, not taken here');
  });
});
