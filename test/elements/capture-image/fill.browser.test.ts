import {aTimeout, expect} from '@open-wc/testing';
import {sendKeys} from '@web/test-runner-commands';
import {CaptureImage} from '../../../src/elements/capture-image.js';
import {Fill} from '../../../src/elements/capture-image/fill/fill.js';
import type {FillChangeEvent} from '../../../src/elements/capture-image/fill/fill-change-event.js';
import {HistoryEntries} from '../../../src/elements/capture-image/fill/history-entries.js';
import {FakeCore, live} from '../fake-core.js';
import {change, drawn, ElementFixture, focusedIn, pageWith, rendered, waitUntil} from '../kit.js';

/** A camera in a page with other content. */
class FilledFixture extends ElementFixture<CaptureImage> {
  readonly core = new FakeCore();
  readonly page = pageWith(this.core);
  readonly element: CaptureImage;
  readonly button = document.createElement('button');
  readonly told: FillChangeEvent[] = [];

  constructor(tag = 'capture-image') {
    super();
    this.element = document.createElement(tag) as CaptureImage;
  }

  static async create(tag?: string): Promise<FilledFixture> {
    const made = new FilledFixture(tag);
    const {element, button, page, core} = made;
    element.style.cssText = 'block-size: 300px; margin: 40px; max-inline-size: 300px';
    element.addEventListener('fill-change', (event) => made.told.push(event));
    button.textContent = 'Open';
    page.append(button, element);
    await drawn(element, core.camera.show(live()));
    return made;
  }

  async fill() {
    await change(this.element, {fill: true});
    await waitUntil(() => this.has('.leave'), 'the part is loaded');
    await waitUntil(() => isOwnEntry(), 'the entry is added');
  }

  /** Leaves if the test has not, and waits for the history. */
  async leave() {
    await change(this.element, {fill: false});
    await waitUntil(() => !isOwnEntry(), 'the entry is gone');
  }

  get isFilled() {
    const {left, top, width, height} = this.element.getBoundingClientRect();
    return [left, top, width, height].join() === [0, 0, innerWidth, innerHeight].join();
  }
}

const entry = () => new HistoryEntries().current;
const isOwnEntry = () => entry() > 0;
/** False without the Navigation API, in WebKitGTK: the browser does not report whether entries follow. */
const knowsWhatFollows = 'navigation' in globalThis;

