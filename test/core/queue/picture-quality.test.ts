import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import {MEASURING_MS, type PictureQuality} from '@sealed-capture/seal/model/picture-quality.js';
import type {ProtectionConfig} from '@sealed-capture/seal/model/protection-config.js';
import {closeAll, setup} from '../camera/preview-fixture.js';
import {settled} from '../../settled.js';

afterEach(closeAll);

const blurred = {sharpness: 0.12, meanLuminance: 0.4, clippedShare: 0};

/** A live camera whose pictures are measured when the test allows it. */
async function measuring(config: ProtectionConfig = {}) {
  const all = setup({apiKey: 'key', ...config});
  await all.session.open('environment');
  let finish: (quality?: PictureQuality) => void = () => undefined;
  all.page.store.measured = new Promise((resolve) => (finish = resolve));
  const told: [string, PictureQuality][] = [];
  const take = async (isMeasured = true): Promise<string> => {
    const onMeasured = (...told_: [string, PictureQuality]) => void told.push(told_);
    const taken = all.session.takePicture(all.page.protection, isMeasured ? onMeasured : undefined);
    const {captureId} = await taken;
    await settled();
    return captureId;
  };
  const sealed = () => all.page.calls.map(({job}) => job.metadata.camera);
  return {
    ...all,
    told,
    take,
    sealed,
    finish: (quality?: PictureQuality) => settled(finish(quality)),
  };
}

describe('the quality of a picture', () => {
  it('is measured after the capture event, reported when it is known, and sealed with the picture', async () => {
    const {take, finish, page, told, sealed} = await measuring();
    const captureId = await take();
    assert.deepEqual(page.client.heard, ['capture']);
    assert.deepEqual([told, sealed()], [[], []]);
    await finish(blurred);
    assert.deepEqual(told, [[captureId, blurred]]);
    assert.deepEqual(sealed(), [{deviceName: 'Fake', ...blurred}]);
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
  });

  it('is left out of the seal if the measurement takes too long', async () => {
    const {take, page, browser, sealed} = await measuring();
    const start = browser.time;
    await take();
    assert.equal(page.wakeUps.wakesAt, start + MEASURING_MS);
    await page.wakeInTime();
    assert.deepEqual(sealed(), [{deviceName: 'Fake'}]);
  });

  it('does not delay the seal if nothing can be measured', async () => {
    const {take, finish, told, sealed} = await measuring();
    await take();
    await finish();
    assert.deepEqual([told, sealed()], [[], [{deviceName: 'Fake'}]]);
  });

  it('is left out if the page turned the camera section off', async () => {
    const {take, finish, sealed} = await measuring({sensors: {camera: false}});
    await take();
    await finish(blurred);
    assert.deepEqual(sealed(), [{unavailableReason: 'disabled'}]);
  });

  it('is stored with a held picture before its release', async () => {
    const {take, finish, browser, page, sealed} = await measuring({autoProtect: false});
    const captureId = await take();
    await finish(blurred);
    assert.equal(browser.captures.get(captureId)?.metadata.camera?.sharpness, blurred.sharpness);
    await settled(page.protection.enqueueProtection(captureId));
    assert.deepEqual(sealed(), [{deviceName: 'Fake', ...blurred}]);
  });

  it('is not measured unless requested, and nothing waits', async () => {
    const {take, sealed} = await measuring();
    await take(false);
    assert.deepEqual(sealed(), [{deviceName: 'Fake'}]);
  });
});
