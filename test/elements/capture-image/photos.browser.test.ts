import {expect} from '@open-wc/testing';
import {html, render} from 'lit';
import type {CaptureProgress} from '../../../src/core/queue/queue-client.js';
import {Format} from '../../../src/elements/metadata/format.js';
import {readerLocale} from '../../../src/elements/strings/date-with-time.js';
import {placed} from '../../../src/elements/capture-image/photos/placed.js';
import {photo} from '../fake-core.js';
import {all, drawn, rendered, textOf, waitUntil} from '../kit.js';
import {ViewerFixture} from './viewer-fixture.js';

const sealed = {name: 'sealed', sealedAt: '2026-11-20T15:04:00Z'} as const;
const refused: CaptureProgress = {
  name: 'failed',
  failure: {
    code: 'unauthorized',
    message: 'The key is not accepted.',
    status: 401,
    retryable: false,
  },
};

class ListFixture extends ViewerFixture {
  /** The rows in the document. */
  get rows() {
    return all(this.element, '.photos .row');
  }

  /** The row of the photo at this place in the list, from 0; undefined while it is not in the document. */
  at(place: number) {
    return this.rows.find(({ariaPosInSet}) => ariaPosInSet === String(place + 1));
  }

  /** The place of the row that has the focus. */
  get place() {
    return Number(this.focused?.closest('.row')?.ariaPosInSet) - 1;
  }

  get isListed() {
    return this.has('dialog.photos[open]');
  }

  async openList() {
    await waitUntil(() => this.has('.all'), 'the number of photos is there');
    this.find('.all').focus();
    this.find('.all').click();
    await waitUntil(() => this.isListed && this.rows.length > 1, 'the list is there');
  }

  /** Adds photos of an earlier visit, oldest first. */
  async restore(count: number) {
    const file = await photo();
    this.protection.captures = Array.from({length: count}, (_, index) => {
      this.protection.pictures.set(`photo-${index}`, file);
      return {
        captureId: `photo-${index}`,
        mode: 'image' as const,
        capturedAt: new Date(Date.UTC(2026, 10, 20, 9, 0, index)).toISOString(),
        progress: sealed,
      };
    });
    await drawn(this.element, this.protection.client.onChange());
  }

  button(row: HTMLElement | undefined, name: RegExp) {
    const found = [...(row?.querySelectorAll('button') ?? [])].find((button) =>
      name.test(button.ariaLabel ?? textOf(button)),
    );
    if (!found) throw new Error(`no ${String(name)} in ${textOf(row)}`);
    return found;
  }
}

