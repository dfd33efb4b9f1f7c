import {expect} from '@open-wc/testing';
import type {Failures} from '../../../src/elements/capture/failures/failures.js';
import type {LatePart} from '../../../src/elements/late-part.js';
import {change, rendered} from '../kit.js';
import {GuidedFixture, list, type Guided} from './shots-fixture.js';

const two = list.slice(0, 2);

/** Deletes the photos as a person does, who can undo that. */
async function remove({element}: GuidedFixture, captureIds: readonly string[]): Promise<void> {
  const {failures} = element as unknown as {failures: LatePart<Failures>};
  await failures.load();
  const going = element.protections.filter(({captureId}) => captureIds.includes(captureId));
  failures.part?.remove(going, true);
  await rendered(element);
}

describe('A complete list of shots', () => {
  /** Opens the page, or opens it again with what was stored. */
  const visit = async (options: Partial<Guided> = {}, before?: GuidedFixture) => {
    for (const earlier of document.querySelectorAll('guided-camera')) earlier.remove();
    const memory = before?.element.memory;
    const fixture = await GuidedFixture.create(two, {
      id: 'car',
      ...(memory && {memory}),
      ...options,
    });
    // Restored captures are listed a moment later.
    if (before) await fixture.keep(before.captures);
    return fixture;
  };
  const told = ({completed}: GuidedFixture) => completed.length;

  it('is told once, and not again by a reload', async () => {
    const first = await visit();
    await first.take();
    await first.press('Skip Plate');
    await first.press('Not there');
    expect(told(first)).to.equal(1);
    const second = await visit({}, first);
    expect([second.states, told(second)]).to.eql([['taken', 'skipped'], 0]);
    await change(second.element, {tags: {claim: '2'}});
    await change(second.element, {tags: undefined});
    await rendered(second.element);
    expect(told(second), 'back to the job').to.equal(0);
  });

  it('is told if it becomes complete after a reload, and if another photo counts then', async () => {
    const first = await visit();
    await first.take();
    const second = await visit({}, first);
    await second.take();
    expect([told(first), told(second)]).to.eql([0, 1]);
    const third = await visit({}, second);
    await third.openList();
    await third.press('Retake Front');
    expect(told(third), 'the retake has begun').to.equal(0);
    await third.take();
    expect(told(third)).to.equal(1);
  });

  it('is told of each list of the same job once', async () => {
    const first = await visit();
    await first.take();
    await first.take();
    await change(first.element, {shots: list.slice(2)});
    await rendered(first.element);
    await first.take();
    expect(told(first)).to.equal(2);
    const second = await visit({}, first);
    await change(second.element, {shots: list.slice(2)});
    await rendered(second.element);
    expect([second.states, told(second)]).to.eql([['taken'], 0]);
  });

  it('is told again if a skipped shot is asked for and skipped again', async () => {
    const fixture = await visit();
    for (const {label} of two) {
      await fixture.press(`Skip ${label}`);
      await fixture.press('Not there');
    }
    expect(told(fixture)).to.equal(1);
    await fixture.openList();
    await fixture.press('Take Plate');
    await fixture.press('Skip Plate');
    await fixture.press('Not there');
    expect(told(fixture)).to.equal(2);
  });

  it('is not told by a deletion that the person undoes', async () => {
    const fixture = await visit();
    const front = await fixture.take();
    await fixture.take();
    await remove(fixture, [front]);
    expect(fixture.states).to.eql(['open', 'taken']);
    fixture.find('.undo').click();
    await rendered(fixture.element);
    expect([fixture.states, told(fixture)]).to.eql([['taken', 'taken'], 1]);
    await fixture.openList();
    await fixture.press('Retake Front');
    const second = await fixture.take();
    expect(told(fixture)).to.equal(2);
    await remove(fixture, [second]);
    fixture.find('.undo').click();
    await rendered(fixture.element);
    expect(told(fixture), 'an earlier photo counted meanwhile').to.equal(2);
    await fixture.element.discard(front);
    await rendered(fixture.element);
    expect(told(fixture), 'that earlier photo is deleted').to.equal(2);
  });
});

describe('Deleted photos of shots', () => {
  const list = [
    {id: 'a', label: 'A'},
    {id: 'b', label: 'B', required: true},
    {id: 'c', label: 'C', required: true},
    {id: 'd', label: 'D'},
  ];
  const complete = async () => {
    const fixture = await GuidedFixture.create(list);
    const ids: string[] = [];
    for (const _ of list) ids.push(await fixture.take());
    return {fixture, ids};
  };

  it('together: the first required shot of the list is asked for, and after it the next', async () => {
    const {fixture, ids} = await complete();
    await remove(fixture, ids);
    expect(fixture.states).to.eql(['open', 'open', 'open', 'open']);
    expect(fixture.asked).to.equal('2 of 4 · Required B');
    await fixture.take();
    expect(fixture.asked).to.equal('3 of 4 · Required C');
  });

  it('one after the other, in whatever order: the same', async () => {
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
    ]) {
      const {fixture, ids} = await complete();
      for (const index of order) {
        await fixture.element.discard(ids[index] ?? '');
        await rendered(fixture.element);
      }
      expect(fixture.asked).to.equal('2 of 4 · Required B');
      fixture.element.remove();
    }
  });

  it('of one shot: that shot is asked for, and of optional ones alone the first', async () => {
    const {fixture, ids} = await complete();
    await fixture.element.discard(ids[3] ?? '');
    await rendered(fixture.element);
    expect(fixture.asked).to.equal('4 of 4 D');
    await fixture.element.discard(ids[0] ?? '');
    await rendered(fixture.element);
    expect(fixture.asked).to.equal('1 of 4 A');
  });
});
