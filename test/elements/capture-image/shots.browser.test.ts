import {aTimeout, expect, waitUntil} from '@open-wc/testing';
import {sendKeys} from '@web/test-runner-commands';
import {sealableAdditions} from '../../../src/core/metadata/page-values.js';
import {CaptureImage} from '../../../src/elements/capture-image.js';
import {parseShots} from '../../../src/elements/capture-image/shots/parse-shots.js';
import {sealedTags} from '../../../src/elements/capture-image/shots/sealed-tags.js';
import type {CaptureProgress, CaptureSummary} from '../../../src/core/queue/queue-client.js';
import type {DeviceMemory} from '../../../src/core/wiring/elements/stored-text.js';
import type {ConfigurationErrorEvent} from '../../../src/elements/options/configuration-error-event.js';
import type {Shot} from '../../../src/elements/capture-image/shots/shot.js';
import type {Tags} from '@sealed-capture/seal/model/capture-metadata.js';
import {FakeCore, live, photo} from '../fake-core.js';
import {all, change, drawn, focusedIn, pageWith, rendered, textOf} from '../kit.js';
import {type Guided, GuidedFixture, list, Memory} from './shots-fixture.js';

/** A camera that never loads the part for shots. */
class CutOff extends CaptureImage {
  protected override get imports() {
    return {...super.imports, shots: () => new Promise<never>(() => undefined)};
  }
}
customElements.define('cut-off-camera', CutOff);

