import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {CaptureMetadata} from '../../src/model/capture-metadata.js';
import {concat} from '../../src/seal/encoding/bytes.js';
import {fill, hashedParts, layOut} from '../../src/seal/containers/layout.js';
import {sha256} from '../seal/pki.js';
import {metadata as sections, simplest} from '../seal/sources.js';
import {envelope, idempotent, protectForm, sealRequest} from '../service/requests.js';
import {serviceOfSuite} from '../service/service-fixture.js';
import {allHold, statementsOf} from './statements.js';

const metadata: CaptureMetadata = {...sections, tags: {case: '4711'}};
const CR_JSON = 'application/vnd.c2pa.crjson+json';
const SIZE = 16_384;

describe('A seal of the service, by the rubrics of the conformance program over its own crJSON,', () => {
  const service = serviceOfSuite();

  async function expectAllHold(file: Uint8Array, inception: string[][]): Promise<void> {
    const answer = await service.post('/inspect', envelope(file), {accept: CR_JSON});
    assert.equal(answer.statusCode, 200, answer.body);
    const statements = statementsOf(answer.json<{manifests: object[]}>());
    assert.deepEqual(statements, {...allHold, inception});
  }

  async function protect(file: Uint8Array, mediaType: string): Promise<Buffer> {
    const {payload, headers} = await protectForm(file, mediaType, metadata);
    const answer = await service.post('/protect', payload, headers);
    assert.equal(answer.statusCode, 200, answer.body.slice(0, 500));
    return answer.rawPayload;
  }

  async function sealByDigest(
    media: Uint8Array,
    mediaType: (typeof simplest)[number]['mediaType'],
    origin?: 'capture',
  ): Promise<Uint8Array> {
    const layout = layOut(media, mediaType, SIZE);
    const digest = Buffer.from(sha256(...hashedParts(layout))).toString('base64');
    const {exclusion} = layout;
    const wish = {mediaType, digest, exclusion, manifestSize: SIZE, metadata, origin};
    const request = sealRequest(wish);
    const answer = await service.post('/seal', request, idempotent(request));
    assert.equal(answer.statusCode, 200, answer.body);
    return concat(fill(layout, answer.rawPayload));
  }

  for (const {name, media, mediaType} of simplest) {
    it(`is conformant for ${name}: captured, provided by a page, uploaded, and over an earlier seal`, async () => {
      const captured = await sealByDigest(media, mediaType, 'capture');
      await expectAllHold(captured, [['inception:signal_capturedMedia']]);
      const unknown = [['inception:signal_mediaUnknownProvenance']];
      await expectAllHold(await sealByDigest(media, mediaType), unknown);
      await expectAllHold(await protect(media, mediaType), unknown);
      const again = await protect(captured, mediaType);
      await expectAllHold(again, [[], ['inception:signal_capturedMedia']]);
    });
  }
});
