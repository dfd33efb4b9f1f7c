import {expect} from '@open-wc/testing';
import {answers, invalid, none, ofSandbox, untrusted, valid} from './answers.js';
import {inspectorShowing, part} from './fixture.js';
import {textOf} from '../kit.js';

describe('<seal-inspector> verdicts', () => {
  const headings = {
    valid: 'Seal intact.',
    untrusted: 'Intact, but the signer is not known here.',
    invalid: 'Seal broken.',
    none: 'No seal.',
  };
  const sentences = {
    valid: 'Nothing has changed since Harbour Claims Ltd sealed it.',
    untrusted:
      'Nothing has changed since it was sealed, but Harbour Claims Ltd is not among the signers this service trusts.',
    invalid: 'The file was changed after it was sealed.',
    none: 'This file carries no seal. That doesn’t mean it’s fake.',
  };

  for (const state of ['valid', 'untrusted', 'invalid', 'none'] as const) {
    it(`are explained in words and announced: "${state}"`, async () => {
      const element = await inspectorShowing(answers[state]);
      const verdict = part(element, 'verdict');
      expect(textOf(verdict?.querySelector('h2'))).to.equal(headings[state]);
      expect(textOf(verdict?.querySelector('.sentence'))).to.equal(sentences[state]);
      expect(textOf(verdict)).to.contain(answers[state].reason);
      const status = element.shadowRoot?.querySelector('[role="status"]');
      expect(textOf(status)).to.equal(`${headings[state]} ${sentences[state]}`);
    });

    it(`have no accessibility violation: "${state}"`, async () => {
      await expect(await inspectorShowing(answers[state])).to.be.accessible();
    });
  }

  it('say of a seal of a sandbox, in sight and aloud, that it is for trying and no evidence', async () => {
    const words = 'Sandbox seal: for trying, not evidence';
    const element = await inspectorShowing(ofSandbox);
    expect(textOf(part(element, 'verdict')?.querySelector('.of-sandbox'))).to.equal(words);
    const status = element.shadowRoot?.querySelector('[role="status"]');
    expect(textOf(status)).to.equal(`${headings.valid} ${sentences.valid} ${words}.`);
    await expect(element).to.be.accessible();
    const unknown = await inspectorShowing({...untrusted, signature: ofSandbox.signature});
    expect(textOf(part(unknown, 'verdict')?.querySelector('.of-sandbox'))).to.equal(words);
    const other = await inspectorShowing(valid);
    expect(part(other, 'verdict')?.querySelector('.of-sandbox')).to.equal(null);
  });

  it('say what a person can do unless the seal is intact', async () => {
    const toDo = async (answer: unknown) =>
      textOf(part(await inspectorShowing(answer), 'verdict')?.querySelector('.to-do'));
    expect(await toDo(valid)).to.equal('');
    expect(await toDo(none)).to.equal(
      'What you can do Ask the sender for the original file: messengers and many websites remove seals.',
    );
    expect(await toDo(invalid)).to.match(/^What you can do Do not rely on it\./);
    expect(await toDo(untrusted)).to.match(/^What you can do Ask the sender whose seal this is,/);
    expect(await toDo({...untrusted, labelState: 'interim'})).to.match(
      /Treat the signer as unknown/,
    );
    expect(await toDo({...none, labelState: 'unchecked'})).to.match(/Check the file again later/);
    expect(await toDo(ofSandbox)).to.match(/^What you can do Do not use it as evidence\./);
  });

  it('name the file', async () => {
    const element = await inspectorShowing(valid);
    expect(textOf(part(element, 'verdict')?.querySelector('.of-file'))).to.equal('photo.jpg');
  });

  it('have a different icon for each state', async () => {
    const shapes = new Set<string>();
    for (const answer of Object.values(answers)) {
      const element = await inspectorShowing(answer);
      shapes.add(part(element, 'verdict')?.querySelector('svg')?.innerHTML ?? '');
    }
    expect(shapes.size).to.equal(4);
  });

  it('show who sealed the file and when, in the time zone of the reader', async () => {
    const element = await inspectorShowing(valid);
    const signing = part(element, 'verdict')?.querySelector('.signing');
    expect(textOf(signing)).to.match(/^Sealed by Harbour Claims Ltd on .*2026.*\d.*\.$/);
    const time = signing?.querySelector('time');
    expect(time?.dateTime).to.equal('2026-11-20T14:04:09.000Z');
    const zone = new Intl.DateTimeFormat('en', {timeZoneName: 'short'})
      .formatToParts(new Date('2026-11-20T14:04:09Z'))
      .find(({type}) => type === 'timeZoneName')?.value;
    expect(textOf(time)).to.contain(zone);
  });

  for (const code of ['org.sealed-capture.timeStamp.authorityUnchecked', 'timeStamp.untrusted']) {
    it(`do not confirm a time whose authority is not trusted: ${code}`, async () => {
      const unasked = {code, passed: false, explanation: 'Nobody asked.'};
      const element = await inspectorShowing({...valid, checks: [...valid.checks, unasked]});
      const signing = part(element, 'verdict')?.querySelector('.signing');
      expect(textOf(signing)).to.match(
        /^Sealed by Harbour Claims Ltd\. Its time stamp says .*2026.*; who gave that is not known\.$/,
      );
      expect(signing?.querySelector('time')?.dateTime).to.equal('2026-11-20T14:04:09.000Z');
      const status = element.shadowRoot?.querySelector('[role="status"]');
      expect(textOf(status)).to.not.contain('2026');
    });
  }

  it('show the latest possible time of sealing if the time stamp was added afterwards', async () => {
    const code = 'org.sealed-capture.timeStamp.later';
    const later = {code, passed: true, explanation: 'The seal may be older.'};
    const element = await inspectorShowing({...valid, checks: [...valid.checks, later]});
    const signing = part(element, 'verdict')?.querySelector('.signing');
    expect(textOf(signing)).to.match(/^Sealed by Harbour Claims Ltd, at the latest on .*2026/);
  });

  it('only quote the signer if the seal is broken', async () => {
    const element = await inspectorShowing(invalid);
    const signing = part(element, 'verdict')?.querySelector('.signing');
    expect(textOf(signing)).to.match(/^The file claims it was sealed by Harbour Claims Ltd on /);
  });

  it('name the failed check if the file itself was not changed', async () => {
    const checks = [
      {code: 'claimSignature.mismatch', passed: false, explanation: 'The signature is not right.'},
    ];
    const element = await inspectorShowing({...invalid, checks});
    expect(textOf(part(element, 'verdict')?.querySelector('.sentence'))).to.equal(
      'The signature is not right.',
    );
  });

  it('name what broke the seal before an unknown signer', async () => {
    const checks = [
      {code: 'signingCredential.untrusted', passed: false, explanation: 'Nobody knows them.'},
      {code: 'assertion.missing', passed: false, explanation: 'A part is missing.'},
    ];
    const element = await inspectorShowing({...invalid, checks});
    expect(textOf(part(element, 'verdict')?.querySelector('.sentence'))).to.equal(
      'A part is missing.',
    );
  });

  it('do not call a known signer unknown if something else is not confirmed', async () => {
    const reason = 'Nothing has changed since it was sealed, but not all of it is confirmed.';
    const element = await inspectorShowing({...untrusted, checks: valid.checks, reason});
    const verdict = part(element, 'verdict');
    expect(textOf(verdict?.querySelector('h2'))).to.equal(
      'Intact, but not all of it is confirmed.',
    );
    expect(textOf(verdict?.querySelector('.sentence'))).to.equal(reason);
    const status = element.shadowRoot?.querySelector('[role="status"]');
    expect(textOf(status)).to.equal(`Intact, but not all of it is confirmed. ${reason}`);
  });

  it('do not claim that the file was changed if only an ingredient was', async () => {
    const explanation = 'In a file that this was made from: it was changed.';
    const checks = [
      {code: 'assertion.dataHash.mismatch', passed: false, explanation, inIngredient: true},
    ];
    const element = await inspectorShowing({...invalid, checks});
    expect(textOf(part(element, 'verdict')?.querySelector('.sentence'))).to.equal(explanation);
  });

  it('never show more than labelValid supports', async () => {
    const element = await inspectorShowing({...valid, labelValid: false});
    expect(textOf(part(element, 'verdict')?.querySelector('h2'))).to.equal('Seal broken.');
  });

  it('support a service without labelState', async () => {
    const showing = async (answer: object) =>
      textOf(part(await inspectorShowing({...answer, labelState: undefined}), 'verdict'));
    expect(await showing(valid)).to.contain('Seal intact.');
    expect(await showing(invalid)).to.contain('Seal broken.');
    expect(await showing(none)).to.contain('No seal.');
  });
});
