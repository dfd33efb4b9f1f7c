import {expect, waitUntil} from '@open-wc/testing';
import {valid} from './answers.js';
import {treeShowing, type TreeHost} from './tree-fixture.js';
import {change, drawn, textOf} from '../kit.js';

const many = (count: number) =>
  Object.fromEntries(Array.from({length: count}, (_, index) => [`tag ${index}`, `word ${index}`]));

const numberOf = (element: Element, name: string) => Number(element.getAttribute(`aria-${name}`));

/** Moves to a row with Tab and the arrow keys. */
async function go(host: TreeHost, label: string) {
  await drawn(host, host.item(label).focus());
  expect(host.focused).to.equal(label);
}

describe('the tree of sealed data', () => {
  let host: TreeHost;
  beforeEach(async () => void (host = await treeShowing(valid)));

  it('has no accessibility violation: formatted, raw, searched, and closed', async () => {
    await expect(host).to.be.accessible();
    host.find('[role="switch"]')?.click();
    await host.search('8');
    await expect(host).to.be.accessible();
    await host.search('');
    await drawn(host, host.all('.tools button')[1]?.click());
    await expect(host).to.be.accessible();
  });

  it('gives each row its level, its position among its siblings, and whether it is expanded', async () => {
    const where = host.item('Where');
    expect(numberOf(where, 'level')).to.equal(1);
    expect(numberOf(where, 'setsize')).to.equal(8);
    expect(numberOf(where, 'posinset')).to.equal(1);
    expect(where.ariaExpanded).to.equal('true');
    const field = host.item('Magnetic field');
    expect(numberOf(field, 'level')).to.equal(2);
    expect(field.ariaExpanded).to.equal('false');
    expect(host.item('Latitude').ariaExpanded).to.be.null;
    await drawn(host, field.querySelector<HTMLElement>('.label')?.click());
    expect(field.ariaExpanded).to.equal('true');
    const below = host.items.filter((item) => numberOf(item, 'level') === 3);
    expect(below.map((item) => numberOf(item, 'posinset'))).to.eql([1, 2, 3]);
    expect(below.map((item) => numberOf(item, 'setsize'))).to.eql([3, 3, 3]);
    expect(host.value('x')).to.equal('12.1 µT');
    expect(host.value('y')).to.equal('−31.2 µT');
    for (const level of [1, 2]) {
      const size = numberOf(host.item(level === 1 ? 'Where' : 'Latitude'), 'setsize');
      expect(size).to.be.above(3);
    }
  });

  it('has one row in the tab order: the one that had the focus last', async () => {
    const tabbable = () => host.items.filter(({tabIndex}) => tabIndex === 0);
    expect(tabbable()).to.eql([host.item('Where')]);
    await go(host, 'Longitude');
    expect(tabbable()).to.eql([host.item('Longitude')]);
    await drawn(host, host.requestUpdate());
    expect(tabbable()).to.eql([host.item('Longitude')]);
    const buttons = host.all('[role="tree"] button').filter((button) => button.checkVisibility());
    expect(buttons.map((button) => button.closest('.row'))).to.eql([
      host.item('Longitude'),
      host.item('Longitude'),
    ]);
  });

  it('moves with Up, Down, Home and End through the expanded rows', async () => {
    await go(host, 'Altitude (satellites)');
    await host.press('ArrowDown');
    expect(host.focused).to.equal('When');
    await host.press('ArrowUp');
    expect(host.focused).to.equal('Altitude (satellites)');
    await host.press('End');
    expect(host.focused).to.equal('Position in the picture');
    await host.press('ArrowDown');
    expect(host.focused).to.equal('Position in the picture');
    await host.press('Home');
    expect(host.focused).to.equal('Where');
    await host.press('ArrowUp');
    expect(host.focused).to.equal('Where');
    await host.press('ArrowLeft');
    await host.press('ArrowDown');
    expect(host.focused).to.equal('When');
  });

  it('expands and enters with Right, collapses and leaves with Left', async () => {
    await go(host, 'Magnetic field');
    await host.press('ArrowRight');
    expect(host.focused).to.equal('Magnetic field');
    expect(host.item('Magnetic field').ariaExpanded).to.equal('true');
    await host.press('ArrowRight');
    expect(host.focused).to.equal('x');
    await host.press('ArrowRight');
    expect(host.focused).to.equal('x');
    await host.press('ArrowLeft');
    expect(host.focused).to.equal('Magnetic field');
    await host.press('ArrowLeft');
    expect(host.item('Magnetic field').ariaExpanded).to.equal('false');
    await host.press('ArrowLeft');
    expect(host.focused).to.equal('Attitude and motion');
    await host.press('ArrowLeft');
    expect(host.item('Attitude and motion').ariaExpanded).to.equal('false');
    expect(() => host.item('Roll')).to.throw();
  });

  it('swaps Left and Right on a right-to-left page', async () => {
    host.dir = 'rtl';
    await go(host, 'Magnetic field');
    await host.press('ArrowLeft');
    await host.press('ArrowLeft');
    expect(host.focused).to.equal('x');
    await host.press('ArrowRight');
    expect(host.focused).to.equal('Magnetic field');
    await host.press('ArrowRight');
    expect(host.item('Magnetic field').ariaExpanded).to.equal('false');
  });

  it('stays within its width on a right-to-left page', () => {
    host.dir = 'rtl';
    host.style.display = 'block';
    for (const width of [280, 700]) {
      host.style.width = `${width}px`;
      const box = host.find('.inspector') as HTMLElement;
      expect(box.scrollWidth).to.be.at.most(box.clientWidth);
    }
  });

  for (const key of ['Enter', ' ']) {
    it(`expands and collapses with "${key}", and shows the raw value of a row without children`, async () => {
      await go(host, 'Camera');
      await host.press(key);
      expect(host.item('Camera').ariaExpanded).to.equal('false');
      await host.press(key);
      expect(host.item('Camera').ariaExpanded).to.equal('true');
      await go(host, 'Latitude');
      await host.press(key);
      expect(host.value('Latitude')).to.equal('gps.latitude 48.137154321');
      await host.press(key);
      expect(host.value('Latitude')).to.equal('48.13715° N');
    });
  }

  it('expands all siblings of a row with "*"', async () => {
    await go(host, 'Roll');
    await host.press('*');
    expect(host.item('Magnetic field').ariaExpanded).to.equal('true');
    expect(host.item('Mobile network').ariaExpanded).to.equal('false');
    expect(host.focused).to.equal('Roll');
  });

  it('moves to the next row that begins with the typed text, and wraps around at the end', async () => {
    await go(host, 'Where');
    await host.press('l');
    expect(host.focused).to.equal('Latitude');
    await host.press('o');
    expect(host.focused).to.equal('Longitude');
    await host.press('n');
    await host.press('z');
    expect(host.focused).to.equal('Longitude');
    await go(host, 'Position in the picture');
    await new Promise((resolve) => setTimeout(resolve, 550));
    await host.press('w');
    expect(host.focused).to.equal('Where');
    // A space is part of the typed text and expands nothing.
    await new Promise((resolve) => setTimeout(resolve, 550));
    for (const letter of 'mobile ') await host.press(letter);
    expect(host.focused).to.equal('Mobile network');
    expect(host.item('Mobile network').ariaExpanded).to.equal('false');
  });

  it('does not handle keys that have no meaning for it', async () => {
    await go(host, 'Roll');
    const left: string[] = [];
    host.addEventListener('keydown', ({key, defaultPrevented}) => {
      if (!defaultPrevented) left.push(key);
    });
    await host.press('Tab');
    await host.press('Escape');
    await host.press('f', {ctrlKey: true});
    await host.press('ArrowLeft', {altKey: true});
    await host.press('ArrowDown');
    expect(left).to.eql(['Tab', 'Escape', 'f', 'ArrowLeft']);
  });

  it('collapses and expands all at once, with a button that names the next action', async () => {
    const button = host.all('.tools button')[1] as HTMLElement;
    expect(textOf(button)).to.equal('Close all');
    await drawn(host, button.click());
    expect(host.items).to.have.length(8);
    expect(textOf(button)).to.equal('Open all');
    await drawn(host, button.click());
    expect(host.item('Magnetic field').ariaExpanded).to.equal('true');
  });

  it('moves the tab stop to the section that collapses around it', async () => {
    await go(host, 'Roll');
    host.item('Attitude and motion').querySelector<HTMLElement>('.label')?.click();
    await host.updateComplete;
    expect(host.item('Attitude and motion').tabIndex).to.equal(0);
  });

  it('shows every raw value under its own name, also if one line shows several values', async () => {
    await drawn(host, host.find('[role="switch"]')?.click());
    expect(host.find('[role="switch"]')?.ariaChecked).to.equal('true');
    expect(host.value('Latitude')).to.equal('gps.latitude 48.137154321');
    expect(host.value('Altitude (satellites)')).to.equal(
      'gps.altitude 519.23 gps.altitudeAccuracy 12',
    );
    expect(host.value('System')).to.equal('device.os "Android" device.osVersion "16"');
    expect(host.value('Rotation')).to.equal('rotationRate.unavailableReason "permission_denied"');
    expect(host.value('Mobile network')).to.equal('network.cellular {"technologies":["LTE","NR"]}');
  });

  it('shows additional data of another service in their place, or as other data', async () => {
    await change(host, {
      answer: {
        ...valid,
        gps: {...valid.gps, satellites: 11},
        features: {...valid.features, faces: [{age: 31}]},
        weather: {temperature: 11.25, sky: ['cloudy'], unavailableReason: 'timeout', empty: {}},
        'gps.latitude': 'not the latitude',
        capturedAt: '2026-11-20T14:04:07Z',
        isTest: true,
      },
    });
    const cardOf = (label: string) =>
      textOf(host.item(label).closest('.card')?.querySelector('h4'));
    expect(cardOf('satellites')).to.equal('Where');
    expect(host.value('satellites')).to.equal('11');
    expect(cardOf('age')).to.equal('Plate');
    expect(cardOf('weather')).to.equal('Other data');
    expect(host.value('temperature')).to.equal('11.25');
    expect(host.value('unavailableReason')).to.equal('The sensor did not answer in time.');
    expect(host.value('empty')).to.equal('{}');
    expect(host.value('gps.latitude')).to.equal('not the latitude');
    expect(host.value('isTest')).to.equal('Yes');
    const titles = host.all('h4').map(textOf);
    expect(titles).to.not.contain('labelValid');
    expect(() => host.item('signedBy')).to.throw();
  });

  it('renders a thousand rows, some in each frame, without losing any', async () => {
    await change(host, {answer: {...valid, tags: many(1000)}});
    const rows = () => host.all('[role=tree] .row').length;
    expect(rows()).to.be.below(300);
    expect(numberOf(host.item('tag 0'), 'setsize')).to.equal(1000);
    await waitUntil(() => rows() > 1000, 'all are drawn', {timeout: 8000});
    expect(numberOf(host.item('tag 999'), 'posinset')).to.equal(1000);
    await host.search('word 998');
    await waitUntil(() => rows() === 1, 'the one is left', {timeout: 8000});
    expect(host.status).to.equal('1 found.');
  });

  it('moves to a row that is not rendered yet', async () => {
    await change(host, {answer: {tags: many(1000), labelValid: true}});
    await go(host, 'Tags');
    await host.press('End');
    expect(host.focused).to.equal('tag 999');
  });

  it('stops rendering after the element was removed', async () => {
    await change(host, {answer: {...valid, tags: many(1000)}});
    const {parentElement} = host;
    host.remove();
    const count = host.all('[role=tree] .row').length;
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(host.all('[role=tree] .row')).to.have.length(count);
    parentElement?.append(host);
    await waitUntil(() => host.all('[role=tree] .row').length > 1000, 'it goes on', {
      timeout: 8000,
    });
  });

  it('limits the depth of nested values', async () => {
    let deep: unknown = 'end';
    for (let level = 0; level < 500; level++) deep = {a: deep};
    await change(host, {answer: {...valid, deep}});
    expect(Math.max(...host.items.map((item) => numberOf(item, 'level')))).to.be.below(15);
    await host.search('end');
    expect(host.status).to.equal('1 found.');
  });

  it('keeps its rows within 280 px, also with a word of 10,000 letters', async () => {
    const long = 'x'.repeat(10_000);
    await change(host, {answer: {...valid, tags: {long, [long]: 'v', 'a\u202eb': '\u2066c'}}});
    host.style.display = 'block';
    host.style.width = '280px';
    const box = host.find('.inspector') as HTMLElement;
    expect(box.scrollWidth).to.be.at.most(box.clientWidth);
    expect(host.value('a[U+202E]b')).to.equal('[U+2066]c');
    await go(host, 'long');
    expect(host.value('long')).to.have.length.below(300);
    await host.press('Enter');
    expect(host.value('long')).to.equal(long);
    expect(box.scrollWidth).to.be.at.most(box.clientWidth);
  });
});
