import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {encode, padding} from '../../src/encoding/cbor.js';

describe('padding', () => {
  it('enlarges a map by any number of bytes', () => {
    const empty = encode({pad: new Uint8Array(0)}).length;
    const around = (n: number) => Array.from({length: 40}, (_, i) => n - 20 + i);
    for (const growth of [...Array(600).keys(), ...around(65_536), ...around(70_000)]) {
      assert.equal(encode(padding(growth)).length, empty + growth);
    }
  });
});
