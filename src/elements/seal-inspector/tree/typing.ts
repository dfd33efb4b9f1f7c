/** Milliseconds within which typed letters are searched for together. */
const TYPING_MS = 500;

/** Letters that are typed to find a row that begins with them. */
export class Typing {
  #text = '';
  #at = 0;

  /** True if a key at this time (milliseconds, as in events) continues the earlier letters. */
  goesOn(at: number): boolean {
    return this.#text !== '' && at - this.#at < TYPING_MS;
  }

  /** The next item from `current` on, wrapping around, whose label begins with the typed letters. */
  next<Labelled extends {label: string}>(
    letter: string,
    at: number,
    current: Labelled,
    all: readonly Labelled[],
  ): Labelled | undefined {
    const isMore = this.goesOn(at);
    this.#text = (isMore ? this.#text : '') + letter.toLowerCase();
    this.#at = at;
    const from = all.indexOf(current) + (isMore ? 0 : 1);
    const inOrder = [...all.slice(from), ...all.slice(0, from)];
    return inOrder.find(({label}) => label.toLowerCase().startsWith(this.#text));
  }
}
