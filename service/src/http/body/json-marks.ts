import {ProblemError} from '../problems.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MARKS = new Set([...':,[{'].map((mark) => mark.charCodeAt(0)));
const isMark = Uint8Array.from({length: 256}, (_, code) => (MARKS.has(code) ? 1 : 0));

/**
 * Refuses a JSON text with more than `most` colons, commas and opening brackets. Very many members and levels make
 * a parser slow; a few long strings do not. A text that passes is parsed quickly.
 *
 * @throws {ProblemError} 400
 */
export function limitMarks(text: Uint8Array, most: number): void {
  let count = 0;
  let isInString = false;
  for (let i = 0; i < text.length; i++) {
    const code = text[i]!;
    if (isInString) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) isInString = true;
    else {
      count += isMark[code]!;
      if (count > most) throw tooMany();
    }
  }
}

const tooMany = () =>
  new ProblemError(400, 'The body has more members than a request of this form can have.');
