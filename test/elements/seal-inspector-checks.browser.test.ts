import {expect, waitUntil} from '@open-wc/testing';
import type {Check, InspectionResult} from '../../src/model/inspection-result.js';
import type {SealInspector} from '../../src/elements/seal-inspector.js';
import {invalid, none, untrusted, valid} from './seal-inspector-answers.js';
import {
  FakeClient,
  fileNamed,
  inspectorShowing,
  inspectorWith,
  part,
  textOf,
} from './seal-inspector-fixture.js';

const areas = (element: SealInspector) => [
  ...(part(element, 'checks')?.querySelectorAll('.area') ?? []),
];
const lines = (element: SealInspector) =>
  areas(element).map((area) => textOf(area.querySelector('.line')));
const isOpen = (area: Element | undefined) => area?.querySelector('details')?.open;
const headingOf = (element: SealInspector) => textOf(part(element, 'verdict')?.querySelector('h2'));
const countOf = (element: SealInspector) =>
  textOf(part(element, 'checks')?.querySelector('.count'));

const clock = {
  code: 'org.sealed-capture.deviceClock.outsideTolerance',
  passed: false,
  explanation: "The device's clock was about 7 minutes behind when this was sealed.",
};

describe('<seal-inspector> checks', () => {
  it('answers the questions of a reader, the one that failed first', async () => {
    const element = await inspectorShowing(invalid);
    expect(lines(element)).to.eql([
      'Is it the same file? Failed',
      'Is the seal itself unchanged? Passed',
      'Is the signer known here? Passed',
      'Is the time of sealing confirmed? Passed',
      'Are its statements as they were signed? Passed',
      'Was the certificate good for it? Not checked',
      'Do the files that it was made from hold? Not checked',
    ]);
    expect(countOf(element)).to.equal('1 failed, 6 passed');
  });

  it('calls a signer unknown, not a check failed, where the seal is intact', async () => {
    const element = await inspectorShowing(untrusted);
    const [first] = areas(element);
    expect(lines(element)[0]).to.equal('Is the signer known here? Unknown');
    expect(countOf(element)).to.equal('1 unknown, 5 passed');
    expect(isOpen(first)).to.be.true;
    expect(textOf(first?.querySelector('li'))).to.match(/^Unknown: The signer is not among/);
    expect(part(element, 'checks')?.querySelector('.failed')).to.be.null;
    element.style.setProperty('--sc-unknown', 'rgb(1, 2, 3)');
    expect(getComputedStyle(first?.querySelector('.answer') as Element).color).to.equal(
      'rgb(1, 2, 3)',
    );
    const broken = await inspectorShowing({
      ...invalid,
      checks: [...invalid.checks, ...untrusted.checks.slice(-1)],
    });
    expect(lines(broken).slice(0, 2)).to.eql([
      'Is it the same file? Failed',
      'Is the signer known here? Failed',
    ]);
  });

  it('says of an earlier file that failed why that breaks no valid seal', async () => {
    const inner = {
      code: 'assertion.dataHash.mismatch',
      passed: false,
      explanation: 'In a file that this was made from: it was changed.',
      inIngredient: true,
    };
    const forgiven =
      'This was so when the earlier file was put in, and does not break the seal of this one.';
    const said = async (answer: InspectionResult, check: Check) =>
      textOf(
        part(await inspectorShowing({...answer, checks: [...answer.checks, check]}), 'checks'),
      );
    expect(await said(valid, inner)).to.contain(forgiven);
    expect(await said(invalid, inner)).to.not.contain(forgiven);
    expect(await said(valid, {...inner, passed: true})).to.not.contain(forgiven);
    const known = {...inner, code: 'ingredient.unknownProvenance'};
    expect(await said(valid, known)).to.not.contain(forgiven);
  });

  it('shows what failed in the next file, whatever was folded or opened in the one before', async () => {
    const client = new FakeClient((file) =>
      Promise.resolve((file as File).name === 'second.jpg' ? other : invalid),
    );
    const other = {...invalid, checks: invalid.checks.slice(1)};
    const element = await inspectorWith(client);
    await element.inspect([fileNamed('first.jpg'), fileNamed('second.jpg')]);
    const look = async (index: number) => {
      const options = element.shadowRoot?.querySelectorAll<HTMLElement>('[role=option]');
      options?.[index]?.click();
      await waitUntil(() => options?.[index]?.ariaSelected === 'true' && areas(element).length > 0);
      await element.updateComplete;
    };
    const fold = () => areas(element)[0]?.querySelector('summary')?.click();
    fold();
    expect(isOpen(areas(element)[0])).to.be.false;
    await waitUntil(() => client.asked.length === 2);
    await look(1);
    expect(isOpen(areas(element)[0]), 'the other file').to.be.true;
    part(element, 'checks')?.querySelector('button')?.click();
    expect(areas(element).slice(0, 3).map(isOpen)).to.eql([true, true, true]);
    fold();
    await look(0);
    expect(lines(element)[0]).to.equal('Is it the same file? Failed');
    expect(isOpen(areas(element)[0]), 'after all codes were shown').to.be.true;
    expect(isOpen(areas(element)[1]), 'what passed is folded again').to.be.false;
  });

  it('opens what failed, with its sentence and code, and folds what passed', async () => {
    const element = await inspectorShowing(invalid);
    const [content, signature] = areas(element);
    expect([isOpen(content), isOpen(signature)]).to.eql([true, false]);
    expect([...(content?.querySelectorAll('li') ?? [])].map(textOf)).to.eql([
      'Failed: The media are not those that were sealed. assertion.dataHash.mismatch',
      'Passed: The media are those that were sealed. assertion.dataHash.match',
    ]);
    const code = content?.querySelector('code') as Element;
    expect(getComputedStyle(code).fontFamily).to.contain('monospace');
  });

  it('shows every code at a press', async () => {
    const element = await inspectorShowing(invalid);
    part(element, 'checks')?.querySelector('button')?.click();
    expect(areas(element).slice(0, 5).map(isOpen)).to.not.include(false);
    const codes = [...(part(element, 'checks')?.querySelectorAll('code') ?? [])].map(textOf);
    expect(codes.sort()).to.eql(invalid.checks.map(({code}) => code).sort());
  });

  it('draws a shape of its own for each outcome', async () => {
    const element = await inspectorShowing({...invalid, checks: [...invalid.checks, clock]});
    const shapes = areas(element).map((area) => area.querySelector('svg')?.innerHTML ?? '');
    expect(new Set(shapes).size).to.equal(4);
    await expect(element).to.be.accessible();
  });

  it('notes a clock that was off, before the rest, and calls nothing broken for it', async () => {
    const element = await inspectorShowing({...valid, checks: [...valid.checks, clock]});
    expect(headingOf(element)).to.equal('Seal intact.');
    const [first] = areas(element);
    expect(textOf(first?.querySelector('.line'))).to.equal('What else was looked at? To note');
    expect(textOf(first?.querySelector('li'))).to.equal(
      `To note: ${clock.explanation} ${clock.code}`,
    );
    expect(isOpen(first)).to.be.true;
    expect(part(element, 'checks')?.querySelector('.failed')).to.be.null;
    expect(countOf(element)).to.equal('1 to note, 6 passed');
  });

  it('never gives a clock that was off as the reason why a seal is broken', async () => {
    const broken = {code: 'claimSignature.mismatch', passed: false, explanation: 'Not signed.'};
    const element = await inspectorShowing({...invalid, checks: [clock, broken]});
    expect(textOf(part(element, 'verdict')?.querySelector('.sentence'))).to.equal('Not signed.');
  });

  it('keeps what failed in a source apart from the file itself', async () => {
    const inner = {
      code: 'assertion.dataHash.mismatch',
      passed: false,
      explanation: 'In a file that this was made from: it was changed.',
      inIngredient: true,
    };
    const element = await inspectorShowing({...untrusted, checks: [...valid.checks, inner]});
    expect(lines(element)[0]).to.equal('Do the files that it was made from hold? Failed');
    expect(lines(element)).to.include('Is it the same file? Passed');
  });

  it('says that there is no time stamp, but only where one was looked for', async () => {
    const said = async (answer: object) => {
      const element = await inspectorShowing(answer);
      return areas(element)
        .map(textOf)
        .find((text) => text.startsWith('Is the time'));
    };
    const question = 'Is the time of sealing confirmed? Not checked';
    const checks = valid.checks.filter(({code}) => !code.startsWith('timeStamp'));
    const signature = {...valid.signature, timestamp: undefined};
    expect(await said({...valid, checks, signature})).to.equal(
      `${question} The seal carries no time stamp.`,
    );
    expect(await said({...valid, checks})).to.equal(`${question} Nothing was said about it.`);
    const unread = checks.filter(({code}) => code !== 'claimSignature.validated');
    expect(await said({...invalid, checks: unread, signature})).to.equal(
      `${question} Nothing was said about it.`,
    );
  });

  it('shows markup in a code or a sentence as text', async () => {
    const attack = '<img src=x>';
    const checks = [{code: attack, passed: false, explanation: attack}];
    const element = await inspectorShowing({...invalid, checks});
    expect(textOf(areas(element)[0]?.querySelector('li'))).to.equal(`Failed: ${attack} ${attack}`);
    expect(element.shadowRoot?.querySelector('img')).to.be.null;
  });

  it('is left out where nothing was checked', async () => {
    expect(part(await inspectorShowing(none), 'checks')).to.be.null;
  });
});
