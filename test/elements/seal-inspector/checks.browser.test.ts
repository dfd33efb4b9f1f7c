import {expect, waitUntil} from '@open-wc/testing';
import type {
  Check,
  InspectionResult,
} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {SealInspector} from '../../../src/elements/seal-inspector.js';
import {invalid, none, untrusted, valid} from './answers.js';
import {contents, facts, inspectorReading} from './facts.js';
import {FakeClient, fileNamed, inspectorShowing, inspectorWith, part} from './fixture.js';
import {registerStrings} from '../../../src/elements/strings/localize.js';
import {all, textOf} from '../kit.js';

/** What a reader has to know, and below it, folded away, the rest. */
const areas = (element: SealInspector) => all(element, '[part=checks] .area');
const lines = (element: SealInspector) =>
  areas(element).map((area) => textOf(area.querySelector('.line')));
const isOpen = (area: Element | undefined) => area?.querySelector('details')?.open;
const headingOf = (element: SealInspector) => textOf(part(element, 'verdict')?.querySelector('h2'));
const countOf = (element: SealInspector) =>
  all(element, '[part=checks] .count').map(textOf).join(', ');
const showAll = (element: SealInspector) => all(element, '[part=checks] > button')[0]?.click();

const clock = {
  code: 'org.sealed-capture.deviceClock.outsideTolerance',
  passed: false,
  explanation: "The device's clock was about 7 minutes behind when this was sealed.",
};

