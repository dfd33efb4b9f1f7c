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
});