describe('<capture-image> with shots', () => {
  let fixture: GuidedFixture;
  beforeEach(async () => (fixture = await GuidedFixture.create()));

  it('asks for one shot after the other, and seals each photo with its shot', async () => {
    expect(fixture.asked).to.equal('1 of 3 · Required Front Stand 3 m away.');
    await fixture.take();
    expect(fixture.asked).to.equal('2 of 3 Plate');
    await fixture.take();
    await fixture.take();
    expect(fixture.captures.map(({shot}) => shot)).to.eql(['front', 'plate', 'meter']);
    expect(fixture.captures.map(({tags}) => tags)).to.eql([undefined, {part: 'plate'}, undefined]);
    expect(fixture.asked).to.equal('3 of 3 done');
  });

  it('draws the outline of the shot over the picture, by name or from data', async () => {
    expect(all(fixture.element, '.outline path').length).to.equal(2);
    await fixture.take();
    expect(fixture.has('.outline')).to.be.false;
    await fixture.take();
    const outline = fixture.find<SVGElement>('.outline');
    expect(outline.getAttribute('viewBox')).to.equal('0 0 10 10');
    expect(outline.querySelector('path')?.getAttribute('d')).to.equal('M0 0H10V10Z');
  });

  it('lets the person take any shot of the list next, and then continues with the open ones', async () => {
    await fixture.openList();
    await fixture.press('Take Odometer');
    expect(fixture.asked).to.equal('3 of 3 Odometer');
    await fixture.take();
    expect(fixture.asked).to.contain('1 of 3');
    expect(fixture.states).to.eql(['open', 'open', 'taken']);
  });

  it('shows the state of each shot in the list, with the seal of its photo', async () => {
    const captureId = await fixture.take();
    fixture.core.protection.advance(captureId, {name: 'sealed', sealedAt: '2026-11-20T15:04:00Z'});
    await fixture.openList();
    const rows = all(fixture.element, '.shots li .text').map(textOf);
    expect(rows).to.eql(['Front Sealed', 'Plate To take', 'Odometer To take']);
    expect(textOf(fixture.find('.shots h3'))).to.equal('1 of 3 shots done');
    expect(textOf(fixture.find('.shots [aria-current] b'))).to.equal('Plate');
  });

  it('shows what would turn the label of a shot around by its number', async () => {
    await change(fixture.element, {shots: [{id: 'front', label: 'Front\u202Ekcab'}]});
    await waitUntil(() => fixture.asked.includes('Front'), 'the list is read');
    expect(fixture.asked).to.equal('1 of 1 Front[U+202E]kcab');
    await fixture.openList();
    expect(textOf(fixture.find('.shots li b'))).to.equal('Front[U+202E]kcab');
  });

  it('keeps the earlier photo of a shot that is retaken, and counts the newer one', async () => {
    const first = await fixture.take();
    await fixture.openList();
    await fixture.press('Retake Front');
    expect(fixture.asked).to.contain('1 of 3 · Retake');
    const second = await fixture.take();
    expect(fixture.element.shotsState[0]?.state).to.eql({
      name: 'taken',
      captureIds: [second, first],
    });
    expect(fixture.captures.length).to.equal(2);
    expect(fixture.asked).to.contain('2 of 3');
    await fixture.openList();
    expect(fixture.text('.shots li .text')).to.contain('1 earlier photo kept');
  });

  it('skips a shot for a given reason or in own words, until the person takes it', async () => {
    await fixture.press('Skip Front');
    await fixture.press('Not safe');
    expect(fixture.asked).to.contain('2 of 3');
    await fixture.press('Skip Plate');
    const field = fixture.find<HTMLInputElement>('.shots input');
    expect(fixture.has('.shots [role=alert]')).to.be.false;
    fixture.find<HTMLButtonElement>('.shots form .primary').click();
    await rendered(fixture.element);
    expect(fixture.text('.shots [role=alert]')).to.equal('Choose a reason above, or write one.');
    expect([field.ariaInvalid, field.getAttribute('aria-describedby')]).to.eql([
      'true',
      fixture.find('.shots [role=alert]').id,
    ]);
    expect(focusedIn(fixture.element) === field, 'the field has the focus').to.be.true;
    await expect(fixture.element).to.be.accessible();
    field.value = ' It is covered. ';
    fixture.find<HTMLButtonElement>('.shots form .primary').click();
    await rendered(fixture.element);
    expect(fixture.element.shotsState.slice(0, 2).map(({state}) => state)).to.eql([
      {name: 'skipped', reason: 'unsafe'},
      {name: 'skipped', reason: 'other', words: 'It is covered.'},
    ]);
    await fixture.openList();
    expect(textOf(fixture.find('.shots h3'))).to.equal('0 of 3 shots done, 2 skipped');
    expect(all(fixture.element, '.shots li .text').map(textOf)).to.include(
      'Plate Skipped: It is covered.',
    );
    await fixture.press('Take Front');
    await fixture.take();
    expect(fixture.states).to.eql(['taken', 'skipped', 'open']);
  });

  it('informs the page when all are taken or skipped, and again after a retake', async () => {
    const front = await fixture.take();
    await fixture.press('Skip Plate');
    await fixture.press('Not there');
    expect(fixture.completed.length).to.equal(0);
    const meter = await fixture.take();
    expect(fixture.completed.map(({detail}) => detail)).to.eql([
      {
        mode: 'image',
        shots: [
          {id: 'front', state: {name: 'taken', captureIds: [front]}},
          {id: 'plate', state: {name: 'skipped', reason: 'absent'}},
          {id: 'meter', state: {name: 'taken', captureIds: [meter]}},
        ],
        skipped: [{shot: 'plate', reason: 'absent'}],
      },
    ]);
    fixture.element.requestUpdate();
    await rendered(fixture.element);
    expect(fixture.completed.length, 'nothing has changed').to.equal(1);
    await fixture.openList();
    await fixture.press('Retake Odometer');
    await fixture.take();
    expect(fixture.completed.length).to.equal(2);
  });

  it('asks again for a shot whose photo is deleted', async () => {
    const front = await fixture.take();
    await fixture.element.discard(front);
    await rendered(fixture.element);
    expect(fixture.states[0]).to.equal('open');
    expect(fixture.asked).to.contain('1 of 3');
  });

  it('asks again for a retaken shot whose newest photo is deleted, and the earlier one counts', async () => {
    const first = await fixture.take();
    await fixture.openList();
    await fixture.press('Retake Front');
    const second = await fixture.take();
    await fixture.element.discard(second);
    await rendered(fixture.element);
    expect(fixture.element.shotsState[0]?.state).to.eql({name: 'taken', captureIds: [first]});
    expect(fixture.asked).to.contain('1 of 3 · Retake');
    expect(fixture.nextShot).to.equal('front');
  });

  it('continues after a retake even if the clock was set back', async () => {
    await fixture.take();
    await fixture.openList();
    await fixture.press('Retake Front');
    const restored = {captureId: 'r', mode: 'image' as const, capturedAt: '2001-11-20T15:04:00Z'};
    const early: CaptureSummary = {...restored, progress: {name: 'sealing'}, shot: 'front'};
    await fixture.keep([early, ...fixture.captures]);
    expect(fixture.asked).to.contain('2 of 3');
  });

  it('lets the person cancel a retake', async () => {
    for (let taken = 0; taken < 3; taken++) await fixture.take();
    await fixture.openList();
    await fixture.press('Retake Plate');
    expect(fixture.nextShot).to.equal('plate');
    await fixture.press('Cancel Plate');
    expect(fixture.asked).to.equal('3 of 3 done');
    expect(fixture.nextShot).to.equal(undefined);
  });

  it('seals a photo for the list that the page has just set', async () => {
    const {element} = fixture;
    expect(fixture.nextShot).to.equal('front');
    element.shots = [{id: 'other', label: 'Other'}];
    expect(fixture.nextShot).to.equal('other');
    element.shots = undefined;
    expect(fixture.nextShot).to.equal(undefined);
    await rendered(element);
    expect(fixture.has('.shot')).to.be.false;
  });

  it('seals the first shot with a photo of the job that the page has just begun', async () => {
    await change(fixture.element, {tags: {claim: '1'}});
    await fixture.take();
    expect(fixture.nextShot).to.equal('plate');
    fixture.element.tags = {claim: '2'};
    expect(fixture.nextShot).to.equal('front');
  });

  it('counts a photo even if the seal leaves out one of the tags', async () => {
    await change(fixture.element, {tags: {claim: 4711, kind: 'car'} as unknown as Tags});
    await fixture.take();
    await fixture.keep(fixture.captures.map((photo) => ({...photo, tags: {kind: 'car'}})));
    expect(fixture.states[0]).to.equal('taken');
  });

  it('counts a photo that gets other tags when the page releases it', async () => {
    await change(fixture.element, {tags: {status: 'draft'}});
    await fixture.take();
    await fixture.keep(fixture.captures.map((photo) => ({...photo, tags: {status: 'final'}})));
    expect(fixture.states[0]).to.equal('taken');
    await change(fixture.element, {tags: {status: 'other'}});
    expect(fixture.states[0]).to.equal('open');
  });

  it('requires those tags in a photo that can be sealed', () => {
    const long = 'x'.repeat(4097);
    const many = Object.fromEntries(Array.from({length: 101}, (_, index) => [index, 'x']));
    const heavy = Object.fromEntries(
      Array.from({length: 99}, (_, index) => [index, '\u{20ac}'.repeat(4096)]),
    );
    const mixed = {a: 'b', c: 1, d: null, e: long, f: '\ud800', '': 'g', [long]: 'h'};
    const given = [undefined, null, 'text', ['a'], new Map(), {}, mixed, many, heavy];
    for (const tags of [...given, JSON.parse('{"__proto__": "x", "a": "b"}') as unknown]) {
      const {tags: sealed} = sealableAdditions({tags: tags as Tags}, () => undefined);
      expect(sealedTags(tags)).to.eql(sealed ?? {});
    }
  });

  it('counts photos of an earlier visit, but none of another job, which starts again', async () => {
    const {element} = fixture;
    await change(element, {tags: {claim: '1'}});
    await fixture.take();
    expect(fixture.captures[0]?.tags).to.eql({claim: '1'});
    await fixture.take();
    expect(fixture.states).to.eql(['taken', 'taken', 'open']);
    await fixture.press('Skip Odometer');
    await fixture.press('Not there');
    await change(element, {tags: {claim: '1'}});
    expect(fixture.states, 'equal tags').to.eql(['taken', 'taken', 'skipped']);
    await change(element, {tags: {claim: '2'}});
    expect(fixture.states).to.eql(['open', 'open', 'open']);
    expect(fixture.asked).to.contain('1 of 3 · Required Front');
    const restored = {captureId: 'r', mode: 'image' as const, capturedAt: '2026-11-20T15:04:00Z'};
    await fixture.keep([
      {...restored, progress: {name: 'sealing'}, shot: 'meter', tags: {claim: '2', more: 'x'}},
    ]);
    expect(fixture.states).to.eql(['open', 'open', 'taken']);
  });

  it('announces the next shot to screen readers', async () => {
    const said = () => all(fixture.element, '[role="status"]').map(textOf);
    expect(said().join('')).not.to.contain('Shot');
    await fixture.take();
    expect(said()).to.include('Shot 2 of 3: Plate.');
    await fixture.openList();
    await fixture.press('Retake Front');
    expect(said()).to.include('Shot 1 of 3: Front. Retake. Stand 3 m away.');
  });

  it('announces that a shot was skipped, before the next one or alone, and that a shot is required', async () => {
    const said = () => all(fixture.element, '[role="status"]').map(textOf);
    await fixture.openList();
    await fixture.press('Skip Plate');
    await fixture.press('Not there');
    expect(said()).to.include('Skipped: Plate. Shot 3 of 3: Odometer.');
    await fixture.openList();
    await fixture.press('Take Front');
    expect(said()).to.include('Shot 1 of 3: Front. Required. Stand 3 m away.');
    await fixture.openList();
    await fixture.press('Skip Odometer');
    await fixture.press('Not there');
    expect(said(), 'the next one is the same as before').to.include('Skipped: Odometer.');
    await fixture.press('Skip Front');
    await fixture.press('Not there');
    expect(said()).to.include('Skipped: Front. 0 of 3 done · 3 skipped');
  });

  it('draws the outline below notices and lists', () => {
    expect(getComputedStyle(fixture.find('.outline')).zIndex).to.equal('-1');
    expect(getComputedStyle(fixture.find('.foot')).isolation).to.equal('isolate');
  });

  it('keeps the screen on while the camera is live, until all is done or the element is removed', async () => {
    const {element, core} = fixture;
    expect(element.isAwake).to.be.true;
    const place = element.parentElement;
    element.remove();
    await Promise.resolve();
    expect(element.isAwake).to.be.false;
    place?.append(element);
    await drawn(element, core.camera.show(live()));
    expect(element.isAwake).to.be.true;
    for (let taken = 0; taken < 3; taken++) await fixture.take();
    expect(element.isAwake).to.be.false;
    await fixture.openList();
    await fixture.press('Retake Front');
    expect(element.isAwake, 'a retake').to.be.true;
    await fixture.take();
    expect(element.isAwake).to.be.false;
  });

  it('does not keep the screen on for a camera that is off, and asks for no shot', async () => {
    const {element, core} = fixture;
    await drawn(element, core.camera.show({name: 'off'}));
    expect([element.isAwake, fixture.has('.shot')]).to.eql([false, false]);
  });

  it('can be used with the keyboard alone: Escape closes the list, and the focus moves to the shutter', async () => {
    const {element} = fixture;
    const focused = () => focusedIn(element);
    await fixture.openList();
    await waitUntil(() => textOf(focused()) === 'Take Front', 'the current shot has the focus');
    await fixture.press('Skip Plate');
    await sendKeys({press: 'Escape'});
    await waitUntil(() => textOf(focused()) === 'Take Front', 'the question is closed');
    await sendKeys({press: 'Escape'});
    await waitUntil(() => focused()?.matches('.shot .what'), 'the button has it');
    expect(fixture.has('.shots li')).to.be.false;
    await fixture.openList();
    await fixture.press('Take Plate');
    await waitUntil(() => focused()?.matches('.shutter'), 'the shutter has it');
  });

  it('has the shot above the shutter, of one width whatever it says', async () => {
    const {element} = fixture;
    const box = (selector: string) => fixture.find(selector).getBoundingClientRect();
    for (const width of [344, 724]) {
      element.style.cssText = `inline-size: ${width}px; block-size: 600px`;
      const widths: number[] = [];
      for (const given of [
        list.slice(0, 1),
        list.slice(1, 2),
        [{id: 'x', label: 'Long '.repeat(40)}],
      ]) {
        await change(element, {shots: given});
        await rendered(element);
        widths.push(box('.shot').width);
        expect(box('.shutter').top - box('.shot').bottom).to.be.within(0, 20);
      }
      expect(new Set(widths)).to.eql(new Set([Math.min(width - 16, 460)]));
    }
  });

  it('skips a required shot only after another press, and others at once', async () => {
    const names = (selector: string) => all(fixture.element, selector).map(textOf);
    expect(names('.shot .skip')).to.eql(['More options Front']);
    await fixture.press('More options Front');
    expect(names('.shot .skip')).to.eql(['Skip Front']);
    expect(textOf(focusedIn(fixture.element))).to.equal('Skip Front');
    await fixture.take();
    expect(names('.shot .skip')).to.eql(['Skip Plate']);
    await change(fixture.element, {shots: list.map((shot) => ({...shot, id: `${shot.id}-2`}))});
    await rendered(fixture.element);
    await fixture.openList();
    expect(names('.acts')).to.eql([
      'Take Front More options Front',
      'Take Plate Skip Plate',
      'Take Odometer Skip Odometer',
    ]);
    await fixture.press('More options Front');
    expect(names('.acts')[0]).to.equal('Take Front Skip Front');
  });

  it('lists the shots over the whole window, below a header that covers none of them', async () => {
    const shots = Array.from({length: 30}, (_, index) => ({
      id: `s${index}`,
      label: `Shot ${index}`,
    }));
    await change(fixture.element, {shots});
    await rendered(fixture.element);
    await fixture.openList();
    const dialog = fixture.find('dialog.shots');
    expect(dialog.matches(':modal')).to.be.true;
    const {width, height} = dialog.getBoundingClientRect();
    expect([width, height]).to.eql([innerWidth, innerHeight]);
    const scroll = fixture.find('.shots .scroll');
    scroll.scrollTop = 400;
    expect(scroll.scrollTop, 'it can be scrolled').to.equal(400);
    const {bottom} = fixture.find('.shots .exit').getBoundingClientRect();
    expect(scroll.getBoundingClientRect().top).to.be.at.least(bottom);
    fixture.find('.shots .exit').click();
    await rendered(fixture.element);
    expect(dialog.matches(':modal')).to.be.false;
  });

  it('shows the photo of each taken shot in the list, also of a file that is not stored any more', async () => {
    const {core} = fixture;
    const front = await fixture.take();
    await waitUntil(() => fixture.has('.thumbnail'), 'the thumbnail is drawn');
    const plate = await fixture.take();
    core.protection.pictures.delete(front);
    core.protection.pictures.set(plate, await photo('#aa3311'));
    await fixture.openList();
    const pictures = () => all(fixture.element, '.shots .small canvas');
    await waitUntil(() => pictures().length === 2, 'two pictures are drawn');
    expect(all(fixture.element, '.shots .small.none').length, 'the open one has none').to.equal(1);
  });

  it('asks the person to turn the phone if the live picture has the other shape', async () => {
    const {element} = fixture;
    const show = async (width: number, height: number) => {
      await fixture.showPicture(width, height);
      await aTimeout(50);
      await rendered(element);
    };
    const asked = async (shot: Partial<Shot>) => {
      await change(element, {shots: [{id: JSON.stringify(shot), label: 'A', ...shot}]});
      await rendered(element);
      return fixture.has('.turn') ? fixture.text('.turn') : '';
    };
    const [sideways, upright] = ['Turn the phone sideways', 'Hold the phone upright'];
    await show(360, 640);
    expect(await asked({orientation: 'landscape'})).to.equal(sideways);
    expect(await asked({overlay: 'vehicle-side'}), 'a wide outline').to.equal(sideways);
    expect(await asked({overlay: 'vehicle-side', orientation: 'portrait'})).to.equal('');
    expect(await asked({orientation: 'portrait'})).to.equal('');
    expect(await asked({})).to.equal('');
    await show(640, 360);
    expect(await asked({orientation: 'portrait'})).to.equal(upright);
    expect(await asked({orientation: 'landscape'})).to.equal('');
    expect(await asked({orientation: 'portrait'})).to.equal(upright);
    await show(360, 640);
    await waitUntil(
      () => !fixture.has('.turn'),
      'the phone is turned, and nothing else has changed',
    );
  });

  it('is accessible, with the list open and the question for a reason', async () => {
    await expect(fixture.element).to.be.accessible();
    await fixture.press('Skip Front');
    await expect(fixture.element).to.be.accessible();
  });

  it('leaves the slot over the picture to the page', async () => {
    const own = document.createElement('div');
    fixture.element.append(own);
    await rendered(fixture.element);
    expect(own.assignedSlot?.name).to.equal('');
  });
});

