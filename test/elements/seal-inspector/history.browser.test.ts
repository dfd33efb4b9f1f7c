import {expect} from '@open-wc/testing';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {valid} from './answers.js';
import {facts, inspectorReading} from './facts.js';
import {part} from './fixture.js';
import {textOf} from '../kit.js';
import {closedJob} from './sets-fixture.js';

const history = async (answer: Partial<InspectionResult>) =>
  textOf(part(await inspectorReading({...valid, ...answer}, facts()), 'history'));

describe('<seal-inspector> history', () => {
  it('says of a photo that a person has chosen that it was not taken here', async () => {
    const imported = {chosenAt: '2026-11-20T14:04:07Z'};
    expect(await history({origin: 'file', imported})).to.contain('Chosen, not taken here');
  });

  it('does not say that of a closing record, and of a file that a server had sealed', async () => {
    for (const answer of [{set: closedJob().at(-1)!.result.set}, {}]) {
      const text = await history({origin: 'file', ...answer});
      expect(text).not.to.be.empty;
      expect(text).not.to.contain('Chosen');
    }
  });

  it('says of a closing record what it is, and names no file that it was made from', async () => {
    const parent = {relationship: 'parentOf', mediaType: 'image/jpeg'} as const;
    const ingredients = [{...parent, failures: [], ingredients: []}];
    const read = facts({actions: [{name: 'c2pa.opened'}], ingredients});
    const shown = async (set: InspectionResult['set']) => {
      const element = await inspectorReading({...valid, origin: 'file', set}, read);
      return ['history', 'ingredients'].map((name) => textOf(part(element, name)));
    };
    const [first, last] = [closedJob()[0]!.result.set, closedJob().at(-1)!.result.set];
    const [closing, noSource] = await shown(last);
    expect(closing).to.contain('The closing record of a job: a page that lists its captures.');
    expect(closing).not.to.contain('existed before');
    expect(noSource).to.equal('');
    const [chosen, source] = await shown(first);
    expect(chosen).to.contain('This file existed before it was sealed.');
    expect(source).to.contain('A file without a name');
  });
});
