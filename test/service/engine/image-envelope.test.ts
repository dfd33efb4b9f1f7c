import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {describe, it} from 'node:test';
import {decodeEnvelope, EnvelopeError} from '../../../src/service/engine/image-envelope.js';
import {envelope} from '../requests.js';

const decodeText = (text: string) => decodeEnvelope(Buffer.from(`{"image":"${text}"}`, 'latin1'));

describe('The envelope of an inspection', () => {
  it('decodes any length like Buffer', () => {
    for (let length = 1; length < 70; length++) {
      const bytes = randomBytes(length);
      assert.deepEqual(Buffer.from(decodeEnvelope(Buffer.from(envelope(bytes)))), bytes);
    }
  });

  it('rejects every byte outside the alphabet, at every position', () => {
    const alphabet = /[A-Za-z0-9+/]/;
    for (let code = 0; code < 256; code++) {
      const character = String.fromCharCode(code);
      if (alphabet.test(character)) continue;
      for (let place = 0; place < 8; place++) {
        const text = `${'AAAAAAAA'.slice(0, place)}${character}${'AAAAAAAA'.slice(place + 1)}`;
        // "=" as the last character is padding; the last bits of this group are zero.
        if (character === '=' && place === 7) continue;
        assert.throws(() => decodeText(text), EnvelopeError, JSON.stringify(text));
      }
    }
  });

  it('rejects padding that is missing, doubled, in the middle, or has nonzero bits', () => {
    for (const text of [
      'A',
      'AA',
      'AAA',
      'A===',
      '====',
      'AA=A',
      'AAA=AAAA',
      'AB==',
      'AAB=',
      'AA==AA==',
    ])
      assert.throws(() => decodeText(text), EnvelopeError, text);
  });

  it('takes time proportional to its length', () => {
    const time = (length: number) => {
      const body = Buffer.from(envelope(Buffer.alloc(length)));
      body[body.length - 4] = 0x2a;
      const start = performance.now();
      assert.throws(() => decodeEnvelope(body), EnvelopeError);
      return performance.now() - start;
    };
    time(1_000_000);
    const [small, large] = [time(1_000_000), time(16_000_000)];
    assert.ok(large < Math.max(1000, small * 100), `${small} ms, then ${large} ms`);
  });
});
