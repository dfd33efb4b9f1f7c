import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {decimals, Format} from '../../../src/elements/metadata/format.js';
import {readerLocale} from '../../../src/elements/strings/date-with-time.js';
import {bytes} from '../../../src/elements/seal-inspector/format.js';

describe('the inspector’s formatting', () => {
  const english = new Format('en-GB');

  it('separates the parts of a series with the comma of the language’s script', () => {
    assert.equal(english.series(['1:00', '2:00']), '1:00, 2:00');
    assert.equal(new Format('ar-EG').series(['1:00', '2:00']), '1:00، 2:00');
    assert.equal(new Format('ja').series(['1:00', '2:00']), '1:00、2:00');
  });

  it('rounds a value to its first uncertain digit', () => {
    assert.equal(decimals(8, 6), 0);
    assert.equal(decimals(0.5, 6), 1);
    assert.equal(decimals(8.4 / 111_320, 6), 5);
    assert.equal(decimals(1500, 6), 0);
    assert.equal(decimals(undefined, 2), 2);
    assert.equal(decimals(0, 2), 2);
  });

  it('keeps a zero that the accuracy supports, and adds none that it does not', () => {
    assert.equal(english.number(519, 1, 0.5), '519.0');
    assert.equal(english.number(519, 1), '519');
    assert.equal(english.number(-0.04, 1), '0');
    assert.equal(english.number(-1.25, 2), '−1.25');
  });

  it('formats a time with its zone in the reader’s locale', () => {
    const {value, time} = english.time('2026-11-20T14:04:09Z');
    assert.match(value, /^2\d November 2026.*\d\d:\d\d.*[A-Z]/);
    assert.equal(time, '2026-11-20T14:04:09.000Z');
    assert.deepEqual(english.time('soon\u202e'), {value: 'soon[U+202E]'});
  });

  it('uses the reader’s regional variant of the page’s language, and no other language', () => {
    assert.equal(readerLocale('en', ['de-DE', 'en-GB', 'en-US']), 'en-GB');
    assert.equal(readerLocale('en-us', ['en-GB']), 'en-GB');
    assert.equal(readerLocale('fr', ['de-DE', 'en-GB']), 'fr');
  });

  it('formats sizes in common units of the reader’s language', () => {
    assert.deepEqual(bytes(english, 4), {value: '4', unit: 'bytes'});
    assert.deepEqual(bytes(english, 161_713), {value: '161.7', unit: 'kB'});
    assert.deepEqual(bytes(english, 12_200_000), {value: '12', unit: 'MB'});
    assert.deepEqual(bytes(new Format('fr'), 161_713), {value: '161,7', unit: 'ko'});
    assert.deepEqual(bytes(new Format('ar'), 4), {value: '4', unit: 'بايت'});
  });
});
