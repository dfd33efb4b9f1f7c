import {Slices} from '../async/slices.js';

/** Values that are parsed between two looks at the clock. */
const VALUES = 200;

const space = /[ \t\n\r]*/y;
const plain = /-?\d+(\.\d+)?([eE][+-]?\d+)?|true|false|null/y;

type Container = {values: unknown[]} | {values: Record<string, unknown>; key: string};

/**
 * Parses JSON as `JSON.parse` does, in slices: 100,000 checks would block a page for a fifth of a second otherwise. A
 * single long string is parsed at once.
 *
 * @param mostLevels deepest nesting of arrays and objects
 * @throws {SyntaxError} if it is no JSON, or nested deeper
 */
export async function parseLongJson(text: string, mostLevels: number): Promise<unknown> {
  const slices = new Slices();
  const parser = new Parser(text, mostLevels);
  while (!parser.isDone) {
    for (let count = 0; count < VALUES && !parser.isDone; count++) parser.step();
    if (slices.isOver) await slices.rest();
  }
  // What is done with the value is a task of its own.
  await slices.rest();
  return parser.value;
}

class Parser {
  readonly #text: string;
  readonly #mostLevels: number;
  readonly #stack: Container[] = [];
  #at = 0;
  isDone = false;
  value: unknown;

  constructor(text: string, mostLevels: number) {
    this.#text = text;
    this.#mostLevels = mostLevels;
    this.#skip(space);
  }

  /** Parses a value that contains no others, or the beginning of one that does. */
  step(): void {
    const start = this.#text[this.#at];
    if (start === '[' || start === '{') {
      if (this.#stack.length >= this.#mostLevels) throw this.#wrong('nested too deep');
      this.#at++;
      this.#skip(space);
      const isList = start === '[';
      if (this.#takes(isList ? ']' : '}')) return this.#end(isList ? [] : {});
      this.#stack.push(isList ? {values: []} : {values: {}, key: this.#key()});
    } else if (start === '"') this.#end(this.#string());
    else {
      const from = this.#at;
      if (!this.#skip(plain)) throw this.#wrong('no value');
      this.#end(JSON.parse(this.#text.slice(from, this.#at)));
    }
  }

  /** Puts a whole value where it belongs, and closes what ends with it. */
  #end(whole: unknown): void {
    let value = whole;
    for (;;) {
      this.#skip(space);
      const inside = this.#stack.at(-1);
      if (!inside) {
        if (this.#at < this.#text.length) throw this.#wrong('more than one value');
        this.value = value;
        this.isDone = true;
        return;
      }
      const isObject = 'key' in inside;
      if (isObject) put(inside.values, inside.key, value);
      else inside.values.push(value);
      if (this.#takes(',')) {
        this.#skip(space);
        if (isObject) inside.key = this.#key();
        return;
      }
      if (!this.#takes(isObject ? '}' : ']')) throw this.#wrong('no end');
      this.#stack.pop();
      value = inside.values;
    }
  }

  #key(): string {
    if (this.#text[this.#at] !== '"') throw this.#wrong('no name');
    const key = this.#string();
    this.#skip(space);
    if (!this.#takes(':')) throw this.#wrong('no colon');
    this.#skip(space);
    return key;
  }

  #string(): string {
    let end = this.#at;
    do end = this.#text.indexOf('"', end + 1);
    while (end > 0 && this.#isEscaped(end));
    if (end < 0) throw this.#wrong('no end');
    const from = this.#at;
    this.#at = end + 1;
    return JSON.parse(this.#text.slice(from, this.#at)) as string;
  }

  #isEscaped(at: number): boolean {
    let backslashes = 0;
    while (this.#text[at - 1 - backslashes] === '\\') backslashes++;
    return backslashes % 2 === 1;
  }

  #takes(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  /** Skips what matches here; true if that is not nothing. */
  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const [found = ''] = pattern.exec(this.#text) ?? [];
    this.#at += found.length;
    return found !== '';
  }

  readonly #wrong = (what: string): SyntaxError =>
    new SyntaxError(`This is no JSON at position ${this.#at}: ${what}.`);
}

/** `__proto__` is a name like any other. */
function put(values: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') values[key] = value;
  else
    Object.defineProperty(values, key, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
}
