import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {settled} from '../../settled.js';
import {drawn, FakeClient, keptIn, Page, silent, type PageOptions} from './queue-fixture.js';

/** A page whose client has a person review each capture. */
function reviewing(options?: PageOptions): Page {
  const page = new Page(options);
  page.client.reviews = true;
  return page;
}

const asked = (page: Page) =>
  page.protection.captures.flatMap(({captureId, asksHere}) => (asksHere ? captureId : []));
const review = {name: 'held', awaits: 'review'} as const;

describe('a photo that a person has yet to say whether to use', () => {
  it('is stored at the shutter, and neither sealed nor told to the page', async () => {
    const page = reviewing();
    const captureId = await page.capture();
    assert.deepEqual(page.progress, [review]);
    assert.deepEqual(asked(page), [captureId]);
    assert.deepEqual(
      page.stored.map((job) => job.state),
      [review],
    );
    assert.ok(page.browser.captures.media(captureId));
    await page.wake('online');
    assert.deepEqual([page.calls.length, page.client.heard], [0, []]);
  });

  it('is told to the page once it is used, and then sealed', async () => {
    const page = reviewing();
    const captureId = await page.capture();
    await settled(page.protection.accept(captureId));
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
    assert.deepEqual(page.client.own, [true]);
    assert.equal(page.client.captured[0]?.captureId, captureId);
    assert.equal(await page.client.captured[0]?.blob.text(), 'raw');
    assert.deepEqual(asked(page), []);
  });

  it('is told once although “Use” is pressed twice', async () => {
    const page = reviewing({service: silent});
    const captureId = await page.capture();
    const {protection} = page;
    await settled(Promise.all([protection.accept(captureId), protection.accept(captureId)]));
    assert.deepEqual(page.client.heard, ['capture']);
  });

  it('leaves nothing stored when it is retaken, and the page never hears of it', async () => {
    const page = reviewing();
    const captureId = await page.capture();
    await settled(page.protection.reject(captureId));
    assert.deepEqual([page.stored, page.progress, page.client.heard], [[], [], []]);
    assert.equal(page.browser.captures.media(captureId), undefined);
    const next = await page.next();
    assert.deepEqual([next.progress, next.client.heard], [[], []]);
  });

  it('is not released by a page that releases all held captures, or this one', async () => {
    const page = reviewing({config: {apiKey: 'key', autoProtect: false}});
    const captureId = await page.capture();
    await settled(page.protection.enqueueProtection());
    await settled(page.protection.enqueueProtection(captureId));
    assert.deepEqual(page.progress, [review]);
    await settled(page.protection.accept(captureId));
    assert.deepEqual(page.progress, [{name: 'held'}]);
    await settled(page.protection.enqueueProtection());
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
  });

  it('keeps what is measured meanwhile', async () => {
    const page = reviewing({service: silent});
    page.store.measured = Promise.resolve({meanLuminance: 0.4, clippedShare: 0});
    const captureId = await page.capture({onMeasured: () => undefined});
    assert.deepEqual(page.progress, [review]);
    await settled(page.protection.accept(captureId));
    assert.equal(page.calls[0]?.job.metadata.camera?.meanLuminance, 0.4);
  });

  it('is asked about in one element of the page: the one that took it', async () => {
    const page = reviewing();
    const other = page.queue.connect(new FakeClient());
    const captureId = await page.capture();
    const there = () => other.captures.map(({asksHere}) => asksHere);
    assert.deepEqual([asked(page), there()], [[captureId], []]);
    page.protection.release();
    assert.deepEqual(there(), [true]);
  });

  it('waits while the element that took it cannot ask, and is asked about by another that can once that one is gone', async () => {
    const page = reviewing();
    const able = new FakeClient();
    const other = page.queue.connect(able);
    const unable = new FakeClient();
    unable.asks = false;
    page.queue.connect(unable);
    await drawn();
    const captureId = await page.capture();
    await drawn();
    let changes = 0;
    able.onChange = () => void changes++;
    const there = () => other.captures.map(({asksHere}) => asksHere);
    page.client.asks = false;
    page.protection.configurationChanged();
    await drawn();
    assert.deepEqual([asked(page), there(), changes], [[], [], 1]);
    page.client.asks = true;
    page.protection.configurationChanged();
    await drawn();
    assert.deepEqual([asked(page), there(), changes], [[captureId], [], 2]);
    page.protection.release();
    await drawn();
    assert.deepEqual([there(), changes], [[true], 3]);
  });

  it('has its license plate read and confirmed once it is used', async () => {
    let detections = 0;
    const licensePlateDetector = {
      detect: () => Promise.resolve(void detections++),
    };
    const page = reviewing({config: {apiKey: 'key', licensePlateDetector}});
    const captureId = await page.capture();
    assert.equal(detections, 0);
    await assert.rejects(page.protection.confirmLicensePlate(captureId, 'B-XY 1'), {
      code: 'capture_unknown',
    });
    await settled();
    assert.deepEqual(page.progress, [review]);
    await settled(page.protection.accept(captureId));
    assert.deepEqual(page.client.heard, ['capture', 'license-plate']);
    assert.deepEqual(page.progress, [{name: 'held', awaits: 'license-plate'}]);
    await settled(page.protection.confirmLicensePlate(captureId, 'B-XY 1'));
    assert.deepEqual(page.client.heard.at(-1), 'protected');
  });

  it('is still asked about if “Use” cannot be stored', async () => {
    const page = reviewing();
    const captureId = await page.capture();
    const {replace} = page.store;
    page.store.replace = () =>
      Promise.reject(new SealedCaptureError('storage_unavailable', 'Broken.'));
    await assert.rejects(page.protection.accept(captureId), {code: 'storage_unavailable'});
    assert.deepEqual([asked(page), page.client.heard], [[captureId], []]);
    page.store.replace = replace;
    await settled(page.protection.accept(captureId));
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
  });
});

