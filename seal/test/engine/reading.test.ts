import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {unavailableReasons} from '../../src/model/capture-metadata.js';
import {forAnyUse} from '../../src/model/inspection/trust-anchors.js';
import {metadataAssertions} from '../../src/model/seal/seal-format.js';
import {detectMediaType, readableMediaTypes} from '../../src/media-signature.js';
import {capMemory} from '../../src/engine/refusals/cap-memory.js';
import {
  EngineCrashed,
  engineMessage,
  UnsupportedMedia,
} from '../../src/engine/refusals/engine-errors.js';
import {createEngine, type Engine} from '../../src/engine/engine.js';
import {explain} from '../../src/engine/explanations.js';
import {checksOf, findingsOf, type Findings} from '../../src/engine/findings.js';
import {resultOfRefusal} from '../../src/engine/refusals/engine-refusal.js';
import {readSeal} from '../../src/engine/read-seal.js';
import {sealedMetadata} from '../../src/engine/sealed-metadata.js';
import {verdictOf} from '../../src/engine/verdict.js';
import {makeAuthority} from '../pki.js';
import {startEngine} from '../seal-file.js';
import {bytes, jpeg, metadata, sources} from '../sources.js';

describe('detectMediaType', () => {
  const iso = (major: string, ...compatible: string[]) =>
    bytes([0, 0, 0, 16 + compatible.length * 4], 'ftyp', major, [0, 0, 0, 0], ...compatible);
  const known: [mediaType: string, media: Uint8Array][] = [
    ['audio/wav', bytes('RIFF', [0, 0, 0, 0], 'WAVE')],
    ['video/avi', bytes('RIFF', [0, 0, 0, 0], 'AVI ')],
    ['image/gif', bytes('GIF89a')],
    ['image/tiff', bytes('II*\0')],
    ['image/tiff', bytes('MM\0*')],
    ['image/jxl', bytes([0, 0, 0, 12], 'JXL \r\n', [0x87], '\n')],
    ['application/pdf', bytes('%PDF-1.7')],
    ['image/svg+xml', bytes('<?xml version="1.0"?>\n<!-- a -->\n<svg xmlns="x">')],
    ['image/svg+xml', bytes([0xef, 0xbb, 0xbf], '<svg>')],
    ['image/avif', iso('avif', 'mif1', 'miaf')],
    ['image/avif', iso('mif1', 'avif', 'miaf')],
    ['image/heic', iso('heic', 'mif1')],
    ['image/heic', iso('mif1', 'heic')],
    ['image/heif', iso('mif1', 'miaf')],
    ['audio/mp4', iso('M4A ', 'isom')],
    ['video/quicktime', iso('qt  ')],
    ['video/mp4', iso('isom', 'avc1', 'mp41')],
  ];

  it('recognizes every format by its first bytes, whatever its name', () => {
    for (const {name, media, mediaType} of sources)
      assert.equal(detectMediaType(media), mediaType, name);
    for (const [mediaType, media] of known) assert.equal(detectMediaType(media), mediaType);
  });

  it('returns only types from which seals can be read', () => {
    for (const [mediaType] of known) assert.ok(readableMediaTypes.has(mediaType), mediaType);
  });

  it('recognizes nothing else, and no truncated header', () => {
    const others = [
      '',
      'hello',
      '\xff\xfeh\0i\0',
      '<html>',
      'RIFF',
      '{"image": ""}',
      'OggS',
      '\0'.repeat(40),
    ];
    for (const text of others) assert.equal(detectMediaType(bytes(text)), undefined, text);
  });
});

