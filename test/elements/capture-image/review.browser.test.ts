import {expect} from '@open-wc/testing';
import type {CaptureImage} from '../../../src/elements/capture-image.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {live, photo} from '../fake-core.js';
import {all, drawn, textOf, waitUntil} from '../kit.js';
import {ViewerFixture} from './viewer-fixture.js';

const undecided = {name: 'held', awaits: 'review'} as const;
const blurred = {sharpness: 0.1, meanLuminance: 0.4, clippedShare: 0};

describe('a photo of <capture-image review>', () => {
  let fixture: ViewerFixture;
  let events: string[];

  const create = async (set: Partial<CaptureImage> = {}, guard = 0) => {
    fixture = await ViewerFixture.create({set: {review: true, ...set}, guard});
    events = [];
    fixture.element.addEventListener('capture', ({captureId}) => events.push(captureId));
  };
  beforeEach(() => create());

  const question = () => all(fixture.element, '.review')[0];
  const warnings = () => all(fixture.element, '.review .problem').map(textOf);
  const use = () => fixture.find('.use');
  const retake = () => fixture.find('.review .retake');
  const said = () => textOf(all(fixture.element, '.frame > [role=status]')[0]);
  const shutter = () => fixture.find('.shutter');

  /** Presses the shutter. Resolves once the photo is shown. */
  const take = async () => {
    shutter().focus();
    shutter().click();
    await waitUntil(() => all(fixture.element, '.review .stage canvas')[0], 'the photo is shown');
    await waitUntil(() => said() !== '', 'the question is announced');
    const captureId = fixture.ids.at(-1);
    if (!captureId) throw new Error('no photo');
    return captureId;
  };
  const gone = async () => {
    await waitUntil(() => !question(), 'the question is gone');
    await fixture.element.updateComplete;
  };
  /** Shows a photo that an earlier visit left undecided. */
  const leave = async (captureId: string, capturedAt = '2026-01-01T12:00:00Z') => {
    const blob = await photo();
    fixture.protection.add({captureId, mode: 'image', capturedAt, blob}, undecided);
    await waitUntil(question, 'it is asked about');
  };

  it('fills the frame first, with the focus on “Use”, and the page is not told of it', async () => {
    await take();
    expect(textOf(all(fixture.element, '#review-title')[0])).to.equal('Use this photo?');
    expect(fixture.focused).to.equal(use());
    expect(events).to.deep.equal([]);
    expect(said()).to.equal('Photo taken. Use it, or retake it?');
    const {width, height} = fixture.find('.frame').getBoundingClientRect();
    const shown = fixture.find('.review').getBoundingClientRect();
    expect([shown.width, shown.height]).to.deep.equal([width, height]);
    expect(fixture.has('.shutter')).to.be.false;
    expect(fixture.has('.pill')).to.be.false;
    await expect(fixture.element).to.be.accessible();
  });

  it('is kept by “Use”: the page is told, and the focus is on the shutter', async () => {
    const captureId = await take();
    use().click();
    await gone();
    expect(events).to.deep.equal([captureId]);
    expect(fixture.protection.calls).to.contain(`accept ${captureId}`);
    expect(fixture.focused).to.equal(shutter());
    expect(said()).to.equal('Photo taken. Sealing.');
    await waitUntil(() => fixture.has('.thumbnail canvas'), 'its thumbnail is shown');
  });

  it('is discarded by “Retake”: the page never hears of it, and the focus is on the shutter', async () => {
    const captureId = await take();
    retake().click();
    await gone();
    expect(events).to.deep.equal([]);
    expect(fixture.ids).to.deep.equal([]);
    expect(fixture.protection.calls).to.contain(`reject ${captureId}`);
    expect(fixture.focused).to.equal(shutter());
    expect(said()).to.equal('Photo discarded.');
    expect(fixture.has('.thumbnail')).to.be.false;
  });

  it('is discarded by Escape, which the page does not get', async () => {
    await take();
    let heard = 0;
    fixture.page.addEventListener('keydown', () => heard++);
    const event = fixture.key('Escape');
    expect([event.defaultPrevented, heard]).to.deep.equal([true, 0]);
    await gone();
    expect(fixture.ids).to.deep.equal([]);
  });

  it('is left alone by a second press of the shutter, and by keys that are held down', async () => {
    await create({}, 60_000);
    const captureId = await take();
    retake().click();
    fixture.key('Escape');
    use().click();
    const held = {key: 'Enter', repeat: true, bubbles: true, cancelable: true};
    const event = new KeyboardEvent('keydown', held);
    use().dispatchEvent(event);
    expect(event.defaultPrevented).to.be.true;
    await drawn(fixture.element, undefined);
    expect(fixture.protection.calls.filter((call) => /accept|reject/.test(call))).to.deep.equal([]);
    expect(fixture.ids).to.deep.equal([captureId]);
  });

  it('is enlarged as in the viewer, by button and keys', async () => {
    await take();
    const scale = () => new DOMMatrix(getComputedStyle(fixture.canvas).transform).a;
    fixture.find('.review .enlarge').click();
    await waitUntil(() => scale() === 2.5, 'it is enlarged');
    await waitUntil(() => fixture.rooms.includes(undefined), 'all pixels are decoded');
    fixture.key('0');
    expect(scale()).to.equal(1);
    fixture.key('+');
    expect(scale()).to.be.greaterThan(1);
    const left = fixture.key('ArrowLeft');
    expect(left.defaultPrevented).to.be.true;
  });

  it('is not decoded for an element that has left the page, and is decoded once it is back', async () => {
    const {decode, element, page} = fixture;
    const signals: (AbortSignal | undefined)[] = [];
    fixture.decode = (file, room, signal) => {
      signals.push(signal);
      return signals.length > 1 ? decode(file, room, signal) : new Promise(() => undefined);
    };
    shutter().click();
    await waitUntil(() => signals.length === 1, 'it is being decoded');
    element.remove();
    expect(signals[0]?.aborted).to.be.true;
    const {captures, pictures} = fixture.protection;
    page.append(element);
    // The queue still knows the photo.
    Object.assign(fixture.protection, {captures, pictures});
    await waitUntil(() => all(element, '.review .stage canvas')[0], 'the photo is shown');
    expect(signals).to.have.length(2);
  });

  it('has its answers in view, however long the name of its shot is', async () => {
    const label = 'All four wheels, and what is written on them. '.repeat(20);
    fixture.protection.metadata = () => Promise.resolve({features: {shot: {id: 'long', label}}});
    for (const size of ['360px 480px', '724px 306px']) {
      const [inline = '', block = ''] = size.split(' ');
      Object.assign(fixture.element.style, {inlineSize: inline, blockSize: block});
      await take();
      await waitUntil(() => all(fixture.element, '.review .shot-name')[0], 'it is named');
      const frame = fixture.find('.frame').getBoundingClientRect();
      for (const answer of [use(), retake()]) {
        expect(answer.getBoundingClientRect().bottom, size).to.be.at.most(frame.bottom);
      }
      use().click();
      await gone();
    }
  });

  it('has the warning of the quality check beside it, which is announced, and no notice', async () => {
    await create({quality: 'warn'});
    fixture.core.camera.quality = blurred;
    await take();
    await waitUntil(() => all(fixture.element, '.review .problem')[0], 'the warning is shown');
    expect(textOf(all(fixture.element, '.review .problem')[0])).to.equal('Looks blurred. Retake?');
    expect(said()).to.contain('Looks blurred. Retake?');
    use().click();
    await gone();
    expect(fixture.has('.quality')).to.be.false;
  });

  it('has the name of its shot beside it, and the shot is done once the photo is used', async () => {
    await create({shots: [{id: 'front', label: 'Front'}]});
    let completions = 0;
    fixture.element.addEventListener('shots-complete', () => completions++);
    await waitUntil(() => fixture.has('.shot'), 'the shot is asked for');
    const metadata = {features: {shot: {id: 'front', label: 'Front'}}};
    fixture.protection.metadata = () => Promise.resolve(metadata);
    await take();
    expect(textOf(all(fixture.element, '.review .shot-name')[0])).to.equal('Front');
    expect(said()).to.contain('Front');
    expect(fixture.element.shotsState).to.deep.equal([{id: 'front', state: {name: 'open'}}]);
    retake().click();
    await gone();
    expect(fixture.element.shotsState[0]?.state.name).to.equal('open');
    const captureId = await take();
    use().click();
    await gone();
    expect(fixture.element.shotsState[0]?.state).to.deep.equal({
      name: 'taken',
      captureIds: [captureId],
    });
    expect(completions).to.equal(1);
    await waitUntil(
      () => all(fixture.element, '[role=status]').some((one) => /1 of 1 done/.test(textOf(one))),
      'that all shots are taken is announced in a region that was there before',
    );
  });

  it('does not count for a form, and is in it once it is used', async () => {
    const form = document.createElement('form');
    Object.assign(fixture.element, {name: 'photo', required: true, submitAs: 'raw'});
    fixture.page.append(form);
    form.append(fixture.element);
    await drawn(fixture.element, fixture.core.camera.show(live()));
    await take();
    expect(new FormData(form).getAll('photo')).to.deep.equal([]);
    expect(fixture.element.validationMessage).to.equal('Take a photo first.');
    use().click();
    await gone();
    expect(new FormData(form).getAll('photo')).to.have.length(1);
    form.remove();
  });

  it('is still asked about if the answer cannot be stored, and the page gets the error', async () => {
    const errors: string[] = [];
    fixture.element.addEventListener('protect-error', ({code}) => errors.push(code));
    await take();
    fixture.protection.refusal = new SealedCaptureError('storage_unavailable', 'Broken.');
    use().click();
    await waitUntil(() => errors.length > 0, 'the page gets the error');
    expect(errors).to.deep.equal(['storage_unavailable']);
    expect(question()).to.exist;
    const words = 'Your answer could not be stored. The photo is still here: try again.';
    await waitUntil(() => warnings().includes(words), 'the person sees it');
    expect(said()).to.equal(words);
    await expect(fixture.element).to.be.accessible();
    fixture.protection.refusal = undefined;
    use().click();
    await gone();
    expect(events).to.have.length(1);
  });

  it('can be answered again after an answer without effect, and is not said to be discarded', async () => {
    await take();
    fixture.protection.isDecidedElsewhere = true;
    const before = said();
    retake().click();
    use().click();
    await drawn(fixture.element, undefined);
    expect(question()).to.exist;
    expect(said()).to.equal(before);
    fixture.protection.isDecidedElsewhere = false;
    use().click();
    await gone();
    expect(events).to.have.length(1);
    expect(fixture.focused, 'the focus was in the question').to.equal(shutter());
  });

  it('is said to be lost with the page if it could not be stored', async () => {
    fixture.protection.isFull = true;
    await take();
    const words = 'Photo not stored. Keep this page open, or it is lost.';
    expect(warnings()).to.deep.equal([words]);
    expect(said()).to.contain(words);
  });

  it('says so if its file is gone', async () => {
    fixture.protection.picture = () => Promise.resolve(undefined);
    shutter().click();
    await waitUntil(() => fixture.has('.review .missing'), 'the file is missing');
  });

  it('says that it is not deleted if its file cannot be read, and shows it once it can be read', async () => {
    const repair = fixture.failReads();
    shutter().click();
    await waitUntil(() => fixture.has('.review .missing'), 'it is told');
    expect(fixture.text('.review .missing')).to.contain('It has not been deleted.');
    repair();
    fixture.key('+');
    await waitUntil(() => fixture.has('.review .stage canvas'), 'it is shown');
    await fixture.element.updateComplete;
    expect(fixture.has('.review .missing')).to.be.false;
  });

  it('has the undo of an earlier deletion beside it, and the focus is on “Use” all the same', async () => {
    await take();
    use().click();
    await gone();
    await waitUntil(() => fixture.has('.thumbnail canvas'), 'its thumbnail is shown');
    const [first] = fixture.ids;
    await fixture.open();
    await fixture.press('Retake');
    await waitUntil(() => fixture.has('.foot .undo'), 'the deletion can be undone');
    await take();
    expect(fixture.focused).to.equal(use());
    fixture.find('.review .undo').click();
    await waitUntil(() => !fixture.has('.undo'), 'it is undone');
    expect(fixture.protection.calls).to.contain(`let go ${first ?? ''}`);
    expect(question()).to.exist;
  });

  it('leaves the page its scrolling until it is enlarged', async () => {
    await take();
    const wheel = (ctrlKey: boolean) => {
      const event = new WheelEvent('wheel', {
        deltaY: -300,
        ctrlKey,
        bubbles: true,
        cancelable: true,
      });
      fixture.find('.stage').dispatchEvent(event);
      return event.defaultPrevented;
    };
    const touch = () => getComputedStyle(fixture.find('.stage')).touchAction;
    expect([wheel(false), touch()]).to.eql([false, 'pan-y']);
    expect([wheel(true), touch()]).to.eql([true, 'none']);
    expect(wheel(false)).to.be.true;
  });

  it('is not in the list of all photos, nor in the viewer', async () => {
    await take();
    use().click();
    await gone();
    await waitUntil(() => fixture.has('.thumbnail canvas'), 'its thumbnail is shown');
    await fixture.open();
    await leave('left');
    expect(fixture.title).to.equal('Photo 1 of 1');
  });

  it('keeps the camera on, whose picture goes on after it, and removing the element turns it off', async () => {
    await take();
    const video = fixture.find('video');
    expect(fixture.core.camera.calls).not.to.contain('close');
    retake().click();
    await gone();
    expect(fixture.find('video'), 'the same picture').to.equal(video);
    await take();
    fixture.element.remove();
    expect(fixture.core.camera.calls).to.contain('close');
  });

  it('leaves what the page shows over the picture without focus meanwhile', async () => {
    const guide = document.createElement('button');
    fixture.element.append(guide);
    await take();
    guide.focus();
    expect(document.activeElement).not.to.equal(guide);
    retake().click();
    await gone();
    guide.focus();
    expect(document.activeElement).to.equal(guide);
  });

  describe('of an earlier visit', () => {
    it('is asked about where the page does not review photos, too, and while the camera is off', async () => {
      await create({review: false});
      await drawn(fixture.element, fixture.core.camera.show({name: 'off'}));
      await leave('left');
      expect(fixture.has('.screen')).to.be.false;
      expect(fixture.focused, 'the focus stays where the person is').to.equal(null);
      await waitUntil(() => said() !== '', 'it is announced');
      expect(said()).to.equal('A photo from before is undecided. Use it, or retake it?');
      await expect(fixture.element).to.be.accessible();
      use().click();
      await gone();
      expect(events).to.deep.equal(['left']);
      expect(fixture.has('.screen')).to.be.true;
    });

    it('has the warning that was measured then', async () => {
      fixture.protection.metadataOf.set('left', {camera: blurred});
      await leave('left');
      await waitUntil(() => all(fixture.element, '.review .problem')[0], 'the warning is shown');
    });

    it('is asked about in turn with others, the focus staying on “Use”', async () => {
      await leave('one', '2026-01-01T12:00:00Z');
      await leave('two', '2026-01-01T12:01:00Z');
      await drawn(fixture.element, undefined);
      expect(textOf(all(fixture.element, '.review .quiet')[0])).to.contain('1 more to decide');
      use().focus();
      use().click();
      await waitUntil(() => events.includes('one'), 'the first is used');
      await waitUntil(
        () => !/more to decide/.test(textOf(all(fixture.element, '.review .quiet')[0])),
        'the second is the last one',
      );
      expect(fixture.focused).to.equal(use());
      retake().click();
      await gone();
      expect(fixture.ids).to.deep.equal(['one']);
    });

    it('waits while the element is disabled', async () => {
      fixture.element.disabled = true;
      const blob = await photo();
      const detail = {mode: 'image', capturedAt: '2026-01-01T12:00:00Z', blob} as const;
      await drawn(
        fixture.element,
        fixture.protection.add({captureId: 'left', ...detail}, undecided),
      );
      expect(question()).not.to.exist;
      fixture.element.disabled = false;
      await waitUntil(question, 'it is asked about');
    });
  });

  it('is shown at once to a page without the part that shows it, which says that a part is missing', async () => {
    class PartlyLoaded extends (fixture.element.constructor as typeof CaptureImage) {
      protected override get imports() {
        return {...super.imports, album: () => Promise.reject(new TypeError('Not found.'))};
      }
    }
    customElements.define('partly-loaded', PartlyLoaded);
    const element = document.createElement('partly-loaded') as CaptureImage;
    element.review = true;
    fixture.page.append(element);
    await drawn(element, fixture.core.camera.show(live()));
    await element.takePicture();
    await waitUntil(() => all(element, '.notice')[0], 'the notice is shown');
    expect(textOf(all(element, '.notice')[0])).to.contain('Your photos are safe.');
    expect(all(element, '.shutter')).to.have.length(1);
  });
});
