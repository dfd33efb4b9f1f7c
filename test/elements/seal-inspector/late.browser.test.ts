import {expect, waitUntil} from '@open-wc/testing';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {SealInspector} from '../../../src/elements/seal-inspector.js';
import {answers} from './answers.js';
import {FakeClient, fileNamed, part} from './fixture.js';
import {drawn, textOf} from '../kit.js';

/** An inspector that cannot load the code for results until the test allows it. */
class LonelyInspector extends SealInspector {
  isReachable = false;
  loads = 0;

  protected override importResultView() {
    this.loads++;
    return this.isReachable
      ? super.importResultView()
      : Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  }
}
customElements.define('lonely-inspector', LonelyInspector);

function lonely(answer: InspectionResult): LonelyInspector {
  const element = document.createElement('lonely-inspector') as LonelyInspector;
  element.lang = 'en';
  element.client = new FakeClient(() => Promise.resolve(answer));
  document.body.append(element);
  return element;
}

const heading = (element: SealInspector) => textOf(part(element, 'verdict')?.querySelector('h2'));
const status = (element: SealInspector) =>
  textOf(element.shadowRoot?.querySelector('[role=status]'));

describe('<seal-inspector> while the code for results cannot be loaded', () => {
  it('says so and dispatches the verdict, and shows and announces it once the code can be loaded', async () => {
    const element = lonely(answers.invalid);
    let told = 0;
    element.addEventListener('inspected', () => told++);
    expect(await element.inspect(fileNamed('photo.jpg'))).to.equal(answers.invalid);
    expect(told).to.equal(1);
    expect(textOf(part(element, 'failure'))).to.contain('A part of this page did not load');
    expect(status(element)).to.contain('A part of this page did not load');
    expect(part(element, 'verdict')).to.be.null;
    element.isReachable = true;
    part(element, 'failure')?.querySelector('button')?.click();
    await waitUntil(() => part(element, 'verdict'), 'the verdict is shown');
    expect(heading(element)).to.equal('Seal broken.');
    expect(status(element)).to.contain('Seal broken.');
    expect(part(element, 'failure')).to.be.null;
    expect(told).to.equal(1);
    element.remove();
  });

  it('has the place of the button for an address, so that nothing moves once it is there', async () => {
    const element = lonely(answers.valid);
    await drawn(element);
    expect(part(element, 'address-button')).to.be.null;
    const {height} = part(element, 'intake')!.getBoundingClientRect();
    element.remove();
    const other = document.createElement('lonely-inspector') as LonelyInspector;
    other.isReachable = true;
    other.lang = 'en';
    document.body.append(other);
    await waitUntil(() => part(other, 'address-button'), 'the button is there');
    expect(part(other, 'intake')!.getBoundingClientRect().height).to.equal(height);
    other.remove();
  });

  it('announces the failure of a single file, which needs no such code', async () => {
    const element = lonely(answers.valid);
    await element.inspect(new File([], 'empty.jpg', {type: 'image/jpeg'}));
    await drawn(element);
    expect(textOf(part(element, 'failure'))).to.contain('empty');
    expect(status(element)).to.contain('empty');
    expect(status(element)).to.not.contain('A part of this page did not load');
    element.remove();
  });

  it('loads the code with the next file, once it can be loaded', async () => {
    const element = lonely(answers.valid);
    await element.inspect(fileNamed('photo.jpg'));
    element.isReachable = true;
    const before = element.loads;
    await drawn(element, element.inspect(fileNamed('photo.jpg')));
    expect(part(element, 'checks')).to.not.be.null;
    expect(heading(element)).to.equal('Seal intact.');
    expect(element.loads).to.equal(before + 1);
    element.remove();
  });

  it('says so of several files, and shows their list once it can be loaded', async () => {
    const element = lonely(answers.valid);
    await element.inspect([fileNamed('one.jpg'), fileNamed('two.jpg')]);
    await waitUntil(() => part(element, 'failure'), 'the words are shown');
    expect(textOf(part(element, 'failure'))).to.contain('A part of this page did not load');
    element.isReachable = true;
    part(element, 'failure')?.querySelector('button')?.click();
    await waitUntil(() => part(element, 'list'), 'the list is shown');
    expect(part(element, 'failure')).to.be.null;
    element.remove();
  });
});
