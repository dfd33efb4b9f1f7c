import {expect} from '@open-wc/testing';
import type {SealInspector} from '../../../src/elements/seal-inspector.js';
import type {VerifyMode} from '../../../src/core/inspection/opinions.js';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {answers, invalid, valid} from './answers.js';
import {FakeClient, fileNamed, inspectorWith, part} from './fixture.js';
import {textOf} from '../kit.js';

const offline = new SealedCaptureError('network_failed', 'No network.');

/** An inspector with two sources, each with an answer or a failure. */
async function checkedBy(
  verify: VerifyMode,
  service: InspectionResult | Error,
  local: InspectionResult | Error = service,
): Promise<SealInspector> {
  const say = (said: InspectionResult | Error) =>
    said instanceof Error ? Promise.reject(said) : Promise.resolve(said);
  const element = await inspectorWith(new FakeClient(() => say(service)));
  element.verify = verify;
  element.verifiers = {
    local: {verify: () => say(local)},
    trustAnchors: {of: () => Promise.resolve('')},
  };
  await element.inspect(fileNamed('photo.jpg'));
  return element;
}

const quiet = (element: SealInspector) =>
  textOf(part(element, 'verdict')?.querySelector('.checked-by'));
const notice = (element: SealInspector) => textOf(part(element, 'notice'));
const heading = (element: SealInspector) => textOf(part(element, 'verdict')?.querySelector('h2'));

describe('<seal-inspector> sources of a verdict', () => {
  it('names whose trust list does not know a signer: the service’s or this browser’s', async () => {
    const reason =
      'Nothing has changed since it was sealed, but Harbour Claims Ltd is not among the signers this service trusts.';
    const said = async (verify: VerifyMode, service: InspectionResult, local = service) => {
      const verdict = part(await checkedBy(verify, service, local), 'verdict');
      expect(verdict?.querySelector('.reason'), 'it is said once').to.be.null;
      return textOf(verdict?.querySelector('.sentence'));
    };
    const unknown = {...answers.untrusted, reason};
    const here = reason.replace('this service trusts', 'trusted here');
    expect(await said('service', unknown)).to.equal(reason);
    expect(await said('both', unknown, {...unknown})).to.equal(reason);
    expect(await said('local', unknown)).to.equal(here);
    expect(await said('both', valid, unknown)).to.equal(here);
  });

  it('names the service, or says that the file stayed on the device', async () => {
    expect(quiet(await checkedBy('service', valid))).to.equal('Checked by inspect.example.');
    expect(quiet(await checkedBy('local', valid))).to.equal(
      'Checked in this browser; the file was not sent.',
    );
  });

  it('mentions in a muted style that two sources agree', async () => {
    const element = await checkedBy('both', valid);
    expect(quiet(element)).to.equal('Checked by inspect.example and in this browser; they agree.');
    expect(notice(element)).to.equal('');
  });

  it('shows the more cautious of two verdicts, with both and the checks on which they differ', async () => {
    const element = await checkedBy('both', valid, invalid);
    expect(heading(element)).to.equal('Seal broken.');
    expect(notice(element)).to.equal(
      'The service and this browser disagree. The more cautious verdict is shown. ' +
        'inspect.example: Seal intact. This browser: Seal broken. ' +
        'Only one of them failed it for: assertion.dataHash.mismatch',
    );
    expect(quiet(element)).to.equal('');
    await expect(element).to.be.accessible();
  });

  it('shows that two verdicts differ even if neither has a check for the difference', async () => {
    const element = await checkedBy('both', answers.none, {...valid, checks: []});
    expect(heading(element)).to.equal('No seal.');
    expect(notice(element)).to.match(/inspect\.example: No seal\. This browser: Seal intact\.$/);
  });

  it('shows which values two sources read differently, by card, even if their verdicts agree', async () => {
    const gps = {latitude: 50, longitude: 9};
    const element = await checkedBy('both', valid, {...valid, signature: {signedBy: 'B'}, gps});
    expect(heading(element)).to.equal('Seal intact.');
    expect(quiet(element)).to.equal('');
    expect(notice(element)).to.equal(
      'The service and this browser come to the same verdict, but read different data in the seal. ' +
        'What inspect.example read is shown. ' +
        'inspect.example: Seal intact. This browser: Seal intact. ' +
        'They disagree on: Signer and time of sealing, Where.',
    );
    await expect(element).to.be.accessible();
    const more = {...valid, gravity: {}, rotationRate: undefined, features: {}, x: 1};
    expect(notice(await checkedBy('both', valid, more))).to.match(
      /disagree on: Attitude and motion, Plate, x\.$/,
    );
  });

  it('shows which of two sources could not verify the file, and the verdict of the other', async () => {
    const alone = await checkedBy('both', offline, valid);
    expect(heading(alone)).to.equal('Seal intact.');
    expect(notice(alone)).to.equal(
      'inspect.example could not be reached. This verdict comes from this browser alone.',
    );
    expect(notice(await checkedBy('both', valid, offline))).to.equal(
      'This browser could not find out which signers to trust. This verdict comes from inspect.example alone.',
    );
    const noEngine = new SealedCaptureError('worker_unavailable', 'No WebAssembly.');
    expect(notice(await checkedBy('both', valid, noEngine))).to.contain(
      'This browser could not run the program that checks, which needs WebAssembly.',
    );
    const strange = new SealedCaptureError('response_invalid', 'No answer.');
    expect(notice(await checkedBy('both', strange, valid))).to.contain(
      'inspect.example gave an unreadable reply.',
    );
  });
});
