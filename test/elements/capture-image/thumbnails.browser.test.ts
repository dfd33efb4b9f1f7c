import {expect} from '@open-wc/testing';
import {Thumbnails} from '../../../src/elements/capture-image/photos/thumbnails.js';

class ThumbnailsFixture {
  wanted: readonly string[] = ['first', 'second'];
  readonly files = new Map<string, Blob>();
  readonly previews = new Map<string, Blob>();
  /** Ids of the photos whose files and previews were asked for, and whose thumbnails have changed. */
  readonly read: string[] = [];
  readonly asked: string[] = [];
  readonly changed: string[] = [];
  isReadable = true;
  readonly thumbnails = new Thumbnails({
    wanted: () => this.wanted,
    fileOf: (captureId) => {
      this.read.push(captureId);
      return this.isReadable
        ? Promise.resolve(this.files.get(captureId))
        : Promise.reject(new Error('Busy.'));
    },
    previewOf: (captureId) => {
      this.asked.push(captureId);
      return Promise.resolve(this.previews.get(captureId));
    },
    decode: () =>
      Promise.resolve(Object.assign(document.createElement('canvas'), {width: 4, height: 3})),
    drawn: (captureId) => this.changed.push(captureId),
  });

  get shown() {
    return this.wanted.map((captureId) => {
      const {name, file} = this.thumbnails.of(captureId) ?? {};
      return [name, file];
    });
  }
}

describe('thumbnails of photos', () => {
  let fixture: ThumbnailsFixture;
  beforeEach(() => void (fixture = new ThumbnailsFixture()));

  it('show a preview that is made after the row was drawn', async () => {
    fixture.files.set('second', new Blob(['whole']));
    await fixture.thumbnails.draw();
    expect(fixture.shown).to.eql([
      ['none', 'missing'],
      ['drawn', 5],
    ]);
    fixture.previews.set('first', new Blob(['small']));
    await fixture.thumbnails.draw();
    expect(fixture.shown[0]).to.eql(['drawn', 'missing']);
    expect(fixture.changed).to.eql(['first', 'second', 'first']);
    await fixture.thumbnails.draw();
    expect(fixture.asked, 'no more than needed').to.eql(['first', 'first']);
  });

  it('ask once for a preview each time they are drawn, and tell of nothing new', async () => {
    await fixture.thumbnails.draw();
    expect(fixture.asked).to.eql(['first', 'second']);
    await fixture.thumbnails.draw();
    expect(fixture.asked).to.eql(['first', 'second', 'first', 'second']);
    expect(fixture.changed, 'their rows stay').to.eql(['first', 'second']);
  });

  it('are read once more each time if the storage could not be read', async () => {
    fixture.isReadable = false;
    await fixture.thumbnails.draw();
    await fixture.thumbnails.draw();
    expect(fixture.read).to.eql(['first', 'second', 'first', 'second']);
    expect(fixture.changed).to.eql(['first', 'second']);
    fixture.isReadable = true;
    fixture.files.set('first', new Blob(['whole']));
    await fixture.thumbnails.draw();
    expect(fixture.shown[0]).to.eql(['drawn', 5]);
  });
});
