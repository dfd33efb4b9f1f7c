import {expect} from '@open-wc/testing';
import type {SealInspector} from '../../../src/elements/seal-inspector.js';
import {all, textOf, waitUntil} from '../kit.js';
import {valid} from './answers.js';
import {inspectorShowing, unfold} from './fixture.js';
import {closedJob, part, photo} from './sets-fixture.js';

const facts = async (answer: unknown): Promise<{element: SealInspector; shown: HTMLElement}> => {
  const element = await inspectorShowing(answer);
  await waitUntil(() => part(element, 'set-facts'), 'the part is loaded');
  return {element, shown: part(element, 'set-facts')!};
};

describe('<seal-inspector> one file of a set', () => {
  it('says its number and job, and that only the folder shows whether something is missing', async () => {
    const {result} = photo(3, {over: {again: 2}});
    const {element, shown} = await facts({...valid, set: result.set});
    const text = textOf(shown);
    expect(text).to.match(/^Part of a set Number 3 of “claim 4711”\./);
    expect(text).to.contain('On the device it was capture 3, the device says.');
    expect(text).to.contain('The same file was sealed before, as number 2');
    expect(text).to.contain('Only all files of the set together show');
    expect(text).to.contain('the page’s own words');
    expect(all(element, '.sets')).to.have.length(0);
    expect(element.sets?.sets[0]?.job).to.equal('claim 4711');
    await expect(element).to.be.accessible();
  });

  it('shows hashes in the details alone', async () => {
    const {result} = photo(3);
    const {element, shown} = await facts({...valid, set: result.set});
    const {seal, previous, digest} = result.set!;
    const codes = [...shown.querySelectorAll('details code')].map(textOf);
    expect(codes).to.include.members([seal, previous, digest]);
    const outside = shown.cloneNode(true) as HTMLElement;
    outside.querySelector('details')?.remove();
    for (const hash of [seal, previous, digest]) expect(textOf(outside)).not.to.contain(hash);
    const tree = textOf(element.shadowRoot?.querySelector('[role=tree]'));
    expect(tree).not.to.contain(seal);
  });

  it('lists what a closing record lists', async () => {
    const end = closedJob().at(-1)!;
    const {element, shown} = await facts({...valid, set: end.result.set});
    const text = textOf(shown);
    expect(text).to.contain('Closing record of “claim 4711”, number 9.');
    expect(text).to.contain('Seals before it 8');
    const rows = [...shown.querySelectorAll('tbody tr')].map(textOf);
    expect(rows).to.have.length(9);
    expect(rows[0]).to.match(/^1 FRONT .* kept$/);
    expect(rows[8]).to.match(/^9 CLOSE .* discarded .*2026/);
    expect(text).to.contain('PAPERS · Cannot be reached · In the glove box, locked.');
    unfold(element);
    await expect(element).to.be.accessible();
  });

  it('marks what no seal confirms', async () => {
    const {result} = photo(3);
    const {shown} = await facts({
      ...valid,
      labelValid: false,
      labelState: 'untrusted',
      checks: [],
      set: result.set,
    });
    expect(shown.className).to.contain('claims');
    expect(textOf(shown.querySelector('h3'))).to.equal('Part of a set (not confirmed)');
  });

  it('is not shown for a seal that is part of no set', async () => {
    const element = await inspectorShowing(valid);
    expect(part(element, 'set-facts')).to.be.null;
    expect(element.sets).to.be.undefined;
  });
});
