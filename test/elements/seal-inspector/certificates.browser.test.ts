import {expect} from '@open-wc/testing';
import {validityOf} from '../../../src/elements/seal-inspector/papers/certificates.js';
import {answers, valid} from './answers.js';
import {contents, facts, inspectorReading} from './facts.js';
import {part} from './fixture.js';
import {textOf} from '../kit.js';

describe('<seal-inspector> certificates', () => {
  it('are listed from the signer to its issuers, with the fields that distinguish them', async () => {
    const element = await inspectorReading(valid, facts());
    const cards = [...(part(element, 'certificates')?.querySelectorAll('li') ?? [])];
    expect(cards).to.have.length(2);
    const rows = [...(cards[0]?.querySelectorAll('.row') ?? [])].map((row) =>
      [...row.children].map(textOf),
    );
    expect(rows.map(([label]) => label)).to.eql([
      'Issued to',
      'Issued by',
      'Valid from',
      'Valid until',
      'Key',
      'Serial number',
      'Fingerprint (SHA-256)',
    ]);
    expect(rows[0]?.[1]).to.equal('CN=Harbour Claims Ltd, O=Harbour Claims Ltd');
    expect(rows[6]?.[1]).to.equal(Array(8).fill('c0ffee00').join(' '));
    expect(textOf(cards[1])).to.contain('CN=Example Root');
    expect(cards.map((card) => textOf(card.querySelector('button')))).to.eql([
      'Copy as PEM',
      'Copy as PEM',
    ]);
    expect(cards[0]?.querySelector('.remark')).to.be.null;
    await expect(element).to.be.accessible();
  });

  it('are not shown under the verdict that there is no seal, nor is anything else that the page read in one', async () => {
    const element = await inspectorReading(answers.none, facts());
    for (const name of ['certificates', 'certificate', 'history', 'ingredients']) {
      expect(part(element, name), name).to.be.null;
    }
    // The facts about the file itself stay.
    expect(textOf(part(element, 'card'))).to.contain('SHA-256');
  });

  it('show the assurance level and the product of a signer on the official list', async () => {
    const signature = {
      ...valid.signature,
      trustList: 'official' as const,
      assuranceLevel: 2,
      product: {
        maker: 'Harbour Makers',
        name: 'Harbour Camera',
        maximumLevel: 2,
        status: 'conformant',
        disallowedSignals: ['capturedMedia'],
      },
    };
    const element = await inspectorReading({...valid, signature}, facts());
    const record = part(element, 'certificates')?.querySelector('li .record');
    const rows = [...(record?.querySelectorAll('.row') ?? [])].map((row) =>
      [...row.children].map(textOf),
    );
    expect(rows).to.eql([
      ['Known from', 'the C2PA trust list'],
      ['Assurance level (C2PA)', '2'],
      ['Product', 'Harbour Camera'],
      ['Maker', 'Harbour Makers'],
      ['Its highest assurance level', '2'],
      ['Status of the product', 'conformant'],
      ['What it may not claim', 'that it captured media'],
    ]);
    await expect(element).to.be.accessible();
    const unknown = await inspectorReading(valid, facts());
    expect(part(unknown, 'certificates')?.querySelector('.record')).to.be.null;
  });

  it('show which list of the operator knows the signer', async () => {
    const known = {...valid.signature, trustList: 'own' as const, trustListName: 'surveyors'};
    const element = await inspectorReading({...valid, signature: known}, facts());
    const record = part(element, 'certificates')?.querySelector('.record');
    expect(textOf(record)).to.equal('Known from roots that are trusted here: surveyors');
  });

  it('show the signer in full, and each issuer folded to its name and end date', async () => {
    const element = await inspectorReading(valid, facts());
    const [leaf, issuer] = part(element, 'certificates')?.querySelectorAll('li') ?? [];
    expect(leaf?.querySelector('details')).to.be.null;
    const folded = issuer?.querySelector('details');
    expect(folded?.open).to.be.false;
    expect(textOf(folded?.querySelector('summary'))).to.match(
      /^Issued by Example Issuing CA · valid until (1 January 2036|January 1, 2036|December 31, 2035)$/,
    );
    folded?.querySelector('summary')?.click();
    expect(folded?.querySelector('.row')?.getBoundingClientRect().height).to.be.above(0);
  });

  it('name an issuer by its common name, commas included, and by its full name if it has none', async () => {
    const [leaf, issuer] = contents.certificates;
    const named = async (subject: string) => {
      const chain = {certificates: [leaf!, {...issuer!, subject}]};
      const element = await inspectorReading(valid, facts(chain));
      return textOf(part(element, 'certificates')?.querySelector('summary bdi'));
    };
    expect(await named('C=DE,CN=Harbour\\, Quay \\+ Sons,O=Docks')).to.equal(
      'Harbour, Quay + Sons',
    );
    expect(await named('O=Docks,C=DE')).to.equal('O=Docks,C=DE');
  });

  it('show a folded certificate that was not valid with that remark', async () => {
    const [leaf, issuer] = contents.certificates;
    const expired = {...issuer!, validTo: '2026-02-01T00:00:00Z'};
    const element = await inspectorReading(valid, facts({certificates: [leaf!, expired]}));
    const summary = part(element, 'certificates')?.querySelector('summary');
    expect(textOf(summary)).to.contain('It was not valid at the time stamp.');
  });

  it('replace the certificate fields of the answer', async () => {
    const element = await inspectorReading(valid, facts());
    expect(textOf(part(element, 'papers'))).not.to.contain('Issued to');
    const unread = await inspectorReading(valid, facts({certificates: []}));
    expect(textOf(part(unread, 'papers'))).to.contain('Issued to Harbour Claims Ltd');
    expect(part(unread, 'certificates')).to.be.null;
  });

  it('show whether one was not valid at the time stamp, or is not now', () => {
    const times = {validFrom: '2026-01-01T00:00:00Z', validTo: '2026-12-31T00:00:00Z'};
    const [then, later] = ['2026-06-01T00:00:00Z', '2027-06-01T00:00:00Z'];
    const at = (stamp: string | undefined, now: string) =>
      validityOf(times, stamp, Date.parse(now));
    expect(at(then, then)).to.be.undefined;
    expect(at(undefined, then)).to.be.undefined;
    expect(at(then, later)).to.equal('expiredSince');
    expect(at(undefined, later)).to.equal('notValidNow');
    expect(at(later, then)).to.equal('notValidThen');
    expect(at('no time', then)).to.equal('notValidThen');
  });

  it('show that remark beside the certificate', async () => {
    const [leaf, issuer] = contents.certificates;
    const expired = {...leaf!, validTo: '2026-02-01T00:00:00Z'};
    const signature = {...valid.signature, validTo: expired.validTo};
    const element = await inspectorReading(
      {...valid, signature},
      facts({certificates: [expired, issuer!]}),
    );
    const cards = [...(part(element, 'certificates')?.querySelectorAll('li') ?? [])];
    expect(textOf(cards[0]?.querySelector('.remark'))).to.equal(
      'It was not valid at the time stamp.',
    );
    expect(cards[1]?.querySelector('.remark')).to.be.null;
  });

  for (const state of ['untrusted', 'invalid'] as const) {
    it(`are marked as not confirmed and hatched if the seal is "${state}"`, async () => {
      const element = await inspectorReading(answers[state], facts());
      const section = part(element, 'certificates') as HTMLElement;
      expect(textOf(section.querySelector('h3'))).to.equal('Certificates (not confirmed)');
      expect(getComputedStyle(section).backgroundImage).to.contain('repeating-linear-gradient');
    });
  }

  it('are marked as not confirmed if the signature does not cover what was read, whatever the verdict', async () => {
    const element = await inspectorReading(valid, facts({isAsSigned: false}));
    expect(textOf(part(element, 'certificates')?.querySelector('h3'))).to.contain('not confirmed');
  });

  for (const [what, other] of [
    ['of another name', {subject: 'CN=Somebody Else'}],
    ['of another issuer', {issuer: 'CN=Another CA'}],
    ['of another time', {validTo: '2030-01-01T00:00:00Z'}],
  ] as const) {
    it(`do not confirm what is read beside a certificate that is ${what} than the verdict's`, async () => {
      const [leaf, issuer] = contents.certificates;
      const certificates = [{...leaf!, ...other}, issuer!];
      const element = await inspectorReading(valid, facts({certificates}));
      const section = part(element, 'certificates') as HTMLElement;
      expect(textOf(section)).to.match(
        /^Certificates \(not confirmed\) These are not the certificates that the verdict is about\./,
      );
      expect(getComputedStyle(section).backgroundImage).to.contain('repeating-linear-gradient');
      for (const name of ['history', 'ingredients']) {
        expect(textOf(part(element, name)?.querySelector('h3'))).to.contain('(not confirmed)');
      }
      expect(textOf(part(element, 'papers')), "the verdict's own stays").to.contain(
        'Certificate Issued to Harbour Claims Ltd',
      );
      await expect(element).to.be.accessible();
    });
  }

  it('show no remark about other certificates if the verdict names none', async () => {
    const element = await inspectorReading({...answers.invalid, signature: undefined}, facts());
    const section = textOf(part(element, 'certificates'));
    expect(section).to.contain('Certificates (not confirmed)');
    expect(section).not.to.contain('These are not');
  });

  it('show markup in a name as text', async () => {
    const [leaf] = contents.certificates;
    const attack = '<img src=x onerror=alert(1)>\u202e';
    const element = await inspectorReading(
      valid,
      facts({certificates: [{...leaf!, subject: attack, serialNumber: attack}]}),
    );
    expect(part(element, 'certificates')?.querySelector('img')).to.be.null;
    expect(textOf(part(element, 'certificates'))).to.contain(
      '<img src=x onerror=alert(1)>[U+202E]',
    );
  });
});