/** Progress of a photo that was sealed. */
const sealed = {name: 'sealed', sealedAt: '2026-11-20T15:04:00Z'} as const;
const delivering = {...sealed, name: 'delivering'} as const;
const delivered = {
  ...sealed,
  name: 'delivered',
  deliveredAt: '2026-11-20T15:05:00Z',
  uploaded: true,
} as const;
const refused = {code: 'request_rejected', status: 403, message: '', retryable: false} as const;

describe('A list of which no shot is open', () => {
  const said = (fixture: GuidedFixture) => all(fixture.element, '[role="status"]').map(textOf);
  /** Takes two of three shots and skips the plate. */
  const finish = async (options: Partial<Guided> = {}) => {
    const fixture = await GuidedFixture.create(list, options);
    const ids = [await fixture.take()];
    await fixture.press('Skip Plate');
    await fixture.press('Not there');
    ids.push(await fixture.take());
    const advance = (progress: CaptureProgress, which = ids) =>
      fixture.keep(
        fixture.captures.map((one) => (which.includes(one.captureId) ? {...one, progress} : one)),
      );
    return {fixture, ids, advance};
  };

  it('says how many are taken, and then that these are sealed, with those that are skipped', async () => {
    const {fixture, ids, advance} = await finish();
    expect(fixture.asked).to.equal('2 of 3 done · 1 skipped');
    await advance(sealed, ids.slice(0, 1));
    expect(fixture.asked).to.equal('2 of 3 done · 1 skipped');
    await advance(sealed);
    expect(fixture.asked).to.equal('2 of 3 sealed · 1 skipped');
    await advance(delivered);
    expect(fixture.asked, 'without a storage of the page').to.equal('2 of 3 sealed · 1 skipped');
    expect(fixture.has('.finish')).to.be.false;
  });

  it('is delivered with a storage of the page, which is announced once, and the person may say to be done', async () => {
    const {fixture, ids, advance} = await finish({deliverTo: '/uploads'});
    const [front = '', meter = ''] = ids;
    await advance({...delivering, sent: 0});
    expect(fixture.asked).to.equal('2 of 3 sealed · 1 skipped');
    await advance(delivered, [front]);
    expect(fixture.asked).to.equal('2 of 3 sealed · 1 skipped');
    expect(fixture.has('.finish')).to.be.false;
    await advance({...delivered, location: '/files/1'}, [meter]);
    expect(fixture.asked).to.equal('2 of 3 delivered · 1 skipped');
    const announcement = all(fixture.element, 'sc-shots [role="status"]')[0];
    expect(said(fixture)).to.include('2 of 3 delivered · 1 skipped');
    let changes = 0;
    const observer = new MutationObserver(() => changes++);
    if (announcement) {
      observer.observe(announcement, {characterData: true, childList: true, subtree: true});
    }
    await advance({...delivered, location: '/files/1'}, [meter]);
    await fixture.press('Done');
    observer.disconnect();
    expect(changes, 'announced once').to.equal(0);
    const [event] = fixture.finished;
    expect([event?.bubbles, event?.composed]).to.eql([true, true]);
    const skipped = [{shot: 'plate', reason: 'absent'}];
    expect(event?.detail).to.eql({
      mode: 'image',
      shots: fixture.element.shotsState,
      skipped,
      delivered: [
        {shot: 'front', captureId: front},
        {shot: 'meter', captureId: meter, location: '/files/1'},
      ],
    });
    expect([event?.delivered, event?.skipped]).to.eql([event?.detail.delivered, skipped]);
    await expect(fixture.element).to.be.accessible();
  });

  it('is not delivered to a storage by what the page alone has', async () => {
    const {fixture, advance} = await finish({deliverTo: '/uploads'});
    const {uploaded: _, ...toPage} = delivered;
    await advance(toPage);
    expect(fixture.asked).to.equal('2 of 3 sealed · 1 skipped');
    expect(fixture.has('.finish')).to.be.false;
    await advance(delivered);
    expect(fixture.asked).to.equal('2 of 3 delivered · 1 skipped');
  });

  it('can be finished without a camera, after a reload or where it is blocked, which is announced', async () => {
    const {fixture, advance} = await finish({deliverTo: '/uploads'});
    const {element, core} = fixture;
    for (const state of [{name: 'off'}, {name: 'blocked', byPolicy: false}] as const) {
      await drawn(element, core.camera.show(state));
      expect(fixture.asked, state.name).to.contain(' · 1 skipped');
      expect([fixture.has('.screen'), element.isAwake]).to.eql([true, false]);
    }
    await advance(delivered);
    expect(fixture.asked).to.equal('2 of 3 delivered · 1 skipped');
    expect(said(fixture)).to.include('2 of 3 delivered · 1 skipped');
    const [card, screen] = ['.shot', '.screen'].map((one) =>
      fixture.find(one).getBoundingClientRect(),
    );
    expect(card?.top, 'below the screen').to.be.at.least(screen?.bottom ?? Infinity);
    await expect(element).to.be.accessible();
    await fixture.press('Done');
    expect(fixture.finished.length).to.equal(1);
  });

  it('can be retaken without a live picture, once the camera is on', async () => {
    const {fixture} = await finish();
    const {element, core} = fixture;
    await drawn(element, core.camera.show({name: 'off'}));
    await fixture.openList();
    await fixture.press('Retake Front');
    expect(fixture.asked).to.equal('2 of 3 done · 1 skipped');
    expect(textOf(focusedIn(element))).to.equal('Turn on camera');
    await drawn(element, core.camera.show(live()));
    expect(fixture.asked).to.contain('Front');
  });

  it('is told to the page once, however quickly the person presses', async () => {
    const {fixture, advance} = await finish({deliverTo: '/uploads'});
    await advance(delivered);
    for (const detail of [1, 2, 3]) {
      fixture.find('.finish').dispatchEvent(new MouseEvent('click', {detail}));
    }
    expect(fixture.finished.length).to.equal(1);
  });

  it('shows why an upload was refused, at the shot and beside the shutter, without a tick', async () => {
    const {fixture, ids, advance} = await finish({deliverTo: '/uploads'});
    const [front = ''] = ids;
    await waitUntil(() => fixture.has('.thumbnail'), 'the thumbnail is drawn');
    await advance({...sealed, isToSend: true});
    await fixture.openList();
    const marks = () => all(fixture.element, '.shots li').map(({dataset}) => dataset['state']);
    expect(marks(), 'sealed is not delivered').to.eql(['waiting', 'skipped', 'waiting']);
    await advance({...delivering, failure: refused});
    await advance(delivered, [front]);
    const row = () => textOf(all(fixture.element, '.shots li .text')[2]);
    await waitUntil(() => row().includes('403'), 'the reason is known');
    expect(row()).to.equal(
      'Odometer Sealed, not uploaded The server does not take this photo (status 403).',
    );
    expect(marks()).to.eql(['sealed', 'skipped', 'failed']);
    const shown = () => fixture.find('.thumbnail').dataset['state'];
    await waitUntil(() => shown() === 'failed', 'the second photo is shown there');
    await expect(fixture.element).to.be.accessible();
  });

  it('may be confirmed if all shots are skipped', async () => {
    const fixture = await GuidedFixture.create(list, {deliverTo: '/uploads'});
    for (const {label} of list) {
      await fixture.press(`Skip ${label}`);
      await fixture.press('Not there');
    }
    expect(fixture.asked).to.equal('0 of 3 done · 3 skipped');
    await fixture.press('Done');
    expect(fixture.finished.map(({skipped}) => skipped.length)).to.eql([3]);
  });
});

