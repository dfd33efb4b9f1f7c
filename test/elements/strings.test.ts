import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {captureImage} from '../../src/elements/strings/en/capture-image.js';
import {sealInspector} from '../../src/elements/strings/en/seal-inspector.js';
import {labelStates} from '../../src/model/label-state.js';
import {unavailableReasons} from '../../src/model/capture-metadata.js';

describe('the catalogue', () => {
  it('has one meaning for each key, whichever element says it', () => {
    const shared = Object.keys(sealInspector).filter((key) => key in captureImage);
    for (const key of shared) {
      assert.equal(
        sealInspector[key as keyof typeof sealInspector],
        captureImage[key as keyof typeof captureImage],
        key,
      );
    }
  });

  it('has words of its own for every verdict and every reason for a missing value', () => {
    assert.equal(new Set(labelStates.map(sealInspector.verdict)).size, labelStates.length);
    for (const reason of unavailableReasons) {
      assert.doesNotMatch(sealInspector.unavailable(reason), /No value \(/, reason);
    }
    assert.equal(sealInspector.unavailable('toString'), 'No value (toString).');
  });

  it('never says that a scene was true', () => {
    const said = Object.values({...captureImage, ...sealInspector})
      .map((term) => (typeof term === 'string' ? term : ''))
      .concat(labelStates.map(sealInspector.verdict))
      .join('\n');
    assert.doesNotMatch(said, /authentic|genuine|\breal\b|verified|\btruth\b/i);
  });
});
