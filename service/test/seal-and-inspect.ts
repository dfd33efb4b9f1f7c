import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import type {CaptureMetadata} from '@sealed-capture/seal/model/capture-metadata.js';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {SealRequest} from '@sealed-capture/seal/model/seal/seal-request.js';
import {
  fill,
  hashedParts,
  layOut,
  suggestedManifestSize,
} from '@sealed-capture/seal/containers/layout.js';
import {envelope, idempotent, jpegOf, protectForm, sealRequest} from './requests.js';
import type {ServiceFixture} from './service-fixture.js';

export const media = jpegOf(3_000);

/** A request for a real file, so that the returned manifest can be put into it. */
export function requestFor(
  metadata: CaptureMetadata,
  requestedAt?: string,
  origin?: SealRequest['origin'],
) {
  const manifestSize = suggestedManifestSize(metadata);
  const layout = layOut(media, 'image/jpeg', manifestSize);
  const hash = createHash('sha256');
  for (const part of hashedParts(layout)) hash.update(part);
  const change: Partial<SealRequest> = {
    mediaType: 'image/jpeg',
    digest: hash.digest('base64'),
    exclusion: layout.exclusion,
    manifestSize,
    metadata,
    requestedAt,
    ...(origin && {origin}),
  };
  return {request: sealRequest(change), layout};
}

async function inspect(service: ServiceFixture, file: Uint8Array): Promise<InspectionResult> {
  const answer = await service.post('/inspect', envelope(file));
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<InspectionResult>();
}

/** The inspection of a file whose digest was sealed with these metadata. */
export async function sealAndInspect(
  service: ServiceFixture,
  metadata: CaptureMetadata,
  requestedAt?: string,
  origin?: SealRequest['origin'],
): Promise<InspectionResult> {
  const {request, layout} = requestFor(metadata, requestedAt, origin);
  const answer = await service.post('/seal', request, idempotent(request));
  assert.equal(answer.statusCode, 200, answer.body.slice(0, 500));
  return inspect(service, Buffer.concat(fill(layout, answer.rawPayload)));
}

/** The same for an uploaded file, which may have a seal already. */
export async function protectAndInspect(
  service: ServiceFixture,
  metadata: CaptureMetadata,
  {requestedAt, file = media}: {requestedAt?: string; file?: Buffer} = {},
): Promise<InspectionResult & {file: Buffer}> {
  const {payload, headers} = await protectForm(file, 'image/jpeg', metadata, requestedAt);
  const answer = await service.post('/protect', payload, headers);
  assert.equal(answer.statusCode, 200, answer.body.slice(0, 500));
  return {...(await inspect(service, answer.rawPayload)), file: answer.rawPayload};
}
