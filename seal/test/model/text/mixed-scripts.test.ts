import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {mixedScripts, scriptNames} from '../../../src/model/text/mixed-scripts.js';

describe('The scripts of a name', () => {
  it('are mixed if a letter looks like one of another alphabet', () => {
    for (const [name, ...codes] of [
      ['\u0410dobe Inc.', 'Cyrl', 'Latn'],
      ['Le\u0456ca', 'Cyrl', 'Latn'],
      ['N\u03bfkia', 'Grek', 'Latn'],
      ['Can\u0585n', 'Armn', 'Latn'],
      ['\u0421\u0430non カメラ', 'Cyrl', 'Kana', 'Latn'],
      ['\u13a0dobe', 'Cher', 'Latn'],
    ] as const) {
      assert.deepEqual(mixedScripts(name).sort(), codes, name);
    }
  });

  it('are not mixed in honest names', () => {
    for (const name of [
      ...['Adobe Inc.', 'Zoë Žižek', 'Газпром', 'Ελλάδα', 'Հայաստան', 'Leica Camera AG', '', '123'],
      ...[
        'ソニー株式会社 Sony',
        'ひらがなカタカナ漢字',
        'コーヒー',
        '삼성전자 Samsung 三星',
        '台灣ㄅ TSMC',
      ],
      ...['شركة ABC', 'בנק ABC', 'ธนาคาร SCB', 'ABC बैंक', '2 µm', 'Ångström № 5 ™'],
    ]) {
      assert.deepEqual(mixedScripts(name), [], name);
    }
  });

  it('have names in the reader’s language', () => {
    assert.deepEqual(scriptNames(['Latn', 'Cyrl'], 'en'), ['Cyrillic', 'Latin']);
    assert.deepEqual(scriptNames(['Latn', 'Cyrl'], 'de'), ['Kyrillisch', 'Lateinisch']);
  });
});
