import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {describe, it} from 'node:test';
import type {CaptureMetadata} from '@sealed-capture/seal/model/capture-metadata.js';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import {fill} from '@sealed-capture/seal/containers/layout.js';
import {simplest} from '../../../seal/test/sources.js';
import {
  changed,
  labelledAs,
  manifestsOf,
  withManifests,
} from '../../../seal/test/updates/surgery.js';
import {variants} from '../../../test/variants.js';
import {envelope, fileForm, idempotent, jpegOf, protectForm} from '../requests.js';
import {requestFor} from '../seal-and-inspect.js';
import {serviceOfSuite} from '../service-fixture.js';

const MIB = 1024 * 1024;
const metadata: CaptureMetadata = {
  gps: {latitude: 48.137154, longitude: 11.576124, latLongAccuracy: 7.25},
  device: {model: 'Pixel 9'},
  tags: {site: 'A'},
};

const redactForm = (
  media: Uint8Array | undefined,
  fields: Record<string, string>,
  mediaType = 'image/jpeg',
  key?: string,
) => fileForm(media, mediaType, fields, key);

describe('POST redact', () => {
  const service = serviceOfSuite({imageLimit: 2 * MIB, audioLimit: 2 * MIB});

  const redact = async (...form: Parameters<typeof redactForm>) => {
    const {payload, headers} = await redactForm(...form);
    return service.post('/redact', payload, headers);
  };
  const inspect = async (media: Uint8Array) =>
    (await service.post('/inspect', envelope(media))).json<InspectionResult>();
  const uploaded = async (media: Uint8Array = jpegOf(50_000), mediaType = 'image/jpeg') => {
    const {payload, headers} = await protectForm(media, mediaType, metadata);
    const answer = await service.post('/protect', payload, headers);
    assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
    return answer.rawPayload;
  };

  it('removes the location from the seal of a photo that a page has sealed', async () => {
    const {request, layout} = requestFor(metadata);
    const seal = await service.post('/seal', request, idempotent(request));
    const sealed = Buffer.concat(fill(layout, seal.rawPayload));
    assert.deepEqual((await inspect(sealed)).gps, metadata.gps);
    const answer = await redact(sealed, {sections: 'place', reason: 'The tenant asked for it'});
    assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
    assert.equal(answer.headers['content-type'], 'image/jpeg');
    const result = await inspect(answer.rawPayload);
    assert.equal(result.labelState, 'valid', result.reason);
    assert.deepEqual([result.gps, result.tags], [undefined, metadata.tags]);
    assert.equal(result.redactions?.[0]?.note, 'The tenant asked for it');
    assert.ok(!answer.rawPayload.includes('48.137154') && sealed.includes('48.137154'));
    assert.ok(!answer.rawPayload.includes('GPSLatitude'));
    assert.ok(!service.lines.some((line) => /48\.13|tenant/.test(line)), 'nothing of it is logged');
  });

  for (const {name, media, mediaType} of variants(simplest)) {
    it(`removes the location and the device from an upload (${name})`, async () => {
      const sealed = await uploaded(media, mediaType);
      const answer = await redact(sealed, {sections: 'device,place'}, mediaType);
      assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
      const {labelState, gps, device, redactions} = await inspect(answer.rawPayload);
      assert.deepEqual([labelState, gps, device], ['valid', undefined, undefined]);
      assert.deepEqual(redactions?.[0]?.sections.toSorted(), ['device', 'place']);
      assert.ok(!answer.rawPayload.includes('48.137154'));
      assert.ok(!answer.rawPayload.includes('Pixel 9'));
    });
  }

  it('does not hide a seal that was replaced below the redaction: POST inspect reports it', async () => {
    const sealed = await uploaded();
    const redacted = (await redact(sealed, {sections: 'place'})).rawPayload;
    const [seal, update] = manifestsOf(redacted);
    const [before] = manifestsOf(sealed);
    const [other] = manifestsOf(await uploaded());
    assert.ok(seal && update && before && other);
    const without = (label: string) =>
      changed(seal, {assertions: (all) => all.filter((one) => one.label !== label)});
    const forgeries: [under: Uint8Array, why: RegExp][] = [
      [before, /that should have been taken out is still there/],
      [labelledAs(other, seal), /^The file was changed after it was sealed/],
      [without('org.sealed-capture.gathered'), /that was signed is missing/],
      [without('c2pa.hash.data'), /not bound to any file/],
    ];
    for (const [under, why] of forgeries) {
      const result = await inspect(withManifests(redacted, 'image/jpeg', [under, update]));
      assert.equal(result.labelState, 'invalid');
      assert.match(result.reason, why);
    }
  });

  it('lets a redacted file be sealed again, and the new seal contains the redaction, too', async () => {
    const redacted = (await redact(await uploaded(), {sections: 'place'})).rawPayload;
    const again = await uploaded(redacted);
    const {labelState, gps, redactions} = await inspect(again);
    assert.deepEqual([labelState, gps], ['valid', metadata.gps]);
    assert.deepEqual(redactions?.[0]?.sections, ['place']);
  });

  it('gives the same answer to a repeated request, and an error to another one with its key', async () => {
    const sealed = await uploaded();
    const key = randomUUID();
    const first = await redact(sealed, {sections: 'place'}, 'image/jpeg', key);
    const again = await redact(sealed, {sections: 'place'}, 'image/jpeg', key);
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assert.deepEqual(again.rawPayload, first.rawPayload);
    const other = await redact(sealed, {sections: 'device'}, 'image/jpeg', key);
    assert.equal(other.statusCode, 422);
    assert.match(other.json<Problem>().detail ?? '', /Idempotency-Key/);
  });

  it('requires credentials', async () => {
    const {payload, headers} = await redactForm(jpegOf(5000), {sections: 'place'});
    const answer = await service.post('/redact', payload, {...headers, 'x-api-key': 'no key'});
    assert.equal(answer.statusCode, 401);
  });

  const jpeg = jpegOf(9000);
  const place = {sections: 'place'};
  const wrong: [what: string, form: Parameters<typeof redactForm>, status: number, why: RegExp][] =
    [
      ['a form without media', [undefined, place], 400, /"media" is missing/],
      ['a form without sections', [jpeg, {}], 400, /"sections" is missing/],
      ['the actions', [jpeg, {sections: 'c2pa.actions'}], 400, /./],
      ['an empty list', [jpeg, {sections: ''}], 400, /./],
      ['an unexpected part', [jpeg, {...place, metadata: '{}'}], 400, /not a part of this form/],
      ['a reason that is too long', [jpeg, {...place, reason: 'x'.repeat(1001)}], 400, /./],
      ['an unknown option for the file', [jpeg, {...place, placeInFile: 'drop'}], 400, /./],
      ['a type that cannot be sealed', [jpeg, place, 'image/gif'], 415, /image\/gif/],
      [
        'a media type that does not match the file',
        [jpeg, place, 'image/png'],
        422,
        /not image\/png/,
      ],
      ['a file without a seal', [jpeg, place], 422, /^There is nothing to redact\./],
      ['an image that is too large', [jpegOf(2 * MIB + 100), place], 413, /./],
    ];
  for (const [what, form, status, why] of wrong) {
    it(`answers ${status} with a problem to ${what}`, async () => {
      const answer = await redact(...form);
      assert.equal(answer.statusCode, status, answer.body.slice(0, 300));
      assert.equal(answer.headers['content-type'], 'application/problem+json');
      assert.match(answer.json<Problem>().detail ?? '', why);
    });
  }

  it('answers 422 with the reason if the part is missing, was removed before, or the seal is broken', async () => {
    const sealed = await uploaded();
    const redacted = (await redact(sealed, place)).rawPayload;
    const broken = Buffer.from(sealed);
    broken[broken.length - 100]! ^= 1;
    const {payload, headers} = await protectForm(jpegOf(5000), 'image/jpeg', {});
    const nowhere = (await service.post('/protect', payload, headers)).rawPayload;
    const files: [file: Buffer, why: RegExp][] = [
      [redacted, /that was redacted before/],
      [broken, /does not hold: The file was changed/],
      [nowhere, /does not hold the place/],
    ];
    for (const [file, why] of files) {
      const answer = await redact(file, place);
      assert.equal(answer.statusCode, 422);
      assert.match(answer.json<Problem>().detail ?? '', why);
    }
  });

  it('is in the description of the service', async () => {
    const {paths} = (await service.app.inject('/openapi.json')).json<{
      paths: Record<string, {post?: {requestBody?: {content: Record<string, unknown>}}}>;
    }>();
    const {content} = paths['/protection/sandbox/redact']?.post?.requestBody ?? {};
    assert.match(JSON.stringify(content?.['multipart/form-data']), /placeInFile/);
  });
});