describe('<capture-image> with fill', () => {
  let fixture: FilledFixture;
  beforeEach(async () => (fixture = await FilledFixture.create()));
  afterEach(() => fixture.leave());

  it('covers the window whatever size the page has given it, and then goes back to its place', async () => {
    const {element} = fixture;
    const before = element.getBoundingClientRect();
    await fixture.fill();
    expect(fixture.isFilled).to.be.true;
    expect(element.matches(':popover-open'), 'it is in the top layer').to.be.true;
    await fixture.leave();
    expect(element.getBoundingClientRect()).to.eql(before);
    expect(element.hasAttribute('popover')).to.be.false;
  });

  it('keeps the camera on, and its picture, when it changes', async () => {
    const {element, core} = fixture;
    const stream = fixture.find<HTMLVideoElement>('video').srcObject;
    const calls = [...core.camera.calls];
    await fixture.fill();
    // In this time an element that nobody sees turns its camera off.
    await aTimeout(500);
    await fixture.leave();
    await aTimeout(500);
    expect(core.camera.calls).to.eql(calls);
    expect(fixture.find<HTMLVideoElement>('video').srcObject === stream).to.be.true;
    expect(element.permissionStatus).to.equal('granted');
  });

  it('makes everything around it inert, in shadow trees as well, and restores that', async () => {
    const {element, page, button} = fixture;
    const box = document.createElement('div');
    box.setHTMLUnsafe(
      '<div><template shadowrootmode="open"><a href="#">Link</a><slot></slot></template></div>',
    );
    const around = box.firstElementChild as HTMLElement;
    const already = document.createElement('p');
    already.inert = true;
    page.append(already, box);
    around.append(element);
    await drawn(element, fixture.core.camera.show(live()));
    await fixture.fill();
    const link = around.shadowRoot?.querySelector('a');
    expect([button.inert, link?.inert, already.inert]).to.eql([true, true, true]);
    expect([element, around, page, document.body].some(({inert}) => inert)).to.be.false;
    expect(document.documentElement.style.overflow).to.equal('hidden');
    await fixture.leave();
    expect([button.inert, link?.inert, already.inert]).to.eql([false, false, true]);
    expect(document.documentElement.style.overflow).to.equal('');
  });

  it('leaves a closed dialog of the page usable', async () => {
    const dialog = document.createElement('dialog');
    fixture.page.append(dialog);
    await fixture.fill();
    expect(dialog.inert).to.be.false;
  });

  it('is left with Escape, which removes its entry of the history and tells the page', async () => {
    await fixture.fill();
    const {length} = history;
    await sendKeys({press: 'Escape'});
    expect(fixture.element.fill).to.be.false;
    expect(fixture.told.map(({fill, detail}) => [fill, detail])).to.eql([
      [false, {mode: 'image', fill: false}],
    ]);
    await waitUntil(() => !isOwnEntry(), 'the entry is left');
    expect(history.length).to.equal(length);
    expect(fixture.isFilled).to.be.false;
  });

  it('closes with Escape what is open in it first', async () => {
    await fixture.fill();
    fixture.find('.pill').click();
    await rendered(fixture.element);
    await sendKeys({press: 'Escape'});
    expect(fixture.element.fill).to.be.true;
    await sendKeys({press: 'Escape'});
    expect(fixture.element.fill).to.be.false;
  });

  it('is left with the browser’s back button, which tells the page', async () => {
    await fixture.fill();
    history.back();
    await waitUntil(() => !fixture.element.fill, 'it is left');
    await rendered(fixture.element);
    expect(fixture.told.length).to.equal(1);
    expect(fixture.isFilled).to.be.false;
    expect(isOwnEntry()).to.be.false;
  });

  for (const way of ['the back button', 'Escape'] as const) {
    it(`closes the list of shots with ${way}, and stays`, async () => {
      const {element} = fixture;
      await change(element, {shots: [{id: 'front', label: 'Front'}]});
      await waitUntil(() => fixture.has('.what'), 'the part is loaded');
      await fixture.fill();
      fixture.find('.what').click();
      await rendered(element);
      const list = fixture.find<HTMLDialogElement>('dialog.shots');
      expect([list.open, entry()]).to.eql([true, 2]);
      if (way === 'Escape') await sendKeys({press: 'Escape'});
      else history.back();
      await waitUntil(() => !list.open && entry() === 1, 'the list and its entry are gone');
      await aTimeout(100);
      expect([element.fill, fixture.isFilled, fixture.told.length]).to.eql([true, true, 0]);
      expect(entry()).to.equal(1);
    });
  }

  for (const way of ['the back button', 'Escape'] as const) {
    it(`cancels a retake with ${way}, and stays; then it is left`, async () => {
      const {element} = fixture;
      await change(element, {shots: [{id: 'front', label: 'Front'}]});
      await waitUntil(() => fixture.has('.what'), 'the part is loaded');
      await element.takePicture();
      await rendered(element);
      await fixture.fill();
      const begin = async () => {
        fixture.find('.what').click();
        await rendered(element);
        fixture.find('.shots .take').click();
        await waitUntil(() => entry() === 2 && fixture.has('.shot small'), 'the retake has begun');
        await aTimeout(100);
        expect([entry(), fixture.text('.shot small')]).to.eql([2, '1 of 1 · Retake']);
      };
      const leave = () => (way === 'Escape' ? sendKeys({press: 'Escape'}) : history.back());
      await begin();
      await leave();
      await waitUntil(() => !fixture.has('.shot small') && entry() === 1, 'it is cancelled');
      await aTimeout(100);
      expect([element.fill, fixture.told.length, entry()]).to.eql([true, 0, 1]);
      expect(focusedIn(element)?.className).to.equal('shutter');
      await begin();
      await element.takePicture();
      await waitUntil(() => entry() === 1, 'after the photo, its entry is gone');
      await leave();
      await waitUntil(() => !element.fill, 'the whole screen is left');
    });
  }

  it('covers the page below a dialog that is open in it already, which the back button closes first', async () => {
    const {element} = fixture;
    await change(element, {shots: [{id: 'front', label: 'Front'}]});
    await waitUntil(() => fixture.has('.what'), 'the part is loaded');
    fixture.find('.what').click();
    await rendered(element);
    const list = fixture.find<HTMLDialogElement>('dialog.shots');
    let closings = 0;
    list.addEventListener('close', () => closings++);
    const focused = focusedIn(element);
    // `elementFromPoint` does not show which of the two is above: it skips the element, which the dialog makes inert.
    const raised: boolean[] = [];
    list.showModal = () => {
      raised.push(element.matches(':popover-open'));
      HTMLDialogElement.prototype.showModal.call(list);
    };
    await fixture.fill();
    expect([list.open, entry(), fixture.isFilled]).to.eql([true, 2, true]);
    expect(focusedIn(element) === focused, 'the focus stays').to.be.true;
    expect(raised, 'it is put above the element, which would hide it').to.eql([true]);
    history.back();
    await waitUntil(() => !list.open && entry() === 1, 'the list and its entry are gone');
    await aTimeout(100);
    expect([element.fill, fixture.told.length, closings]).to.eql([true, 0, 1]);
    history.back();
    await waitUntil(() => !element.fill, 'it is left');
  });

  it('does not stay at its entries if the person goes forward to them after it was left', async function () {
    if (!knowsWhatFollows) return this.skip();
    const {element} = fixture;
    await fixture.fill();
    await fixture.leave();
    const state: unknown = history.state;
    for (const time of ['first', 'second']) {
      let reached = 0;
      addEventListener('popstate', () => reached++, {once: true});
      history.forward();
      await waitUntil(() => reached === 1 && !isOwnEntry(), `back again, the ${time} time`);
      await aTimeout(50);
      expect([history.state, element.fill, fixture.told.length]).to.eql([state, false, 0]);
    }
    await fixture.fill();
    expect([fixture.isFilled, entry()], 'it can be filled again').to.eql([true, 1]);
  });

  it('does not stay at an entry from before a reload, although it was not filled since', async function () {
    if (!knowsWhatFollows) return this.skip();
    fixture.find('.pill').click();
    await waitUntil(() => fixture.has('.contents'), 'the late parts are loaded');
    history.pushState({sealedCaptureFill: 1}, '');
    history.back();
    await waitUntil(() => !isOwnEntry(), 'the test is below the entry');
    let reached = 0;
    addEventListener('popstate', () => reached++, {once: true});
    history.forward();
    await waitUntil(() => reached === 1 && !isOwnEntry(), 'it is back again');
    expect(fixture.told.length).to.equal(0);
  });

  it('stays at a left entry that entries of the page follow, to which the person can go forward', async () => {
    await fixture.fill();
    history.pushState({page: 'next'}, '');
    await change(fixture.element, {fill: false});
    history.back();
    await waitUntil(() => isOwnEntry(), 'the entry is reached');
    await aTimeout(200);
    expect(isOwnEntry()).to.be.true;
    history.forward();
    await waitUntil(() => !isOwnEntry(), 'the next page is reached');
    expect(history.state).to.eql({page: 'next'});
    history.go(-2);
    await waitUntil(() => history.state === null, 'the test is back');
  });

  it('is left with its button, and does not tell the page what the page has set', async () => {
    await fixture.fill();
    fixture.find('.leave').click();
    expect(fixture.told.length).to.equal(1);
    await fixture.leave();
    await fixture.fill();
    await fixture.leave();
    expect(fixture.told.length).to.equal(1);
  });

  it('adds one entry however often it is rendered, and keeps the state of the page’s own', async () => {
    history.replaceState({page: 7}, '');
    await fixture.fill();
    const {length} = history;
    await change(fixture.element, {fill: true, required: true});
    await change(fixture.element, {required: false});
    expect(history.length).to.equal(length);
    expect(history.state).to.include({page: 7});
    await fixture.leave();
    expect(history.state).to.eql({page: 7});
    history.replaceState(null, '');
  });

  it('stays if it is set again before the browser has gone back', async () => {
    await fixture.fill();
    const left = new Promise((resolve) => addEventListener('popstate', resolve, {once: true}));
    await change(fixture.element, {fill: false});
    await change(fixture.element, {fill: true});
    await left;
    await waitUntil(() => isOwnEntry(), 'the second entry is added');
    expect(fixture.element.fill).to.be.true;
    expect(fixture.isFilled).to.be.true;
  });

  it('takes the focus, and gives it back to what had it', async () => {
    const {element, button} = fixture;
    button.focus();
    await fixture.fill();
    expect(focusedIn(element)?.className).to.equal('shutter');
    await sendKeys({press: 'Escape'});
    await rendered(element);
    expect(document.activeElement === button, 'the button has the focus').to.be.true;
  });

  it('can be left where there is no picture yet', async () => {
    const {element, core} = fixture;
    await drawn(element, core.camera.show({name: 'off'}));
    await fixture.fill();
    const {top, left, width, height} = fixture.find('.leave').getBoundingClientRect();
    const inside = element.shadowRoot?.elementFromPoint(left + width / 2, top + height / 2);
    expect(inside?.closest('.leave'), 'nothing covers the button').not.to.equal(null);
    await expect(element).to.be.accessible();
  });

  it('restores the page if the element is removed, and covers it again if it is put back', async () => {
    const {element, page, button} = fixture;
    await fixture.fill();
    const {length} = history;
    element.remove();
    expect(button.inert).to.be.false;
    expect(element.fill).to.be.true;
    page.append(element);
    await rendered(element);
    await aTimeout(100);
    expect([isOwnEntry(), history.length], 'the entry is used again').to.eql([true, length]);
    expect([button.inert, fixture.isFilled]).to.eql([true, true]);
  });

  for (const isFirst of [true, false]) {
    const order = isFirst ? 'before' : 'after';
    it(`does not leave the entry of a router that removes the element ${order} it adds the entry`, async () => {
      await fixture.fill();
      const {element} = fixture;
      if (isFirst) element.remove();
      history.pushState({page: 'next'}, '');
      if (!isFirst) element.remove();
      await aTimeout(200);
      expect(history.state).to.eql({page: 'next'});
      history.back();
      await waitUntil(() => isOwnEntry(), 'the test is back at the entry');
      history.back();
    });
  }

  it('covers another one that covers the page, and each restores what is its own', async () => {
    const {element, page, button} = fixture;
    await fixture.fill();
    const other = document.createElement('capture-image');
    page.append(other);
    await drawn(other, fixture.core.camera.show(live()));
    await change(other, {fill: true});
    await waitUntil(() => element.inert, 'the second one covers the first one');
    expect([element.inert, other.inert, button.inert]).to.eql([true, false, true]);
    // The first one is left while the second one covers it.
    await change(element, {fill: false});
    await rendered(element);
    expect([element.inert, other.inert, button.inert]).to.eql([true, false, true]);
    expect([isOwnEntry(), document.documentElement.style.overflow]).to.eql([true, 'hidden']);
    await change(element, {fill: true});
    await rendered(element);
    expect([element.inert, other.inert, button.inert]).to.eql([false, true, true]);
    (focusedIn(element) as HTMLElement | null | undefined)?.blur();
    (document.activeElement as HTMLElement | null)?.blur();
    await sendKeys({press: 'Escape'});
    expect([element.fill, other.fill]).to.eql([false, true]);
    await change(other, {fill: false});
    await rendered(other);
    expect([element.inert, other.inert, button.inert]).to.eql([false, false, false]);
    expect(document.documentElement.style.overflow).to.equal('');
  });

  it('makes an open dialog of the page inert, but none that is modal', async () => {
    const [open, modal] = [document.createElement('dialog'), document.createElement('dialog')];
    fixture.page.append(open, modal);
    open.show();
    modal.showModal();
    await fixture.fill();
    expect([open.inert, modal.inert]).to.eql([true, false]);
    modal.close();
  });

  it('has its shutter in the middle, right above the lower edge', async () => {
    await fixture.fill();
    const {left, right, bottom} = fixture.find('.shutter').getBoundingClientRect();
    expect((left + right) / 2).to.be.closeTo(innerWidth / 2, 1);
    expect(innerHeight - bottom).to.be.within(8, 40);
  });
});

