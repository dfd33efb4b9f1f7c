import assert from 'node:assert/strict';
import {existsSync, readFileSync} from 'node:fs';
import {before, describe, it} from 'node:test';
import {type InspectionResult} from '../src/model/inspection/inspection-result.js';
import {detectMediaType} from '../src/media-signature.js';
import {type Engine} from '../src/engine/engine.js';
import {readSeal} from '../src/engine/read-seal.js';
import {startEngine} from './seal-file.js';

const assets = new URL('../../../shared/assets/', import.meta.url);
const skip = existsSync(new URL('dev/manifest.csv', assets))
  ? false
  : 'The shared test media are not here.';

const text = (path: string) => readFileSync(new URL(path, assets), 'utf8');

/** Rows of the list as maps from column name to value; fields may be quoted. */
function rows(): Record<string, string>[] {
  const [head = [], ...lines] = text('dev/manifest.csv')
    .trim()
    .split('\n')
    .map((line) =>
      Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain]) =>
        (quoted ?? plain ?? '').replaceAll('""', '"'),
      ),
    );
  return lines.map((line) => Object.fromEntries(head.map((name, i) => [name, line[i] ?? ''])));
}

async function readFile(engine: Engine, name: string): Promise<InspectionResult> {
  const media = new Uint8Array(readFileSync(new URL(`dev/${name}`, assets)));
  const mediaType = detectMediaType(media);
  assert.ok(mediaType, name);
  return readSeal(engine, media, mediaType);
}

const AUTHORITY_UNCHECKED = 'org.sealed-capture.timeStamp.authorityUnchecked';

/** The states for each class of the list, with and without the test roots. */
const stateOf: Record<string, [withAnchors: string[], without: string[]]> = {
  valid: [['valid'], ['untrusted', 'invalid']],
  'valid-untrusted': [['untrusted'], ['untrusted']],
  invalid: [['invalid'], ['invalid']],
  remote: [['none'], ['none']],
  'no-seal': [['none'], ['none']],
  corrupt: [['none'], ['none']],
  bomb: [['none'], ['none']],
  // Judged only by their metadata.
  disputed: [
    ['valid', 'invalid'],
    ['invalid', 'untrusted'],
  ],
};

const exceptions: typeof stateOf = {
  // The list classifies a seal with an unsupported algorithm as broken.
  'no_alg.jpg': [['unchecked'], ['unchecked']],
  // It ends within a chunk, and a seal may follow. The other truncated file ends within its picture.
  'truncated_image.png': [['unchecked'], ['unchecked']],
};

describe('files made by others', {skip}, () => {
  let engine: Engine;
  let strangerToAll: Engine;

  before(async () => {
    const roots = ['c2pa-rs-test-roots.pem', 'ms-test-root.pem'];
    engine = await startEngine(roots.map((name) => text(`anchors/${name}`)).join('\n'));
    strangerToAll = await startEngine('');
  });

  it('are twenty, each with a known class', () => {
    const classes = rows().map((row) => row['class'] ?? '');
    assert.equal(classes.length, 20);
    assert.deepEqual(
      classes.filter((name) => !stateOf[name]),
      [],
    );
  });

  for (const row of skip ? [] : rows()) {
    const {file = '', class: kind = '', expected_reason_codes: codes = ''} = row;
    const wanted = row['expected_labelValid_with_test_anchors'] ?? '';

    it(`${file} reads as ${wanted} with the test roots, and never as valid without`, async () => {
      const [withAnchors = [], without = []] = exceptions[file] ?? stateOf[kind] ?? [];
      const result = await readFile(engine, file);
      assert.ok(withAnchors.includes(result.labelState), result.labelState);
      assert.equal(result.labelValid, result.labelState === 'valid');
      if (wanted === 'true') assert.equal(result.labelValid, true);
      if (wanted.startsWith('false')) assert.equal(result.labelValid, false);
      assert.ok(result.reason.endsWith('.'), result.reason);
      const failed = result.checks.filter((check) => !check.passed).map((check) => check.code);
      for (const code of codes.split('+').filter(Boolean)) assert.ok(failed.includes(code), code);
      const stranger = await readFile(strangerToAll, file);
      assert.ok(without.includes(stranger.labelState), stranger.labelState);
      assert.equal(stranger.labelValid, false);
    });
  }

  for (const row of skip ? [] : rows()) {
    const {file = '', signer_CN: name = '', timestamp = ''} = row;
    if (!name) continue;

    it(`${file} shows who signed and, only if the stamp is trusted, when`, async () => {
      const {signature, checks} = await readFile(engine, file);
      assert.equal(signature?.signedBy, name);
      for (const time of [signature.validFrom, signature.validTo]) assert.match(time ?? '', /Z$/);
      const isStamped = checks.some(({code, passed}) => code === 'timeStamp.trusted' && passed);
      const expected = isStamped ? timestamp.replace('+00:00', 'Z') : undefined;
      assert.equal(signature.timestamp, expected);
      // The engine checks the authority only for claims of version 2.
      const remarks = checks.filter(({code}) => code === AUTHORITY_UNCHECKED);
      const isUnasked = isStamped && row['claim_version'] === '1';
      assert.deepEqual(
        remarks.map(({passed}) => passed),
        isUnasked ? [false] : [],
      );
    });
  }

  it('have no metadata if there is no seal, even if they have EXIF', async () => {
    for (const file of ['DSCN0010.jpg', 'iphone6_hdr.jpg', 'cloud.jpg']) {
      const {labelValid, labelState, reason, checks, ...rest} = await readFile(engine, file);
      assert.deepEqual(
        {labelValid, labelState, checks, rest},
        {
          labelValid: false,
          labelState: 'none',
          checks: [],
          rest: {},
        },
      );
      assert.match(reason, /no seal/);
    }
  });

  it('have the sensors of a phone under their own names and units', async () => {
    const result = await readFile(engine, 'truepic-camera.jpg');
    assert.deepEqual(result.gps, {
      latitude: 43.1520939,
      longitude: -77.5805328,
      latLongAccuracy: 16.4,
      altitude: 123.5,
      timestamp: '2023-02-12T18:44:26Z',
    });
    assert.deepEqual(result.atmospheric, {pressure: 995.34595});
    assert.deepEqual(result.magnetometer, {field: {x: -0.275, y: -29.487501, z: -50.3375}});
    assert.deepEqual(result.gravity, {x: -0.14755084, y: 9.767266, z: 0.9026917});
    assert.deepEqual(result.acceleration, {x: -0.07597212, y: 9.631111, z: 0.7800602});
    const {roll = 0, pitch = 0, yaw = 0} = result.orientation ?? {};
    assert.ok(Math.abs(roll - 5.5626) < 1e-3 && Math.abs(pitch + 85.3476) < 1e-3);
    assert.ok(Math.abs(yaw - 6.1894) < 1e-3);
    assert.ok(Math.abs((result.rotationRate?.x ?? 0) - 0.595) < 1e-3);
    assert.deepEqual(result.device, {model: 'Google Pixel 5'});
    assert.deepEqual(result.camera, {lens: 'Back'});
  });

  it('have no matched binding in the list if another one did not match', async () => {
    const {checks} = await readFile(engine, 'forged-exclusion-dev.jpg');
    const codes = checks.map(({code}) => code);
    assert.ok(codes.includes('assertion.dataHash.mismatch'));
    assert.ok(!codes.includes('assertion.dataHash.match'));
  });
});