describe('sealedMetadata', () => {
  const own = (value: unknown) => sealedMetadata({[metadataAssertions.capture]: value});

  it('returns what was sealed', () => {
    const {capturedAt, ...sections} = metadata;
    assert.ok(capturedAt);
    assert.deepEqual(own({captureId: 'x', sealedAt: 'y', ...metadata}), sections);
  });

  it('takes each section completely from the first assertion that has it, and the device from two', () => {
    const {capture, place, device, gathered} = metadataAssertions;
    const read = sealedMetadata({
      [gathered]: {gps: {latitude: 9, longitude: 9}, tags: {a: 'b'}},
      [`${place}__1`]: {gps: {latitude: 5, longitude: 5, altitude: 5}},
      [`${place}__2`]: {network: {wifi: true}},
      [`${place}__foo__1`]: {network: {wifi: true}},
      [place]: {gps: {latitude: 1, longitude: 1}},
      [`${device}__1`]: {device: {appId: 'app', model: 'page'}},
      [device]: {device: {model: 'Pixel 9'}},
      [capture]: {captureId: 'x', camera: {iso: 1}},
    });
    assert.deepEqual(read, {
      gps: {latitude: 1, longitude: 1},
      device: {model: 'Pixel 9', appId: 'app'},
      camera: {iso: 1},
      tags: {a: 'b'},
    });
  });

  it('validates each field separately: invalid ones are dropped, valid ones stay', () => {
    const sections = own({
      gps: {latitude: 91, longitude: 12, altitude: 'high', timestamp: 'yesterday', extra: 1},
      camera: {iso: Number.NaN, lens: 'Back', flash: 'yes'},
      network: {wifi: true, cellular: {technologies: 'GPRS'}},
      magnetometer: {heading: 360, field: {x: 1, y: 'a'}},
      features: {licensePlateInfo: {plateNumber: 'A', boundingBox: {x: 1}}},
      orientation: {unavailableReason: 'because'},
      tags: {good: 'a', bad: 1, long: 'x'.repeat(4_097), '': 'no key'},
      unknown: {a: 1},
    });
    assert.deepEqual(sections, {
      gps: {longitude: 12},
      camera: {lens: 'Back'},
      network: {wifi: true},
      magnetometer: {field: {x: 1}},
      features: {licensePlateInfo: {plateNumber: 'A'}},
      tags: {good: 'a'},
    });
  });

  it('keeps every reason why a sensor provided nothing', () => {
    for (const unavailableReason of unavailableReasons) {
      assert.deepEqual(own({gps: {unavailableReason}}), {gps: {unavailableReason}});
    }
  });

  it('reads nothing from values that are not objects, nor from prototypes', () => {
    for (const value of [null, 1, 'text', [], [metadata], {gps: [], tags: ['a'], camera: 'Back'}]) {
      assert.deepEqual(own(value), {});
    }
    const inherited: unknown = Object.create(metadata);
    assert.deepEqual(own(inherited), {});
    const prototype = Object.getOwnPropertyNames(Object.prototype);
    const hostile: unknown = JSON.parse(
      '{"__proto__": {"polluted": "yes"}, "gps": {"__proto__": {"latitude": 1}}, "tags": {"__proto__": "a"}}',
    );
    assert.deepEqual(Object.entries(own(hostile).tags ?? {}), [['__proto__', 'a']]);
    assert.equal(own(hostile).gps, undefined);
    assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), prototype);
    assert.equal(Object.getPrototypeOf(own(hostile).tags ?? {}), Object.prototype);
  });

  it('keeps no more than a hundred tags', () => {
    const tags = Object.fromEntries(Array.from({length: 5_000}, (_, i) => [`tag ${i}`, 'x']));
    assert.equal(Object.keys(own({tags}).tags ?? {}).length, 100);
  });

  it('reads EXIF of other programs: coordinates, fractions, references, camera and device', () => {
    const sections = sealedMetadata({
      'c2pa.metadata': {
        '@context': {},
        'exif:GPSLatitude': '39,21.102S',
        'exif:GPSLongitude': '74,26.5737W',
        'exif:GPSAltitudeRef': 1,
        'exif:GPSAltitude': '100963/29890',
        'exif:GPSTimeStamp': '2019:09:22 18:22:57 +0200',
        'exif:GPSSpeedRef': 'N',
        'exif:GPSSpeed': '10/1',
        'exif:FNumber': '11/5',
        'exif:ISOSpeedRatings': [200],
        'exif:ExposureTime': 0.0125,
        'tiff:Make': 'CameraCompany',
        'tiff:Model': 'CameraCompany Shooter S1',
      },
      'stds.exif__1': {'exif:LensModel': '17-35 mm', 'exif:DigitalZoomRatio': '2/1'},
    });
    const {latitude = 0, longitude = 0, altitude = 0, speed = 0, timestamp} = sections.gps ?? {};
    assert.ok(Math.abs(latitude + 39.3517) < 1e-6 && Math.abs(longitude + 74.442895) < 1e-6);
    assert.ok(Math.abs(altitude + 3.377_818) < 1e-4 && Math.abs(speed - 5.1444) < 1e-3);
    assert.equal(timestamp, '2019-09-22T16:22:57Z');
    assert.deepEqual(sections.camera, {
      lens: '17-35 mm',
      aperture: 2.2,
      iso: 200,
      shutterSpeed: '1/80',
      zoomLevel: 2,
    });
    assert.deepEqual(sections.device, {model: 'CameraCompany Shooter S1'});
  });

  it('reads the EXIF of this package in the same way', async () => {
    const {exifOf} = await import('../../src/writing/exif.js');
    const {gps, camera, device} = sealedMetadata({'c2pa.metadata': exifOf(metadata)});
    assert.deepEqual(
      {...gps, latitude: 0, longitude: 0},
      {...metadata.gps, latitude: 0, longitude: 0},
    );
    assert.ok(Math.abs((gps?.latitude ?? 0) - 51.5074) < 1e-7);
    assert.ok(Math.abs((gps?.longitude ?? 0) + 0.1278) < 1e-7);
    const {flash, ...fields} = metadata.camera ?? {};
    assert.equal(flash, false);
    assert.deepEqual(camera, fields);
    assert.deepEqual(device, {model: 'Pixel 9'});
  });

  it('reads altitudes below the sea and below the ellipsoid as negative', () => {
    for (const [reference, altitude] of [
      [0, 12],
      [1, -12],
      [2, 12],
      ['3', -12],
    ] as const) {
      const fields = {'exif:GPSAltitude': '12/1', 'exif:GPSAltitudeRef': reference};
      assert.equal(sealedMetadata({'stds.exif': fields}).gps?.altitude, altitude);
    }
  });

  it('ignores damaged EXIF', () => {
    const broken = {
      'exif:GPSLatitude': '39;21N',
      'exif:GPSLongitude': '999,99.9E',
      'exif:GPSAltitude': '1/0',
      'exif:GPSTimeStamp': '12:00',
      'exif:ExposureTime': '-1',
      'exif:FNumber': {},
    };
    assert.deepEqual(sealedMetadata({'stds.exif': broken}), {});
  });
});

