import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {canShareFiles, shareFiles} from '../../../src/ports/browser/share-file.js';

const files = [new File(['one'], 'one.jpg'), new File(['two'], 'two.jpg')];

/** Shares the files in a browser that rejects with an error of this name. */
async function share(rejectsWith?: string) {
  const saved: string[] = [];
  const outcome = await shareFiles(
    files,
    {
      canShare: () => true,
      share: () =>
        rejectsWith ? Promise.reject(new DOMException('No.', rejectsWith)) : Promise.resolve(),
    },
    (_file, name) => saved.push(name),
  );
  return {outcome, saved};
}

describe('shareFiles', () => {
  it('hands the files to another app', async () => {
    assert.deepEqual(await share(), {outcome: 'shared', saved: []});
  });

  it('saves nothing if a person cancels, or while an earlier share is open', async () => {
    assert.deepEqual(await share('AbortError'), {outcome: 'cancelled', saved: []});
    assert.deepEqual(await share('InvalidStateError'), {outcome: 'cancelled', saved: []});
  });

  it('saves the files if the browser refuses to share them', async () => {
    const saved = ['one.jpg', 'two.jpg'];
    assert.deepEqual(await share('NotAllowedError'), {outcome: 'saved', saved});
    const without: string[] = [];
    const outcome = await shareFiles(files, {}, (_file, name) => without.push(name));
    assert.deepEqual([outcome, without], ['saved', saved]);
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
