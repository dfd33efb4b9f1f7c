import assert from 'node:assert/strict';
import {Readable} from 'node:stream';
import {describe, it} from 'node:test';
import {BodyBudget} from '../../../src/http/body/body-budget.js';
import {ProblemError} from '../../../src/http/problems.js';
import {gather} from '../../../src/http/body/read-body.js';

const tooLarge = () => new ProblemError(413, 'Too large.');
const limit = 1_000_000;
const body = (bytes: number) => Readable.from([Buffer.alloc(bytes, 1)]);

describe('Reading a body', () => {
  for (const expected of [200_000, undefined]) {
    const how = expected === undefined ? 'in chunks' : 'of known length';
    it(`adds a body ${how} to the reserved memory, and keeps the reservations of others`, async () => {
      const budget = new BodyBudget(limit);
      const claim = budget.claim(300_000);
      const first = await gather(body(200_000), {expected, limit, claim, tooLarge});
      assert.equal(budget.claimed, 300_000 + first.buffer.byteLength);
      const second = await gather(body(1000), {limit, claim, tooLarge});
      assert.equal(
        budget.claimed,
        300_000 + first.buffer.byteLength + second.buffer.byteLength,
        'also after a smaller one',
      );
      claim.release();
      assert.equal(budget.claimed, 0);
    });
  }

  it('reserves nothing for a body that is too large, or does not fit beside the others', async () => {
    const budget = new BodyBudget(limit);
    budget.claim(900_000);
    const claim = budget.claim(0);
    const read = (expected: number) => gather(body(10), {expected, limit, claim, tooLarge});
    await assert.rejects(read(limit + 1), {statusCode: 413});
    await assert.rejects(read(200_000), {statusCode: 503});
    assert.equal(budget.claimed, 900_000);
  });
});
