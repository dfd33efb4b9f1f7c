import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {parseLongJson} from '../../../src/core/inspection/long-json.js';

const parsed = (text: string) => parseLongJson(text, 100);

describe('Long JSON', () => {
  it('is parsed as JSON.parse does', async () => {
    for (const text of [
      ...['{}', '[]', ' [ ] ', '"a"', '-1.5e+3', 'true', ' null\n', '[1,[2,{"a":[]}],{}]', '0'],
      '{"a":1,"a":2,"b":{"c":"\\"\\\\","d":"\\u202e\\\\\\""},"":[null,false]}',
      '{"__proto__":{"x":1},"constructor":2}',
      '{ "k" : [ 1 , 2 ] , "l" : "," }',
      JSON.stringify(Array.from({length: 5_000}, (_, n) => ({n, text: `"${n}"\\`, list: [n]}))),
    ]) {
      const own = await parsed(text);
      assert.deepEqual(own, JSON.parse(text), text.slice(0, 80));
      assert.equal(JSON.stringify(own), JSON.stringify(JSON.parse(text)));
    }
  });

  it('is refused where JSON.parse refuses it', async () => {
    for (const text of [
      ...['', ' ', '[', '{', '[1,]', '{"a"}', '{"a":}', '{"a":1,}', '[1 2]', '1 2', 'nul', "'a'"],
      ...['"a', '"a\\"', '"\n"', '{a:1}', '[]]', '{"a":1}}', '01', '.5', '+1', '[,1]', '"\\x"'],
    ]) {
      assert.throws(() => JSON.parse(text) as unknown, text);
      await assert.rejects(parsed(text), SyntaxError, text);
    }
  });

  it('is refused if it is nested too deep', async () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    await parsed(nested(100));
    await assert.rejects(parsed(nested(101)), SyntaxError);
    await assert.rejects(parsed('['.repeat(1_000_000)), SyntaxError);
  });

  it('lets other tasks run while it is parsed', async () => {
    const text = JSON.stringify(Array.from({length: 100_000}, (_, n) => ({code: `a.${n}`})));
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await parsed(text);
    clearInterval(timer);
    assert.ok(turns > 2, `${turns} turns`);
  });
});
