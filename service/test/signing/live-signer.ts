import assert from 'node:assert/strict';
import {renameSync} from 'node:fs';
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {
  authorityExtensions,
  certify,
  leafExtensions,
  openssl,
  pem,
} from '../certificates/openssl-authority.js';
import {media} from '../seal-and-inspect.js';
import {inspect, protect, redactTags, seal} from '../timestamps/live-requests.js';
import type {ServiceOptions} from '../../src/service.js';
import {startFixture, temporaryFolder, type ServiceFixture} from '../service-fixture.js';

export type Curve = 'P-256' | 'P-384';

/** A data folder whose live environment has a certificate for a key on this curve, under its own root. */
export async function liveWith(curve: Curve): Promise<{dataFolder: string; live: string}> {
  const dataFolder = await temporaryFolder();
  const live = join(dataFolder, 'live');
  await mkdir(live, {mode: 0o700});
  certify(live, {name: 'root', extensions: authorityExtensions(1), curve: 'P-384'});
  issue(live, curve);
  await writeFile(join(live, 'trust.pem'), pem(live, 'root'));
  return {dataFolder, live};
}

/** Issues another key and certificate under the folder's root. */
export const issue = (live: string, curve: Curve): void =>
  certify(live, {name: 'signer', issuer: 'root', extensions: leafExtensions, curve});

/** Encrypts the folder's key. */
export function encryptKey(live: string, passphrase: string): void {
  openssl(
    live,
    ...['pkcs8', '-topk8', '-v2', 'aes-256-cbc', '-iter', '2048', '-in', 'signer.key'],
    ...['-passout', `pass:${passphrase}`, '-out', 'encrypted.key'],
  );
  renameSync(join(live, 'encrypted.key'), join(live, 'signer.key'));
}

/** A service with this folder, whose seals need no time stamp. */
export const startSigning = (
  dataFolder: string,
  options: ServiceOptions = {},
): Promise<ServiceFixture> => startFixture({dataFolder, withoutTimestamp: 'seal', ...options});

/** Checks that a seal by digest, one of an upload and a redaction of tags can be made, and that each is valid. */
export async function assertSeals(service: ServiceFixture): Promise<void> {
  const {answer, file} = await seal(service);
  assert.equal(answer.statusCode, 200, answer.body);
  const {labelState, signature} = await inspect(service, file());
  assert.deepEqual([labelState, signature?.environment], ['valid', undefined]);
  const upload = await protect(service, media, 'image/jpeg');
  assert.equal(upload.statusCode, 200, upload.body.slice(0, 300));
  const uploaded = await inspect(service, upload.rawPayload);
  assert.deepEqual([uploaded.labelState, uploaded.tags], ['valid', {site: 'A'}]);
  const redaction = await redactTags(service, upload.rawPayload, 'image/jpeg');
  assert.equal(redaction.statusCode, 200, redaction.body.slice(0, 300));
  const redacted = await inspect(service, redaction.rawPayload);
  assert.deepEqual([redacted.labelState, redacted.tags], ['valid', undefined]);
}
