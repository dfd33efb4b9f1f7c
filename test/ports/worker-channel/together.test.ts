import assert from 'node:assert/strict';
import {it} from 'node:test';
import {together} from '../../../src/ports/worker-channel/together.js';

class Counter {
  #count = 0;
  next = (): number => ++this.#count;
  last(): number {
    return this.#count;
  }
}

it('calls the first object that has a method, as its own method', () => {
  const both = together({next: () => 7}, new Counter(), {last: () => 'never'});
  assert.equal(both.next(), 7);
  assert.equal(both.last(), 0);
});

it('has no method that none of the objects has, or that the first of them leaves out', () => {
  const both: {next?: () => number; previous?: () => number} = together(
    {next: undefined},
    new Counter(),
  );
  assert.equal(both.next, undefined);
  assert.equal(both.previous, undefined);
});
