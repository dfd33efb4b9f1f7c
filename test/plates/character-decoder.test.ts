import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {CharacterDecoder, type ReadLine} from '../../src/plates/character-decoder.js';

/** The network has one class more than these lines for the blank, and one for the space. */
const dictionary = ['疗', 'A', 'b', '1', '0', 'O', '·', '#', '.'];
const decoder = new CharacterDecoder(`${dictionary.join('\n')}\n`);
const classes = dictionary.length + 2;

/** A sequence of steps with the likeliest character of each; "_" is the blank. */
function read(steps: string, likelihood = 0.8): ReadLine {
  const data = new Float32Array([...steps].length * classes);
  for (const [step, character] of [...steps].entries()) {
    const index = character === '_' ? 0 : [...dictionary, ' '].indexOf(character) + 1;
    data[step * classes + index] = likelihood;
  }
  return decoder.read({data, steps: [...steps].length, classes});
}

describe('the character decoder', () => {
  it('reads a character once until a blank or another character follows', () => {
    assert.equal(read('AA_A11_0').text, 'AA10');
  });

  it('writes lower case as upper case, and seals as gaps', () => {
    assert.equal(read('b·1 0.1').text, 'B 1 0.1');
  });

  it('chooses the likeliest character that a plate can have, not of all that the network knows', () => {
    const data = new Float32Array(classes);
    data[1] = 0.6;
    data[2] = 0.3;
    assert.equal(decoder.read({data, steps: 1, classes}).text, 'A');
    assert.ok(Math.abs(decoder.read({data, steps: 1, classes}).confidence - 0.3) < 1e-6);
  });

  it('has the average confidence of its characters', () => {
    assert.ok(Math.abs(read('A_1', 0.7).confidence - 0.7) < 1e-6);
    assert.deepEqual(read('___'), {text: '', confidence: 0});
  });

  it('keeps O and 0 as they were read', () => {
    assert.equal(read('O0').text, 'O0');
  });
});