describe('an undecided photo after a crash', () => {
  for (const {name, reviews} of [
    {name: 'reviews photos', reviews: true},
    {name: 'does not review photos', reviews: false},
  ]) {
    it(`is neither lost nor sealed, and asked about in the next page, which ${name}`, async () => {
      const page = reviewing();
      const captureId = await page.capture();
      const next = await page.next();
      next.client.reviews = reviews;
      await next.wake('online');
      assert.deepEqual([asked(next), next.calls.length, next.client.heard], [[captureId], 0, []]);
      await settled(next.protection.accept(captureId));
      assert.deepEqual(next.client.heard, ['capture', 'protected']);
      assert.equal(await next.client.captured[0]?.blob.text(), 'raw');
      assert.equal(next.client.sealed[0]?.restored, true);
    });
  }

  it('is sealed in the next visit if the page died right after “Use” was stored', async () => {
    const page = reviewing({service: silent});
    const captureId = await page.capture();
    await settled(page.protection.accept(captureId));
    const next = await page.next();
    assert.deepEqual(next.client.heard, ['protected']);
    assert.deepEqual(next.stored, []);
  });

  it('is deleted for good by “Retake”', async () => {
    const page = reviewing();
    const captureId = await page.capture();
    const next = await page.next();
    await settled(next.protection.reject(captureId));
    assert.deepEqual(next.stored, []);
    assert.equal(next.browser.captures.media(captureId), undefined);
  });

  it('is left to the page that took it while that is open', async () => {
    const page = reviewing();
    await page.capture();
    const second = await Page.open({browser: page.browser});
    assert.deepEqual(second.progress, []);
  });
});