describe('Skipped shots', () => {
  const HOUR_MS = 3_600_000;
  /** Opens the page anew. */
  const visit = (options: Partial<Guided> = {}) => {
    for (const earlier of document.querySelectorAll('guided-camera')) earlier.remove();
    return GuidedFixture.create(list, options);
  };
  const skip = async (fixture: GuidedFixture) => {
    await fixture.press('Skip Front');
    await fixture.press('Not safe');
    return fixture.element.memory;
  };
  const state = ({element}: GuidedFixture) => element.shotsState[0]?.state;
  const known = {name: 'skipped', reason: 'unsafe'};
  /** A storage in which everything was written so many hours ago. */
  const aged = (memory: DeviceMemory, hours: number): DeviceMemory => ({
    getItem: (key) =>
      memory
        .getItem(key)
        ?.replace(/"at":(\d+)/, (_, at) => `"at":${Number(at) - hours * HOUR_MS}`) ?? null,
    setItem: (key, value) => {
      memory.setItem(key, value);
    },
    removeItem: (key) => {
      memory.removeItem(key);
    },
  });

  it('are known in the next visit, with their reasons, of this job and element alone', async () => {
    const tags = {claim: '1'};
    const memory = await skip(await visit({tags, id: 'car'}));
    const next = (options: Partial<Guided>) => visit({memory, ...options});
    const same = await next({tags, id: 'car'});
    expect(state(same)).to.eql(known);
    expect(same.asked).to.contain('2 of 3');
    expect(state(await next({tags, id: 'boat'}))).to.eql({name: 'open'});
    const other = await next({tags: {claim: '2'}, id: 'car'});
    expect(state(other)).to.eql({name: 'open'});
    await change(other.element, {tags});
    expect(state(other), 'back to the first job').to.eql(known);
  });

  it('are known to their own account alone, whose name is not stored', async () => {
    const texts: string[] = [];
    const memory = new Memory();
    const watched: DeviceMemory = {
      getItem: (key) => memory.getItem(key),
      setItem: (key, value) => {
        texts.push(key, value);
        memory.setItem(key, value);
      },
      removeItem: (key) => {
        memory.removeItem(key);
      },
    };
    const first = await visit({account: 'ann@example.org', memory: watched});
    await skip(first);
    expect(texts.join()).to.contain('unsafe').and.not.to.contain('ann');
    await change(first.element, {account: 'bob'});
    await rendered(first.element);
    expect(state(first), 'another person, in the same visit').to.eql({name: 'open'});
    expect(state(await visit({memory})), 'no account').to.eql({name: 'open'});
    expect(state(await visit({account: 'bob', memory}))).to.eql({name: 'open'});
    expect(state(await visit({account: 'ann@example.org', memory}))).to.eql(known);
  });

  it('are deleted from the device after the retention, with the person’s words', async () => {
    const store = new Map<string, string>();
    const memory: DeviceMemory = {
      getItem: (key) => store.get(key) ?? null,
      setItem: (key, value) => void store.set(key, value),
      removeItem: (key) => void store.delete(key),
    };
    const stored = () => [...store.values()].join();
    const age = () => {
      for (const [key, text] of store) {
        store.set(
          key,
          text.replace(/"at":(\d+)/g, (_, at) => `"at":${Number(at) - 25 * HOUR_MS}`),
        );
      }
    };
    await skip(await visit({memory, tags: {claim: '1'}}));
    expect(stored()).to.contain('unsafe');
    age();
    const other = await visit({memory, tags: {claim: '2'}});
    expect(stored(), 'when another job begins').to.equal('');
    await skip(other);
    age();
    await visit({memory, tags: {claim: '2'}});
    expect(stored(), 'when the same job begins').to.equal('');
  });

  it('are not known any more once they are taken', async () => {
    const fixture = await visit();
    const memory = await skip(fixture);
    await fixture.openList();
    await fixture.press('Take Front');
    expect(state(await visit({memory}))).to.eql({name: 'open'});
  });

  it('are known as long as the photos of their job, and without photos for the retention', async () => {
    const memory = await skip(await visit());
    const young = await visit({memory: aged(memory, 23)});
    expect(state(young)).to.eql(known);
    const old = await visit({memory: aged(memory, 25)});
    expect(state(old)).to.eql({name: 'open'});
    const photo = {captureId: 'r', mode: 'image' as const, capturedAt: '2026-11-20T15:04:00Z'};
    await old.keep([{...photo, progress: {name: 'sealing'}, shot: 'meter'}]);
    expect(state(old)).to.eql(known);
  });

  it('are none if the storage contains anything else', async () => {
    for (const text of ['', '{', '7', '[[1]]', '[["{}", {"skips": {"front": {"reason": "x"}}}]]']) {
      const memory = {getItem: () => text, setItem: () => {}, removeItem: () => {}};
      expect(state(await visit({memory})), text).to.eql({name: 'open'});
    }
  });
});

