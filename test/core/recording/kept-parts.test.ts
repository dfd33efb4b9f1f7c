import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {KeptParts} from '../../../src/core/recording/kept-parts.js';
import {Page} from '../queue/queue-fixture.js';

const part = (index: number) => ({index, bytes: new ArrayBuffer(1), samples: index});

describe('the parts of a recording that has ended', () => {
  it('are not waited for if the storage never answers, and no more parts are stored', async () => {
    const {recordings} = new Page();
    const asked: number[] = [];
    let answer: () => void = () => undefined;
    recordings.addPart = (_, {index}) => {
      asked.push(index);
      return new Promise((resolve) => (answer = () => resolve({name: 'stored'})));
    };
    const kept = new KeptParts(recordings, 'recording', () => undefined);
    kept.add(part(1));
    kept.add(part(2));
    await kept.settled(10);
    answer();
    await new Promise((resolve) => setTimeout(resolve, 10));
    assert.deepEqual(asked, [1]);
  });
});
