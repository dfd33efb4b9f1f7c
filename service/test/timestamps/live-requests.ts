import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {SealableMediaType} from '@sealed-capture/seal/model/media-type.js';
import type {SetRequest} from '@sealed-capture/seal/model/seal/sealed-set.js';
import {fill} from '@sealed-capture/seal/containers/layout.js';
import {checkStamp} from '@sealed-capture/seal/node/time-stamp.js';
import {imprintOf} from '@sealed-capture/seal/writing/cose.js';
import {storeOf} from '@sealed-capture/seal/own-reader/files/embedded-store.js';
import {ManifestStore} from '@sealed-capture/seal/own-reader/manifests.js';
import {claimSignature} from '@sealed-capture/seal/own-reader/signature/signature.js';
import {envelope, fileForm, idempotent} from '../requests.js';
import {requestFor} from '../seal-and-inspect.js';
import {type ServiceFixture} from '../service-fixture.js';
import {post} from './live-service.js';

export async function seal(service: ServiceFixture) {
  const {request, layout} = requestFor({tags: {site: 'A'}});
  const answer = await post(service, '/seal', request, idempotent(request));
  const file = () => Buffer.concat(fill(layout, answer.rawPayload));
  return {answer, file};
}

export async function protect(
  service: ServiceFixture,
  media: Uint8Array,
  type: SealableMediaType,
  set?: SetRequest,
) {
  const metadata = JSON.stringify({tags: {site: 'A'}});
  const asked = {metadata, ...(set && {set: JSON.stringify(set)})};
  const {payload, headers} = await fileForm(media, type, asked);
  return post(service, '/protect', payload, headers);
}

/** Redacts the tags. */
export async function redactTags(
  service: ServiceFixture,
  file: Uint8Array,
  type: SealableMediaType,
) {
  const {payload, headers} = await fileForm(file, type, {sections: 'gathered'});
  return post(service, '/redact', payload, headers);
}

export async function addTimestamp(
  service: ServiceFixture,
  file: Uint8Array,
  type: SealableMediaType,
) {
  const {payload, headers} = await fileForm(file, type);
  return post(service, '/add-timestamp', payload, headers);
}

export const inspect = async (service: ServiceFixture, file: Buffer) =>
  (
    await post(service, '/inspect', envelope(file), {'content-type': 'application/json'})
  ).json<InspectionResult>();

/** DER of the certificate that stamped the file's newest seal; undefined without a stamp. */
export function stamperOf(file: Uint8Array): Uint8Array | undefined {
  const active = new ManifestStore(storeOf(file)!.bytes).active!;
  const token = claimSignature(active)?.timestamp?.token;
  return token && checkStamp(token, imprintOf(active.signatureContent)).signer;
}
