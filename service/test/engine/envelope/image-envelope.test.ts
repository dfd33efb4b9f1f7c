import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {describe, it} from 'node:test';
import {decodeEnvelope, EnvelopeError} from '../../../src/engine/envelope/image-envelope.js';
import {envelope} from '../../requests.js';

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
        // A form of Base64 has these: the URL alphabet, and spaces around the text.
        if ('-_'.includes(character) || (character === ' ' && place % 7 === 0)) continue;
        assert.throws(() => decodeText(text), EnvelopeError, JSON.stringify(text));
      }
    }
  });

  it('rejects padding that is doubled, incomplete, in the middle, or has nonzero bits', () => {
    for (const text of [
      'A',
      'AA=',
      'AAAA=',
      'AB',
      'AAB',
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

  const lines = (text: string, width: number, end: string) =>
    text.match(new RegExp(`.{1,${width}}`, 'g'))!.join(end);
  const url = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_');
  const forms: Record<string, (base64: string) => string> = {
    'without padding': (base64) => base64.replace(/=+$/, ''),
    'in the URL alphabet': url,
    'in the URL alphabet, without padding': (base64) => url(base64).replace(/=+$/, ''),
    'with the line breaks of MIME': (base64) => lines(base64, 76, '\\r\\n'),
    'with line feeds and one at the end': (base64) => `${lines(base64, 64, '\\n')}\\n`,
    'with indented lines': (base64) => `\\n  ${lines(base64, 60, '\\n  ')}\\n`,
    'with lines of an odd length': (base64) => lines(base64, 75, '\\n'),
    'with a space for each line break': (base64) => lines(base64, 76, ' '),
    'with escapes as other programs write them': (base64) =>
      base64.replaceAll('/', '\\/').replaceAll('+', '\\u002B'),
    'as a data: URL': (base64) => `data:image/jpeg;base64,${base64}`,
    'as a data: URL without a type': (base64) => `data:;base64,${base64}`,
    'as a data: URL with parameters': (base64) =>
      `DATA:audio/mpeg;name=\\"a b.mp3\\";codecs=mp3;BASE64,${base64}`,
    'as a data: URL that is percent-encoded': (base64) =>
      `data:image/png;base64,${encodeURIComponent(lines(base64, 76, '\n'))}`,
    'as a data: URL in the URL alphabet': (base64) => `data:image/png;base64,${url(base64)}`,
  };
  for (const [name, write] of Object.entries(forms)) {
    it(`decodes Base64 ${name}`, () => {
      for (const length of [1, 2, 3, 500, 501, 502, 100_000, 100_001]) {
        const image = randomBytes(length);
        const text = write(image.toString('base64'));
        assert.deepEqual(Buffer.from(decodeText(text)), image, text.slice(0, 200));
      }
    });
  }

  const refused: [what: string, text: string, why: RegExp][] = [
    ['both alphabets', 'AA+_', /mixes the alphabets/],
    ['a character that is garbage', 'AAA*', /not allowed/],
    ['a percent sign outside of a URL', 'AAA%2BAA', /not allowed/],
    ['an escape that stands for garbage', 'data:;base64,AAA%2A', /not allowed/],
    ['a broken escape', 'data:;base64,AAAA%2', /not allowed/],
    ['a data: URL without Base64', 'data:image/svg+xml,<svg/>', /without ";base64,"/],
    ['a data: URL without data', 'data:image/png;base64', /without ";base64,"/],
    ['a data: URL within Base64', 'AAAAdata:image/png;base64,AAAA', /not allowed/],
    ['one character too many', 'AAAAA', /part is missing/],
    ['too little padding', 'AA=', /too few/],
    ['padding within a line', 'AA==AAAA', /not at its end/],
    ['a raw line break, which is no JSON', 'AAAA\nAAAA', /not JSON.*written as \\n/],
    ['nothing but line breaks', '\\n\\n', /empty/],
    ['an empty data: URL', 'data:image/png;base64,', /empty/],
  ];
  for (const [what, text, why] of refused) {
    it(`rejects ${what}, and says so`, () => {
      assert.throws(() => decodeText(text), {name: 'EnvelopeError', message: why});
    });
  }

  it('rejects Base64 whose "+" were decoded as spaces, which would be another image', () => {
    let tried = 0;
    for (let time = 0; time < 500; time++) {
      const base64 = randomBytes(300 + (time % 3)).toString('base64');
      const spaced = base64.replaceAll('+', ' ').trim();
      if (!spaced.includes(' ')) continue;
      tried++;
      for (const text of [spaced, spaced.replaceAll('=', ''), `data:image/png;base64,${spaced}`]) {
        assert.throws(() => decodeText(text), /spaces within its lines|part is missing|too few/);
      }
    }
    assert.ok(tried > 400, `${tried}`);
  });

  it('takes time proportional to its length', () => {
    const time = (length: number, first = 'A') => {
      const body = Buffer.from(envelope(Buffer.alloc(length)));
      body.write(first, 10, 'latin1');
      body[body.length - 4] = 0x2a;
      const start = performance.now();
      assert.throws(() => decodeEnvelope(body), EnvelopeError);
      return performance.now() - start;
    };
    time(1_000_000);
    for (const first of ['A', ' ', 'A A A A ', '-_-_', 'data:;base64,%41']) {
      const [small, large] = [time(100_000, first), time(1_600_000, first)];
      assert.ok(large < Math.max(1000, small * 100), `${first}: ${small} ms, then ${large} ms`);
    }
  });
});
