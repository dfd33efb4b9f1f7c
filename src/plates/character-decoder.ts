/** A line of text that was read. */
export interface ReadLine {
  /** Capital letters, digits, and the line's spaces, hyphens and dots. */
  text: string;
  /** Mean confidence of its characters, from 0 to 1. */
  confidence: number;
}

/** Likelihoods of every character the network knows, for each step from left to right. */
export interface Likelihoods {
  data: ArrayLike<number>;
  steps: number;
  classes: number;
}

/** The network's class for "no new character". */
const BLANK = 0;

/**
 * Decodes the output of a network that was trained with CTC: a character counts once until another or a gap
 * follows. The network knows thousands of characters; plates have capitals and digits.
 */
export class CharacterDecoder {
  /** The characters of plates by class, including blank. */
  readonly #characters: ReadonlyMap<number, string>;

  /** @param dictionary the network's characters, one a line, in the order of its classes */
  constructor(dictionary: string) {
    const characters = new Map([[BLANK, '']]);
    const lines = dictionary.replace(/\n$/, '').split(/\r?\n/);
    for (const [index, character] of [...lines, ' '].entries()) {
      const written = character === '·' ? ' ' : character.toUpperCase();
      if (/^[A-Z0-9 .-]$/.test(written)) characters.set(index + 1, written);
    }
    this.#characters = characters;
  }

  read({data, steps, classes}: Likelihoods): ReadLine {
    let text = '';
    let sum = 0;
    let last = BLANK;
    for (let step = 0; step < steps; step++) {
      let best = BLANK;
      let likelihood = -1;
      for (const index of this.#characters.keys()) {
        const value = data[step * classes + index]!;
        if (value > likelihood) [best, likelihood] = [index, value];
      }
      if (best !== BLANK && best !== last) {
        text += this.#characters.get(best);
        sum += likelihood;
      }
      last = best;
    }
    return {text, confidence: text ? sum / text.length : 0};
  }
}
