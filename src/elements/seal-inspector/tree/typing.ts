/** Within this time, letters that follow one another are looked for together. */
const TYPING_MS = 500;

/** Letters that are typed to find what begins with them. */
export class Typing {
  #text = '';
  #at = 0;

  /** Whether a key at this time (milliseconds, as events have it) belongs to what was typed before. */
  goesOn(at: number): boolean {
    return this.#text !== '' && at - this.#at < TYPING_MS;
  }

  /** The next one from `current` on, around the end, whose label begins with all that was typed. */
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
