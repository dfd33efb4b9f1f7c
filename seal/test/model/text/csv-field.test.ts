import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {csvField} from '../../../src/model/text/csv-field.js';

/** Splits a line as spreadsheets do: quotes protect a separator only where a field begins with one. */
function cellsIn(line: string, separator: string): string[] {
  const cells: string[] = [];
  for (let at = 0; at <= line.length; at++) {
    let cell = '';
    if (line[at] === '"') {
      for (at++; at < line.length && (line[at] !== '"' || line[at + 1] === '"'); at++) {
        if (line[at] === '"') at++;
        cell += line[at];
      }
      at++;
    }
    while (at < line.length && line[at] !== separator) cell += line[at++];
    cells.push(cell);
  }
  return cells;
}

/** The same without any regard to quotes, as the plainest programs split a line. */
const piecesIn = (line: string, separator: string): string[] => line.split(separator);

const isFormula = (cell: string): boolean => /^[\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(cell);

const separators = [',', ';', '\t', '|'];
const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\uff1d1+1', ' =1', '"=1"', '" "=1', '\u3000=1'];
const hostile = formulas.flatMap((formula) => [
  formula,
  ...[...separators, '"', '\n', '\r\n'].flatMap((mark) => [
    `Evil${mark}${formula}${mark}`,
    `${mark}${mark} ${formula}`,
    `"Evil"${mark}"${formula}"`,
  ]),
]);

describe('A field of a CSV file', () => {
  it('begins no formula, whichever separator a spreadsheet uses and wherever in the line it stands', () => {
    for (const text of hostile) {
      for (const line of [
        [text, 'b'],
        ['a', text, 'b'],
        ['a', text],
        [text, text],
      ]) {
        const written = line.map(csvField).join(',');
        for (const separator of separators) {
          for (const cell of [...cellsIn(written, separator), ...piecesIn(written, separator)]) {
            assert.ok(!isFormula(cell), JSON.stringify({text, separator, cell}));
          }
        }
      }
    }
  });

  it('is read back as one field with a comma, however many quotes and separators it has', () => {
    for (const text of ['a, "b"; c|d', 'Müller; Söhne', ...hostile]) {
      assert.equal(cellsIn([csvField(text), csvField('b')].join(','), ',').length, 2);
    }
  });

  it('leaves honest text readable', () => {
    for (const text of ['a=1', 'Smith-Jones', 'me@example.org', '20:15 +01:00', 'x - y', '']) {
      assert.equal(csvField(text), `"${text}"`);
    }
    assert.equal(csvField('say "x"; then y'), '"say ""x""; then y"');
  });

  it('shows characters that are hidden', () => {
    assert.equal(csvField('a\u202eb\nc'), '"a[U+202E]b[U+000A]c"');
  });
});