describe('an undecided photo that two tabs ask about', () => {
  const open = async (config?: PageOptions['config']) => {
    const page = reviewing();
    const captureId = await page.capture();
    const one = await page.next({service: silent, config});
    const other = await Page.open({browser: page.browser, service: silent, config});
    assert.deepEqual([asked(one), asked(other)], [[captureId], [captureId]]);
    return {one, other, captureId};
  };

  it('is told once although it is used in both', async () => {
    const {one, other, captureId} = await open();
    const answers = [
      await settled(one.protection.accept(captureId)),
      await settled(other.protection.accept(captureId)),
    ];
    assert.deepEqual([one.client.heard, other.client.heard], [['capture'], []]);
    assert.deepEqual([asked(other), answers], [[], [true, false]]);
  });

  for (const {by, config, state} of [
    {by: 'the page', config: {autoProtect: false}, state: {name: 'held'}},
    {
      by: 'its license plate',
      config: {licensePlateDetector: {detect: () => new Promise<never>(() => undefined)}},
      state: {name: 'held', awaits: 'license-plate'},
    },
  ] as const) {
    it(`is not asked about in the other tab any more if it is used, and then held by ${by}`, async () => {
      const {one, other, captureId} = await open({apiKey: 'key', ...config});
      await settled(one.protection.accept(captureId));
      assert.equal(await settled(other.protection.accept(captureId)), false);
      assert.deepEqual([asked(other), other.progress, other.client.heard], [[], [state], []]);
    });
  }

  it('is not asked about again by a scan that read the storage before the answer', async () => {
    const {one, captureId} = await open({apiKey: 'key', autoProtect: false});
    const {list} = one.store;
    let answer = (): void => undefined;
    one.store.list = async () => {
      const read = await list();
      await new Promise<void>((resolve) => (answer = resolve));
      return read;
    };
    await one.wake('online');
    await settled(one.protection.accept(captureId));
    await settled(answer());
    assert.deepEqual([asked(one), one.progress], [[], [{name: 'held'}]]);
  });

  it('is not deleted by “Retake” in one after “Use” in the other', async () => {
    const {one, other, captureId} = await open();
    await settled(one.protection.accept(captureId));
    assert.equal(await settled(other.protection.reject(captureId)), false);
    assert.equal(one.stored.length, 1);
    assert.ok(one.browser.captures.media(captureId));
    assert.deepEqual(asked(other), []);
  });

  it('is not deleted by “Retake” if the other tab uses it at the same moment', async () => {
    const {one, other, captureId} = await open();
    const {remove} = other.store;
    other.store.remove = async (...given) => {
      await one.protection.accept(captureId);
      return remove(...given);
    };
    assert.equal(await settled(other.protection.reject(captureId)), false);
    assert.equal(one.stored.length, 1);
    assert.ok(one.browser.captures.media(captureId));
    assert.deepEqual([one.client.heard, asked(other)], [['capture'], []]);
  });

  it('disappears from both after “Retake” in one', async () => {
    const {one, other, captureId} = await open();
    assert.equal(await settled(one.protection.reject(captureId)), true);
    assert.equal(await settled(other.protection.accept(captureId)), false);
    assert.deepEqual([other.progress, other.client.heard, other.stored], [[], [], []]);
  });

  it('is not used by the page of another account', async () => {
    const page = reviewing({config: {apiKey: 'key', account: 'anna'}});
    const captureId = await page.capture();
    const next = await page.next({config: {apiKey: 'key', account: 'ben'}});
    assert.deepEqual(next.progress, []);
    await assert.rejects(next.protection.accept(captureId), {code: 'capture_unknown'});
    await assert.rejects(next.protection.reject(captureId), {code: 'capture_unknown'});
    assert.equal(next.stored.length, 1);
  });
});

