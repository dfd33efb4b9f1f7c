import {expect} from '@open-wc/testing';
import type {SealInspector} from '../../../src/elements/seal-inspector.js';
import {registerStrings} from '../../../src/elements/strings/localize.js';
import {valid} from './answers.js';
import {facts, inspectorReading} from './facts.js';
import {part} from './fixture.js';
import {textOf} from '../kit.js';

/** Distance in pixels from the left of the window to the start of this text. */
function placeOf(root: Element, words: string): number {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const start = (node.nodeValue ?? '').indexOf(words);
    if (start < 0) continue;
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, start + 1);
    return range.getBoundingClientRect().left;
  }
  throw new Error(`"${words}" is not there.`);
}

describe('<seal-inspector> in a language whose terms come later', () => {
  it('shows the labels of the tree in that language, too', async () => {
    const element = await inspectorReading(valid, facts());
    element.lang = 'sv';
    await new Promise((resolve) => setTimeout(resolve));
    await element.updateComplete;
    registerStrings('sv', {latitude: 'Latitud', otherData: 'Annat'});
    await element.updateComplete;
    expect(textOf(element.shadowRoot?.querySelector('[role=tree]'))).to.contain('Latitud ');
  });
});

describe('<seal-inspector> on a right-to-left page', () => {
  let element: SealInspector;
  const rowOf = (label: string) => {
    const rows = [...(element.shadowRoot?.querySelectorAll('.row') ?? [])];
    const row = rows.find((one) => textOf(one).startsWith(label));
    if (!row) throw new Error(`There is no row "${label}".`);
    return row;
  };

  before(() => (document.documentElement.dir = 'rtl'));
  after(() => document.documentElement.removeAttribute('dir'));
  beforeEach(async () => {
    element = await inspectorReading(valid, facts());
    for (const folded of element.shadowRoot?.querySelectorAll('details') ?? []) folded.open = true;
  });

  it('keeps the order of number groups that are compared', () => {
    for (const [label, first, second] of [
      ['Serial number', '3fa1c09b', '77e2d410'],
      ['Fingerprint', 'c0ffee00', ' c0ffee00'],
    ] as const) {
      const code = rowOf(label).querySelector('code');
      expect(code && getComputedStyle(code).direction).to.equal('ltr');
      expect(placeOf(rowOf(label), first)).to.be.below(placeOf(rowOf(label), second), label);
    }
  });

  it('shows values before their units in a language from right to left, too', async () => {
    registerStrings('he', {unitIn: () => 'מ'});
    element.lang = 'he';
    await new Promise((resolve) => setTimeout(resolve));
    await element.updateComplete;
    const row = rowOf('Altitude (satellites)');
    expect(placeOf(row, '5')).to.be.above(placeOf(row, 'מ'));
    const axes = rowOf('Magnetic field');
    expect(placeOf(axes, '12')).to.be.below(placeOf(axes, ' 0'));
    expect(placeOf(axes, '12')).to.be.above(placeOf(axes, 'מ'));
  });

  it('shows values before their units, and digits in order', () => {
    expect(placeOf(rowOf('Latitude'), '48.')).to.be.below(placeOf(rowOf('Latitude'), 'N'));
    const field = rowOf('Magnetic field');
    expect(placeOf(field, '12.1')).to.be.below(placeOf(field, '31.2'));
    const altitude = rowOf('Altitude');
    expect(placeOf(altitude, '519')).to.be.below(placeOf(altitude, '12'));
  });

  it('puts punctuation at the end of questions and sentences', () => {
    const checks = element.shadowRoot?.querySelector('.technical [part=checks]') as Element;
    expect(placeOf(checks, 'Is the signer')).to.be.below(placeOf(checks, '?'));
    const sentence = part(element, 'verdict')?.querySelector('.sentence') as Element;
    expect(placeOf(sentence, 'Nothing')).to.be.below(placeOf(sentence, 'has'));
    const end = part(element, 'verdict')?.querySelector('.signing') as Element;
    expect(placeOf(end, 'Sealed')).to.be.below(placeOf(end, 'by'));
    expect(getComputedStyle(sentence).textAlign, 'at the page’s own side').to.equal('right');
  });

  it('follows the direction of the page: what comes first is on the right', () => {
    const line = part(element, 'checks')?.querySelector('.line') as Element;
    const icon = line.querySelector('svg') as Element;
    const question = line.querySelector('.question') as Element;
    expect(icon.getBoundingClientRect().left).to.be.above(question.getBoundingClientRect().left);
  });
});