describe('The entries of the history', () => {
  /** A history as a browser has it, which goes back a moment later. */
  class FakeHistory {
    readonly states: unknown[] = [null];
    state: unknown = null;
    backs = 0;

    pushState(state: unknown) {
      this.states.push(state);
      this.state = state;
    }

    back() {
      this.backs++;
      setTimeout(() => {
        this.goTo(this.states.slice(0, -1));
      });
    }

    goTo(states: readonly unknown[]) {
      this.states.splice(0, Infinity, ...states);
      this.state = states.at(-1);
      dispatchEvent(new PopStateEvent('popstate'));
    }
  }
  const numbers = ({states}: FakeHistory) =>
    states.map((state) => (state as {sealedCaptureFill?: number} | null)?.sealedCaptureFill ?? 0);
  let browser: FakeHistory;
  let entries: HistoryEntries;
  let closed: string[];
  const close = {screen: () => closed.push('screen'), dialog: () => closed.push('dialog')};
  beforeEach(() => {
    browser = new FakeHistory();
    entries = new HistoryEntries(browser);
    closed = [];
  });

  it('are left once each, however often something is closed and opened meanwhile', async () => {
    entries.add(close.screen);
    entries.add(close.dialog);
    entries.remove(close.dialog);
    entries.add(close.dialog);
    entries.remove(close.dialog);
    entries.remove(close.screen);
    await aTimeout(50);
    expect([browser.backs, numbers(browser)]).to.eql([2, [0]]);
    expect(closed, 'nobody has gone back').to.eql([]);
  });

  it('are closed together, the uppermost first, if the person goes back by several', () => {
    entries.add(close.screen);
    entries.add(close.dialog);
    browser.goTo([null]);
    expect(closed).to.eql(['dialog', 'screen']);
    expect(browser.backs).to.equal(0);
  });

  it('are closed if the person goes back as well while the browser leaves that of a dialog', async () => {
    entries.add(close.screen);
    entries.add(close.dialog);
    browser.back = () => {
      setTimeout(() => {
        browser.goTo([null]);
      });
    };
    entries.remove(close.dialog);
    await aTimeout(50);
    expect(closed).to.eql(['screen']);
    expect(numbers(browser)).to.eql([0]);
  });

  it('are used again after a reload, and those of dialogs that were open before are left', async () => {
    browser.goTo([null, {sealedCaptureFill: 1}, {sealedCaptureFill: 2}]);
    entries.add(close.screen);
    await aTimeout(50);
    expect([browser.backs, numbers(browser)]).to.eql([1, [0, 1]]);
    entries.add(close.dialog);
    expect(numbers(browser)).to.eql([0, 1, 2]);
  });

  it('are added above that of a page to which a router has changed meanwhile', () => {
    entries.add(close.screen);
    entries.remove(close.screen, false);
    browser.pushState({page: 'next'});
    entries.add(close.screen);
    expect(numbers(browser)).to.eql([0, 1, 0, 1]);
  });

  it('are not waited for if the browser does not go back', async () => {
    browser.back = () => void browser.backs++;
    entries.add(close.screen);
    entries.remove(close.screen);
    await aTimeout(700);
    expect(browser.backs).to.equal(1);
  });
});