describe('An invalid list of shots', () => {
  const cases: [given: unknown, sentence: RegExp][] = [
    ['front', /shots has to be a list/],
    [new Array(201).fill({}), /shots has to be a list of at most 200 shots/],
    [[{label: 'Front'}], /shots\[0\]\.id is missing/],
    [
      [
        {id: 'a', label: 'A'},
        {id: 'a', label: 'B'},
      ],
      /shots\[1\]\.id is the id of another shot/,
    ],
    [[{id: 'a', label: 7}], /shots\[0\]\.label has to be text of at most 256 characters/],
    [[{id: 'a', label: 'A', more: 1}], /shots\[0\]\.more is not known/],
    [[{id: 'a', label: 'A', overlay: 'house'}], /shots\[0\]\.overlay has to be one of document/],
    [
      [{id: 'a', label: 'A', overlay: {path: 'M0 0"/><script>', viewBox: '0 0 1 1'}}],
      /shots\[0\]\.overlay has to be/,
    ],
    [
      [{id: 'a', label: 'A', orientation: 'wide'}],
      /shots\[0\]\.orientation has to be one of landscape, portrait/,
    ],
    [[{id: 'a', label: 'A', ghost: 7}], /shots\[0\]\.ghost has to be a URL or a Blob/],
    [[{id: 'a', label: 'A', ghost: 'https://['}], /shots\[0\]\.ghost has to be a URL/],
    [
      [{id: 'a', label: 'A', expectedPlace: {latitude: 91, longitude: 0, radius: 5}}],
      /shots\[0\]\.expectedPlace has to be \{latitude, longitude, radius\}/,
    ],
    [
      [{id: 'a', label: 'A', expectedPlace: {latitude: 9, longitude: 0}}],
      /shots\[0\]\.expectedPlace has to be/,
    ],
    [[{id: 'a', label: 'A', tags: {b: 7}}], /shots\[0\]\.tags has to be at most 100 texts/],
  ];
  for (const [given, sentence] of cases) {
    it(`is reported to the page, and no shot is asked for: ${sentence.source}`, async () => {
      const fixture = await GuidedFixture.create(given as Shot[]);
      const [problem] = fixture.problems;
      expect(problem).to.include({code: 'configuration_invalid', option: 'shots'});
      expect(problem?.message).to.match(sentence);
      expect(fixture.has('.shot')).to.be.false;
      const {captureId} = await fixture.element.takePicture();
      expect(captureId).to.be.a('string');
    });
  }
});

