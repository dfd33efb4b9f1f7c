import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  canShareFiles,
  shareFiles,
  type ShareNavigator,
} from '../../../src/ports/browser/share-file.js';

const files = [new File(['one'], 'one.jpg'), new File(['two'], 'two.jpg')];

/** Shares the files in a browser that rejects with an error of this name. */
const share = (rejectsWith?: string, more: ShareNavigator = {}) =>
  shareFiles(files, {
    canShare: () => true,
    share: () =>
      rejectsWith ? Promise.reject(new DOMException('No.', rejectsWith)) : Promise.resolve(),
    ...more,
  });

describe('shareFiles', () => {
  it('hands the files to another app', async () => {
    assert.equal(await share(), 'shared');
    assert.equal(await share(undefined, {userActivation: {isActive: true}}), 'shared');
    const userAgent = 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/149.0.0.0 Mobile';
    assert.equal(await share(undefined, {userAgent}), 'shared');
  });

  it('says no more than that the list of apps was shown where the browser tells no more', async () => {
    const userAgent =
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/149.0.0.0';
    assert.equal(await share(undefined, {userAgent}), 'offered');
    assert.equal(await share('AbortError', {userAgent}), 'cancelled');
  });

  it('tells a person who cancels, or who still chooses for an earlier share, from a browser that refuses', async () => {
    assert.equal(await share('AbortError'), 'cancelled');
    assert.equal(await share('InvalidStateError'), 'cancelled');
    assert.equal(await share('NotAllowedError'), 'refused');
    assert.equal(await share(undefined, {canShare: () => false}), 'refused');
    assert.equal(await shareFiles(files, {}), 'refused');
  });

  it('asks the browser for nothing once the press is too long ago', async () => {
    const never = () => Promise.reject(new Error('It was asked.'));
    const sharing = {userActivation: {isActive: false}, share: never};
    assert.equal(await share(undefined, sharing), 'expired');
  });
});

describe('canShareFiles', () => {
  it('is true where the browser shares files of the type', () => {
    const share = () => Promise.resolve();
    const canShare = ({files: [file] = []}: ShareData = {}) => file?.type === 'image/jpeg';
    assert.equal(canShareFiles('image/jpeg', {share, canShare}), true);
    assert.equal(canShareFiles('image/png', {share, canShare}), false);
    assert.equal(canShareFiles('image/jpeg', {}), false);
  });
});
