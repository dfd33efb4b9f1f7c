import {expect} from '@open-wc/testing';
import {Previews} from '../../../src/elements/capture-image/album/previews.js';
import {screenRoom} from '../../../src/elements/capture-image/album/decode.js';
import {waitUntil} from '../kit.js';

const QUIET_MS = 30;
/** Number of previews that are kept at most. */
const MOST = 24;
const ids = (name: string, count: number) =>
  Array.from({length: count}, (_, index) => `${name}${index}`);
/** A room that every picture fills. */
const tiny = {width: 1, height: 1};

class PreviewsFixture {
  wanted: readonly string[] = ['first'];
  readonly deleted = new Set<string>();
  /** Ids in the order in which files are read, and in which they are decoded. */
  readonly read: string[] = [];
  readonly decoded: string[] = [];
  readonly pictures: HTMLCanvasElement[] = [];
  /** Signal of the last decoding. */
  signal?: AbortSignal;
  fileOf = (captureId: string): Promise<Blob | undefined> =>
    Promise.resolve(new Blob([captureId.padEnd(20)]));
  decode = (): Promise<HTMLCanvasElement> =>
    Promise.resolve(Object.assign(document.createElement('canvas'), {width: 4, height: 3}));
  readonly previews = new Previews({
    wanted: () => this.wanted,
    listed: () => {
      const known = [...this.wanted, ...this.read];
      return new Set(known.filter((captureId) => !this.deleted.has(captureId)));
    },
    fileOf: (captureId) => {
      this.read.push(captureId);
      return this.fileOf(captureId);
    },
    decode: async (file, _room, signal) => {
      this.decoded.push((await file.text()).trim());
      this.signal = signal;
      const picture = await this.decode();
      this.pictures.push(picture);
      return picture;
    },
    limits: () => ({leastBytes: 20, quietMs: QUIET_MS}),
  });

  has(captureId: string): boolean {
    return this.previews.of(captureId, tiny) !== undefined;
  }

  /** Makes all that is wanted. */
  async make(...wanted: string[]) {
    this.wanted = wanted;
    this.previews.prepare();
    await waitUntil(() => wanted.slice(0, MOST).every((captureId) => this.has(captureId)));
  }
}

const quiet = () => new Promise((resolve) => setTimeout(resolve, 4 * QUIET_MS));

