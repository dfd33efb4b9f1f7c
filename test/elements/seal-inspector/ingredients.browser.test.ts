import {expect, waitUntil} from '@open-wc/testing';
import type {SealInspector} from '../../../src/elements/seal-inspector.js';
import type {Ingredient} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import {answers, valid} from './answers.js';
import {contents, facts, inspectorReading, picture, trained} from './facts.js';
import {part} from './fixture.js';
import {drawn, textOf} from '../kit.js';

const items = (element: SealInspector) => [
  ...(part(element, 'ingredients')?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? []),
];
const titles = (element: SealInspector) =>
  items(element).map((item) => textOf(item.querySelector('b')));
const focused = (element: SealInspector) =>
  textOf(element.shadowRoot?.activeElement?.querySelector('b'));

/** The ingredients, each with a picture. */
async function pictured(): Promise<Ingredient[]> {
  return Promise.all(
    contents.ingredients.map(async (ingredient) => ({
      ...ingredient,
      thumbnail: await picture('teal', [80, 60]),
    })),
  );
}

describe('<seal-inspector> ingredients', () => {
  it('are a tree: relationship, signer, and what failed when it was added', async () => {
    const element = await inspectorReading(valid, facts());
    expect(items(element).map((item) => [item.ariaLevel, textOf(item)])).to.eql([
      ['1', 'harbour.jpg This file was made from it · Sealed by Camera 7'],
      ['2', 'negative.dng This file was made from it · No signer named'],
      ['2', 'dust map Given to the program that made this file · It had no seal'],
      [
        '1',
        'boat.png Part of this file · Sealed by Somebody When it was put in, its content had been changed. assertion.dataHash.mismatch',
      ],
    ]);
    const [first, second] = items(element);
    expect([first?.ariaExpanded, second?.ariaExpanded]).to.eql(['true', null]);
    expect([second?.ariaPosInSet, second?.ariaSetSize]).to.eql(['1', '2']);
    await expect(element).to.be.accessible();
  });

  it('are navigated, closed and opened with the keyboard, as a single tab stop', async () => {
    const element = await inspectorReading(valid, facts());
    const press = async (key: string) => {
      element.shadowRoot?.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', {key, bubbles: true, composed: true, cancelable: true}),
      );
      await element.updateComplete;
    };
    items(element)[0]?.focus();
    await press('ArrowDown');
    expect(focused(element)).to.equal('negative.dng');
    await press('ArrowLeft');
    expect(focused(element)).to.equal('harbour.jpg');
    await press('ArrowLeft');
    expect(titles(element)).to.eql(['harbour.jpg', 'boat.png']);
    expect(items(element)[0]?.ariaExpanded).to.equal('false');
    await press('End');
    expect(focused(element)).to.equal('boat.png');
    await press('Home');
    await press('Enter');
    expect(titles(element)).to.have.length(4);
    expect(items(element).filter(({tabIndex}) => tabIndex === 0)).to.have.length(1);
  });

  it('are also closed with a press', async () => {
    const element = await inspectorReading(valid, facts());
    await drawn(element, items(element)[0]?.click());
    expect(titles(element)).to.eql(['harbour.jpg', 'boat.png']);
  });

  it('show their pictures from the seal if the seal confirms them', async () => {
    const ingredients = await pictured();
    const element = await inspectorReading(valid, facts({ingredients}));
    await waitUntil(() => items(element)[0]?.querySelector('canvas'), 'it is drawn');
  });

  for (const [why, answer, isAsSigned] of [
    ['untrusted', answers.untrusted, true],
    ['broken', answers.invalid, true],
    ['not what was signed', valid, false],
  ] as const) {
    it(`are marked as not confirmed, without pictures or comparison, if the seal is ${why}`, async () => {
      const ingredients = await pictured();
      const file = await picture('navy', [80, 60]);
      const element = await inspectorReading(answer, facts({ingredients, isAsSigned}), file);
      await waitUntil(() => part(element, 'preview')?.querySelector('canvas'));
      // Time for a picture to be drawn, if one was requested.
      await new Promise((resolve) => setTimeout(resolve, 100));
      const section = part(element, 'ingredients') as HTMLElement;
      expect(textOf(section.querySelector('h3'))).to.contain('(not confirmed)');
      expect(getComputedStyle(section).backgroundImage).to.contain('repeating-linear-gradient');
      expect(section.querySelector('canvas, img')).to.be.null;
      expect(part(element, 'comparison')).to.be.null;
      expect(textOf(part(element, 'history')?.querySelector('h3'))).to.contain('(not confirmed)');
    });
  }

  it('are left out if there are none', async () => {
    const element = await inspectorReading(valid, facts({ingredients: [], actions: []}));
    expect(part(element, 'ingredients')).to.be.null;
    expect(part(element, 'history')).to.be.null;
  });
});