describe('<seal-inspector> checks', () => {
  it('answer the questions of a reader, with the failed one first', async () => {
    const element = await inspectorShowing(invalid);
    expect(lines(element)).to.eql([
      'Is it the same file? Failed',
      'Is the seal itself unchanged? Passed',
      'Is the signer known here? Passed',
      'Is the time of sealing confirmed? Passed',
      'Are its statements as they were signed? Passed',
      'Was the certificate valid for sealing? Not checked',
      'Are the source files’ seals intact? Not checked',
    ]);
    expect(countOf(element)).to.equal('1 failed, 4 passed, 2 not checked');
  });

  it('describe a signer as unknown, not as a failed check, if the seal is intact', async () => {
    const element = await inspectorShowing(untrusted);
    const [first] = areas(element);
    expect(lines(element)[0]).to.equal('Is the signer known here? Unknown');
    expect(countOf(element)).to.equal('1 unknown, 4 passed, 2 not checked');
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

  it('explain why the failure of an earlier file does not break a valid seal', async () => {
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

  it('show what failed in the next file, whatever was folded or opened before', async () => {
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
    showAll(element);
    expect(areas(element).slice(0, 3).map(isOpen)).to.eql([true, true, true]);
    fold();
    await look(0);
    expect(lines(element)[0]).to.equal('Is it the same file? Failed');
    expect(isOpen(areas(element)[0]), 'after all codes were shown').to.be.true;
    expect(isOpen(areas(element)[1]), 'what passed is folded again').to.be.false;
  });

  it('unfold what failed, with its sentence and code, and fold what passed', async () => {
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

  it('show every code when the button is pressed', async () => {
    const element = await inspectorShowing(invalid);
    showAll(element);
    expect(areas(element).slice(0, 5).map(isOpen)).to.not.include(false);
    const codes = all(element, '[part=checks] code').map(textOf);
    expect(codes.sort()).to.eql(invalid.checks.map(({code}) => code).sort());
  });

  it('have a different icon for each outcome', async () => {
    const element = await inspectorShowing({...invalid, checks: [...invalid.checks, clock]});
    const shapes = areas(element).map((area) => area.querySelector('svg')?.innerHTML ?? '');
    expect(new Set(shapes).size).to.equal(4);
    await expect(element).to.be.accessible();
  });

  it('mention a device clock that was wrong, before the rest, without calling it a failure', async () => {
    const element = await inspectorShowing({...valid, checks: [...valid.checks, clock]});
    expect(headingOf(element)).to.equal('Seal intact.');
    const [first] = areas(element);
    expect(textOf(first?.querySelector('.line'))).to.equal('Was the device’s clock right? Note');
    expect(textOf(first?.querySelector('li'))).to.equal(`Note: ${clock.explanation} ${clock.code}`);
    expect(isOpen(first)).to.be.true;
    expect(part(element, 'checks')?.querySelector('.failed')).to.be.null;
    expect(countOf(element)).to.equal('1 noted, 5 passed, 2 not checked');
  });

  it('never give a wrong device clock as the reason for a broken seal', async () => {
    const broken = {code: 'claimSignature.mismatch', passed: false, explanation: 'Not signed.'};
    const element = await inspectorShowing({...invalid, checks: [clock, broken]});
    expect(textOf(part(element, 'verdict')?.querySelector('.sentence'))).to.equal('Not signed.');
  });

  it('separate failures of an ingredient from those of the file itself', async () => {
    const inner = {
      code: 'assertion.dataHash.mismatch',
      passed: false,
      explanation: 'In a file that this was made from: it was changed.',
      inIngredient: true,
    };
    const element = await inspectorShowing({...untrusted, checks: [...valid.checks, inner]});
    expect(lines(element)[0]).to.equal('Are the source files’ seals intact? Failed');
    expect(lines(element)).to.include('Is it the same file? Passed');
  });

  it('report a missing time stamp only if one was looked for', async () => {
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

  it('do not say in another language that the authority of a time stamp is trusted if nobody was asked', async () => {
    const unasked = {
      code: 'org.sealed-capture.timeStamp.authorityUnchecked',
      passed: false,
      explanation: 'Whether the time-stamp authority is known was not asked.',
    };
    const element = await inspectorShowing({...untrusted, checks: [...untrusted.checks, unasked]});
    registerStrings('sv', {checkExplained: (code) => `«${code}»`});
    element.lang = 'sv';
    const said = () => areas(element).map(textOf).join(' ');
    await waitUntil(() => said().includes('«org.sealed-capture.timeStamp.named»'));
    expect(said()).to.not.contain('«timeStamp.trusted»');
  });

  it('call nothing failed that could not be checked', async () => {
    const why = 'It could not be checked in the time that one file may take.';
    const checks = [{code: 'general.error', passed: false, explanation: why}];
    const element = await inspectorShowing({...none, labelState: 'unchecked', checks});
    expect(headingOf(element)).to.equal('Could not be checked.');
    expect(lines(element)).to.include('Is the seal itself unchanged? Not checked');
    expect(all(element, '[part=checks] .failed')).to.eql([]);
    expect(textOf(areas(element)[1])).to.contain(`Not checked: ${why} general.error`);
  });

  it('show markup in a code or a sentence as text', async () => {
    const attack = '<img src=x>';
    const checks = [{code: attack, passed: false, explanation: attack}];
    const element = await inspectorShowing({...invalid, checks});
    expect(textOf(areas(element)[0]?.querySelector('li'))).to.equal(`Failed: ${attack} ${attack}`);
    expect(element.shadowRoot?.querySelector('img')).to.be.null;
  });

  it('show no tick for a check that was not made, and count it separately', async () => {
    const skipped = {
      code: 'signingCredential.ocsp.skipped',
      passed: true,
      explanation: 'Whether the certificate was revoked was not asked.',
    };
    const unsealed = {
      code: 'ingredient.unknownProvenance',
      passed: true,
      explanation: 'The file that this was made from carried no seal.',
      inIngredient: true,
    };
    const checks = [...valid.checks, skipped, unsealed];
    const element = await inspectorShowing({...valid, checks});
    expect(lines(element)).to.include('Was the certificate valid for sealing? Not checked');
    expect(lines(element)).to.include('Are the source files’ seals intact? Not checked');
    expect(countOf(element)).to.equal('5 passed, 2 not checked');
    const area = areas(element).find((one) => textOf(one).startsWith('Was the certificate'));
    const item = area?.querySelector('li');
    expect(textOf(item)).to.match(/^Not checked: Whether the certificate was revoked/);
    const tick = areas(element).find((one) => one.classList.contains('passed'));
    expect(item?.querySelector('svg')?.innerHTML).to.not.equal(
      tick?.querySelector('svg')?.innerHTML,
    );
  });

  it('show checks that were not made in a muted style among those that passed', async () => {
    const code = 'signingCredential.ocsp.skipped';
    const inside = {code: 'claimSignature.insideValidity', passed: true, explanation: 'Inside.'};
    const checks = [...valid.checks, inside, {code, passed: true, explanation: 'Not asked.'}];
    const element = await inspectorShowing({...valid, checks});
    element.style.setProperty('--sc-valid', 'rgb(1, 2, 3)');
    const area = areas(element).find((one) => textOf(one).startsWith('Was the certificate'));
    const colours = [...(area?.querySelectorAll('.checks svg') ?? [])].map(
      (icon) => getComputedStyle(icon).color,
    );
    expect(colours[0]).to.equal('rgb(1, 2, 3)');
    expect(colours[1]).to.not.equal('rgb(1, 2, 3)');
  });

  it('confirm nothing for data that agree with a seal that was changed after signing', async () => {
    const agrees = 'It agrees with a seal that is itself not as it was signed.';
    const unsigned = valid.checks.filter(({code}) => code !== 'claimSignature.validated');
    const mismatch = {code: 'claimSignature.mismatch', passed: false, explanation: 'Changed.'};
    const lacking = {code: 'claim.missing', passed: false, explanation: 'There is none.'};
    for (const failed of [mismatch, {...mismatch, code: 'claimSignature.missing'}, lacking]) {
      const element = await inspectorShowing({...invalid, checks: [...unsigned, failed]});
      expect(lines(element).slice(0, 5)).to.eql([
        'Is the seal itself unchanged? Failed',
        'Is it the same file? Not confirmed',
        'Is the signer known here? Not confirmed',
        'Is the time of sealing confirmed? Not confirmed',
        'Are its statements as they were signed? Not confirmed',
      ]);
      expect(countOf(element)).to.equal('1 failed, 4 not confirmed, 2 not checked');
      expect(isOpen(areas(element)[1])).to.be.true;
      expect(textOf(areas(element)[1])).to.contain(agrees);
      expect(part(element, 'checks')?.querySelector('.passed')).to.be.null;
    }
    // Here only the media were changed.
    expect(textOf(part(await inspectorShowing(invalid), 'checks'))).to.not.contain(agrees);
  });

  it('report that revocation of the time-stamp authority was not checked', async () => {
    const unasked = {
      code: 'org.sealed-capture.timeStamp.authorityUnchecked',
      passed: false,
      explanation: 'Whether the time-stamp authority is known was not asked.',
    };
    const element = await inspectorShowing({...valid, checks: [...valid.checks, unasked]});
    expect(lines(element)[0]).to.equal('Is the time of sealing confirmed? Note');
  });

  const seldomAsked: readonly (readonly [string, string])[] = [
    ['cawg.identity.well-formed', 'Does the statement of identity hold? Passed'],
    ['org.sealed-capture.deviceClock.insideTolerance', 'Was the device’s clock right? Passed'],
    ['com.example.new', 'Other checks Passed'],
  ];
  it('name the other checks only if they were made', async () => {
    const asked = seldomAsked.map(([code]) => ({code, passed: true, explanation: 'It holds.'}));
    const element = await inspectorShowing({...valid, checks: [...valid.checks, ...asked]});
    expect(lines(element)).to.include.members(seldomAsked.map(([, line]) => line));
    const plain = lines(await inspectorShowing(valid)).join();
    for (const [, line] of seldomAsked) expect(plain).to.not.contain(line.replace(/ \w+$/, ''));
  });

  describe('of ingredients', () => {
    const [, boat] = contents.ingredients;
    const reading = (failures: string[], seal = {}) => {
      const ingredients = [
        {
          title: 'outer.jpg',
          failures: [],
          ingredients: [{...boat, title: 'boat.jpg', failures, ingredients: []}],
        },
      ];
      return facts({ingredients, ...seal});
    };
    const inner = {
      code: 'assertion.hashedURI.match',
      passed: true,
      explanation: 'In a file that this was made from: it was signed.',
      inIngredient: true,
    };
    const answer = {...valid, checks: [...valid.checks, inner]};
    const question = 'Are the source files’ seals intact?';

    it('fail if an ingredient had a broken seal when it was added, and nothing of it counts as passed', async () => {
      const element = await inspectorReading(answer, reading(['claimSignature.mismatch']));
      expect(lines(element)[0]).to.equal(`${question} Failed`);
      expect(isOpen(areas(element)[0])).to.be.true;
      expect([...(areas(element)[0]?.querySelectorAll('li') ?? [])].map(textOf)).to.eql([
        'Failed: When boat.jpg was put in, its seal had been changed. claimSignature.mismatch',
        `Not confirmed: ${inner.explanation} ${inner.code}`,
      ]);
      expect(textOf(areas(element)[0])).to.contain('does not break the seal of this one');
      expect(countOf(element)).to.equal('1 failed, 5 passed, 1 not checked');
      await expect(element).to.be.accessible();
    });

    it('do not repeat what the answer reports, too', async () => {
      const failed = {...inner, code: 'claimSignature.mismatch', passed: false};
      const element = await inspectorReading(
        {...valid, checks: [...valid.checks, failed]},
        reading(['claimSignature.mismatch']),
      );
      expect(areas(element)[0]?.querySelectorAll('li')).to.have.length(1);
      expect(lines(element)[0]).to.equal(`${question} Failed`);
    });

    it('are mentioned in the verdict if the answer contains them', async () => {
      const broken = {...inner, code: 'claimSignature.mismatch', passed: false};
      const unknown = {...inner, code: 'signingCredential.untrusted', passed: false};
      const noteWith = async (...checks: Check[]) => {
        const sealed = 'Nothing has changed since Harbour Claims Ltd sealed it';
        const reason = `${sealed}, but the file that it was made from had a broken seal.`;
        const answered = {...valid, reason, checks: [...valid.checks, ...checks]};
        const element = await inspectorShowing(answered);
        const verdict = part(element, 'verdict');
        expect(verdict?.querySelector('.reason'), 'it is said once').to.be.null;
        expect(textOf(verdict?.querySelector('.sentence'))).to.match(
          /^Nothing has changed since .+ sealed it\.$/,
        );
        const heard = textOf(element.shadowRoot?.querySelector('.inspector > [role=status]'));
        const note = verdict?.querySelector('.artificial');
        expect(note?.querySelector('svg'), 'it stands out').to.exist;
        expect(heard.slice(-20), 'it is heard as well').to.equal(textOf(note).slice(-20));
        return textOf(note);
      };
      const brokenSource = 'The file that it was made from had a broken seal.';
      expect(await noteWith(broken)).to.equal(brokenSource);
      expect(await noteWith(unknown)).to.equal(
        'It was made from a file whose signer is not trusted.',
      );
      expect(await noteWith(unknown, broken)).to.equal(brokenSource);
    });

    it('ignore statements of a seal that is not confirmed', async () => {
      const read = reading(['claimSignature.mismatch'], {isAsSigned: false});
      expect(lines(await inspectorReading(answer, read))).to.include(`${question} Passed`);
    });
  });

  it('are left out if nothing was checked', async () => {
    expect(part(await inspectorShowing(none), 'checks')).to.be.null;
  });
});
