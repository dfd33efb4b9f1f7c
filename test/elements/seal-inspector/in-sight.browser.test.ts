import {expect, waitUntil} from '@open-wc/testing';
import type {SealInspector} from '../../../src/elements/seal-inspector.js';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {drawn, textOf} from '../kit.js';
import {invalid, valid} from './answers.js';
import {
  FakeClient,
  fileNamed,
  inspectorShowing,
  inspectorWith,
  part,
  transferEvent,
} from './fixture.js';

const client = (answer: InspectionResult = valid) => new FakeClient(() => Promise.resolve(answer));
const boxOf = (element: SealInspector, name: string) =>
  part(element, name)?.getBoundingClientRect() as DOMRect;
const isWholeInSight = ({top, bottom}: DOMRect) => top >= 0 && bottom <= innerHeight;
const drop = (element: SealInspector, ...names: string[]) =>
  element.dispatchEvent(
    transferEvent(
      'drop',
      'dataTransfer',
      names.map((name) => fileNamed(name)),
    ),
  );

/** An empty inspector on a page that is longer than its window and as wide as a phone. */
async function belowTheEdge(inspecting: FakeClient): Promise<SealInspector> {
  const element = await inspectorWith(inspecting);
  Object.assign(element.style, {width: '344px', marginBlock: '2000px'});
  scrollTo(0, element.getBoundingClientRect().top + scrollY - innerHeight + 200);
  return element;
}

describe('<seal-inspector> scrolling', () => {
  beforeEach(() => {
    // Only the element may change the scroll position.
    document.documentElement.style.overflowAnchor = 'none';
  });
  afterEach(() => {
    document.documentElement.style.overflowAnchor = '';
    scrollTo(0, 0);
  });

  it('shows the verdict across, the picture below it, and beside that on a wide page what was sealed', async () => {
    const element = await inspectorShowing(valid);
    element.style.width = '344px';
    expect(boxOf(element, 'preview').top).to.be.at.least(boxOf(element, 'verdict').bottom);
    element.style.width = '1000px';
    expect(boxOf(element, 'preview').top).to.be.at.least(boxOf(element, 'verdict').bottom);
    expect(boxOf(element, 'preview').right).to.be.at.most(boxOf(element, 'sections').left);
    expect(boxOf(element, 'preview').top).to.equal(boxOf(element, 'sections').top);
  });

  it('scrolls to the verdict when a person has dropped a file', async () => {
    const element = await belowTheEdge(client());
    drop(element, 'photo.jpg');
    await waitUntil(() => part(element, 'preview'), 'the result is shown');
    expect(isWholeInSight(boxOf(element, 'verdict'))).to.be.true;
  });

  it('scrolls to the progress and then to the verdict if the check is slow', async () => {
    let answer: (result: InspectionResult) => void = () => undefined;
    const element = await belowTheEdge(
      new FakeClient(() => new Promise((given) => (answer = given))),
    );
    drop(element, 'photo.jpg');
    await drawn(element);
    const working = element.shadowRoot?.querySelector('.working');
    expect(isWholeInSight(working?.getBoundingClientRect() as DOMRect)).to.be.true;
    answer(invalid);
    await waitUntil(() => part(element, 'preview'), 'the result is shown');
    expect(isWholeInSight(boxOf(element, 'verdict'))).to.be.true;
  });

  it('does not scroll if the person has scrolled away', async () => {
    let answer: (result: InspectionResult) => void = () => undefined;
    const element = await belowTheEdge(
      new FakeClient(() => new Promise((given) => (answer = given))),
    );
    drop(element, 'photo.jpg');
    await drawn(element);
    scrollTo(0, 100);
    answer(valid);
    await waitUntil(() => part(element, 'preview'), 'the result is shown');
    expect(scrollY).to.equal(100);
  });

  it('does not scroll if the page itself sets the next file', async () => {
    const element = await belowTheEdge(client());
    drop(element, 'photo.jpg');
    await waitUntil(() => part(element, 'preview'), 'the result is shown');
    scrollTo(0, boxOf(element, 'verdict').top + scrollY - innerHeight + 40);
    const before = scrollY;
    await element.inspect(fileNamed('other.jpg'));
    await waitUntil(() => part(element, 'preview'), 'the result is shown');
    expect(scrollY).to.equal(before);
  });

  it('scrolls to the list of several files, and to the verdict of the file that is pressed', async () => {
    const inspecting = new FakeClient((file) =>
      Promise.resolve((file as File).name.startsWith('broken') ? invalid : valid),
    );
    const element = await belowTheEdge(inspecting);
    drop(element, ...Array.from({length: 9}, (_, index) => `valid${index}.jpg`), 'broken.jpg');
    const said = () => textOf(element.shadowRoot?.querySelector('.inspector > [role=status]'));
    await waitUntil(() => said().includes('10 files: 1 broken, 9 intact'));
    expect(boxOf(element, 'files').top).to.be.within(0, innerHeight);
    const row = part(element, 'list')?.querySelector<HTMLElement>('li:nth-child(10)');
    row?.click();
    await waitUntil(() => textOf(part(element, 'verdict')).includes('Seal broken.'));
    await drawn(element);
    expect(isWholeInSight(boxOf(element, 'verdict'))).to.be.true;
  });
});
