import {assert} from '@open-wc/testing';
import {
  BrowserBackgroundSync,
  BrowserBackgroundSyncEvents,
} from '../../../src/ports/browser/background-sync.js';

const moment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 200));

describe('background sync in this browser', () => {
  it('is requested without effect and without an error if the page has no service worker', async () => {
    const complaints: unknown[] = [];
    const onRejection = (event: PromiseRejectionEvent): void => void complaints.push(event.reason);
    addEventListener('unhandledrejection', onRejection);
    new BrowserBackgroundSync().request();
    await moment();
    removeEventListener('unhandledrejection', onRejection);
    assert.deepEqual(complaints, []);
  });

  it('informs the page of sealed captures until the page ends, and opens no channel without sync support', async () => {
    const ends = new AbortController();
    let heard = 0;
    new BrowserBackgroundSync().begin(
      () => true,
      () => void heard++,
      ends.signal,
    );
    const events = new BrowserBackgroundSyncEvents();
    events.announce();
    await moment();
    const expected = 'SyncManager' in globalThis ? 1 : 0;
    assert.equal(heard, expected);
    ends.abort();
    events.announce();
    await moment();
    assert.equal(heard, expected);
  });

  it('keeps the service worker alive during its work, and passes on that it is the last chance', async () => {
    const chances: boolean[] = [];
    new BrowserBackgroundSyncEvents().listen((lastChance) => {
      chances.push(lastChance);
      return Promise.reject(new Error('Something remains.'));
    });
    const kept: Promise<void>[] = [];
    const waitUntil = (work: Promise<void>): void => void kept.push(work);
    const sync = (tag: string, lastChance: boolean): void =>
      void dispatchEvent(Object.assign(new Event('sync'), {tag, lastChance, waitUntil}));
    sync('of-the-page', false);
    sync('sealed-capture', false);
    sync('sealed-capture', true);
    assert.deepEqual(chances, [false, true]);
    // A rejection makes the browser dispatch the sync again.
    const ends = await Promise.allSettled(kept);
    assert.deepEqual(
      ends.map(({status}) => status),
      ['rejected', 'rejected'],
    );
  });
});
