import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {BrowserDevice} from '../../../src/ports/sensors/device.js';
import {settled} from '../../settled.js';

const userAgent = 'Mozilla/5.0';

function device(
  answer?: () => Promise<{model?: string; platform?: string; platformVersion?: string}>,
) {
  const running = new AbortController();
  const count = {changes: 0};
  const userAgentData = answer && {getHighEntropyValues: answer};
  const port = new BrowserDevice({userAgent, userAgentData});
  const read = port.start(running.signal, () => count.changes++);
  return {
    running,
    count,
    known: () => JSON.parse(JSON.stringify(read().sections.device)) as object,
  };
}

describe('the device data of the browser', () => {
  it('are the user agent string at once, and the rest a moment later', async () => {
    const values = {model: 'Pixel 9', platform: 'Android', platformVersion: '16.0.0'};
    const {known, count} = device(() => Promise.resolve(values));
    assert.deepEqual(known(), {userAgent});
    await settled();
    const expected = {model: 'Pixel 9', os: 'Android', osVersion: '16.0.0', userAgent};
    assert.deepEqual(known(), expected);
    assert.equal(count.changes, 1);
  });

  it('are the user agent string if there is no more, or it is refused, or empty', async () => {
    const refused = new DOMException('by policy', 'NotAllowedError');
    const without = [undefined, () => Promise.reject(refused), () => Promise.resolve({model: ''})];
    for (const answer of without) {
      const {known} = device(answer);
      await settled();
      assert.deepEqual(known(), {userAgent});
    }
  });

  it('are not reported after an abort', async () => {
    const {running, count} = device(() => Promise.resolve({model: 'Pixel 9'}));
    await settled(running.abort());
    assert.equal(count.changes, 0);
  });
});