describe('An invalid list of shots after a valid one', () => {
  it('changes nothing, and is reported once however often it is set', async () => {
    const fixture = await GuidedFixture.create();
    const {element} = fixture;
    const {states} = fixture;
    for (let i = 0; i < 3; i++) {
      await change(element, {shots: [{id: '', label: 'Front'}]});
      await rendered(element);
    }
    expect(fixture.problems.map(({message}) => message)).to.eql([
      'shots[0].id is missing (shots: object). It stays as it was.',
    ]);
    expect(element.shots).to.eql(list);
    expect(fixture.states).to.eql(states);
  });
});

describe('The view box of an outline', () => {
  const parsed = (viewBox: string) => () =>
    parseShots([{id: 'a', label: 'A', overlay: {path: 'M0 0', viewBox}}]);

  it('has four finite numbers, the last two above 0', () => {
    for (const viewBox of ['0 0 10 10', '-1.5, -.5, 1e2, 7', ' 0,0 ,1,1 ']) {
      expect(parsed(viewBox), viewBox).not.to.throw();
    }
    const refused = ['0 0 .. ..', '0 0 0 10', '0 0 10 -1', '0,,0,10', '0 0 1e999 1', '0 0 10'];
    for (const viewBox of refused) {
      expect(parsed(viewBox), viewBox).to.throw(/shots\[0\]\.overlay has to be .*last two above 0/);
    }
  });
});

describe('Shots in the attribute', () => {
  it('are JSON, and anything else is reported to the page', async () => {
    const page = pageWith(new FakeCore());
    const element = document.createElement('guided-camera');
    element.setAttribute('shots', JSON.stringify(list));
    page.append(element);
    const {shots: before} = element as Guided;
    expect(before).to.eql(list);
    const told = new Promise<ConfigurationErrorEvent>((resolve) => {
      element.addEventListener('configuration-error', resolve, {once: true});
    });
    element.setAttribute('shots', '[');
    const {option, value, message} = await told;
    expect([option, value]).to.eql(['shots', '[']);
    expect(message).to.contain('shots has to be a list');
    expect((element as Guided).shots).to.equal(before);
  });
});

describe('<capture-image> with shots on a network that does not answer', () => {
  it('takes a photo anyway, without a long delay', async () => {
    const core = new FakeCore();
    const element = document.createElement('cut-off-camera') as CutOff;
    element.shots = list;
    pageWith(core).append(element);
    await drawn(element, core.camera.show(live()));
    const {captureId} = await element.takePicture();
    expect(element.protections.map((capture) => capture.captureId)).to.include(captureId);
  });
});