describe('previews of photos', () => {
  let fixture: PreviewsFixture;
  beforeEach(() => void (fixture = new PreviewsFixture()));
  afterEach(() => {
    fixture.previews.stop();
  });

  it('are made in the order of priority, each once, and leave no picture in memory', async () => {
    await fixture.make('second', 'first');
    fixture.previews.prepare();
    await quiet();
    expect(fixture.decoded).to.eql(['second', 'first']);
    expect(fixture.pictures.map(({width}) => width)).to.eql([0, 0]);
    const preview = fixture.previews.of('first', {width: 9999, height: 9999});
    expect(preview?.type, 'it has all pixels of a small photo').to.equal('image/jpeg');
  });

  it('stay in memory when they are not wanted any more', async () => {
    await fixture.make('first');
    await fixture.make('second');
    expect(fixture.has('first')).to.be.true;
  });

  it('are not used for a larger room than that of the screen', async () => {
    const {width, height} = screenRoom();
    fixture.decode = () =>
      Promise.resolve(Object.assign(document.createElement('canvas'), {width, height}));
    await fixture.make('first');
    expect(fixture.previews.of('first', {width, height})).to.be.an.instanceOf(Blob);
    expect(fixture.previews.of('first', {width: 2 * width, height: 2 * height})).to.be.undefined;
  });

  it('are interrupted while a person does something, and made after that', async () => {
    const {decode} = fixture;
    fixture.decode = () => new Promise(() => undefined);
    fixture.previews.prepare();
    await waitUntil(() => fixture.signal);
    fixture.decode = decode;
    fixture.previews.defer();
    expect(fixture.signal?.aborted).to.be.true;
    expect(fixture.read).to.have.length(1);
    await waitUntil(() => fixture.has('first'));
    expect(fixture.read).to.have.length(2);
  });

  it('wait until nothing has happened for a moment', async () => {
    for (let step = 0; step < 6; step++) {
      fixture.previews.defer();
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS / 3));
    }
    expect(fixture.read).to.have.length(0);
    await waitUntil(() => fixture.has('first'));
  });

  it('are not made any more after they are stopped, before and while one is made', async () => {
    fixture.previews.prepare();
    fixture.previews.stop();
    await quiet();
    expect(fixture.read).to.have.length(0);
    let go = (): void => undefined;
    fixture.wanted = ['first', 'second'];
    const {decode} = fixture;
    fixture.decode = async () => {
      await new Promise<void>((resolve) => (go = resolve));
      return decode();
    };
    fixture.previews.prepare();
    await waitUntil(() => fixture.signal);
    fixture.previews.stop();
    expect(fixture.signal?.aborted).to.be.true;
    go();
    await quiet();
    expect([fixture.has('first'), fixture.read]).to.eql([false, ['first']]);
  });

  it('are at most 24, and those of photos that are not wanted any more are freed first', async () => {
    const [old = '', ...others] = ids('photo', 30);
    await fixture.make(old, ...others);
    await quiet();
    expect(fixture.decoded, 'no more than can be kept').to.have.length(MOST);
    await fixture.make(old, 'later');
    expect(fixture.has(old), 'the oldest one is still wanted').to.be.true;
    expect([old, 'later', ...others].filter((id) => fixture.has(id))).to.have.length(MOST);
    expect(fixture.decoded).to.have.length(MOST + 1);
  });

  it('are not tried again for photos that are small, gone or damaged', async () => {
    const decoded = fixture.decode;
    fixture.fileOf = (captureId) =>
      Promise.resolve(
        captureId === 'gone'
          ? undefined
          : new Blob([captureId === 'small' ? '' : captureId.padEnd(20)]),
      );
    fixture.decode = () =>
      fixture.decoded.at(-1) === 'damaged' ? Promise.reject(new Error('Damaged.')) : decoded();
    await fixture.make('first');
    fixture.wanted = ['small', 'gone', 'damaged', 'first'];
    for (let time = 0; time < 2; time++) {
      fixture.previews.prepare();
      await quiet();
    }
    expect(fixture.read).to.eql(['first', 'small', 'gone', 'damaged']);
    expect(fixture.wanted.filter((id) => fixture.has(id))).to.eql(['first']);
  });

  it('are made the next time if a file could not be read just now', async () => {
    const {fileOf} = fixture;
    fixture.fileOf = (captureId) =>
      captureId === 'first' ? Promise.reject(new Error('Busy.')) : fileOf(captureId);
    fixture.wanted = ['first', 'second'];
    fixture.previews.prepare();
    await waitUntil(() => fixture.has('second'));
    await quiet();
    expect(fixture.read).to.eql(['first', 'second']);
    fixture.fileOf = fileOf;
    fixture.previews.prepare();
    await waitUntil(() => fixture.has('first'));
  });

  it('are freed once the photo is not listed any more', async () => {
    await fixture.make('first', 'second');
    fixture.deleted.add('first');
    expect([fixture.has('first'), fixture.has('second')]).to.eql([false, true]);
    fixture.deleted.add('second');
    fixture.previews.drop();
    fixture.deleted.clear();
    expect([fixture.has('first'), fixture.has('second')], 'not hidden only').to.eql([false, false]);
  });

  it('are neither begun nor kept for a photo that was deleted meanwhile', async () => {
    const {decode} = fixture;
    fixture.wanted = ['first', 'second'];
    fixture.deleted.add('second');
    fixture.decode = () => {
      fixture.deleted.add('first');
      return decode();
    };
    fixture.previews.prepare();
    await waitUntil(() => fixture.pictures.length > 0);
    await quiet();
    fixture.deleted.clear();
    expect([fixture.has('first'), fixture.read]).to.eql([false, ['first']]);
  });
});
