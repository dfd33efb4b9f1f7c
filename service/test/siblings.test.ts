import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {Siblings, Switchboard} from '../src/siblings.js';

type Message = Parameters<Parameters<Switchboard['join']>[0]['send']>[0];

/** A process that records what the primary process sends it. */
function join(switchboard: Switchboard, number: number) {
  const got: Message[] = [];
  const line = switchboard.join({number, send: (message) => void got.push(message)});
  return {
    got,
    ...line,
    ask: () => line.onMessage({name: 'ask', id: 9, topic: 'metrics', value: undefined}),
    answer: (answer: unknown) => {
      const asked = got.find(({name}) => name === 'asked');
      line.onMessage({name: 'answer', id: asked?.id ?? -1, answer});
    },
  };
}

describe('Processes of one service', () => {
  it('are asked through the primary process, and each answer has the number of its process', () => {
    const switchboard = new Switchboard();
    const [one, two, three] = [1, 2, 3].map((number) => join(switchboard, number)) as [
      ReturnType<typeof join>,
      ReturnType<typeof join>,
      ReturnType<typeof join>,
    ];
    two.ask();
    three.answer('c');
    assert.deepEqual(two.got, []);
    one.answer('a');
    assert.deepEqual(two.got, [
      {
        name: 'answers',
        id: 9,
        answers: [
          {process: 3, answer: 'c'},
          {process: 1, answer: 'a'},
        ],
      },
    ]);
  });

  it('do not wait for one that ends', () => {
    const switchboard = new Switchboard();
    const [one, two] = [join(switchboard, 1), join(switchboard, 2)];
    one.ask();
    assert.equal(one.got.length, 0);
    two.leave();
    assert.deepEqual(one.got, [{name: 'answers', id: 9, answers: []}]);
    one.ask();
    assert.equal(one.got.length, 2);
  });

  it('wait for one that does not answer no longer than the time limit', async () => {
    const switchboard = new Switchboard(10);
    const [one, two] = [join(switchboard, 1), join(switchboard, 2)];
    one.ask();
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual(one.got, [{name: 'answers', id: 9, answers: []}]);
    two.answer('late');
    assert.equal(one.got.length, 1);
  });

  it('answer for themselves if there is only one', async () => {
    const siblings = new Siblings();
    siblings.answer('metrics', () => Promise.resolve(7));
    assert.deepEqual(await siblings.ask('metrics'), [{process: 1, answer: 7}]);
    siblings.close();
  });
});