describe('the verdict', () => {
  const findings = (some: Partial<Findings>): Findings => ({
    success: [],
    informational: [],
    failure: [],
    ingredients: {success: [], informational: [], failure: []},
    recorded: [],
    ...some,
  });
  const inIngredient = (...failure: string[]): Partial<Findings> => ({
    ingredients: {success: [], informational: [], failure},
  });
  const trusted = {success: ['signingCredential.trusted']};

  it('is valid if the engine trusts the file, or if only an identity assertion prevents that', () => {
    assert.equal(verdictOf('Trusted', findings(trusted)).labelState, 'valid');
    const cawg = findings({...trusted, failure: ['cawg.x509.credential.untrusted']});
    assert.equal(verdictOf('Valid', cawg).labelState, 'valid');
  });

  it('is never valid for an unknown signer or any other failure', () => {
    const unknown = findings({failure: ['signingCredential.untrusted']});
    assert.equal(verdictOf('Valid', unknown).labelState, 'untrusted');
    const alone = findings({failure: ['cawg.x509.credential.untrusted']});
    assert.equal(verdictOf('Valid', alone).labelState, 'untrusted');
    const inner = findings({...trusted, ...inIngredient('claimSignature.mismatch')});
    assert.equal(verdictOf('Valid', inner).labelState, 'untrusted');
    assert.match(
      verdictOf('Valid', inner).reason,
      /confirmed\. In a file that this was made from: /,
    );
    const source = {...unknown, recorded: ['assertion.dataHash.mismatch']};
    assert.match(verdictOf('Valid', source, 'Ann').reason, /Ann is not .* had a broken seal\.$/);
    assert.doesNotMatch(verdictOf('Valid', unknown, 'Ann').reason, /broken/);
    const foreign = {...unknown, recorded: ['signingCredential.untrusted']};
    assert.match(
      verdictOf('Valid', foreign, 'Ann').reason,
      /Ann is not .* whose signer is not trusted\.$/,
    );
    assert.match(
      verdictOf('Trusted', {...findings(trusted), recorded: foreign.recorded}).reason,
      /sealed it, but it was made from a file whose signer is not trusted\.$/,
    );
    const unexplained = verdictOf('Valid', findings(trusted));
    assert.equal(unexplained.labelState, 'untrusted', 'nothing says what stands in the way');
    assert.match(unexplained.reason, /not all of it is confirmed\.$/);
    for (const state of ['Invalid', undefined, 'trusted', {}]) {
      assert.equal(verdictOf(state, findings(trusted)).labelState, 'invalid');
    }
  });

  describe('if an identity assertion failed', () => {
    const failure = ['cawg.ica.did_unavailable'];
    const signed = ['claimSignature.validated', 'claimSignature.insideValidity'];
    const success = [...signed, 'signingCredential.trusted'];

    it('is that of the seal, whatever the engine returns for both together', () => {
      for (const state of ['Valid', 'Invalid']) {
        const {labelState, reason} = verdictOf(state, findings({success, failure}), 'Ann');
        assert.equal(labelState, 'valid', state);
        assert.equal(reason, 'Nothing has changed since Ann sealed it.');
      }
      const unknown = [...failure, 'signingCredential.untrusted'];
      const verdict = verdictOf('Invalid', findings({success: signed, failure: unknown}), 'Ann');
      assert.equal(verdict.labelState, 'untrusted');
      assert.match(verdict.reason, /Ann is not among the signers/);
    });

    it('is that of the seal if it failed in an ingredient', () => {
      const inner = findings({success, ...inIngredient(...failure)});
      assert.equal(verdictOf('Invalid', inner).labelState, 'valid');
    });

    it('is invalid if anything of the seal failed as well, and the reason names that', () => {
      for (const broken of ['assertion.dataHash.mismatch', 'claimSignature.mismatch', 'x.new']) {
        const both = findings({success, failure: [...failure, broken]});
        const {labelState, reason} = verdictOf('Invalid', both);
        assert.equal(labelState, 'invalid', broken);
        assert.equal(reason, explain(broken));
      }
      const inner = findings({success, failure, ...inIngredient('assertion.dataHash.mismatch')});
      assert.equal(verdictOf('Invalid', inner).labelState, 'invalid');
      assert.match(
        verdictOf('Invalid', inner).reason,
        /^In a file that this was made from: The file/,
      );
    });

    it('is invalid if there is no finding that the seal is signed', () => {
      for (const missing of signed) {
        const less = success.filter((code) => code !== missing);
        assert.equal(
          verdictOf('Invalid', findings({success: less, failure})).labelState,
          'invalid',
        );
      }
      assert.equal(verdictOf('Unheard-of', findings({success, failure})).labelState, 'invalid');
    });
  });

  it('names changes of the content first', () => {
    const failure = [
      'signingCredential.untrusted',
      'claimSignature.mismatch',
      'assertion.dataHash.mismatch',
    ];
    assert.equal(
      verdictOf('Invalid', findings({failure})).reason,
      'The file was changed after it was sealed.',
    );
    const inner = findings(inIngredient('claimSignature.mismatch'));
    assert.match(verdictOf('Invalid', inner).reason, /^In a file that this was made from: /);
    const stranger = {...inner, failure: ['signingCredential.untrusted']};
    assert.match(
      verdictOf('Invalid', stranger).reason,
      /^In a file that this was made from: The signature/,
      'an unknown signer breaks nothing',
    );
    const unknown = findings({failure: ['signingCredential.untrusted']});
    assert.equal(verdictOf('Invalid', unknown).reason, explain('signingCredential.untrusted'));
    assert.match(verdictOf('Invalid', findings({})).reason, /does not hold/);
  });

  it('lists every code once with a sentence, failures first', () => {
    const checks = checksOf(
      findingsOf({
        activeManifest: {
          success: [{code: 'claimSignature.validated'}, {code: 'claimSignature.validated'}, {}],
          informational: [{code: 'timeStamp.untrusted'}, {code: 'signingCredential.ocsp.skipped'}],
          failure: [{code: 'assertion.dataHash.mismatch'}],
        },
        ingredientDeltas: [{validationDeltas: {failure: [{code: 'ingredient.new.code'}]}}],
      }),
    );
    assert.deepEqual(
      checks.map(({code, passed}) => `${code} ${passed}`),
      [
        'assertion.dataHash.mismatch false',
        'ingredient.new.code false',
        'timeStamp.untrusted false',
        'claimSignature.validated true',
        'signingCredential.ocsp.skipped true',
      ],
    );
    for (const {explanation} of checks) assert.match(explanation, /^[A-Z].*\.$/);
    const inner = checks.filter(({inIngredient}) => inIngredient).map(({code}) => code);
    assert.deepEqual(inner, ['ingredient.new.code'], 'what is about another file says so');
  });

  it('never calls anything authentic, real or true', () => {
    for (const code of [
      'claimSignature.validated',
      'assertion.dataHash.match',
      'constructor',
      'x.y',
    ])
      assert.doesNotMatch(explain(code), /authentic|\breal\b|\btrue\b|undefined|function/i);
  });

  it('distinguishes no seal, a remote seal, a broken seal and a broken file', () => {
    const sealed = bytes('....jumdc2pa....');
    const plain = bytes('.j.ju.jumd....');
    assert.equal(resultOfRefusal('C2pa(JumbfNotFound)', plain).labelState, 'none');
    assert.equal(resultOfRefusal('C2pa(JumbfNotFound)', sealed).labelState, 'unchecked');
    const remote = resultOfRefusal('C2pa(RemoteManifestUrl("https://example.org/m"))', plain);
    assert.equal(remote.labelState, 'none');
    assert.doesNotMatch(remote.reason, /example/);
    assert.equal(resultOfRefusal('C2pa(UnknownAlgorithm)', sealed).labelState, 'unchecked');
    assert.equal(resultOfRefusal('C2pa(InvalidAsset("x"))', sealed).labelState, 'invalid');
    const broken = resultOfRefusal('C2pa(InvalidAsset("x"))', plain);
    assert.equal(broken.labelState, 'unchecked');
    assert.match(broken.reason, /damaged or incomplete; a seal may be missing/);
    const svg = bytes('<svg><metadata><c2pa:manifest>AAAA</c2pa:manifest></metadata></svg>');
    const garbled = resultOfRefusal('C2pa(JumbfParseError(InvalidJumbfHeader))', svg);
    assert.equal(garbled.labelState, 'unchecked');
    assert.match(garbled.reason, /carries a seal that cannot be read/);
  });
});

