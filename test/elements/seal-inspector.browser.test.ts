import {expect} from '@open-wc/testing';
import {answers, invalid, none, untrusted, valid} from './seal-inspector-answers.js';
import {inspectorShowing, part, textOf, valueOf} from './seal-inspector-fixture.js';

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
    none: 'This file carries no seal. That does not say that it is false.',
  };

  for (const state of ['valid', 'untrusted', 'invalid', 'none'] as const) {
    it(`says in words what "${state}" means, and tells a screen reader`, async () => {
      const element = await inspectorShowing(answers[state]);
      const verdict = part(element, 'verdict');
      expect(textOf(verdict?.querySelector('h2'))).to.equal(headings[state]);
      expect(textOf(verdict?.querySelector('.sentence'))).to.equal(sentences[state]);
      expect(textOf(verdict)).to.contain(answers[state].reason);
      const status = element.shadowRoot?.querySelector('[role="status"]');
      expect(textOf(status)).to.equal(`${headings[state]} ${sentences[state]}`);
    });

    it(`breaks no accessibility rule when it shows "${state}"`, async () => {
      await expect(await inspectorShowing(answers[state])).to.be.accessible();
    });
  }

  it('draws a shape of its own for each state', async () => {
    const shapes = new Set<string>();
    for (const answer of Object.values(answers)) {
      const element = await inspectorShowing(answer);
      shapes.add(part(element, 'verdict')?.querySelector('svg')?.innerHTML ?? '');
    }
    expect(shapes.size).to.equal(4);
  });

  it('says who sealed it and when, in the time zone of the reader', async () => {
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

  it('only quotes who sealed it where the seal is broken', async () => {
    const element = await inspectorShowing(invalid);
    const signing = part(element, 'verdict')?.querySelector('.signing');
    expect(textOf(signing)).to.match(/^It says that it was sealed by Harbour Claims Ltd on /);
  });

  it('names the failed check where the file itself was not changed', async () => {
    const checks = [
      {code: 'claimSignature.mismatch', passed: false, explanation: 'The signature is not right.'},
    ];
    const element = await inspectorShowing({...invalid, checks});
    expect(textOf(part(element, 'verdict')?.querySelector('.sentence'))).to.equal(
      'The signature is not right.',
    );
  });

  it('never shows more than labelValid gives', async () => {
    const element = await inspectorShowing({...valid, labelValid: false});
    expect(textOf(part(element, 'verdict')?.querySelector('h2'))).to.equal('Seal broken.');
  });

  it('understands a service that knows no labelState', async () => {
    const showing = async (answer: object) =>
      textOf(part(await inspectorShowing({...answer, labelState: undefined}), 'verdict'));
    expect(await showing(valid)).to.contain('Seal intact.');
    expect(await showing(invalid)).to.contain('Seal broken.');
    expect(await showing(none)).to.contain('No seal.');
  });
});

describe('<seal-inspector> checks', () => {
  it('lists failures first, each with its sentence and code', async () => {
    const element = await inspectorShowing(invalid);
    const items = [...(part(element, 'checks')?.querySelectorAll('li') ?? [])].map(textOf);
    expect(items[0]).to.equal(
      'Failed: The media are not those that were sealed. assertion.dataHash.mismatch',
    );
    expect(items[1]).to.equal('Passed: The claim is signed. claimSignature.validated');
    expect(items).to.have.length(invalid.checks.length);
    expect(textOf(part(element, 'checks')?.querySelector('.count'))).to.equal('1 failed, 6 passed');
  });

  const clock = {
    code: 'org.sealed-capture.deviceClock.outsideTolerance',
    passed: false,
    explanation: "The device's clock was about 7 minutes behind when this was sealed.",
  };

  it('notes a clock that was off, after failures and before the rest, and calls nothing broken for it', async () => {
    const element = await inspectorShowing({...valid, checks: [...valid.checks, clock]});
    expect(textOf(part(element, 'verdict')?.querySelector('h2'))).to.equal('Seal intact.');
    const items = [...(part(element, 'checks')?.querySelectorAll('li') ?? [])];
    expect(textOf(items[0])).to.equal(`To note: ${clock.explanation} ${clock.code}`);
    expect(items[0]?.className).to.equal('noted');
    expect(part(element, 'checks')?.querySelector('.failed')).to.be.null;
    expect(textOf(part(element, 'checks')?.querySelector('.count'))).to.equal(
      '1 to note, 6 passed',
    );
  });

  it('never gives a clock that was off as the reason why a seal is broken', async () => {
    const broken = {code: 'claimSignature.mismatch', passed: false, explanation: 'Not signed.'};
    const element = await inspectorShowing({...invalid, checks: [clock, broken]});
    expect(textOf(part(element, 'verdict')?.querySelector('.sentence'))).to.equal('Not signed.');
  });

  it('is left out where nothing was checked', async () => {
    expect(part(await inspectorShowing(none), 'checks')).to.be.null;
  });
});

