import assert from 'node:assert/strict';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, it} from 'node:test';
import ts from 'typescript';
import {cameraControls} from '../../src/elements/strings/en/photos/camera-controls.js';
import {capture} from '../../src/elements/strings/en/capture.js';
import {captureOfRecordings} from '../../src/elements/strings/en/capture-of-recordings.js';
import {captureAudio} from '../../src/elements/strings/en/capture-audio.js';
import {captureImage} from '../../src/elements/strings/en/capture-image.js';
import {contents} from '../../src/elements/strings/en/contents.js';
import {failures} from '../../src/elements/strings/en/failures.js';
import {fileFacts} from '../../src/elements/strings/en/inspection/file-facts.js';
import {findings} from '../../src/elements/strings/en/inspection/findings.js';
import {metadata} from '../../src/elements/strings/en/metadata.js';
import {metadataTree} from '../../src/elements/strings/en/inspection/metadata-tree.js';
import {microphone} from '../../src/elements/strings/en/microphone.js';
import {microphoneSection} from '../../src/elements/metadata/microphone-section.js';
import {sections} from '../../src/elements/metadata/sections.js';
import {photoQuality} from '../../src/elements/strings/en/photos/quality.js';
import {plateForm} from '../../src/elements/strings/en/plate-form.js';
import {player} from '../../src/elements/strings/en/player.js';
import {result} from '../../src/elements/strings/en/inspection/result.js';
import {sealInspector} from '../../src/elements/strings/en/seal-inspector.js';
import {shots} from '../../src/elements/strings/en/photos/shots.js';
import {viewer} from '../../src/elements/strings/en/photos/viewer.js';
import {wayOut} from '../../src/elements/strings/en/way-out.js';
import {labelStates} from '../../src/model/inspection/label-state.js';
import {unavailableReasons} from '../../src/model/capture-metadata.js';

/** All text in a module's strings and templates, without import paths. */
function literalsOf(source: string): string {
  const texts: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      texts.push(node.text);
    } else if (ts.isTemplateHead(node)) texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('strings.ts', source, ts.ScriptTarget.Latest));
  return texts.join('\n');
}

const browserFamilies = ['chromium', 'firefox', 'safari', 'android', 'ios', 'other'] as const;

describe('the catalogue', () => {
  it('has one meaning for each key, whichever element uses it', () => {
    const keys = [
      cameraControls,
      capture,
      captureAudio,
      captureImage,
      contents,
      failures,
      fileFacts,
      findings,
      metadata,
      metadataTree,
      microphone,
      photoQuality,
      plateForm,
      player,
      result,
      sealInspector,
      shots,
      viewer,
      wayOut,
    ].flatMap(Object.keys);
    assert.equal(new Set(keys).size, keys.length);
  });

  it('has the names of every section and field in the terms that both elements load', () => {
    const words = {...metadata, ...microphone};
    for (const {title, sources} of [...sections, microphoneSection]) {
      const fields = sources.flatMap(({fields}) => (fields === 'entries' ? [] : fields));
      for (const key of [title, ...[...sources, ...fields].map(({label}) => label)]) {
        assert.ok(key in words, key);
      }
    }
  });

  it('has a distinct text for every verdict and every reason for a missing value', () => {
    assert.equal(new Set(labelStates.map(sealInspector.verdict)).size, labelStates.length);
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
      say.captureUnsealed('misconfigured', 1, 'audio'),
    ].join('\n');
    assert.doesNotMatch(said, /photo|camera/i);
    assert.equal(say.captureStands('sealed', 'audio'), 'Recording: sealed');
    assert.equal(say.captureTimes('9:00', '9:01', 'audio'), 'Recorded 9:00\nSealed 9:01');
    assert.equal(say.captureAllFailed(2, 'audio'), '2 recordings not sealed');
    assert.equal(say.captureTryAgain, capture.captureTryAgain);
  });

  it('never claims that a scene was true', () => {
    const folder = join(import.meta.dirname, '../../src/elements/strings/en');
    const said = readdirSync(folder, {encoding: 'utf8', recursive: true})
      .filter((name) => name.endsWith('.ts'))
      .map((name) => literalsOf(readFileSync(join(folder, name), 'utf8')))
      .join('\n');
    // This includes text in functions and in parts of templates.
    assert.match(said, /Copy fingerprint[^]*The plate is marked: /);
    assert.doesNotMatch(said, /authentic|genuine|\breal\b|verified|\btruth\b/i);
  });
});
