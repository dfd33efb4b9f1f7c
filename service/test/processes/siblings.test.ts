import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {Relay} from '../../src/processes/relay.js';
import {Siblings, type ToProcess} from '../../src/processes/siblings.js';

const LIMIT_MS = 50;
const NEVER = new Promise<never>(() => {});

/** Processes that the relay connects, each of which answers what the test gives for it. */
function processes(answers: readonly Promise<unknown>[], limit = 60_000) {
  const relay = new Relay();
  return answers.map((answer, index) => {
    const number = index + 1;
    const taken: ToProcess[] = [];
    const siblings: Siblings = new Siblings(number, (message) => line.onMessage(message), limit);
    const line = relay.join(number, (message) => {
      taken.push(message);
      siblings.take(message);
    });
    siblings.answer('metrics', () => answer);
    return {siblings, taken, ...line};
  });
}

describe('Processes of one service', () => {
  it('are asked through the primary process, and each answer has the number of its process', async () => {
    const [, two] = processes(['a', 'b', 'c'].map((answer) => Promise.resolve(answer)));
    assert.deepEqual(await two?.siblings.ask('metrics'), [
      {process: 2, answer: 'b'},
      {process: 1, answer: 'a'},
      {process: 3, answer: 'c'},
    ]);
  });

  it('do not wait for one that ends', async () => {
    const [one, two] = processes([Promise.resolve('a'), NEVER]);
    const asked = one?.siblings.ask('metrics');
    two?.leave();
    assert.deepEqual(await asked, [{process: 1, answer: 'a'}]);
    assert.deepEqual(await one?.siblings.ask('metrics'), [{process: 1, answer: 'a'}]);
    assert.equal(two?.taken.length, 1, 'it is asked no more');
  });

  it('wait for one that does not answer no longer than the time limit', async () => {
    let answerLate = (_answer: string): void => undefined;
    const late = new Promise<string>((resolve) => (answerLate = resolve));
    const [one] = processes([Promise.resolve('a'), late, Promise.resolve('c')], LIMIT_MS);
    const answers = await one?.siblings.ask('metrics');
    answerLate('b');
    await late;
    assert.deepEqual(answers, [
      {process: 1, answer: 'a'},
      {process: 3, answer: 'c'},
    ]);
  });

  it('answer for themselves if there is only one', async () => {
    const siblings = new Siblings();
    siblings.answer('metrics', () => Promise.resolve(7));
    assert.deepEqual(await siblings.ask('metrics'), [{process: 1, answer: 7}]);
    siblings.close();
  });
});
