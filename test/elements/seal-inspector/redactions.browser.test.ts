import {expect} from '@open-wc/testing';
import {answers, valid} from './answers.js';
import {inspectorShowing, part} from './fixture.js';
import {textOf} from '../kit.js';

const redactions = [
  {
    sections: ['place' as const],
    labels: ['org.sealed-capture.place', 'c2pa.metadata'],
    reason: 'c2pa.PII.present',
    note: 'Asked for by the tenant',
    by: 'Claims Desk',
    when: '2026-11-22T09:30:00Z',
  },
  {sections: [], labels: ['com.example.notes'], reason: 'com.example.mistake'},
];

describe('<seal-inspector> redactions', () => {
  it('show what was redacted, by whom, when and why, once for each time', async () => {
    const element = await inspectorShowing({...valid, redactions});
    const section = part(element, 'redactions');
    expect(textOf(section?.querySelector('h3'))).to.equal('What was taken out of the seal');
    const [first, second, ...others] = section?.querySelectorAll('li') ?? [];
    expect(others).to.have.length(0);
    expect(textOf(first)).to.match(
      /^The location taken out by Claims Desk · .*2026.* Reason: it is personal\. Asked for by the tenant$/,
    );
    expect(first?.querySelector('time')?.dateTime).to.equal('2026-11-22T09:30:00.000Z');
    expect(textOf(second)).to.equal(
      'com.example.notes taken out by a signer without a name Reason: com.example.mistake',
    );
    // The redacted values are not repeated among the missing values.
    const tree = element.shadowRoot?.querySelector('[role="tree"]');
    expect(textOf(tree)).not.to.contain('org.sealed-capture.place');
    await expect(element).to.be.accessible();
  });

  it('are shown as a claim if the seal is broken or its signer is unknown', async () => {
    for (const answer of [answers.untrusted, answers.invalid]) {
      const element = await inspectorShowing({...answer, redactions});
      const section = part(element, 'redactions');
      expect(textOf(section?.querySelector('h3'))).to.contain('(not confirmed)');
      expect(section?.classList.contains('claims')).to.be.true;
    }
  });

  it('are not shown if nothing was redacted, or if the answer is invalid', async () => {
    for (const odd of [undefined, [], 'place', [3], {sections: ['place']}]) {
      const element = await inspectorShowing({...valid, redactions: odd});
      expect(part(element, 'redactions')).to.be.null;
    }
  });

  it('show markup as text', async () => {
    const words = '<img src=x onerror=alert(1)>\u202eegami';
    const hostile = {sections: [words], labels: [words], reason: words, note: words, by: words};
    const element = await inspectorShowing({...valid, redactions: [hostile]});
    const section = part(element, 'redactions');
    expect(section?.querySelector('img')).to.be.null;
    expect(textOf(section)).not.to.contain('\u202e');
  });
});
