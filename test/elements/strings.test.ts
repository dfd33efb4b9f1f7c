import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {readCatalogue} from '../../demo/languages/catalogue.mjs';
import {capture} from '../../src/lang/compiled/en/capture.js';
import {captureOfRecordings} from '../../src/lang/compiled/en/capture-of-recordings.js';
import {contents} from '../../src/lang/compiled/en/contents.js';
import {imported} from '../../src/lang/compiled/en/imported.js';
import {metadata} from '../../src/lang/compiled/en/metadata.js';
import {microphone} from '../../src/lang/compiled/en/microphone.js';
import {microphoneSection} from '../../src/elements/metadata/microphone-section.js';
import {sections} from '../../src/elements/metadata/sections.js';
import {result} from '../../src/lang/compiled/en/result.js';
import {verdict} from '../../src/lang/compiled/en/verdict.js';
import {wayOut} from '../../src/lang/compiled/en/way-out.js';
import {labelStates} from '@sealed-capture/seal/model/inspection/label-state.js';
import {unavailableReasons} from '@sealed-capture/seal/model/capture-metadata.js';

const browserFamilies = ['chromium', 'firefox', 'safari', 'android', 'ios', 'other'] as const;

describe('the catalogue', () => {
  it('has the names of every section and field in the terms that both elements load', () => {
    const words = {...metadata, ...microphone, ...imported};
    for (const {title, sources} of [...sections, microphoneSection]) {
      const fields = sources.flatMap(({fields}) => (fields === 'entries' ? [] : fields));
      for (const key of [title, ...[...sources, ...fields].map(({label}) => label)]) {
        assert.ok(key in words, key);
      }
    }
  });

  it('has a distinct text for every verdict and every reason for a missing value', () => {
    assert.equal(new Set(labelStates.map(verdict.verdict)).size, labelStates.length);
    for (const reason of unavailableReasons) {
      assert.doesNotMatch(result.unavailable(reason), /No value \(/, reason);
      assert.doesNotMatch(contents.captureUnavailable(reason), /No value \(/, reason);
    }
    assert.equal(result.unavailable('toString'), 'No value (toString).');
  });

  it('has the same texts for recordings as for photos, without mention of a camera', () => {
    const say = captureOfRecordings;
    const steps = browserFamilies.map((family) => wayOut.captureUnblock(family, 'audio'));
    assert.ok(steps.every((step) => /microphone/i.test(step)));
    const said = [
      ...steps,
      ...[true, false].map((place) => say.captureAsks('audio', place, !place)),
      say.captureAsks('audio', false, false),
      say.captureObstacle('failed', 'audio'),
      say.captureObstacleHelp('policy', 'audio', ''),
      say.captureContents([], 'audio'),
      say.captureTimes('9:00', '9:01', 'audio'),
      say.captureStorageLow('audio'),
      say.captureSealedNow('audio'),
      say.captureFailedNow('audio', true),
      say.captureFailedNow('audio', false),
      say.captureAllFailed(2, 'audio'),
      say.captureAllWaiting(1, 'audio'),
      say.captureMisconfigured(1, 'audio'),
      say.captureUnsealed(1, 'audio'),
    ].join('\n');
    assert.doesNotMatch(said, /photo|camera/i);
    assert.equal(say.captureStands('sealed', 'audio'), 'Recording: sealed');
    assert.equal(say.captureTimes('9:00', '9:01', 'audio'), 'Recorded 9:00\nSealed 9:01');
    assert.equal(say.captureAllFailed(2, 'audio'), '2 recordings not sealed');
    assert.equal(say.captureTryAgain, capture.captureTryAgain);
  });

  it('never claims that a scene was true', () => {
    const said = Object.entries(readCatalogue('en'))
      .filter(([key]) => !key.startsWith('@'))
      .map(([, message]) => message)
      .join('\n');
    assert.match(said, /Copy fingerprint[^]*The plate is marked: /);
    assert.doesNotMatch(said, /authentic|genuine|\breal\b|verified|\btruth\b/i);
  });
});
