import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {FileInspection} from '../../../../src/core/inspection/inspections.js';
import {
  SignalSearch,
  type SignalSources,
} from '../../../../src/core/inspection/signals/signal-search.js';
import type {Signal} from '../../../../src/core/inspection/signals/signal.js';
import {accounts} from '../../../../src/core/inspection/signals/accounts.js';
import {farApart} from '../../../../src/core/inspection/signals/far-apart.js';
import {gaps} from '../../../../src/core/inspection/signals/gaps.js';
import {outOfOrder} from '../../../../src/core/inspection/signals/out-of-order.js';
import {sameFiles} from '../../../../src/core/inspection/signals/same-picture.js';
import {gps, known, none, sealed} from './known.js';

let last = 0;
const inspected = (name: string, content: string, answer: unknown = sealed()): FileInspection => ({
  id: ++last,
  file: new File([content], name),
  progress: {
    name: 'done',
    opinions: {result: answer as InspectionResult},
    facts: {name: 'waiting'},
    at: 0,
  },
});

/** Sources that count their calls; the hash of a file is its text, and all pictures are alike. */
class Sources implements SignalSources {
  readonly asked: string[] = [];
  atOnce = 0;
  most = 0;

  async facts(file: Blob) {
    return this.#during(`facts ${await file.text()}`, {
      sha256: await file.text(),
      unsealed: {...gps(1, 1, '2026-11-20T14:00:00Z'), takenAt: '2026-11-20T14:00:00Z'},
    });
  }

  async picture(file: Blob) {
    const grey = Uint8Array.from({length: 72}, (_, at) => (at * 37) % 200);
    return this.#during(`picture ${await file.text()}`, {width: 4, height: 3, grey});
  }

  async pixels(file: Blob) {
    return this.#during(`pixels ${await file.text()}`, {sha256: 'same'});
  }

  async #during<Value>(asked: string, value: Value): Promise<Value> {
    this.asked.push(asked);
    this.most = Math.max(this.most, ++this.atOnce);
    await new Promise((resolve) => setTimeout(resolve, 1));
    this.atOnce--;
    return value;
  }
}

async function allOf(found: AsyncIterable<Signal[]>): Promise<Signal[][]> {
  const all: Signal[][] = [];
  for await (const signals of found) all.push(signals);
  return all;
}
const kinds = (signals: readonly Signal[] | undefined) =>
  signals?.map((signal) => (signal.kind === 'same' ? signal.by : signal.kind));
const never = new AbortController().signal;

describe('the search for signals', () => {
  it('yields what the answers show, and then what the files show', async () => {
    const files = ['IMG_1.jpg', 'IMG_2.jpg', 'IMG_4.jpg'].map((name) => inspected(name, name));
    const [first, second] = await allOf(new SignalSearch(new Sources()).find(files, never));
    assert.deepEqual(kinds(first), ['gap']);
    assert.deepEqual(kinds(second), ['pixels', 'gap']);
  });

  it('reads one file at a time, and each once', async () => {
    const sources = new Sources();
    const search = new SignalSearch(sources);
    const files = ['aa', 'bbb', 'aa'].map((content) => inspected(`${content}.jpg`, content));
    const [, found] = await allOf(search.find(files, never));
    assert.deepEqual(kinds(found), ['bytes', 'pixels']);
    assert.equal(sources.most, 1);
    assert.deepEqual(sources.asked, [
      'facts aa',
      'picture aa',
      'picture bbb',
      'facts aa',
      'picture aa',
      'pixels aa',
      'pixels bbb',
    ]);
    sources.asked.length = 0;
    await allOf(search.find(files, never));
    assert.deepEqual(sources.asked, []);
    search.forget();
    await allOf(search.find(files.slice(1, 2), never));
    assert.deepEqual(sources.asked, ['picture bbb']);
  });

  it('reads what a file without a seal says of itself', async () => {
    const sources = new Sources();
    const files = [inspected('a.jpg', 'a', none), inspected('b.jpg', 'bb')];
    await allOf(new SignalSearch(sources).find(files, never));
    assert.deepEqual(
      sources.asked.filter((asked) => asked.startsWith('facts')),
      ['facts a'],
    );
  });

  it('goes on without what cannot be read', async () => {
    const sources = {
      facts: () => Promise.reject(new Error('unreadable')),
      picture: () => Promise.reject(new Error('unreadable')),
    };
    const files = ['1.jpg', '2.jpg', '4.jpg'].map((name) => inspected(name, 'a', none));
    const found = await allOf(new SignalSearch(sources).find(files, never));
    assert.deepEqual(found.map(kinds), [['gap'], ['gap']]);
  });

  it('ends when it is aborted, and reads nothing more', async () => {
    const giving = new AbortController();
    const sources = new Sources();
    const files = ['a', 'b', 'c'].map((content) => inspected(`${content}.jpg`, content));
    const picture = sources.picture.bind(sources);
    sources.picture = (file) => {
      giving.abort();
      return picture(file);
    };
    const found = await allOf(new SignalSearch(sources).find(files, giving.signal));
    assert.equal(found.length, 1);
    assert.deepEqual(sources.asked, ['facts a', 'picture a']);
  });
});

describe('500 files', () => {
  it('are compared in less than 50 ms for each signal', () => {
    const files = Array.from({length: 500}, (_, at) =>
      known(
        `IMG_${1000 + 2 * at}.jpg`,
        sealed(
          {
            ...gps(at % 2 ? 48 : -33, 11, new Date(1.76e12 - at * 60_000).toISOString()),
            tags: {deviceId: String(at % 3), account: String(at)},
          },
          {timestamp: new Date(1.76e12 - at * 60_000).toISOString()},
        ),
        {sha256: String(at >> 1)},
      ),
    );
    for (const search of [farApart, outOfOrder, accounts, gaps, sameFiles]) {
      search(files);
      const began = performance.now();
      assert.ok(search(files).length > 0, search.name);
      const took = performance.now() - began;
      assert.ok(took < 50, `${search.name}: ${took.toFixed(0)} ms`);
    }
  });
});