describe('an undecided photo that could not be stored', () => {
  it('is asked about first; the page hears of it, and that it is stored nowhere, once it is used', async () => {
    const page = reviewing();
    page.store.keeping = keptIn('nowhere');
    const captureId = await page.capture();
    assert.deepEqual([page.progress, page.client.heard], [[review], []]);
    await settled(page.protection.accept(captureId));
    assert.deepEqual(page.client.heard, ['capture', 'protect-error']);
    assert.deepEqual([page.states, page.client.codes], [['failed'], ['storage_full']]);
    page.store.keeping = {name: 'stored'};
    await settled(page.protection.retryProtection(captureId));
    assert.deepEqual(page.client.heard.slice(2), ['protected']);
  });

  for (const {when, isFoundFirst} of [
    {when: 'before', isFoundFirst: false},
    {when: 'after', isFoundFirst: true},
  ]) {
    it(`is not asked about again if “Use” was pressed ${when} a scan found that the storage has it after all`, async () => {
      const page = reviewing({service: silent});
      const add = page.store.add.bind(page.store);
      page.store.add = async (...given) => {
        await add(...given);
        // The worker has stored it, and ends before it answers.
        return keptIn('nowhere', 'worker_unavailable');
      };
      const {list} = page.store;
      page.store.list = () => Promise.resolve([]);
      const captureId = await page.capture();
      const scan = () => {
        page.store.list = list;
        return page.wake('online');
      };
      if (isFoundFirst) await scan();
      await settled(page.protection.accept(captureId));
      if (!isFoundFirst) {
        assert.deepEqual(page.states, ['failed']);
        await scan();
      }
      const heard = isFoundFirst ? ['capture'] : ['capture', 'protect-error'];
      assert.deepEqual([page.states, page.client.heard], [['sealing'], heard]);
      const next = await page.next();
      assert.deepEqual([asked(next), next.client.heard], [[], ['protected']]);
    });
  }

  it('is found by the next scan if its answer cannot be stored when a scan finds it, and delays no other', async () => {
    const page = reviewing();
    const add = page.store.add.bind(page.store);
    page.store.add = async (...given) => {
      await add(...given);
      return keptIn('nowhere', 'worker_unavailable');
    };
    const {list, replace} = page.store;
    page.store.list = () => Promise.resolve([]);
    const first = await page.capture();
    const second = await page.capture();
    await settled(page.protection.accept(first));
    await settled(page.protection.accept(second));
    page.store.list = list;
    page.store.replace = (job, expected) =>
      job.captureId === first
        ? Promise.reject(new SealedCaptureError('storage_full', 'There is no room.'))
        : replace(job, expected);
    await page.wake('online');
    assert.deepEqual(
      page.client.sealed.map(({captureId}) => captureId),
      [second],
    );
    page.store.replace = replace;
    await page.wake('online');
    assert.equal(page.client.sealed[1]?.captureId, first);
  });

  it('is reported as kept in memory only once it is used', async () => {
    const page = reviewing({service: silent});
    page.store.keeping = keptIn('memory');
    const captureId = await page.capture();
    assert.deepEqual(page.client.heard, []);
    await settled(page.protection.accept(captureId));
    assert.deepEqual(page.client.heard, ['capture', 'protect-error']);
  });

  for (const name of ['memory', 'nowhere'] as const) {
    it(`is known to be lost with the page (${name}), until a retry has stored it: the page hears of no failure then`, async () => {
      const page = reviewing({service: silent});
      page.store.keeping = keptIn(name);
      const captureId = await page.capture();
      const unstored = () => page.protection.captures.map(({isUnstored}) => isUnstored);
      assert.deepEqual(unstored(), [true]);
      page.store.keeping = {name: 'stored'};
      if (name === 'memory') await settled(page.store.crash());
      else await settled(page.protection.retryProtection(captureId));
      assert.deepEqual([asked(page), unstored()], [[captureId], [undefined]]);
      await settled(page.protection.accept(captureId));
      assert.deepEqual([page.client.heard, page.client.codes], [['capture'], []]);
    });
  }

  it('is not reported as a failure before it is used, if the memory that had it is lost and it is stored nowhere', async () => {
    const page = reviewing();
    page.store.keeping = keptIn('memory');
    const captureId = await page.capture();
    page.store.keeping = keptIn('nowhere');
    await settled(page.store.crash());
    assert.deepEqual([asked(page), page.client.heard], [[captureId], []]);
    await settled(page.protection.accept(captureId));
    assert.deepEqual([page.client.heard, page.states], [['capture', 'protect-error'], ['failed']]);
  });

  it('can be answered again if its worker had died at the first answer', async () => {
    for (const answer of ['accept', 'reject'] as const) {
      const page = reviewing({service: silent});
      page.store.keeping = keptIn('memory');
      const captureId = await page.capture();
      page.browser.captures.remove(captureId);
      assert.equal(await settled(page.protection[answer](captureId)), false);
      assert.deepEqual([asked(page), page.client.heard], [[captureId], []]);
      assert.equal(await settled(page.protection[answer](captureId)), true);
      assert.equal(page.stored.length, answer === 'accept' ? 1 : 0);
    }
  });

  it('is gone after “Retake”', async () => {
    const page = reviewing();
    page.store.keeping = keptIn('nowhere');
    const captureId = await page.capture();
    assert.equal(await settled(page.protection.reject(captureId)), true);
    assert.deepEqual([page.progress, page.client.heard], [[], []]);
  });
});