describe('<seal-inspector> with very many ingredients', () => {
  const leaf = {failures: [], ingredients: []};
  const crowd: Ingredient[] = Array.from({length: 40}, (_, index) => ({
    ...leaf,
    title: `part ${index}`,
    ingredients: Array.from({length: 24}, () => ({...leaf, title: 'within'})),
  }));

  it('shows the first hundred, and that there are more', async () => {
    const element = await inspectorReading(valid, facts({ingredients: crowd}));
    expect(items(element)).to.have.length(100);
    expect(titles(element)[99]).to.equal('within');
    expect(textOf(part(element, 'ingredients'))).to.match(/And 900 more\.$/);
    const cut = await inspectorReading(valid, facts({ingredients: crowd, ingredientsLeftOut: 50}));
    expect(textOf(part(cut, 'ingredients'))).to.match(/And at least 950 more\.$/);
    await expect(element).to.be.accessible();
  });

  it('shows ten failures of one ingredient', async () => {
    const failures = Array.from({length: 25}, (_, index) => `assertion.made.up.${index}`);
    const element = await inspectorReading(
      valid,
      facts({ingredients: [{...leaf, failures: [...failures, ...failures], failuresLeftOut: 7}]}),
    );
    expect(part(element, 'ingredients')?.querySelectorAll('.failures code')).to.have.length(10);
    expect(textOf(part(element, 'ingredients'))).to.contain('And 22 more.');
  });

  it('does not mention more if all are shown', async () => {
    const element = await inspectorReading(valid, facts());
    expect(textOf(element.shadowRoot?.querySelector('.result'))).not.to.match(/And \d+ more/);
  });
});

describe('<seal-inspector> edits', () => {
  it('are limited to the first hundred, load quickly, and still name a trained algorithm among the rest', async () => {
    const iri = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
    const actions = Array.from({length: 20_000}, (_, index) => ({
      name: 'c2pa.edited',
      when: '2026-11-20T14:00:00Z',
      software: `Darkroom ${index}`,
      digitalSourceType: `${iri}${index === 19_999 ? 'trainedAlgorithmicMedia' : 'humanEdits'}`,
    }));
    const element = await inspectorReading(valid, facts({actions, actionsLeftOut: 180_000}));
    const history = part(element, 'history');
    expect(history?.querySelectorAll('li')).to.have.length(100);
    expect(textOf(history)).to.match(/And 199900 more\.$/);
    expect(textOf(part(element, 'verdict')?.querySelector('.artificial'))).to.contain('(AI)');
    const before = performance.now();
    await drawn(element, element.requestUpdate());
    await new Promise((resolve) => requestAnimationFrame(resolve));
    expect(performance.now() - before, 'milliseconds').to.be.below(500);
    await expect(element).to.be.accessible();
  });

  it('are listed in order and in words; an unknown action is shown by its name', async () => {
    const element = await inspectorReading(valid, facts());
    const steps = [...(part(element, 'history')?.querySelectorAll('li') ?? [])].map(textOf);
    expect(steps[0]).to.match(
      /^Opened · recorded by a camera or microphone with Darkroom 4\.1 · .*2026/,
    );
    expect(steps.slice(1)).to.eql(['Cropped', 'com.example.sharpened']);
  });

  it('describe each of the three digital source types in words', async () => {
    const digitalSourceType = 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture';
    const opened = [{name: 'c2pa.opened'}];
    const leaf: Ingredient = {relationship: 'parentOf', failures: [], ingredients: []};
    const said = async (more: Parameters<typeof facts>[0]) =>
      textOf(part(await inspectorReading(valid, facts(more)), 'history')?.querySelector('p'));
    const created = [{name: 'c2pa.created', digitalSourceType}];
    expect(await said({actions: created})).to.equal(
      'Its seal says that a camera or microphone captured it.',
    );
    expect(await said({actions: opened, ingredients: [leaf]})).to.equal(
      'This file existed before it was sealed. Its seal does not say how it was made.',
    );
    expect(await said({actions: opened, ingredients: [{...leaf, hasSeal: true}]})).to.equal(
      'Its seal says that it was made from a file that had a seal of its own.',
    );
    const painted = 'http://cv.iptc.org/newscodes/digitalsourcetype/digitalCreation';
    expect(
      await said({actions: [{name: 'c2pa.created', digitalSourceType: painted}]}),
      'of what a program drew, the step says it',
    ).to.equal('');
    expect(await said({actions: opened, ingredients: []}), 'a seal without its source').to.equal(
      '',
    );
  });

  it('show beside the verdict that a trained algorithm made the content', async () => {
    const made = (iri: string) => ({actions: [{name: 'c2pa.created', digitalSourceType: iri}]});
    const said = async (answer: typeof valid, iri: string) =>
      textOf(
        part(await inspectorReading(answer, facts(made(iri))), 'verdict')?.querySelector(
          '.artificial',
        ),
      );
    const iptc = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
    expect(await said(valid, `${iptc}trainedAlgorithmicMedia`)).to.equal(
      'Its seal says: made by a trained algorithm (AI).',
    );
    expect(await said(answers.untrusted, trained)).to.equal(
      'Its seal says: edited with a trained algorithm (AI). (not confirmed)',
    );
    expect(await said(valid, `${iptc}digitalCapture`)).to.equal('');
    expect(await said(valid, 'constructor')).to.equal('');
  });
});
