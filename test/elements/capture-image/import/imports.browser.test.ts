import {expect} from '@open-wc/testing';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {ProtectionConfig} from '@sealed-capture/seal/model/protection-config.js';
import type {ChosenFile, Importing} from '../../../../src/core/queue/importing.js';
import {CaptureImage} from '../../../../src/elements/capture-image.js';
import {
  Imports,
  type ImportActions,
} from '../../../../src/elements/capture-image/import/imports.js';
import {FakeCore, live} from '../../fake-core.js';
import {all, drawn, pageWith, textOf, waitUntil} from '../../kit.js';

type Ready = Extract<ChosenFile, {name: 'ready'}>;

const photo = new Blob(['photo'], {type: 'image/jpeg'});
const ready: Ready = {name: 'ready', blob: photo, mediaType: 'image/jpeg', imported: {}};

/** Reads files when the test says so, and remembers with which configuration each was stored. */
class SlowImporting implements Importing {
  readonly taken: ProtectionConfig[] = [];
  /** Answers of the next files; by default, each is a photo. */
  readonly answers: (ChosenFile | Error)[] = [];
  readonly #reading: (() => void)[] = [];
  prepared = 0;

  prepare() {
    this.prepared++;
    return Promise.resolve();
  }

  async chosen() {
    await new Promise<void>((resolve) => this.#reading.push(resolve));
    const answer = this.answers.shift() ?? ready;
    if (answer instanceof Error) throw answer;
    return answer;
  }

  take: Importing['take'] = (_protection, {blob}, config) => {
    this.taken.push(structuredClone(config));
    const captureId = crypto.randomUUID();
    const capturedAt = new Date().toISOString();
    return Promise.resolve({captureId, mode: 'image', blob, capturedAt});
  };

  /** Finishes the file that is being read. */
  async next() {
    await waitUntil(() => this.#reading.length > 0, 'a file is being read');
    this.#reading.shift()?.();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

class Importer extends CaptureImage {
  readonly slow = new SlowImporting();
  load = (): Promise<Importing> => Promise.resolve(this.slow);

  protected override get imports() {
    const importing = () => this.load();
    class OfTheTest extends Imports {
      constructor(host: ConstructorParameters<typeof Imports>[0], actions: ImportActions) {
        super(host, {...actions, importing});
      }
    }
    return {...super.imports, imports: () => Promise.resolve({Imports: OfTheTest})};
  }
}
customElements.define('importing-camera', Importer);

const shots = [
  {id: 'front', label: 'Front'},
  {id: 'left', label: 'Left'},
  {id: 'meter', label: 'Odometer', tags: {part: 'meter'}},
];

describe('photos that a person has chosen', () => {
  let core: FakeCore;
  let element: Importer;

  beforeEach(async () => {
    core = new FakeCore();
    element = document.createElement('importing-camera') as Importer;
    element.allowImport = true;
    pageWith(core).append(element);
    await drawn(element, core.camera.show(live()));
    await waitUntil(() => all(element, '[part=import]').length > 0, 'the button is there');
  });

  /** Drops files with these names on the element. */
  const drop = async (...names: string[]) => {
    const dataTransfer = new DataTransfer();
    for (const name of names) dataTransfer.items.add(new File(['x'], name, {type: 'image/jpeg'}));
    element.dispatchEvent(new DragEvent('drop', {dataTransfer, cancelable: true}));
    await drawn(element);
  };
  const guided = async () => {
    element.shots = shots;
    await waitUntil(() => all(element, '.shot').length > 0, 'the shots are there');
  };
  const taken = () =>
    element.slow.taken.map(({job, tags, features}) => [features?.shot?.id, tags?.['caption'], job]);
  const notes = () => all(element, '.notice .file').map(textOf);

  it('are sealed with the job, the tags, the shot and the caption of the moment when they were chosen', async () => {
    await guided();
    Object.assign(element, {job: 'claim 4711', tags: {claim: '4711'}, caption: 'Dent'});
    await drop('one.heic', 'two.jpg', 'three.jpg');
    Object.assign(element, {job: 'claim 4712', tags: {claim: '4712'}, caption: 'Of the next one'});
    await drawn(element);
    for (let file = 0; file < 3; file++) await element.slow.next();
    // The first one is of the shot, because nobody could tell which shots the others are of.
    expect(taken()).to.eql([
      ['front', 'Dent', 'claim 4711'],
      [undefined, undefined, 'claim 4711'],
      [undefined, undefined, 'claim 4711'],
    ]);
    expect(element.slow.taken.map(({tags}) => tags?.['claim'])).to.eql(['4711', '4711', '4711']);
    expect(element.caption).to.equal('Of the next one');
  });

  it('take a caption along at once, so that a photo of the camera meanwhile is sealed without it', async () => {
    element.caption = 'Dent';
    await drop('one.jpg', 'two.jpg');
    expect(element.caption).to.equal('');
    expect(core.protection.client.config.tags?.['caption']).to.be.undefined;
    element.remove();
    for (let file = 0; file < 2; file++) await element.slow.next();
    expect(taken().map(([, caption]) => caption)).to.eql(['Dent', undefined]);
  });

  it('leave a caption to the photo of the camera that is being taken with it', async () => {
    let develop: (blob: Blob) => void = () => undefined;
    core.camera.develop = () => new Promise((resolve) => (develop = resolve));
    element.caption = 'Dent';
    const picture = element.takePicture();
    await drop('one.jpg');
    await element.slow.next();
    expect(taken()[0]?.[1]).to.be.undefined;
    develop(photo);
    const {captureId} = await picture;
    const made = core.protection.captures.find((one) => one.captureId === captureId);
    expect(made?.tags?.['caption']).to.equal('Dent');
    expect(element.caption).to.equal('');
  });

  it('give shot and caption to the first file that is taken, and a caption back if none is', async () => {
    await guided();
    element.caption = 'Dent';
    element.slow.answers.push({name: 'refused', why: 'empty'}, ready);
    await drop('empty.jpg', 'two.jpg');
    await element.slow.next();
    await element.slow.next();
    expect(taken().map(([shot, caption]) => [shot, caption])).to.eql([['front', 'Dent']]);
    element.caption = 'Scratch';
    element.slow.answers.push({name: 'refused', why: 'empty'});
    await drop('empty.jpg');
    expect(element.caption).to.equal('');
    await element.slow.next();
    await waitUntil(() => element.caption === 'Scratch', 'it is back');
  });

  it('are named if they were not taken for a reason of this page, and the others go on', async () => {
    const errors: string[] = [];
    element.addEventListener('protect-error', ({code}) => errors.push(code));
    const late = new SealedCaptureError('timeout', 'The worker did not answer.');
    element.slow.answers.push(late, ready);
    await drop('one.jpg', 'two.jpg');
    await element.slow.next();
    await element.slow.next();
    await drawn(element);
    expect(notes()).to.eql(['\u2068one.jpg\u2069 was not taken. Choose it again.']);
    expect(errors).to.eql(['timeout']);
    expect(element.slow.taken.length).to.equal(1);
    await expect(element).to.be.accessible();
  });

  it('are told what a JPEG lacks that was made from them', async () => {
    element.slow.answers.push({...ready, lost: ['exif', 'size']});
    await drop('one.heic');
    await element.slow.next();
    await waitUntil(() => notes().length === 2, 'both are told');
    expect(notes()).to.eql([
      'The JPEG made from \u2068one.heic\u2069 has none of its EXIF data, because they are too large.',
      'The JPEG made from \u2068one.heic\u2069 is smaller than the original, because this browser can’t make a larger one.',
    ]);
  });

  it('are named if the code that takes them could not be loaded', async () => {
    const errors: string[] = [];
    element.addEventListener('protect-error', ({code}) => errors.push(code));
    element.load = () => Promise.reject(new TypeError('Failed to fetch.'));
    await drop('one.jpg', 'two.jpg');
    await waitUntil(() => notes().length === 2, 'both are named');
    expect(errors).to.eql(['part_missing', 'part_missing']);
  });

  it('can be chosen without a network, because what reads them is loaded before', async () => {
    await waitUntil(() => element.slow.prepared === 1, 'it is loaded while the page is idle');
    Object.defineProperty(navigator, 'onLine', {value: false, configurable: true});
    try {
      element.slow.answers.push(new SealedCaptureError('worker_unavailable', 'No script.'));
      await drop('one.jpg');
      await element.slow.next();
      await waitUntil(
        () => notes()[0]?.includes('when there is a network') ?? false,
        'it is named',
      );
    } finally {
      Reflect.deleteProperty(navigator, 'onLine');
    }
  });

  it('that are not taken are counted in one notice from three on, with a folded list and one button', async () => {
    element.slow.answers.push(
      {name: 'refused', why: 'empty'},
      {name: 'refused', why: 'damaged'},
      {name: 'refused', why: 'no-photo'},
    );
    await drop('one.jpg', 'two.jpg', 'three.jpg');
    await element.slow.next();
    await element.slow.next();
    expect(all(element, '.close-note').length).to.equal(2);
    await element.slow.next();
    await waitUntil(() => all(element, '.many').length === 1, 'they are one notice');
    expect(all(element, '.many summary').map(textOf)).to.eql(['3 files were not taken']);
    expect(notes()).to.eql([
      '\u2068one.jpg\u2069 is empty, so there is nothing to seal.',
      '\u2068two.jpg\u2069 is damaged and can’t be sealed. Choose another copy of the photo.',
      '\u2068three.jpg\u2069 is not a photo. Choose a photo.',
    ]);
    expect(textOf(all(element, '[role=status]').at(-1))).to.equal('3 files were not taken');
    await expect(element).to.be.accessible();
    const [close] = all(element, '.close-note');
    close?.click();
    await drawn(element);
    expect(all(element, '.notice').length).to.equal(0);
  });

  const isAsked = () => !dispatchEvent(new Event('beforeunload', {cancelable: true}));

  it('are counted while they are read, and the browser asks before the page is left meanwhile', async () => {
    expect(isAsked()).to.equal(false);
    await drop('one.jpg', 'two.jpg');
    expect(notes()).to.eql(['Reading \u2068one.jpg\u2069 (1 of 2)']);
    expect(isAsked()).to.equal(true);
    await element.slow.next();
    await waitUntil(
      () => notes()[0] === 'Reading \u2068two.jpg\u2069 (2 of 2)',
      'the next is read',
    );
    expect(isAsked()).to.equal(true);
    await element.slow.next();
    await waitUntil(() => notes().length === 0, 'all are read');
    expect(isAsked()).to.equal(false);
  });

  it('are counted once after a reload if they were not taken before it', async () => {
    await drop('one.jpg', 'two.jpg', 'three.jpg');
    await element.slow.next();
    await waitUntil(() => notes()[0]?.includes('2 of 3') ?? false, 'the second is read');
    const again = async () => {
      const next = document.createElement('importing-camera') as Importer;
      next.allowImport = true;
      pageWith(core).append(next);
      await waitUntil(() => all(next, '.foot').length > 0 && next.slow.prepared > 0, 'it is there');
      await drawn(next);
      return all(next, '.notice .file').map(textOf);
    };
    expect(await again()).to.eql([
      'Files that were not taken when this page was closed: 2 of 3. Choose them again.',
    ]);
    expect(await again()).to.eql([]);
    await element.slow.next();
    await element.slow.next();
    await waitUntil(() => notes().length === 0, 'all are read');
  });

  it('are shown where there is no camera: the current shot, the caption, the last photo and the list', async () => {
    await guided();
    element.captionField = true;
    await drawn(element, core.camera.show({name: 'blocked', byPolicy: false}));
    await waitUntil(() => all(element, '.instead').length > 0, 'the screen is there');
    const card = () => all(element, '.shot').map(textOf).join(' ');
    expect(card()).to.contain('1 of 3').and.to.contain('Front');
    expect(all(element, '[part=caption]').length).to.equal(1);
    expect(all(element, '.outline, video').length).to.equal(0);
    await expect(element).to.be.accessible();
  });

  it('keep the notes about files that are still being taken when more are chosen', async () => {
    element.slow.answers.push({name: 'refused', why: 'damaged'}, ready, ready);
    await drop('one.jpg', 'two.jpg');
    await element.slow.next();
    await waitUntil(() => notes().length === 2, 'one is named, and the other being read');
    await drop('three.jpg');
    expect(notes()).to.include(
      '\u2068one.jpg\u2069 is damaged and can’t be sealed. Choose another copy of the photo.',
    );
    await element.slow.next();
    await element.slow.next();
    await waitUntil(() => notes().length === 1, 'all are read');
    await drop('four.jpg');
    expect(notes()).to.eql(['Reading \u2068four.jpg\u2069']);
    await element.slow.next();
  });
});