describe('<seal-inspector> sections', () => {
  const titles = (element: Element) =>
    [...(element.shadowRoot?.querySelectorAll('h4') ?? [])].map(textOf);

  it('shows the sections in order, values with their units', async () => {
    const element = await inspectorShowing(valid);
    expect(titles(element)).to.eql([
      'Where',
      'When',
      'Camera',
      'Device',
      'Network',
      'Attitude and motion',
      'Tags',
      'Plate',
    ]);
    expect(valueOf(element, 'Aperture')).to.equal('f/1.7');
    expect(valueOf(element, 'Exposure')).to.equal('1/80 s');
    expect(valueOf(element, 'Flash')).to.equal('Off');
    expect(valueOf(element, 'System')).to.equal('Android 16');
    expect(valueOf(element, 'Wi-Fi')).to.equal('Not connected');
    expect(valueOf(element, 'Mobile network')).to.equal('LTE, NR');
    expect(valueOf(element, 'Magnetic field')).to.equal('12.1 / −31.2 / 0 µT (x, y, z)');
    expect(valueOf(element, 'Yaw')).to.equal('0°');
    expect(valueOf(element, 'case')).to.equal('2026-1187');
    expect(valueOf(element, 'Place in the picture')).to.equal('300 × 72 (812, 1403) px');
  });

  it('shows no more digits than the accuracy supports', async () => {
    const element = await inspectorShowing(valid);
    expect(valueOf(element, 'Latitude')).to.equal('48.13715° N');
    expect(valueOf(element, 'Longitude')).to.equal('11.57612° W');
    expect(valueOf(element, 'Altitude (satellites)')).to.equal('519 ± 12 m');
    expect(valueOf(element, 'Direction')).to.equal('231 ± 15°');
  });

  it('says a reason once for all parts that share it', async () => {
    const denied = {unavailableReason: 'permission_denied'} as const;
    const element = await inspectorShowing({
      ...valid,
      orientation: denied,
      acceleration: denied,
      rotationRate: denied,
    });
    expect(valueOf(element, 'Attitude, Acceleration, Rotation')).to.equal(
      'The person did not allow it.',
    );
  });

  it('says in plain words why a section has no values', async () => {
    const element = await inspectorShowing({...valid, gps: {unavailableReason: 'policy_blocked'}});
    expect(valueOf(element, 'Place')).to.equal('The page was not allowed to ask.');
    expect(valueOf(element, 'Rotation')).to.equal('The person did not allow it.');
  });

  it('names sections that the seal says nothing about in one line', async () => {
    const element = await inspectorShowing({
      ...none,
      labelValid: true,
      labelState: 'valid',
      camera: {iso: 64},
    });
    expect(titles(element)).to.eql(['Camera']);
    expect(textOf(part(element, 'sections')?.querySelector('p.quiet'))).to.equal(
      'Not in this seal: Where, When, Device, Network, Attitude and motion, Tags, Plate.',
    );
  });

  it('says that there is no trusted time stamp rather than nothing', async () => {
    const signature = {...valid.signature, timestamp: undefined};
    const element = await inspectorShowing({...valid, signature});
    expect(valueOf(element, 'Sealed (time stamp)')).to.equal(
      'The seal carries no trusted time stamp.',
    );
  });

  it('confirms them only for a valid seal', async () => {
    const headingOf = async (answer: object) =>
      textOf(part(await inspectorShowing(answer), 'sections')?.querySelector('h3'));
    expect(await headingOf(valid)).to.equal('What was sealed with it');
    expect(await headingOf(untrusted)).to.equal('What the file claims (not confirmed)');
    expect(await headingOf(invalid)).to.equal('What the file claims (not confirmed)');
    expect(part(await inspectorShowing(none), 'sections')).to.be.null;
  });

  it('hatches what is not confirmed, and shows no picture there', async () => {
    const claims = part(await inspectorShowing(untrusted), 'sections') as HTMLElement;
    expect(getComputedStyle(claims).backgroundImage).to.contain('repeating-linear-gradient');
    expect(claims.querySelector('img, canvas, picture')).to.be.null;
  });

  it('skips what is not of the agreed form instead of showing it wrongly', async () => {
    const element = await inspectorShowing({
      ...valid,
      gps: {latitude: '48', longitude: {degrees: 11}, altitude: null},
      orientation: [1, 2, 3],
      network: {wifi: 'yes', cellular: {technologies: [{}, 'LTE']}},
      camera: 'none',
      checks: [null, {code: 7}],
    });
    expect(titles(element)).to.not.contain('Where');
    expect(valueOf(element, 'Wi-Fi')).to.be.undefined;
    expect(titles(element)).to.not.contain('Camera');
    expect(part(element, 'checks')).to.be.null;
  });
});

describe('<seal-inspector> papers', () => {
  it('shows the certificate, the file and the answer as it came', async () => {
    const element = await inspectorShowing(valid);
    expect(valueOf(element, 'Issued to')).to.equal('Harbour Claims Ltd');
    expect(valueOf(element, 'Issued by')).to.equal('Example Issuing CA');
    expect(valueOf(element, 'Valid until')).to.match(/2026|2027/);
    expect(valueOf(element, 'Size')).to.equal('4 B');
    const json = part(element, 'json')?.querySelector('pre');
    expect(JSON.parse(json?.textContent ?? '')).to.eql(valid);
  });
});