describe('the engine', () => {
  let engine: Engine;
  before(async () => void (engine = await startEngine((await makeAuthority()).rootPem)));

  it('rejects what it cannot read with its own error', async () => {
    for (const mediaType of ['text/plain', 'image/bmp', '']) {
      await assert.rejects(readSeal(engine, new Uint8Array(10), mediaType), UnsupportedMedia);
    }
  });

  it('need not take a large JPEG into its memory to know that there is no seal', async () => {
    const large = new Uint8Array(40 * 1024 * 1024);
    large.set(jpeg);
    const before = engine.memory();
    assert.equal((await readSeal(engine, large, 'image/jpeg')).labelState, 'none');
    assert.equal(engine.memory(), before);
  });

  it('returns a result for empty files and files of another type', async () => {
    for (const mediaType of readableMediaTypes) {
      for (const media of [new Uint8Array(0), new Uint8Array(64), bytes('<svg'), bytes('%PDF-')]) {
        const {labelState, labelValid} = await readSeal(engine, media, mediaType);
        assert.ok(['none', 'unchecked'].includes(labelState), mediaType);
        assert.equal(labelValid, false);
      }
    }
  });

  it('rejects trust anchors that it would otherwise ignore, and accepts an empty list', () => {
    const module = new Uint8Array(0); // Not used, because the engine of this thread runs already.
    assert.throws(() => createEngine(module, {trust: forAnyUse('not PEM')}), RangeError);
    assert.equal(createEngine(module, {trust: forAnyUse('')}).trust.signers.pem, '');
  });

  it('reports a trap as such, so that its thread can be ended', () => {
    assert.throws(() => engineMessage(new WebAssembly.RuntimeError('unreachable')), EngineCrashed);
    assert.throws(() => engineMessage(new TypeError('a bug')), EngineCrashed);
    assert.throws(() => engineMessage('C2pa(IoError(Kind(OutOfMemory)))'), EngineCrashed);
    assert.equal(engineMessage('C2pa(JumbfNotFound)'), 'C2pa(JumbfNotFound)');
    const said = 'C2pa(InvalidAsset("OutOfMemory"))';
    assert.equal(engineMessage(said), said);
  });

  it('has a memory limit, so that growing beyond it fails instead of exhausting the machine', async () => {
    // One memory with one page and no limit, exported as "m".
    const source = bytes(
      [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      [5, 3, 1, 0, 1],
      [7, 5, 1, 1, 0x6d, 2, 0],
    );
    const module = await WebAssembly.compile(capMemory(source, 200 * 65_536));
    const {m} = (await WebAssembly.instantiate(module)).exports;
    assert.ok(m instanceof WebAssembly.Memory);
    assert.equal(m.grow(199), 1);
    assert.throws(() => m.grow(1), RangeError);
    assert.throws(() => capMemory(bytes([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]), 65_536), RangeError);
  });
});