describe('the list of all photos of <capture-image>', () => {
  let fixture: ListFixture;
  beforeEach(async () => {
    const made = await ViewerFixture.create();
    fixture = Object.setPrototypeOf(made, ListFixture.prototype) as ListFixture;
  });

  it('opens with the number beside the thumbnail: newest first, each with its state, thumbnail and size', async () => {
    const [first = '', second = ''] = await fixture.take('#ff0000', '#00ff00');
    fixture.protection.advance(first, sealed);
    fixture.protection.advance(second, refused);
    await fixture.openList();
    expect(fixture.text('#photos-title')).to.equal('2 photos');
    await waitUntil(() => all(fixture.element, '.photos canvas').length === 2, 'both are drawn');
    const [newest, oldest] = fixture.rows.map(textOf);
    expect(newest).to.match(
      /^Not sealed .* kB .*does not accept this page’s key.*unauthorized, 401/,
    );
    expect(oldest).to.match(/^Sealed .*\d kB$/);
    expect(fixture.place).to.equal(0);
    expect(fixture.rooms.every(Boolean), 'no photo is decoded with all its pixels').to.be.true;
    await expect(fixture.element).to.be.accessible();
  });

  it('names the shot of each photo, and the buttons for it, as they are sealed', async () => {
    const [first = '', second = ''] = await fixture.take('#ff0000', '#00ff00');
    const shot = {id: 'meter', label: 'Odometer'};
    fixture.protection.metadataOf.set(first, {features: {shot}});
    const {captures} = fixture.protection;
    fixture.protection.captures = captures.map((photo) =>
      photo.captureId === second ? photo : {...photo, shot: 'meter'},
    );
    await drawn(fixture.element, fixture.protection.client.onChange());
    await fixture.openList();
    await waitUntil(() => textOf(fixture.rows[1]).startsWith('Odometer'), 'it is read');
    expect(textOf(fixture.rows[1])).to.match(/^Odometer Sealing /);
    expect(textOf(fixture.rows[0])).to.match(/^Sealing /);
    fixture.button(fixture.rows[1], /^Delete the photo “Odometer” from /);
    fixture.button(fixture.rows[0], /^Delete the photo from /);
    await expect(fixture.element).to.be.accessible();
    fixture.button(fixture.rows[0], /^Sealing/).click();
    await waitUntil(() => fixture.isOpen, 'the viewer is open');
    expect(fixture.title).to.equal('Photo 2 of 2');
    await fixture.press('Previous photo');
    expect(fixture.title).to.equal('Odometer Photo 1 of 2');
    expect(fixture.announcement).to.equal('Odometer. Photo 1 of 2. Sealing.');
    expect(fixture.find('.stage').ariaLabel).to.match(/^Odometer\. Photo taken /);
  });

  it('has the time with its zone in the list, the viewer and the title of the thumbnail, written as in the inspector', async () => {
    const [captureId] = await fixture.take('#ff0000');
    const photo = fixture.protection.captures.find((one) => one.captureId === captureId);
    const written = new Format(readerLocale('en')).time(photo?.capturedAt ?? '').value;
    expect(fixture.find('.thumbnail').title).to.contain(written);
    fixture.find('.thumbnail').click();
    await waitUntil(() => fixture.isOpen, 'the viewer is open');
    expect(fixture.find('.stage').ariaLabel).to.contain(written);
    expect(fixture.text('.viewer .standing')).to.contain(written);
    await fixture.press('Close');
    await fixture.take('#00ff00');
    await fixture.openList();
    expect(textOf(fixture.rows[1])).to.contain(written);
  });

  it('shows no number beside the thumbnail of the only photo', async () => {
    await fixture.take('#ff0000');
    expect(fixture.has('.all')).to.be.false;
    await fixture.take('#00ff00');
    expect(fixture.find('.all').ariaLabel).to.equal('Show 2 photos');
  });

  it('lists photos of an earlier visit, which have no thumbnail yet', async () => {
    await fixture.restore(1);
    await waitUntil(() => fixture.has('.all'), 'the number is there');
    expect(fixture.has('.thumbnail')).to.be.false;
    expect(fixture.text('.all')).to.equal('1');
  });

  it('has only the rows near the visible ones in the document, and decodes no other photos', async () => {
    await fixture.restore(1000);
    await fixture.openList();
    const few = (3 * innerHeight) / 60 + 12;
    const first = () => fixture.at(0);
    expect(first()?.ariaSetSize).to.equal('1000');
    await waitUntil(() => first()?.querySelector('canvas'), 'the first is drawn');
    expect(fixture.rows.length).to.be.within(2, few);
    fixture.find('.photos .scroll').scrollTop = 1e6;
    await waitUntil(() => fixture.at(999), 'the last row is there');
    await waitUntil(() => fixture.rows.length <= few && !fixture.at(500), 'those between are not');
    expect(fixture.at(0)?.contains(fixture.focused ?? null), 'the row with the focus stays').to.be
      .true;
    await waitUntil(() => fixture.at(999)?.querySelector('canvas'), 'the last is drawn');
    expect(fixture.rooms.length).to.be.lessThan(4 * few);
    fixture.find('.photos .scroll').scrollTop = 0;
    await waitUntil(() => fixture.at(5), 'the first rows are there again');
    const places = fixture.rows.map(({ariaPosInSet}) => Number(ariaPosInSet));
    expect(places, 'in their order').to.deep.equal(places.toSorted((one, other) => one - other));
  });

  it('keeps the places of all rows when a photo above them goes, and the focus where it is', async () => {
    await fixture.restore(30);
    await fixture.openList();
    for (let row = 0; row < 6; row++) fixture.key('ArrowDown');
    const {focused} = fixture;
    const times = fixture.rows.map((row) => row.querySelector('.quiet')?.textContent);
    fixture.protection.captures = fixture.protection.captures.slice(0, -1);
    await drawn(fixture.element, fixture.protection.client.onChange());
    expect(fixture.focused === focused).to.be.true;
    expect(fixture.place).to.equal(5);
    expect(fixture.rows[0]?.ariaSetSize).to.equal('29');
    const after = fixture.rows.map((row) => row.querySelector('.quiet')?.textContent);
    expect(after.slice(0, 10)).to.deep.equal(times.slice(1, 11));
  });

  it('moves the focus to the row that takes the place of one that goes', async () => {
    await fixture.restore(30);
    await fixture.openList();
    for (let row = 0; row < 3; row++) fixture.key('ArrowDown');
    const focused = fixture.protection.captures.at(-4)?.captureId;
    fixture.protection.captures = fixture.protection.captures.filter(
      ({captureId}) => captureId !== focused,
    );
    await drawn(fixture.element, fixture.protection.client.onChange());
    expect(fixture.place).to.equal(3);
  });

  it('moves from row to row with keys, also to rows that were not filled', async () => {
    await fixture.restore(200);
    await fixture.openList();
    fixture.key('ArrowDown');
    expect(fixture.place).to.equal(1);
    fixture.key('End');
    expect(fixture.place).to.equal(199);
    fixture.key('ArrowUp');
    expect(fixture.place).to.equal(198);
    fixture.key('Home');
    expect(fixture.place).to.equal(0);
  });

  it('opens a photo in the viewer above the list, and returns to its row', async () => {
    await fixture.take('#ff0000', '#00ff00', '#0000ff');
    await fixture.openList();
    const photo = fixture.button(fixture.rows[1], /Sealing/);
    photo.focus();
    photo.click();
    await waitUntil(() => fixture.isOpen, 'the viewer is open');
    expect(fixture.title).to.equal('Photo 2 of 3');
    await fixture.press('Close');
    await waitUntil(() => !fixture.isOpen);
    expect(fixture.isListed).to.be.true;
    expect(fixture.focused).to.equal(photo);
  });

  it('deletes a photo, moves to “Undo” and with an arrow to the next photo, and can undo that', async () => {
    const [first = '', second = ''] = await fixture.take('#ff0000', '#00ff00');
    await fixture.openList();
    fixture.button(fixture.rows[0], /^Delete/).click();
    await waitUntil(() => fixture.rows.length === 1, 'it is gone');
    expect(fixture.text('#photos-title')).to.equal('1 photo');
    expect(fixture.focused?.className).to.equal('undo');
    fixture.key('ArrowDown');
    expect(fixture.place).to.equal(0);
    expect(fixture.text('.photos [role=status]')).to.contain('Photo deleted.');
    expect(fixture.protection.calls, 'it is not sealed meanwhile').to.contain(`withhold ${second}`);
    expect(fixture.ids, 'until nobody can take it back').to.contain(second);
    fixture.find('.photos .undo').click();
    await waitUntil(() => fixture.rows.length === 2, 'it is back');
    expect(fixture.protection.calls).to.contain(`let go ${second}`);
    expect(fixture.text('#photos-title')).to.equal('2 photos');
    expect(fixture.text('.photos [role=status]')).to.equal('1 photo kept.');
    fixture.button(fixture.rows[1], /^Delete/).click();
    await waitUntil(() => fixture.rows.length === 1, 'the other one is gone');
    expect(fixture.protection.calls).to.contain(`withhold ${first}`);
    fixture.find('.photos .undo').click();
    await waitUntil(() => fixture.rows.length === 2, 'it is back');
    expect(fixture.place, 'with the focus').to.equal(1);
  });

  it('deletes nothing while the person is on “Undo”, and keeps the focus when that has lasted long', async () => {
    fixture.element.remove();
    const made = await ViewerFixture.create({undo: 50});
    fixture = Object.setPrototypeOf(made, ListFixture.prototype) as ListFixture;
    await fixture.take('#ff0000', '#00ff00', '#0000ff');
    await fixture.openList();
    fixture.button(fixture.rows[1], /^Delete/).click();
    await waitUntil(() => fixture.rows.length === 2, 'it is gone');
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(fixture.ids, 'it can be undone').to.have.length(3);
    await waitUntil(() => fixture.ids.length === 2, 'it is deleted');
    await waitUntil(() => !fixture.has('.photos .undo'), 'the notice is gone');
    expect(fixture.place, 'the row after it').to.equal(1);
  });

  it('closes when its last photo is deleted, with the focus on the shutter', async () => {
    await fixture.restore(1);
    await waitUntil(() => fixture.has('.all'));
    fixture.find('.all').click();
    await waitUntil(() => fixture.rows.length === 1);
    fixture.button(fixture.rows[0], /^Delete/).click();
    await waitUntil(() => !fixture.isListed, 'it is closed');
    await waitUntil(() => fixture.focused === fixture.find('.shutter'));
    expect(fixture.has('.foot .undo'), 'the camera offers to take it back').to.be.true;
  });

  it('gives the focus to the thumbnail if the button that opened it is gone', async () => {
    await fixture.take('#ff0000', '#00ff00');
    await fixture.openList();
    fixture.button(fixture.rows[0], /^Delete/).click();
    await waitUntil(() => !fixture.has('.all'), 'one photo needs no list');
    fixture.find('.photos .exit').click();
    await waitUntil(() => fixture.focused === fixture.find('.thumbnail'), 'the focus is not lost');
  });

  it('saves a photo, retries its seal, and reports that its file is not stored any more', async () => {
    const [captureId = ''] = await fixture.take('#ff0000', '#00ff00');
    fixture.protection.advance(captureId, refused);
    await fixture.openList();
    const row = () => fixture.rows[1];
    fixture.button(row(), /^Save the photo from .* without seal$/).click();
    await waitUntil(() => fixture.saved.length === 1);
    await waitUntil(() =>
      /^Saved, .*, not yet sealed here$/.test(fixture.text('.photos [role=status]')),
    );
    expect(textOf(row())).to.match(/Saved, .*, not yet sealed here/);
    fixture.button(row(), /^Try again with the photo from /).click();
    expect(fixture.protection.calls).to.contain(`retry ${captureId}`);
    fixture.protection.pictures.clear();
    fixture.button(row(), /^Save the photo from .* without seal$/).click();
    await waitUntil(() => /^Not saved/.test(fixture.text('.photos [role=status]')));
    expect(fixture.has('.photos .outcome'), 'shown, too').to.be.true;
  });

  it('says of a delivered photo that it is on the server or not on this device, does not offer to save it, and keeps its thumbnail', async () => {
    const [captureId = ''] = await fixture.take('#ff0000', '#00ff00');
    const deliver = (how: {uploaded?: true} = {}) => {
      const {sealedAt} = sealed;
      const progress = {name: 'delivered', sealedAt, deliveredAt: sealedAt, ...how} as const;
      fixture.protection.advance(captureId, progress);
      fixture.protection.pictures.delete(captureId);
    };
    deliver();
    await fixture.openList();
    const row = () => textOf(fixture.rows[1]);
    await waitUntil(() => row().endsWith('no longer on this device'), row());
    deliver({uploaded: true});
    await waitUntil(() => row().endsWith('On the server'), row());
    expect(all(fixture.element, '.photos .save')).to.have.length(1);
    await waitUntil(() => fixture.rows[1]?.querySelector('canvas'), 'as it was taken');
  });

  it('shows delivered photos of an earlier visit by their previews, which it neither saves nor shares', async () => {
    const preview = await photo('#3b6ea5', 1600, 900);
    await fixture.restore(3);
    const {protection} = fixture;
    protection.pictures.clear();
    const deliver = (captureId: string, how: {uploaded?: true} = {}) => {
      const {sealedAt} = sealed;
      protection.advance(captureId, {name: 'delivered', sealedAt, deliveredAt: sealedAt, ...how});
    };
    deliver('photo-1', {uploaded: true});
    deliver('photo-2');
    for (const captureId of ['photo-1', 'photo-2']) protection.previews.set(captureId, preview);
    await fixture.openList();
    await waitUntil(() => all(fixture.element, '.photos .row canvas').length === 2);
    expect(fixture.at(1)?.querySelector('canvas')).not.to.equal(null);
    expect(textOf(fixture.at(0))).to.match(/no longer on this device$/);
    expect(textOf(fixture.at(1))).to.match(/On the server$/);
    expect(all(fixture.at(1) ?? fixture.element, '.save')).to.eql([]);
    fixture.button(fixture.at(1), /^Sealed and uploaded/).click();
    await fixture.pictured();
    expect(fixture.text('.viewer .missing')).to.match(/^On the server. The full-size photo/);
    expect([fixture.has('.viewer .save'), fixture.has('.viewer .enlarge')]).to.eql([false, false]);
    await fixture.press('Next photo');
    await fixture.pictured();
    expect(fixture.text('.viewer .missing')).to.equal(
      'The full-size photo is no longer on this device.',
    );
    // A gesture enlarges what there is.
    fixture.key('+');
    await waitUntil(() => fixture.zoom.scale > 1);
    await rendered(fixture.element);
    expect(fixture.text('.viewer .missing')).to.equal(
      'The full-size photo is no longer on this device.',
    );
  });

  it('marks a sealed photo that is not uploaded yet as one that waits, without a tick', async () => {
    await fixture.restore(2);
    fixture.protection.advance('photo-1', {...sealed, isToSend: true});
    await fixture.openList();
    const states = () => [0, 1].map((at) => fixture.at(at)?.querySelector<HTMLElement>('.photo'));
    expect(states().map((one) => one?.dataset['state'])).to.eql(['waiting', 'sealed']);
    expect(textOf(fixture.at(0))).to.match(/^Sealed, waiting to upload/);
  });

  it('offers to save a photo whose file cannot be read, does not call it gone, and draws it once it can be read', async () => {
    await fixture.restore(2);
    const repair = fixture.failReads();
    const reads = () =>
      fixture.protection.calls.filter((call) => call.startsWith('failed to read'));
    await fixture.openList();
    await waitUntil(() => fixture.has('.photos .gone'), 'the file could not be read');
    expect(fixture.text('.photos')).not.to.contain('on this device');
    const before = reads().length;
    fixture.button(fixture.rows[0], /^Save the photo from /).click();
    await fixture.choose('files');
    await waitUntil(() =>
      /^Not saved: .* cannot be read/.test(fixture.text('.photos [role=status]')),
    );
    expect(reads().length, 'it is not read again and again').to.be.below(before + 20);
    repair();
    fixture.protection.captures = [...fixture.protection.captures];
    await drawn(fixture.element, fixture.protection.client.onChange());
    const isDrawn = () => all(fixture.element, '.photos canvas').length === 2;
    await waitUntil(isDrawn, 'both are drawn');
  });

  describe('while several photos are selected', () => {
    const boxes = () => all<HTMLInputElement>(fixture.element, '.photos input');
    const selecting = () => fixture.find('.photos .select');
    const press = async (name: string) => {
      await drawn(fixture.element, fixture.find(`.selection .${name}`).click());
    };
    const click = (one: HTMLElement | undefined) => drawn(fixture.element, one?.click());
    const title = () => fixture.text('#photos-title');

    it('shows a checkbox for each, counts them, and selects all or none', async () => {
      await fixture.take('#ff0000', '#00ff00', '#0000ff');
      await fixture.openList();
      fixture.key('ArrowDown');
      await click(selecting());
      expect(title()).to.equal('No photos selected');
      expect(fixture.focused === boxes()[1], 'the checkbox of the row with the focus').to.be.true;
      expect(boxes()).to.have.length(3);
      expect(fixture.has('.photos .act'), 'no row has actions of its own').to.be.false;
      await click(boxes()[1]);
      expect(title()).to.equal('1 selected');
      expect(fixture.text('.photos [role=status]')).to.equal('1 selected');
      await expect(fixture.element).to.be.accessible();
      await press('select-all');
      expect([title(), boxes().every(({checked}) => checked)]).to.eql(['3 selected', true]);
      await press('select-all');
      expect([title(), boxes().some(({checked}) => checked)]).to.eql(['No photos selected', false]);
      boxes()[0]?.focus();
      fixture.key('End');
      expect(fixture.focused === boxes()[2], 'keys move from box to box').to.be.true;
    });

    it('deletes them at once, and takes them back with one undo', async () => {
      const ids = await fixture.take('#ff0000', '#00ff00', '#0000ff');
      await fixture.openList();
      await click(selecting());
      await click(boxes()[0]);
      await click(boxes()[2]);
      await press('delete');
      await waitUntil(() => fixture.rows.length === 1, 'both are gone');
      expect(title(), 'the selection has ended').to.equal('1 photo');
      expect(fixture.text('.photos [role=status]')).to.equal(
        '2 photos deleted. You can undo that for 10 seconds.',
      );
      fixture.find('.photos .undo').click();
      await waitUntil(() => fixture.rows.length === 3, 'both are back');
      expect(fixture.ids).to.eql(ids);
    });

    it('saves each: sealed ones with their seal, the others as they were taken, and reports missing files', async () => {
      const [first = '', second = ''] = await fixture.take('#ff0000', '#00ff00', '#0000ff');
      fixture.protection.advance(first, sealed);
      fixture.protection.sealedFiles.set(first, new Blob(['sealed'], {type: 'image/jpeg'}));
      await fixture.openList();
      await click(selecting());
      await click(boxes()[2]);
      expect(fixture.has('.selection p'), 'all are sealed').to.be.false;
      await press('select-all');
      expect(fixture.text('.selection p')).to.contain('saved without a seal');
      fixture.protection.pictures.delete(second);
      await press('save');
      await fixture.choose('files');
      await waitUntil(() => fixture.saved.length === 2);
      expect(fixture.saved[1]?.[1].size, 'the sealed file').to.equal(6);
      await waitUntil(() =>
        /^Saved, .*\. Missing: 1 of 3/.test(fixture.text('.photos [role=status]')),
      );
    });

    it('shares all of them at once where the browser can', async () => {
      fixture.canShare = true;
      const [first = ''] = await fixture.take('#ff0000', '#00ff00');
      fixture.protection.advance(first, sealed);
      fixture.protection.sealedFiles.set(first, new Blob(['sealed'], {type: 'image/jpeg'}));
      await fixture.openList();
      await click(selecting());
      await press('select-all');
      expect(fixture.text('.selection .save')).to.equal('Share');
      await press('save');
      await fixture.choose('files');
      await waitUntil(() => fixture.shared.length === 2);
      expect(fixture.saved).to.have.length(0);
    });

    it('says in the dialog which photo is being saved, and presses change nothing then', async () => {
      const ids = await fixture.take('#ff0000', '#00ff00', '#0000ff');
      await fixture.openList();
      await click(selecting());
      await press('select-all');
      const isDrawn = () => all(fixture.element, '.photos canvas').length === ids.length;
      await waitUntil(isDrawn, 'the list reads no file any more');
      const picture = fixture.protection.picture.bind(fixture.protection);
      let goOn = (): void => undefined;
      fixture.protection.picture = async (captureId) => {
        await new Promise<void>((resolve) => (goOn = resolve));
        return picture(captureId);
      };
      await press('save');
      expect(fixture.text('.sharing .unsealed')).to.contain('None of them is sealed here yet.');
      await fixture.choose('files');
      expect(fixture.told).to.equal('Saving 1 of 3');
      expect(fixture.find('.sharing .files').ariaDisabled).to.equal('true');
      await fixture.choose('files');
      goOn();
      await waitUntil(() => fixture.told === 'Saving 2 of 3');
      goOn();
      await waitUntil(() => fixture.told === 'Saving 3 of 3');
      goOn();
      const status = () => fixture.text('.photos [role=status]');
      await waitUntil(() => /^Saved, .*, not yet sealed here$/.test(status()));
      expect(fixture.isAsked).to.be.false;
      expect(fixture.saved).to.have.length(3);
    });

    it('does not say that photos are saved while they are shared', async () => {
      fixture.canShare = true;
      const ids = await fixture.take('#ff0000', '#00ff00');
      for (const captureId of ids) {
        fixture.protection.advance(captureId, sealed);
        const file = new Blob(['sealed'], {type: 'image/jpeg'});
        fixture.protection.sealedFiles.set(captureId, file);
      }
      let end = (): void => undefined;
      fixture.share = () => new Promise((resolve) => (end = () => resolve('shared')));
      await fixture.openList();
      await click(selecting());
      await press('select-all');
      await press('save');
      await fixture.choose('files');
      await waitUntil(() => fixture.told === 'Choose an app.');
      end();
      await waitUntil(() => /^Shared, \d/.test(fixture.text('.photos [role=status]')));
    });

    it('saves each before it reads the next one', async () => {
      const ids = await fixture.take('#ff0000', '#00ff00', '#0000ff');
      await fixture.openList();
      await click(selecting());
      await press('select-all');
      const isDrawn = () => all(fixture.element, '.photos canvas').length === ids.length;
      await waitUntil(isDrawn, 'the list reads no file any more');
      const picture = fixture.protection.picture.bind(fixture.protection);
      const saved: number[] = [];
      fixture.protection.picture = (captureId) => {
        saved.push(fixture.saved.length);
        return picture(captureId);
      };
      await press('save');
      await fixture.choose('files');
      await waitUntil(() => fixture.saved.length === ids.length);
      expect(saved).to.eql([0, 1, 2]);
    });

    it('does nothing without a selected photo, and Escape ends the selection before the list', async () => {
      await fixture.take('#ff0000', '#00ff00');
      await fixture.openList();
      await click(selecting());
      await press('delete');
      expect(fixture.rows).to.have.length(2);
      await click(boxes()[0]);
      const cancel = () =>
        fixture.find('dialog.photos').dispatchEvent(new Event('cancel', {cancelable: true}));
      expect(cancel(), 'the list stays open').to.be.false;
      await drawn(fixture.element);
      expect([title(), boxes().length]).to.eql(['2 photos', 0]);
      expect(fixture.focused === selecting()).to.be.true;
      expect(cancel()).to.be.true;
    });
  });

  it('is opened from the notice that storage is low, and shows how much is left', async () => {
    await fixture.take('#ff0000');
    await drawn(fixture.element, fixture.protection.leave(38e6, true));
    await waitUntil(() => fixture.has('.notice.low button'), 'the notice has a button');
    expect(fixture.text('.notice.low')).to.match(/^Storage is nearly full\..* Show photos$/);
    fixture.find('.notice.low button').click();
    await waitUntil(() => fixture.rows.length === 1);
    expect(fixture.text('.photos .top')).to.contain('This site uses 1 byte, 38 MB free');
    expect(fixture.text('.photos p.low')).to.contain('Save or delete photos');
    await expect(fixture.element).to.be.accessible();
  });

  it('ends with its element: nothing is observed or drawn any more', async () => {
    await fixture.restore(50);
    await fixture.openList();
    fixture.element.remove();
    expect(fixture.has('dialog.photos[open]')).to.be.false;
    await waitUntil(() => fixture.rows.length === 0, 'no row is kept');
  });
});

describe('a thumbnail', () => {
  it('is in the row that was rendered last, also in one that had it before', () => {
    const picture = document.createElement('canvas');
    const rows = [document.createElement('div'), document.createElement('div')] as const;
    for (const row of [rows[0], rows[1], rows[0]]) {
      render(html`<span>${placed(picture)}</span>`, row);
      expect(row.contains(picture)).to.be.true;
    }
  });
});
