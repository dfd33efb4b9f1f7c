import assert from 'node:assert/strict';
import {it} from 'node:test';
import {standIn} from '../../../src/core/async/stand-in.js';

interface Shelf {
  readonly size: number;
  label(): string;
  put(book: string): Promise<number>;
}

class RealShelf implements Shelf {
  readonly #books: string[];
  constructor(books: string[]) {
    this.#books = books;
  }
  get size() {
    return this.#books.length;
  }
  label = () => 'real';
  put(book: string) {
    return Promise.resolve(this.#books.push(book));
  }
}

it('answers for an object that arrives later, and loses none of the calls that wait for it', async () => {
  const books: string[] = [];
  let arrive: (code: typeof RealShelf) => void = () => undefined;
  const arrival = new Promise<typeof RealShelf>((resolve) => (arrive = resolve));
  const shelf = standIn<typeof RealShelf, Shelf>(
    arrival,
    (Code) => new Code(books),
    {size: 0, label: () => 'none yet'},
    () => books.push('made'),
  );
  const waiting = ['a', 'b', 'c'].map((book) => shelf.put(book));
  await Promise.resolve();
  assert.deepEqual([shelf.size, shelf.label(), books], [0, 'none yet', []]);
  arrive(RealShelf);
  assert.deepEqual(await Promise.all(waiting), [2, 3, 4]);
  assert.deepEqual(books, ['made', 'a', 'b', 'c']);
  assert.deepEqual([shelf.size, shelf.label(), await shelf.put('d')], [4, 'real', 5]);
});

it('lets a waiting call reject as the object rejects it', async () => {
  const shelf = standIn<string, Pick<Shelf, 'put'>>(
    Promise.resolve('No room.'),
    (message) => ({put: () => Promise.reject(new RangeError(message))}),
    {},
    () => undefined,
  );
  await assert.rejects(shelf.put('a'), new RangeError('No room.'));
});
