import {expect} from '@open-wc/testing';
import {decodePicture, sizeOfJpeg} from '../../../src/elements/capture-image/album/decode.js';
import {within, zoomedBy} from '../../../src/elements/stage/zoom.js';
import type {ShareOutcome} from '../../../src/ports/browser/share-file.js';
import {photo} from '../fake-core.js';
import {all, drawn, textOf, waitUntil} from '../kit.js';
import {ViewerFixture} from './viewer-fixture.js';

function canvasOf(width: number, height: number): HTMLCanvasElement {
  return Object.assign(document.createElement('canvas'), {width, height});
}

const sealed = {name: 'sealed', sealedAt: '2026-11-20T15:04:00Z'} as const;

describe('the viewer of <capture-image>', () => {
  let fixture: ViewerFixture;
  beforeEach(async () => void (fixture = await ViewerFixture.create()));

  const press = (type: string, pointerType = 'touch', at = '.thumbnail') =>
    fixture
      .find(at)
      .dispatchEvent(new PointerEvent(type, {pointerType, bubbles: true, composed: true}));

  let release = (): void => undefined;
  /** Holds everything that is decoded for the viewer, and returns the signals; `release` ends the last. */
  function held() {
    const signals: (AbortSignal | undefined)[] = [];
    fixture.decode = (file, room, signal) => {
      // The list's thumbnails are decoded without a signal.
      if (!signal) return decodePicture(file, room);
      signals.push(signal);
      return new Promise((resolve) => {
        release = () => {
          resolve(decodePicture(file, room));
        };
      });
    };
    return signals;
  }

  it('opens from the thumbnail with the whole photo, its state, and the focus on the picture', async () => {
    const [captureId = ''] = await fixture.take('#3b6ea5');
    await fixture.open();
    expect(fixture.title).to.equal('Photo 1 of 1');
    expect(fixture.text('.standing b')).to.equal('Sealing');
    expect(fixture.focused?.className).to.equal('stage');
    await waitUntil(() => fixture.canvas.height === 360, 'all of it is drawn');
    expect(fixture.canvas.width).to.equal(640);
    await drawn(fixture.element, fixture.protection.advance(captureId, sealed));
    expect(fixture.text('.standing b')).to.equal('Sealed');
    expect(fixture.announcement).to.equal('Sealed');
    await expect(fixture.element).to.be.accessible();
  });

  it('shows the thumbnail at once, before the file is decoded', async () => {
    await fixture.take('#3b6ea5');
    let go = () => {};
    const picture = fixture.protection.picture.bind(fixture.protection);
    fixture.protection.picture = async (captureId) => {
      await new Promise<void>((resolve) => (go = resolve));
      return picture(captureId);
    };
    fixture.find('.thumbnail').click();
    await waitUntil(() => fixture.isOpen);
    expect([fixture.canvas.width, fixture.canvas.height]).to.eql([399, 224]);
    go();
    await waitUntil(() => fixture.canvas.width === 640, 'the picture follows');
  });

  it('is decoded from the moment when the thumbnail is pressed, and shown with all pixels at once when it opens', async () => {
    await fixture.take('#3b6ea5');
    const before = fixture.rooms.length;
    press('pointerdown');
    await waitUntil(() => fixture.rooms.length === before + 1, 'it is being decoded');
    await waitUntil(() => fixture.decodings === 0, 'it is decoded');
    fixture.find('.thumbnail').click();
    await waitUntil(() => fixture.isOpen);
    await waitUntil(() => fixture.canvas.width === 640);
    expect(fixture.rooms).to.have.length(before + 1);
  });

  it('is not decoded any more if the press scrolls the page', async () => {
    await fixture.take('#3b6ea5');
    let asked: AbortSignal | undefined;
    fixture.decode = (_file, _room, signal) => {
      asked = signal;
      return new Promise(() => undefined);
    };
    press('pointerdown');
    await waitUntil(() => asked, 'it is being decoded');
    press('pointercancel');
    expect(asked?.aborted).to.be.true;
  });

  it('is decoded if the mouse stays on its thumbnail, and not if it passes', async () => {
    await fixture.take('#3b6ea5');
    const before = fixture.rooms.length;
    press('pointerover', 'mouse');
    press('pointerover', 'mouse', '.shutter');
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(fixture.rooms).to.have.length(before);
    press('pointerover', 'mouse');
    await waitUntil(() => fixture.rooms.length === before + 1, 'it is being decoded');
  });

  it('is shown from its preview, without reading the file again', async () => {
    fixture = await ViewerFixture.create({previews: true});
    const [captureId = ''] = await fixture.take('#3b6ea5');
    await waitUntil(() => fixture.rooms.length > 0 && fixture.decodings === 0);
    // Encoding the preview takes a moment.
    await new Promise((resolve) => setTimeout(resolve, 200));
    fixture.failReads();
    await fixture.open();
    expect(fixture.canvas.width).to.equal(640);
    expect(fixture.protection.calls).not.to.contain(`failed to read ${captureId}`);
  });

  it('is shown from its preview when its file is on the server alone', async () => {
    fixture = await ViewerFixture.create({previews: true});
    const [captureId = ''] = await fixture.take('#3b6ea5');
    await waitUntil(() => fixture.rooms.length > 0 && fixture.decodings === 0);
    // Encoding the preview takes a moment.
    await new Promise((resolve) => setTimeout(resolve, 200));
    fixture.protection.pictures.clear();
    const at = '2026-01-01T00:00:01Z';
    const delivered = {name: 'delivered', sealedAt: at, deliveredAt: at, uploaded: true} as const;
    await drawn(fixture.element, fixture.protection.advance(captureId, delivered));
    await fixture.open();
    expect(fixture.canvas.width).to.equal(640);
    expect(fixture.text('.viewer .missing')).to.match(/^On the server/);
  });

  it('prepares nothing any more once its element has left the page', async () => {
    await fixture.take('#3b6ea5');
    const signals = held();
    press('pointerdown');
    await waitUntil(() => signals.length === 1, 'it is being decoded');
    fixture.element.remove();
    expect(signals[0]?.aborted).to.be.true;
  });

  it('prepares nothing any more after it was closed', async () => {
    await fixture.take('#ff0000', '#00ff00');
    await fixture.open();
    await fixture.press('Previous photo');
    await fixture.pictured();
    const signals = held();
    press('pointerdown');
    await waitUntil(() => signals.length === 1, 'the last photo is being decoded');
    const {dialog} = fixture;
    const closed = new Promise((resolve) => {
      dialog.addEventListener('close', resolve);
    });
    dialog.close();
    await closed;
    expect(signals[0]?.aborted).to.be.true;
  });

  describe('makes previews while nothing else happens', () => {
    /** Signals of the previews that are being made, of two photos. */
    let signals: (AbortSignal | undefined)[];
    beforeEach(async () => {
      fixture = await ViewerFixture.create({previews: true});
      signals = held();
      await fixture.take('#ff0000', '#00ff00');
      await waitUntil(() => signals.at(-1)?.aborted === false, 'a preview is being made');
    });

    const interruptions: Record<string, () => void> = {
      'a press of the shutter': () => press('pointerdown', 'touch', '.shutter'),
      'a key': () => fixture.find('.shutter').dispatchEvent(new KeyboardEvent('keydown')),
      'a mouse that stays on a photo': () => press('pointerover', 'mouse'),
      'an element that leaves the page': () => {
        fixture.element.remove();
      },
    };
    for (const [what, interrupt] of Object.entries(interruptions)) {
      it(`is interrupted by ${what}`, async () => {
        const before = signals.length;
        interrupt();
        await waitUntil(() => signals.slice(0, before).every((signal) => signal?.aborted));
      });
    }

    it('is interrupted by a list that is scrolled', async () => {
      fixture.find('.all').click();
      await waitUntil(() => fixture.has('dialog.photos[open] .row'), 'the list is there');
      await waitUntil(() => signals.at(-1)?.aborted === false, 'another one is being made');
      const last = signals.at(-1);
      fixture.find('.photos .scroll').dispatchEvent(new Event('scroll'));
      expect(last?.aborted).to.be.true;
    });

    it('not while the shown photo is decoded, but after that', async () => {
      const before = signals.length;
      fixture.find('.thumbnail').click();
      await waitUntil(() => signals.length === before + 1, 'the photo is being decoded');
      for (let update = 0; update < 3; update++) {
        fixture.element.requestUpdate();
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      press('pointerdown', 'touch', 'dialog.viewer');
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(signals).to.have.length(before + 1);
      release();
      await waitUntil(() => signals.length > before + 1, 'the preview of its neighbor is made');
    });
  });

  it('moves to earlier and later photos with buttons, keys and swipes, and announces the position', async () => {
    await fixture.take('#ff0000', '#00ff00', '#0000ff');
    await fixture.open();
    expect(fixture.title).to.equal('Photo 3 of 3');
    await fixture.press('Previous photo');
    expect(fixture.title).to.equal('Photo 2 of 3');
    expect(fixture.announcement).to.equal('Photo 2 of 3. Sealing.');
    fixture.key('ArrowLeft');
    await drawn(fixture.element);
    expect(fixture.title).to.equal('Photo 1 of 3');
    fixture.key('ArrowLeft');
    await drawn(fixture.element);
    expect(fixture.title).to.equal('Photo 1 of 3');
    fixture.pointer('pointerdown', 60, 0);
    fixture.pointer('pointermove', -20, 4);
    fixture.pointer('pointerup', -60, 8);
    await drawn(fixture.element);
    expect(fixture.title).to.equal('Photo 2 of 3');
    fixture.dialog.dir = 'rtl';
    fixture.key('ArrowLeft');
    await drawn(fixture.element);
    expect(fixture.title).to.equal('Photo 3 of 3');
  });

  it('zooms around the fingers, with the wheel, with a double tap, and with keys', async () => {
    await fixture.take('#3b6ea5');
    await fixture.open();
    fixture.pointer('pointerdown', -20, 0, 1);
    fixture.pointer('pointerdown', 20, 0, 2);
    fixture.pointer('pointermove', -60, 0, 1);
    fixture.pointer('pointermove', 60, 0, 2);
    expect(fixture.zoom.scale).to.be.closeTo(3, 0.01);
    fixture.pointer('pointerup', -60, 0, 1);
    fixture.pointer('pointerup', 60, 0, 2);
    fixture.key('0');
    expect(fixture.zoom.scale).to.equal(1);
    fixture.tap(30, 10);
    fixture.tap(30, 10);
    expect(fixture.zoom.scale).to.equal(2.5);
    expect(fixture.zoom.x).to.be.closeTo(-45, 1);
    fixture.tap(0, 0);
    fixture.tap(0, 0);
    expect(fixture.zoom.scale).to.equal(1);
    const wheel = new WheelEvent('wheel', {deltaY: -300, bubbles: true, cancelable: true});
    fixture.find('.stage').dispatchEvent(wheel);
    expect(wheel.defaultPrevented).to.be.true;
    expect(fixture.zoom.scale).to.be.greaterThan(1.5);
    const before = fixture.zoom.scale;
    fixture.key('+');
    expect(fixture.zoom.scale).to.be.greaterThan(before);
    await waitUntil(() => fixture.rooms.includes(undefined), 'all pixels are decoded');
    await waitUntil(() => all(fixture.element, '.viewer .enlarge')[0]?.ariaLabel === 'Zoom out');
  });

  it('moves an enlarged picture with one finger and with keys, and never off the screen', async () => {
    await fixture.take('#3b6ea5');
    await fixture.open();
    await fixture.press('Zoom in');
    fixture.key('ArrowRight');
    expect(fixture.zoom.x).to.equal(-60);
    fixture.pointer('pointerdown', 0, 0);
    fixture.pointer('pointermove', 5000, 0);
    fixture.pointer('pointerup', 5000, 0);
    const {clientWidth, clientHeight} = fixture.find('.stage');
    const shown = 640 * Math.min(clientWidth / 640, clientHeight / 360);
    expect(fixture.zoom.x).to.be.closeTo((2.5 * shown - clientWidth) / 2, 1);
    expect(fixture.title).to.equal('Photo 1 of 1');
  });

  it('leaves arrow keys to the page where they would move nothing', async () => {
    await fixture.take('#3b6ea5');
    await fixture.open();
    expect(fixture.key('ArrowDown').defaultPrevented).to.be.false;
    fixture.key('+');
    expect(fixture.key('ArrowDown').defaultPrevented).to.be.true;
  });

  it('decodes a photo once, however often it is enlarged meanwhile, and stops when it is closed', async () => {
    await fixture.take('#3b6ea5');
    await fixture.open();
    let signal: AbortSignal | undefined;
    fixture.decode = (_file, _room, given) => {
      signal = given;
      return new Promise(() => {});
    };
    for (let step = 0; step < 10; step++) fixture.key(step % 2 === 0 ? '+' : '-');
    fixture.key('+');
    await waitUntil(() => signal, 'it is decoded');
    const reads = () => fixture.protection.calls.filter((call) => call.startsWith('picture'));
    const before = reads().length;
    fixture.key('+');
    await drawn(fixture.element, undefined);
    expect(reads().length).to.equal(before);
    expect(fixture.rooms.filter((room) => !room)).to.have.length(1);
    fixture.dialog.close();
    await waitUntil(() => signal?.aborted, 'its picture is not needed any more');
  });

  it('keeps the position of an enlarged picture in its limits when more pixels arrive', async () => {
    await fixture.take('#3b6ea5');
    await fixture.open();
    let go = () => {};
    fixture.decode = async () => {
      await new Promise<void>((resolve) => (go = resolve));
      return canvasOf(200, 360);
    };
    await fixture.press('Zoom in');
    fixture.pointer('pointerdown', 0, 0);
    fixture.pointer('pointermove', 5000, 0);
    fixture.pointer('pointerup', 5000, 0);
    go();
    await waitUntil(() => fixture.canvas.width === 200, 'all pixels are shown');
    const {clientWidth, clientHeight} = fixture.find('.stage');
    const shown = 200 * Math.min(clientWidth / 200, clientHeight / 360);
    expect(fixture.zoom.x).to.be.closeTo(Math.max(0, (2.5 * shown - clientWidth) / 2), 1);
  });

  it('forgets a finger that was on the last photo when it went', async () => {
    await fixture.take('#ff0000', '#00ff00');
    await fixture.open();
    fixture.pointer('pointerdown', 100, 0, 1);
    await fixture.press('Previous photo');
    await waitUntil(() => fixture.has('.stage canvas'), 'it is shown');
    fixture.pointer('pointerdown', -20, 0, 2);
    fixture.pointer('pointermove', -80, 0, 2);
    expect(fixture.zoom.scale, 'one finger enlarges nothing').to.equal(1);
    fixture.pointer('pointerup', -80, 0, 2);
    await drawn(fixture.element);
    expect(fixture.title, 'it has swiped').to.equal('Photo 2 of 2');
  });

  it('lists what the photo is sealed with; Escape closes the list first', async () => {
    const [captureId = ''] = await fixture.take('#3b6ea5');
    fixture.protection.metadataOf.set(captureId, {
      gps: {latitude: 48.1, longitude: 11.5, latLongAccuracy: 8},
      tags: {claim: '4711'},
    });
    await fixture.open();
    await fixture.press('What is sealed with it');
    await waitUntil(() => fixture.has('.sealed-with'), 'the list is there');
    expect(fixture.text('.sealed-with')).to.contain('Latitude').and.to.contain('4711');
    await expect(fixture.element).to.be.accessible();
    const cancel = new Event('cancel', {cancelable: true});
    fixture.dialog.dispatchEvent(cancel);
    expect(cancel.defaultPrevented).to.be.true;
    await drawn(fixture.element);
    expect(fixture.has('.sealed-with')).to.be.false;
    expect(fixture.focused?.getAttribute('aria-controls')).to.equal('sealed-with');
    expect(fixture.isOpen).to.be.true;
  });

  it('deletes a photo, moves to its neighbor, and can undo that', async () => {
    const [, second = ''] = await fixture.take('#ff0000', '#00ff00');
    await fixture.open();
    await fixture.press('Delete');
    await waitUntil(() => fixture.title === 'Photo 1 of 1', 'the neighbour is shown');
    expect(fixture.announcement).to.equal('Photo deleted. You can undo that for 10 seconds.');
    expect(fixture.ids).to.contain(second);
    expect(fixture.focused?.className, 'another Enter deletes nothing').to.equal('undo');
    await fixture.press('Undo');
    await waitUntil(() => fixture.title === 'Photo 2 of 2', 'it is back');
    expect(fixture.has('.viewer .undo')).to.be.false;
    expect(fixture.announcement, 'said in the dialog').to.equal('1 photo kept.');
    expect(fixture.focused?.className).to.equal('stage');
  });

  it('deletes nothing while the person is on “Undo”, and keeps focus and photo when that has lasted long', async () => {
    fixture.element.remove();
    fixture = await ViewerFixture.create({undo: 50});
    await fixture.take('#ff0000', '#00ff00', '#0000ff');
    await fixture.open();
    await fixture.press('Previous photo');
    await fixture.press('Delete');
    await waitUntil(() => fixture.title === 'Photo 2 of 2', 'the later one is shown');
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(fixture.ids, 'not deleted while the person is on the button').to.have.length(3);
    await waitUntil(() => fixture.ids.length === 2, 'it is deleted');
    await waitUntil(() => !fixture.has('.viewer .notice'), 'the notice is gone');
    expect(fixture.focused?.className).to.equal('stage');
    expect(fixture.title).to.equal('Photo 2 of 2');
    expect(fixture.isOpen).to.be.true;
  });

  it('gives the focus to the thumbnail, also if its photo was deleted and another one has its place', async () => {
    await fixture.take('#ff0000', '#00ff00');
    await fixture.open();
    await fixture.press('Delete');
    await fixture.press('Close');
    await waitUntil(() => fixture.focused === fixture.find('.thumbnail'), 'it has the focus');
  });

  it('closes if its only photo is deleted, with the focus on the shutter, and the deletion takes effect', async () => {
    fixture.element.remove();
    fixture = await ViewerFixture.create({undo: 100});
    await fixture.take('#ff0000');
    await fixture.open();
    await fixture.press('Delete');
    await waitUntil(() => !fixture.isOpen, 'nothing is left to see');
    await waitUntil(() => fixture.focused?.className === 'shutter');
    await waitUntil(() => fixture.ids.length === 0, 'it is deleted');
  });

  it('deletes a photo that is retaken, with the focus on the shutter', async () => {
    await fixture.take('#ff0000');
    await fixture.open();
    await fixture.press('Retake');
    expect(fixture.isOpen).to.be.false;
    await waitUntil(() => fixture.focused?.className === 'shutter');
    expect(fixture.has('.foot .undo')).to.be.true;
  });

  it('saves the sealed file, or the file without a seal if there is none yet; shares if the browser can', async () => {
    const [captureId = ''] = await fixture.take('#ff0000');
    await fixture.open();
    await fixture.press('Save without seal');
    await waitUntil(() => fixture.saved.length === 1);
    expect(fixture.saved[0]?.[0]).to.match(/^photo \d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.jpg$/);
    await waitUntil(() => /^Saved, .* not yet sealed here$/.test(fixture.announcement));
    expect(fixture.has('.viewer .outcome'), 'shown only if it was not saved').to.be.false;
    const file = new Blob(['sealed'], {type: 'image/jpeg'});
    fixture.protection.sealedFiles.set(captureId, file);
    await drawn(fixture.element, fixture.protection.advance(captureId, sealed));
    await fixture.press('Save');
    await fixture.choose('files');
    await waitUntil(() => fixture.saved.length === 2);
    expect(await fixture.saved[1]?.[1].text()).to.equal('sealed');
    fixture.canShare = true;
    await drawn(fixture.element, fixture.element.requestUpdate());
    await fixture.press('Share');
    await fixture.choose('files');
    await waitUntil(() => fixture.shared.length === 1);
    expect(await fixture.shared[0]?.[1].text()).to.equal('sealed');
    await waitUntil(() => /^Shared, \d/.test(fixture.text('.viewer .copy')), 'it is noted');
  });

  it('offers neither to save nor to enlarge a photo that is on the server alone', async () => {
    const [captureId = ''] = await fixture.take('#ff0000');
    fixture.protection.pictures.clear();
    const at = '2026-01-01T00:00:01Z';
    fixture.protection.advance(captureId, {
      name: 'delivered',
      sealedAt: at,
      deliveredAt: at,
      uploaded: true,
    });
    fixture.find('.thumbnail').click();
    await waitUntil(() => fixture.has('.viewer .missing'), 'it is told');
    expect(fixture.has('.save')).to.equal(false);
    expect(fixture.has('.enlarge')).to.equal(false);
    expect(fixture.text('.viewer .standing')).to.contain('Sealed and uploaded');
    expect(fixture.text('.viewer .missing')).to.equal(
      'On the server. The full-size photo is no longer on this device.',
    );
  });

  it('reports that a file is not stored any more, and can be neither shown nor saved', async () => {
    const [captureId = ''] = await fixture.take('#ff0000');
    fixture.protection.pictures.clear();
    fixture.protection.advance(captureId, sealed);
    fixture.find('.thumbnail').click();
    await waitUntil(() => fixture.has('.viewer .missing'), 'it is told');
    await fixture.press('Save');
    await fixture.choose('files');
    await waitUntil(() => fixture.announcement.startsWith('Not saved'));
    expect(fixture.text('.viewer .outcome'), 'and shown').to.match(/^Not saved/);
    const {width} = fixture.find('.viewer .middle').getBoundingClientRect();
    expect(width, 'over the picture, not beside it').to.equal(innerWidth);
    expect(fixture.saved).to.eql([]);
    await fixture.press('Close');
    await fixture.take('#00ff00');
    await fixture.open();
    expect(fixture.has('.viewer .outcome'), 'not of another photo').to.be.false;
  });

  it('says nothing about a file that was saved after the viewer was closed', async () => {
    const [captureId = ''] = await fixture.take('#ff0000');
    fixture.protection.sealedFiles.set(captureId, new Blob(['sealed'], {type: 'image/jpeg'}));
    fixture.protection.advance(captureId, sealed);
    await fixture.open();
    fixture.canShare = true;
    await drawn(fixture.element, fixture.element.requestUpdate());
    let end: (outcome: ShareOutcome) => void = () => {};
    let isShared = false;
    fixture.share = () => {
      isShared = true;
      return new Promise((resolve) => (end = resolve));
    };
    await fixture.press('Share');
    await fixture.choose('files');
    await waitUntil(() => isShared, 'the file is shared');
    await fixture.press('Close');
    end('refused');
    await new Promise((resolve) => setTimeout(resolve, 20));
    await fixture.open();
    expect(fixture.announcement).to.equal('');
  });

  it('says of a file that cannot be read that the photo is not deleted, and shows it once it can be read', async () => {
    const [captureId = ''] = await fixture.take('#ff0000');
    const repair = fixture.failReads();
    fixture.find('.thumbnail').click();
    await waitUntil(() => fixture.has('.viewer .missing'), 'it is told');
    expect(fixture.text('.viewer .missing')).to.contain('It has not been deleted.');
    await fixture.press('Save without seal');
    await waitUntil(() => fixture.announcement.startsWith('Not saved: the file cannot be read'));
    repair();
    fixture.protection.advance(captureId, {name: 'sealing'});
    await fixture.pictured();
    expect(fixture.has('.viewer .missing')).to.be.false;
  });

  it('says of a file that cannot be decoded that the photo is not deleted', async () => {
    await fixture.take('#ff0000');
    fixture.decode = () => Promise.reject(new DOMException('No memory.', 'InvalidStateError'));
    fixture.find('.thumbnail').click();
    await waitUntil(() => fixture.has('.viewer .missing'), 'it is told');
    expect(fixture.text('.viewer .missing')).to.contain('It has not been deleted.');
  });

  it('shares once, however often it is pressed, and announces what was downloaded instead', async () => {
    const [captureId = ''] = await fixture.take('#ff0000');
    fixture.canShare = true;
    fixture.protection.sealedFiles.set(captureId, new Blob(['sealed'], {type: 'image/jpeg'}));
    fixture.protection.advance(captureId, sealed);
    await fixture.open();
    let shares = 0;
    let end: (outcome: ShareOutcome) => void = () => {};
    fixture.share = () => {
      shares++;
      return new Promise((resolve) => (end = resolve));
    };
    await fixture.press('Share');
    await fixture.choose('files');
    await waitUntil(() => shares === 1, 'the file is shared');
    await fixture.choose('files');
    await fixture.choose('zip');
    await fixture.press('Share');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(shares).to.equal(1);
    end('refused');
    const instead = 'Your browser did not share it. It was saved instead.';
    await waitUntil(() => fixture.announcement === instead, 'what was downloaded is announced');
    expect(fixture.text('.viewer .outcome'), 'and shown').to.equal(instead);
    await fixture.press('Share');
    await fixture.choose('files');
    await waitUntil(() => shares === 2, 'it can be shared again');
  });

  it('shows why a photo was not sealed, and retries', async () => {
    const [captureId = ''] = await fixture.take('#ff0000');
    const failure = {code: 'unauthorized', message: 'x', status: 401, retryable: false} as const;
    fixture.protection.advance(captureId, {name: 'failed', failure});
    await waitUntil(() => fixture.has('.failure'), 'the part that says why is there');
    await fixture.open();
    expect(fixture.text('.standing')).to.contain('does not accept this page’s key');
    await fixture.press('Try again');
    expect(fixture.protection.calls.at(-1)).to.equal(`retry ${captureId}`);
    await expect(fixture.element).to.be.accessible();
  });

  it('does not let its keys reach the page or the camera behind it', async () => {
    await fixture.take('#ff0000');
    await fixture.open();
    const heard: string[] = [];
    const listen = ({key}: KeyboardEvent) => void heard.push(key);
    addEventListener('keydown', listen);
    for (const key of ['+', 'x', 'AudioVolumeUp']) fixture.key(key);
    removeEventListener('keydown', listen);
    expect(heard).to.eql([]);
  });

  it('closes if its element leaves the page, or if the page deletes the photo', async () => {
    const [captureId = ''] = await fixture.take('#ff0000');
    await fixture.open();
    await drawn(fixture.element, fixture.element.discard(captureId));
    await waitUntil(() => !fixture.isOpen);
    await fixture.take('#00ff00');
    await fixture.open();
    const {dialog} = fixture;
    fixture.element.remove();
    expect(dialog.open).to.be.false;
    await waitUntil(() => textOf(dialog) === '', 'the picture is let go of');
  });
});

describe('a picture for the viewer', () => {
  it('is decoded with at least as many pixels as the screen has, and not many more', async () => {
    const file = await photo('#3b6ea5', 4000, 3000);
    const {width, height} = await decodePicture(file, {width: 720, height: 1480});
    expect(width).to.be.within(720, 1000);
    expect(Math.abs(width / height - 4 / 3)).to.be.below(0.01);
    const whole = await decodePicture(file);
    expect([whole.width, whole.height]).to.eql([4000, 3000]);
  });

  it('is freed at once if it is not needed any more after it was decoded', async () => {
    const file = await photo('#3b6ea5', 640, 360);
    const controller = new AbortController();
    const bitmaps: ImageBitmap[] = [];
    const create = globalThis.createImageBitmap.bind(globalThis);
    globalThis.createImageBitmap = async (source: ImageBitmapSource) => {
      const bitmap = await create(source);
      bitmaps.push(bitmap);
      controller.abort();
      return bitmap;
    };
    try {
      const left = await decodePicture(file, undefined, controller.signal).catch(
        (error: unknown) => error,
      );
      expect(left).to.equal(controller.signal.reason);
      expect(bitmaps.map(({width}) => width)).to.eql([0]);
    } finally {
      Reflect.set(globalThis, 'createImageBitmap', create);
    }
  });

  it('is not enlarged, and its size is read only from a JPEG without Exif data', async () => {
    const file = await photo('#3b6ea5', 640, 360);
    expect((await decodePicture(file, {width: 2000, height: 2000})).width).to.equal(640);
    const bytes = new Uint8Array(await file.arrayBuffer());
    expect(sizeOfJpeg(bytes)).to.eql({width: 640, height: 360});
    expect(sizeOfJpeg(new Uint8Array([0xff, 0xd8, 0xff, 0xe1, 0, 9, 0, 0, 0, 0, 0, 0]))).to.be
      .undefined;
    expect(sizeOfJpeg(new Uint8Array([0x89, 0x50]))).to.be.undefined;
  });

  it('leaves no empty space on one side only, however far it is moved', () => {
    const [stage, picture] = [
      {width: 360, height: 600},
      {width: 4000, height: 3000},
    ];
    const zoom = zoomedBy({scale: 1, x: 0, y: 0}, 4, {x: 10, y: 0});
    expect(zoom).to.eql({scale: 4, x: -30, y: 0});
    expect(within({scale: 4, x: 9999, y: 9999}, stage, picture)).to.eql({scale: 4, x: 540, y: 240});
    expect(within({scale: 1, x: 9, y: 9}, stage, picture)).to.eql({scale: 1, x: 0, y: 0});
  });
});
