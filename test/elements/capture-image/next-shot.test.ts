import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {NextShot} from '../../../src/elements/capture-image/shots/next/next-shot.js';
import type {Shot, ShotProgress} from '../../../src/elements/capture-image/shots/shot.js';

const list: readonly Shot[] = [
  {id: 'front', label: 'Front'},
  {id: 'left', label: 'Left'},
  {id: 'plate', label: 'Plate', required: true},
];

/** The list with these photos, newest first, of each shot; all photos in `captures` are there. */
class Course {
  readonly next = new NextShot();
  #before: readonly ShotProgress[] = [];

  to(photos: Readonly<Record<string, readonly string[]>>, captures = Object.values(photos).flat()) {
    const now = list.map(({id}): ShotProgress => {
      const captureIds = photos[id] ?? [];
      return {id, state: captureIds.length > 0 ? {name: 'taken', captureIds} : {name: 'open'}};
    });
    const before = this.#before;
    this.#before = now;
    const all = captures.map((captureId) => ({captureId}));
    return this.next.update({list, before, now, captures: all});
  }

  get id() {
    return this.next.current?.id;
  }
}

describe('the next shot', () => {
  it('is the first one, then the open one after the last photo, wherever the list begins', () => {
    const course = new Course();
    assert.deepEqual([course.to({}), course.id], [[], 'front']);
    course.next.choose('left');
    assert.equal(course.id, 'left');
    assert.deepEqual([course.to({left: ['a']}), course.id], [['left'], 'plate']);
    course.to({left: ['a'], plate: ['b']});
    assert.equal(course.id, 'front');
    course.to({left: ['a'], plate: ['b'], front: ['c']});
    assert.equal(course.id, undefined);
  });

  it('is that which the person has chosen until it has a new photo, also of an earlier time', () => {
    const course = new Course();
    course.to({front: ['a']});
    course.next.choose('front');
    assert.equal(course.id, 'front');
    assert.deepEqual(course.to({front: ['a', 'set back']}), ['front']);
    assert.equal(course.id, 'left');
    course.next.choose('front');
    course.next.choose();
    assert.equal(course.id, 'left');
  });

  it('is the one after a shot that was skipped, and not that one any more', () => {
    const course = new Course();
    course.to({});
    course.next.choose('left');
    course.next.skip('left');
    assert.equal(course.id, 'plate');
    course.next.startAnew();
    assert.equal(course.id, 'front');
  });

  it('is the shot whose photo was deleted, although an earlier photo counts again', () => {
    const course = new Course();
    const rest = {left: ['b'], plate: ['c']};
    course.to({front: ['new', 'old'], ...rest});
    course.to({front: ['old'], ...rest});
    assert.equal(course.id, 'front');
  });

  it('is the first required one of several that were deleted, and stays where a photo only no longer counts', () => {
    const course = new Course();
    course.to({front: ['a'], left: ['b'], plate: ['c']});
    course.to({left: ['b']});
    assert.equal(course.id, 'plate');
    const other = new Course();
    other.to({front: ['a'], left: ['b'], plate: ['c']});
    other.to({front: ['a'], left: ['b']}, ['a', 'b', 'c']);
    assert.equal(other.id, 'plate', 'the open one');
    assert.equal(other.next.isOpen('front'), false);
  });
});