/** A camera in a frame that may not change the history. */
class Framed extends CaptureImage {
  protected override get imports() {
    class OfTheTest extends Fill {
      constructor(host: ConstructorParameters<typeof Fill>[0]) {
        const pushState = () => {
          throw new DOMException('Not allowed.', 'SecurityError');
        };
        super(host, new HistoryEntries({state: null, pushState, back: () => undefined}));
      }
    }
    return {...super.imports, fill: () => Promise.resolve({Fill: OfTheTest})};
  }
}
customElements.define('framed-camera', Framed);

/** A camera that cannot load the part. */
class Unfilled extends CaptureImage {
  protected override get imports() {
    return {...super.imports, fill: () => Promise.reject(new TypeError('Failed to fetch'))};
  }
}
customElements.define('unfilled-camera', Unfilled);

describe('<capture-image> with fill, where something is missing', () => {
  it('fills a window whose history may not be changed, and is left with Escape', async () => {
    const fixture = await FilledFixture.create('framed-camera');
    await change(fixture.element, {fill: true});
    await waitUntil(() => fixture.isFilled, 'it covers the window');
    await sendKeys({press: 'Escape'});
    await rendered(fixture.element);
    expect([fixture.isFilled, fixture.button.inert]).to.eql([false, false]);
  });

  it('stays in its place without the part, and says so', async () => {
    const fixture = await FilledFixture.create('unfilled-camera');
    await change(fixture.element, {fill: true});
    await waitUntil(() => fixture.has('.notice'), 'the notice is shown');
    expect(fixture.text('.notice span')).to.contain('A part of this page did not load.');
    expect([fixture.isFilled, fixture.button.inert]).to.eql([false, false]);
  });
});
