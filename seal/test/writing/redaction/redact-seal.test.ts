import assert from 'node:assert/strict';
import {existsSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {before, describe, it} from 'node:test';
import {type CaptureMetadata} from '../../../src/model/capture-metadata.js';
import {type SealableMediaType} from '../../../src/model/media-type.js';
import {sealedSections} from '../../../src/model/seal/seal-format.js';
import {type Engine} from '../../../src/engine/engine.js';
import {readSeal} from '../../../src/engine/read-seal.js';
import {box, contentTypes, superbox} from '../../../src/encoding/jumbf.js';
import {sealFurther} from '../../../src/writing/further-seal.js';
import {signWithEngine} from '../../engine-signing.js';
import {type RedactionRequest} from '../../../src/writing/redaction/redaction-plan.js';
import {redactSeal} from '../../../src/writing/redaction/redact-seal.js';
import {type Signer} from '../../../src/writing/signer.js';
import {makeAuthority, sha256, type TestAuthority} from '../../pki.js';
import {captureId, options, sealFile, startEngine} from '../../seal-file.js';
import {bytes, jpeg, metadata, simplest} from '../../sources.js';

let camera: TestAuthority;
let desk: TestAuthority;
let engine: Engine;
before(async () => {
  camera = await makeAuthority('Camera');
  desk = await makeAuthority('Desk');
  engine = await startEngine(`${camera.rootPem}\n${desk.rootPem}`);
});

/** A seal with an unknown signature algorithm. */
const unknownAlgorithm = new URL('../../../../../shared/assets/dev/no_alg.jpg', import.meta.url);
const unknownAbsent = existsSync(unknownAlgorithm) ? false : 'The shared test media are not here.';

const place: RedactionRequest = {sections: ['place'], reason: 'Asked for by the tenant'};
const redact = (
  media: Uint8Array,
  mediaType: SealableMediaType = 'image/jpeg',
  request = place,
  signer = desk.signer,
) => redactSeal(engine, media, mediaType, request, signer, options);
const read = (media: Uint8Array, mediaType = 'image/jpeg') => readSeal(engine, media, mediaType);
const sealed = async (more: CaptureMetadata = metadata) =>
  (await sealFile({media: jpeg, mediaType: 'image/jpeg'}, camera.signer, {metadata: more})).sealed;

/** A number in all the forms in which a seal or a file may contain it. */
function formsOf(value: number): Buffer[] {
  const minutes = ((Math.abs(value) % 1) * 60).toFixed(6);
  const forms = [`${value}`, `${Math.abs(value)}`, `${Math.trunc(Math.abs(value))},${minutes}`];
  const single = Buffer.alloc(4);
  single.writeFloatBE(value);
  const double = Buffer.alloc(8);
  double.writeDoubleBE(value);
  const binary = [single, double].flatMap((one) => [one, Buffer.from(one).reverse()]);
  return [...forms.map((form) => Buffer.from(form)), ...binary];
}

describe('redactSeal', () => {
  for (const {name, media, mediaType} of simplest) {
    it(`removes the location from the seal, which stays valid (${name})`, async () => {
      const file = await sealFile({media, mediaType}, camera.signer);
      const earlier = await read(file.sealed, mediaType);
      const redacted = await redact(file.sealed, mediaType);
      const result = await read(redacted, mediaType);
      const {gps, ...rest} = metadata;
      assert.equal(result.labelState, 'valid', result.reason);
      for (const [section, value] of Object.entries(rest)) {
        if (section === 'capturedAt') continue;
        assert.deepEqual(result[section as 'camera'], value, section);
      }
      assert.equal(result.gps, undefined);
      assert.deepEqual(result.signature, earlier.signature);
      assert.deepEqual(
        result.checks.filter(({passed}) => !passed),
        earlier.checks.filter(({passed}) => !passed),
      );
      const [one, ...others] = result.redactions ?? [];
      assert.equal(others.length, 0);
      assert.deepEqual(
        {...one, when: undefined},
        {
          sections: ['place'],
          labels: ['org.sealed-capture.place', 'c2pa.metadata'],
          reason: 'c2pa.PII.present',
          note: 'Asked for by the tenant',
          by: 'Desk Seal',
          when: undefined,
        },
      );
      // The time of the action, because anyone can replace the signature's time stamp.
      assert.equal(Date.parse(one?.when ?? ''), options.now.getTime());
      assert.match(
        result.reason,
        /^Nothing has changed since Camera Seal sealed it\. Since then, /,
      );
      assert.match(result.reason, / Desk Seal has taken the place out of the seal\.$/);
      const all = Buffer.from(redacted);
      for (const value of Object.values(gps ?? {})) {
        const forms = typeof value === 'number' ? formsOf(value).slice(0, 3) : [value];
        const binary = value === gps?.latitude || value === gps?.longitude ? formsOf(value) : [];
        for (const form of [...forms.filter(({length}) => length > 4), ...binary]) {
          assert.ok(!all.includes(form), `${String(form)} of ${value} is still there`);
        }
      }
      assert.ok(Buffer.from(file.sealed).includes(`${gps?.latitude}`));
    });

    it(`makes a seal that is broken if a byte of the content is changed afterwards (${name})`, async () => {
      const file = await sealFile({media, mediaType}, camera.signer);
      const redacted = Uint8Array.from(await redact(file.sealed, mediaType));
      redacted[redacted.length - (mediaType === 'image/webp' ? redacted.length - 40 : 3)]! ^= 1;
      assert.equal((await read(redacted, mediaType)).labelState, 'invalid');
    });
  }

  it('removes the device and all repetitions of it, and later the location, and both are reported', async () => {
    const first = await redact(await sealed(), 'image/jpeg', {sections: ['device']});
    const {device, network, gps, camera: settings, redactions} = await read(first);
    assert.deepEqual([device, network], [undefined, undefined]);
    assert.deepEqual([gps, settings], [metadata.gps, metadata.camera]);
    assert.equal(redactions?.[0]?.note, undefined);
    for (const text of ['Pixel 9', 'Mozilla', 'GPRS']) {
      assert.ok(!Buffer.from(first).includes(text), text);
    }
    const second = await read(await redact(first));
    assert.equal(second.labelState, 'valid', second.reason);
    assert.deepEqual(
      second.redactions?.map(({sections}) => sections),
      [['place'], ['device']],
    );
    assert.deepEqual([second.gps, second.device], [undefined, undefined]);
    assert.deepEqual(second.camera, metadata.camera);
    assert.equal(second.signature?.signedBy, 'Camera Seal');
  });

  it('removes all sections at once', async () => {
    const redacted = await redact(await sealed(), 'image/jpeg', {sections: sealedSections});
    const result = await read(redacted);
    assert.equal(result.labelState, 'valid', result.reason);
    for (const section of ['tags', 'device', 'camera', 'gps', 'network', 'orientation'] as const) {
      assert.equal(result[section], undefined, section);
    }
  });

  it('removes the location from every seal of a file with several', async () => {
    const again = await sealFurther(engine, await sealed(), 'image/jpeg', metadata, desk.signer, {
      ...options,
      captureId,
    });
    const redacted = await redact(again);
    assert.equal((await read(redacted)).labelState, 'valid');
    assert.ok(!Buffer.from(redacted).includes('51.5074'));
    assert.ok(!Buffer.from(redacted).includes('GPSLatitude'));
  });

  it('stores one of the reasons that C2PA defines', async () => {
    const request = {...place, reason: 'c2pa.trade-secret.present'};
    const [one] =
      (await read(await redact(await sealed(), 'image/jpeg', request))).redactions ?? [];
    assert.deepEqual([one?.reason, one?.note], ['c2pa.trade-secret.present', undefined]);
  });

  it('does not make an unknown signer trusted, and does not need the redacting signer to be unknown for that', async () => {
    const stranger = await makeAuthority('Stranger');
    const theirs = await sealFile({media: jpeg, mediaType: 'image/jpeg'}, stranger.signer);
    const known = await read(await redact(theirs.sealed));
    assert.equal(known.labelState, 'untrusted');
    assert.match(known.reason, /but Stranger Seal is not among the signers/);
    assert.equal(known.signature?.timestamp, undefined);

    const both = await startEngine(`${camera.rootPem}\n${stranger.rootPem}`);
    const {sealed: ours} = await sealFile({media: jpeg, mediaType: 'image/jpeg'}, camera.signer);
    const redacted = await redactSeal(both, ours, 'image/jpeg', place, stranger.signer, options);
    const unknown = await read(redacted);
    assert.equal(unknown.labelState, 'untrusted');
    assert.match(unknown.reason, /but Stranger Seal is not among the signers/);
    assert.equal((await readSeal(both, redacted, 'image/jpeg')).labelState, 'valid');
  });

  it('is trusted if the reader trusts both the sealing and the redacting signer, whatever was recorded', async () => {
    const stranger = await makeAuthority('Stranger');
    const both = await startEngine(`${desk.rootPem}\n${stranger.rootPem}`);
    const source = {media: jpeg, mediaType: 'image/jpeg'} as const;
    const {sealed: theirs} = await sealFile(source, stranger.signer);
    const device: RedactionRequest = {sections: ['device']};
    const by = (signer: Signer) => [signer, options] as const;
    for (const first of [engine, both]) {
      for (const second of [engine, both]) {
        const once = await redactSeal(first, theirs, 'image/jpeg', place, ...by(desk.signer));
        const twice = await redactSeal(second, once, 'image/jpeg', device, ...by(desk.signer));
        for (const file of [once, twice]) {
          const {labelState, reason, signature} = await read(file);
          assert.equal(labelState, 'untrusted');
          assert.match(reason, /but Stranger Seal is not among the signers/);
          assert.equal(signature?.timestamp, undefined);
          const trusting = await readSeal(both, file, 'image/jpeg');
          assert.equal(trusting.labelState, 'valid', trusting.reason);
          assert.ok(trusting.signature?.timestamp);
        }
      }
    }
    // The one in the middle is unknown.
    const {sealed: ours} = await sealFile(source, desk.signer);
    const once = await redactSeal(both, ours, 'image/jpeg', place, ...by(stranger.signer));
    for (const second of [engine, both]) {
      const twice = await redactSeal(second, once, 'image/jpeg', device, ...by(desk.signer));
      const {labelState, reason} = await read(twice);
      assert.equal(labelState, 'untrusted');
      assert.match(reason, /but Stranger Seal is not among the signers/);
      assert.equal((await readSeal(both, twice, 'image/jpeg')).labelState, 'valid');
    }
  });

  it('allows no other change than the redaction itself', async () => {
    const redacted = Buffer.from(await redact(await sealed()));
    const changes: [from: string, to: string][] = [
      ['Pixel 9', 'Pixel 8'],
      // Simulates a removal without a redaction.
      ['org.sealed-capture.device\0', 'org.sealed-capture.devicf\0'],
      ['c2pa.metadata__1\0', 'c2pa.metadata__2\0'],
      ['c2pa.PII.present', 'c2pa.PII.presenz'],
    ];
    for (const [from, to] of changes) {
      const changed = Buffer.from(redacted);
      const at = changed.indexOf(from, 0, 'latin1');
      assert.ok(at > 0, from);
      changed.write(to, at, 'latin1');
      assert.equal((await read(changed)).labelState, 'invalid', from);
    }
  });

  it('requires the other sections, too, if a seal of the first version repeats the location in them', async () => {
    const data = {captureId, gps: metadata.gps, camera: metadata.camera};
    const definition = JSON.stringify({
      claim_generator_info: [options.generator],
      format: 'image/jpeg',
      assertions: [{label: 'org.sealed-capture.capture', data, kind: 'Json', created: true}],
    });
    const {signer} = camera;
    const first = await signWithEngine(engine, jpeg, 'image/jpeg', signer, definition);
    assert.deepEqual((await read(first)).gps, metadata.gps);
    await refused(first, /holds the place in one statement with .*: redact capture as well/);
    const request: RedactionRequest = {sections: ['place', 'capture']};
    const result = await read(await redact(first, 'image/jpeg', request));
    assert.deepEqual(
      [result.labelState, result.gps, result.camera],
      ['valid', undefined, undefined],
    );
  });

  const refused = async (media: Uint8Array, why: RegExp, request = place) =>
    assert.rejects(redact(media, 'image/jpeg', request), {name: 'RedactionRefused', message: why});

  it('does not call a seal broken that could not be checked', {skip: unknownAbsent}, async () => {
    const file = await readFile(unknownAlgorithm);
    await refused(file, /^The seal could not be checked: The seal uses an algorithm/);
  });

  it('rejects a file without a seal, with a broken seal, or without the section', async () => {
    await refused(jpeg, /^There is nothing to redact\. This file carries no seal/);
    const broken = await sealed();
    broken[broken.length - 3]! ^= 1;
    await refused(broken, /a seal that does not hold: The file was changed after it was sealed\.$/);
    const {gps, ...nowhere} = metadata;
    assert.ok(gps);
    await refused(await sealed(nowhere), /does not hold the place, so there is nothing to redact/);
  });

  it('leaves no hash from which the location could be guessed', async () => {
    const {gps} = metadata;
    const content = box('json', Buffer.from(JSON.stringify({gps})));
    const [, ...guess] = superbox(contentTypes.json, 'org.sealed-capture.place', [content]);
    const source = {media: jpeg, mediaType: 'image/jpeg'} as const;
    const kinds = [
      {isGuessed: false},
      {origin: 'file', isSalted: true, isGuessed: false},
      // Seals from before salts were used.
      {origin: 'file', isGuessed: true},
    ] as const;
    for (const {isGuessed, ...more} of kinds) {
      const {sealed: file} = await sealFile(source, camera.signer, more);
      const redacted = Buffer.from(await redact(file));
      assert.equal(redacted.includes(Buffer.from(sha256(...guess))), isGuessed);
    }
  });

  it('rejects what was redacted before, whichever list of the claim contained it', async () => {
    for (const origin of ['capture', 'file'] as const) {
      const source = {media: jpeg, mediaType: 'image/jpeg'} as const;
      const file = await sealFile(source, camera.signer, {origin});
      const redacted = await redact(file.sealed);
      await refused(redacted, /no longer holds the place: that was redacted before/);
    }
  });

  it('rejects a file that itself contains the location, unless that is to stay', async () => {
    const photo = withExifPosition(jpeg);
    const file = await sealFile({media: photo, mediaType: 'image/jpeg'}, camera.signer);
    await refused(file.sealed, /holds a place in its EXIF, which the seal covers/);
    const kept = await redact(file.sealed, 'image/jpeg', {...place, placeInFile: 'keep'});
    const result = await read(kept);
    assert.deepEqual([result.labelState, result.gps], ['valid', undefined]);
  });
});

/** EXIF of a camera: a GPS directory with a latitude. */
function withExifPosition(media: Uint8Array): Uint8Array {
  const tiff = Buffer.from(
    [
      '4d4d002a00000008',
      '0001', // one entry: the GPS directory
      '88250004000000010000001a',
      '00000000',
      '0001', // GPSLatitude, three fractions
      '00020005000000030000002c',
      '00000000',
      '000000330000000100000000000000010000000000000001',
    ].join(''),
    'hex',
  );
  const body = bytes('Exif\0\0', tiff);
  const segment = bytes([0xff, 0xe1, 0, body.length + 2], body);
  return bytes(media.subarray(0, 20), segment, media.subarray(20));
}
