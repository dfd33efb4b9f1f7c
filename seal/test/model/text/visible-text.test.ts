import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {visibleJson} from '../../../src/model/text/visible-json.js';
import {hasHiddenText, visibleLines, visibleText} from '../../../src/model/text/visible-text.js';

/** What strangers may write into a name, and how it is shown in one line. */
const hostile: Readonly<Record<string, string>> = {
  'a\u202egpj.exe': 'a[U+202E]gpj.exe',
  'a\u2066b\u2069': 'a[U+2066]b[U+2069]',
  'a\u061cb\u200eb\u200f': 'a[U+061C]b[U+200E]b[U+200F]',
  'pay\u200bpal\u2060\ufeff': 'pay[U+200B]pal[U+2060][U+FEFF]',
  'soft\u00adhyphen': 'soft[U+00AD]hyphen',
  'a\u{e0041}\u{e0001}': 'a[U+E0041][U+E0001]',
  '\ufff9a\ufffab\ufffb': '[U+FFF9]a[U+FFFA]b[U+FFFB]',
  'half\ud800': 'half[U+D800]',
  'a\u2028b\u2029c\nd\re\tf': 'a[U+2028]b[U+2029]c[U+000A]d[U+000D]e[U+0009]f',
  '\u001b[2J\u009b31m\u0000\u007f': '[U+001B][2J[U+009B]31m[U+0000][U+007F]',
  // Letters that are not drawn.
  'a\u3164\u115f\uffa0': 'a[U+3164][U+115F][U+FFA0]',
  // Nothing but a lookalike needs a joiner between Latin letters.
  'pay\u200dpal\u200c': 'pay[U+200D]pal[U+200C]',
  [`z${'\u0301'.repeat(50)}`]: `z${'\u0301'.repeat(4)}…`,
};

/** What honest people write. */
const honest = [
  'Harbour Capture, “a & b” <c>',
  'شركة المثال',
  'نمونه‌ها',
  'PDF‌ها',
  'श्री क्‍ष',
  'ශ්‍රී',
  '👩‍🚒 👨‍👩‍👧 👁️‍🗨️ ❤️‍🔥 🏳️‍🌈',
  '日本語 カメラ',
  'Zoë Žižek',
  '葛\u{e0100}',
];

describe('The text of strangers', () => {
  for (const [text, expected] of Object.entries(hostile)) {
    it('shows variation selectors where nothing has variants, and leaves those of emoji and Han', () => {
      assert.equal(visibleText('Ado\uFE0Fbe'), 'Ado[U+FE0F]be');
      assert.equal(visibleText('Ad\uFE0F\u200Dobe'), 'Ad[U+FE0F][U+200D]obe');
      assert.ok(hasHiddenText('Ado\uFE01be'));
      for (const honest of [
        '\u2764\uFE0F',
        '1\uFE0F\u20E3',
        '\u845B\u{E0100}',
        '\u{1F3F3}\uFE0F\u200D\u{1F308}',
      ]) {
        assert.equal(visibleText(honest), honest);
      }
    });

    it(`is shown as ${expected}`, () => {
      assert.equal(visibleText(text), expected);
      assert.equal(visibleText(expected), expected, 'the result is shown as it is');
      assert.ok(hasHiddenText(text));
    });
  }

  it('stays as it is where nothing is hidden, with the joiners of its script and of emoji', () => {
    for (const text of honest) {
      assert.equal(visibleText(text), text);
      assert.ok(!hasHiddenText(text));
    }
  });

  it('keeps its line breaks and tabs where it may have several lines, and nothing else', () => {
    assert.equal(visibleLines('a\n\tb\r\u202e\u2028'), 'a\n\tb[U+000D][U+202E][U+2028]');
  });

  it('becomes escapes in JSON, with the same value', () => {
    for (const text of Object.keys(hostile)) {
      const json = visibleJson({[text]: text}, 2);
      assert.equal(visibleLines(json.replace(/\p{M}+/gu, '')), json.replace(/\p{M}+/gu, ''));
      assert.deepEqual(JSON.parse(json), {[text]: text});
    }
  });
});
